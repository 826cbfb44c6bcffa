package org.braid.boot;

import java.util.Objects;
import org.braid.base.BraidException;

/**
 * What follows the first line of a printed exception: the other lines of its message, its stack, its causes. As the JDK prints it, but for a cause that only repeats what was said: an error of
 * Braid's own that the caller's kind of exception was made of.
 */
final class StackText {
    /** Causes may go in a circle. */
    private static final int DEEPEST = 16;

    private final StringBuilder text = new StringBuilder();
    private StackTraceElement[] above = {};

    private StackText() {}

    /** Whole lines. */
    static String of(Throwable thrown) {
        StackText stack = new StackText();
        stack.restOfMessage(thrown);
        stack.frames(thrown);
        Throwable said = thrown;
        Throwable cause = thrown.getCause();
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (!repeats(cause, said)) {
                stack.text.append("Caused by: ").append(cause).append('\n');
                stack.frames(cause);
                said = cause;
            }
            cause = cause.getCause();
        }
        return stack.text.toString();
    }

    private static boolean repeats(Throwable cause, Throwable said) {
        return cause instanceof BraidException && Objects.equals(cause.getMessage(), said.getMessage());
    }

    private void restOfMessage(Throwable thrown) {
        String message = thrown.toString();
        int end = message.indexOf('\n');
        if (end >= 0) {
            text.append(message, end + 1, message.length()).append('\n');
        }
    }

    private void frames(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        int known = inCommon(frames);
        for (int i = 0; i < frames.length - known; i++) {
            text.append("\tat ").append(frames[i]).append('\n');
        }
        if (known > 0) {
            text.append("\t... ").append(known).append(" more\n");
        }
        for (Throwable suppressed : thrown.getSuppressed()) {
            text.append("\tSuppressed: ").append(suppressed).append('\n');
        }
        above = frames;
    }

    /** How many of the last frames the exception above has, too. */
    private int inCommon(StackTraceElement[] frames) {
        int count = 0;
        while (count < frames.length && count < above.length && frames[frames.length - 1 - count].equals(above[above.length - 1 - count])) {
            count++;
        }
        return count;
    }
}
