package org.braid.boot;

import java.nio.charset.StandardCharsets;
import org.braid.boot.server.RankProtocol;

/**
 * What a rank tells its launcher of the exception that ended its program, so that one sentence is printed once, however many ranks say it. It travels as text: the sentence, the place, and behind
 * them the stack, each from a line of its own on.
 *
 * @param sentence what and why, in one line without the subject
 * @param place where in the program; "" if it isn't known
 * @param stack whole lines, or ""; at most as many as fit into a frame of the rank server
 */
public record Note(String sentence, String place, String stack) {
    private static final int ROOM_FOR_MORE_BYTES = 64;

    static Note of(Throwable thrown) {
        return new Note(Blame.sentence(thrown), Blame.place(thrown), StackText.of(thrown));
    }

    /** The same, for somebody who has printed the stack himself. */
    Note withoutStack() {
        return new Note(sentence, place, "");
    }

    /** The note that a rank has written as a text; of any other text the first line is the sentence. */
    public static Note parse(String text) {
        int sentenceEnd = lineEnd(text, 0);
        int placeEnd = lineEnd(text, Math.min(sentenceEnd + 1, text.length()));
        return new Note(text.substring(0, sentenceEnd), sentenceEnd < text.length() ? text.substring(sentenceEnd + 1, placeEnd) : "", placeEnd < text.length() ? text.substring(placeEnd + 1) : "");
    }

    private static int lineEnd(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    /** The sentence and the place in one line. */
    public String line() {
        return place.isEmpty() ? sentence : sentence + " " + place;
    }

    /** In at most {@link RankProtocol#MAX_TEXT_BYTES}: of a deep stack the end is left out, and that is said. */
    String text() {
        StringBuilder text = new StringBuilder(sentence).append('\n').append(place).append('\n');
        int room = RankProtocol.MAX_TEXT_BYTES - ROOM_FOR_MORE_BYTES - bytes(text.toString());
        int at = 0;
        while (at < stack.length()) {
            int end = Math.min(lineEnd(stack, at) + 1, stack.length());
            room -= bytes(stack.substring(at, end));
            if (room < 0) {
                return text.append("\t... ").append(stack.substring(at).lines().count()).append(" more lines (braid run -v shows them)\n").toString();
            }
            text.append(stack, at, end);
            at = end;
        }
        return text.toString();
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
