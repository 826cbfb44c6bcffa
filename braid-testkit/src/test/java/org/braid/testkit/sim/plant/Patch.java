package org.braid.testkit.sim.plant;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change of one production class: where {@code before} stands, {@code after} shall stand. How it is laid out makes no difference.
 *
 * @param type the class whose file it is, with its package
 * @param before a piece of that file which occurs in it once
 * @param after what is compiled instead
 */
public record Patch(String type, String before, String after) {
    /** @throws IllegalStateException if the class has changed, so that the patch has to follow */
    String applied(String source) {
        Matcher found = laidOut(before).matcher(source);
        if (!found.find()) {
            throw new IllegalStateException("A patch of " + type + " does not fit any more, nowhere stands: " + before);
        }
        String changed = source.substring(0, found.start()) + after + source.substring(found.end());
        if (found.find()) {
            throw new IllegalStateException("A patch of " + type + " does not fit any more, more than once stands: " + before);
        }
        return changed;
    }

    private static Pattern laidOut(String text) {
        StringBuilder pattern = new StringBuilder();
        for (String word : text.strip().split("\\s+")) {
            pattern.append(pattern.isEmpty() ? "" : "\\s+").append(Pattern.quote(word));
        }
        return Pattern.compile(pattern.toString());
    }
}
