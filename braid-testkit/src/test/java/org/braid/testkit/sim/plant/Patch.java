package org.braid.testkit.sim.plant;

/**
 * A change of one production class: where {@code before} stands, {@code after} shall stand.
 *
 * @param type the class whose file it is, with its package
 * @param before a piece of that file which occurs in it once
 * @param after what is compiled instead
 */
public record Patch(String type, String before, String after) {
    /** @throws IllegalStateException if the class has changed, so that the patch has to follow */
    String applied(String source) {
        int at = source.indexOf(before);
        if (at < 0 || source.indexOf(before, at + 1) >= 0) {
            throw new IllegalStateException("A patch of " + type + " does not fit any more: '" + before + "' stands there " + (at < 0 ? "nowhere" : "twice"));
        }
        return source.substring(0, at) + after + source.substring(at + before.length());
    }
}
