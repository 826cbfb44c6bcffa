package org.braid.coll.algorithm;

import java.util.List;
import org.braid.coll.algorithm.multilevel.Tuning;

/** What an algorithm can be told, by the keys of a {@link Tuning}. */
enum Parameters {
    NONE(List.of()),
    RADIX(List.of(Tuning.RADIX)),
    LAMBDA(List.of(Tuning.LAMBDA)),
    SEGMENT(List.of(Tuning.SEGMENT)),
    LEVELS(List.of("site", "cluster", "host", "rank")),
    LEVELS_TOGETHER(List.of("site", "cluster", "host", "rank", Tuning.TOGETHER)),
    LEVELS_SEGMENT(List.of("site", "cluster", "host", "rank", Tuning.SEGMENT));

    final List<String> keys;

    Parameters(List<String> keys) {
        this.keys = keys;
    }
}
