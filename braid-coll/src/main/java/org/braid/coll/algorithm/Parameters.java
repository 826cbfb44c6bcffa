package org.braid.coll.algorithm;

import java.util.List;
import org.braid.coll.algorithm.generator.Tuning;

/** What an algorithm can be told, by the keys of a {@link Tuning}. */
enum Parameters {
    NONE(List.of()),
    RADIX(List.of(Tuning.RADIX)),
    LAMBDA(List.of(Tuning.LAMBDA)),
    BLOCKS(List.of(Tuning.BLOCKS)),
    SEGMENT(List.of(Tuning.SEGMENT)),
    WINDOW(List.of(Tuning.WINDOW)),
    TOGETHER(List.of(Tuning.TOGETHER)),
    RADIX_TOGETHER(List.of(Tuning.RADIX, Tuning.TOGETHER)),
    LEVELS(Tuning.levelKeys()),
    LEVELS_TOGETHER(Tuning.levelKeys(Tuning.TOGETHER)),
    LEVELS_EDGES(Tuning.levelKeys(Tuning.EDGES)),
    LEVELS_EDGES_TOGETHER(Tuning.levelKeys(Tuning.EDGES, Tuning.TOGETHER)),
    LEVELS_SEGMENT(Tuning.levelKeys(Tuning.SEGMENT));

    final List<String> keys;

    Parameters(List<String> keys) {
        this.keys = keys;
    }
}
