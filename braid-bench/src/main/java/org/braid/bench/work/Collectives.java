package org.braid.bench.work;

import static org.braid.bench.work.Range.check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.braid.base.text.MpiName;

/** The names of collectives that can be measured, as the measured programs in Java and C know them. */
final class Collectives {
    /** All that are measured unless somebody chooses. */
    static final List<String> USUAL = List.of(
            "barrier", "bcast", "reduce", "allreduce", "gather", "scatter", "allgather", "alltoall", "reduce_scatter_block", "scan", "exscan",
            "gatherv", "scatterv", "allgatherv", "alltoallv", "alltoallw", "reduce_scatter", "neighbor_allgather", "neighbor_alltoall");

    /** Those with blocks of unequal lengths, of which block k of P has 2k/(P-1) of the mean. */
    static final List<String> UNEVEN = List.of("gatherv.uneven", "scatterv.uneven", "allgatherv.uneven", "alltoallv.uneven", "alltoallw.uneven", "reduce_scatter.uneven");

    private Collectives() {}

    /** By the names in the table, however they were written. Refuses those of none. */
    static List<String> named(List<String> names) {
        List<String> known = Stream.concat(USUAL.stream(), UNEVEN.stream()).toList();
        List<String> all = new ArrayList<>();
        for (String name : names) {
            String meant = known.stream().filter(each -> MpiName.areSame(each, name)).findFirst().orElse("");
            check(!meant.isEmpty(), "--operations " + name, "a collective is one of " + String.join(", ", known));
            all.add(meant);
        }
        return List.copyOf(all);
    }

    /** What the measured programs take: scale, names, and sizes. */
    static List<String> words(Measured measured) {
        List<String> names = measured.operations().isEmpty() ? USUAL : measured.operations();
        List<String> words = measured.words(String.join(",", names), measured.bytes().isEmpty() ? List.of(8L, 1L << 20) : measured.bytes());
        return Stream.concat(Stream.of(words.get(1), words.get(0)), words.stream().skip(2)).toList();
    }
}
