package org.braid.launch.options;

import java.util.List;

/**
 * What another launcher's option is here.
 *
 * @param words options of {@code braid run} that do the same, each with its value behind '='; none for what holds anyway
 * @param note what the user is told, once; "" if the option does what he expects
 */
record Translation(List<String> words, String note) {
    /** What is asked for holds anyway. */
    static final Translation HOLDS = new Translation(List.of(), "");

    static Translation of(String... words) {
        return new Translation(List.of(words), "");
    }

    static Translation nothing(String note) {
        return new Translation(List.of(), note);
    }
}
