package org.braid.bench.duel;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Every pair of turns, for machines: an object a round, in which a turn is an array of the floor before, an operation's time and the floor after, in nanoseconds. */
final class GateJson {
    private GateJson() {}

    /** The rounds of one row, with commas between them. */
    static String of(Row row, String level, List<Duel.Round> rounds) {
        return IntStream.range(0, rounds.size()).mapToObj(number -> of(row, level, number, rounds.get(number))).collect(Collectors.joining(",\n"));
    }

    private static String of(Row row, String level, int number, Duel.Round round) {
        return "    {\"row\": \"" + row.name() + "\", \"level\": \"" + level + "\", \"round\": " + number + ", \"stoodStill\": " + round.stoodStill()
                + ",\n     \"new\": [" + turns(round.pairs().stream().map(Pair::ours)) + "],\n     \"old\": [" + turns(round.pairs().stream().map(Pair::other)) + "]}";
    }

    private static String turns(Stream<Slice> slices) {
        return slices.map(slice -> "[" + slice.floorBeforeNs() + ", " + slice.operationNs() + ", " + slice.floorAfterNs() + "]").collect(Collectors.joining(", "));
    }
}
