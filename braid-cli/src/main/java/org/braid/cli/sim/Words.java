package org.braid.cli.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.braid.base.BraidException;
import org.braid.base.text.ByteSize;
import org.braid.base.text.MpiName;
import org.braid.base.text.Spelling;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Operation;

/** Operations, sizes and times as they are written on the command line and in tables. */
final class Words {
    private static final String ONE_OR_MORE = "Write 8, 64KiB, or 1..1MiB for each power of two between";
    private static final long MOST_BYTES = 1L << 40;

    private Words() {}

    /** @throws BraidException {@code BRD-1602} if there is no such operation, or two groups call it */
    static Operation operation(String name) {
        for (Operation each : Operation.values()) {
            if (MpiName.areSame(each.text(), name)) {
                if (each == Operation.NEIGHBOR_REDUCE) {
                    throw betweenGroups(each);
                }
                return each;
            }
        }
        if (MpiName.areSame("alltoallw", name)) {
            throw NetworkOptions.wrong("operation '" + name + "'", "it is carried out as alltoallv is, whose lengths are those of the types", "Ask for " + Operation.ALLTOALLV.text());
        }
        List<String> names = Arrays.stream(Operation.values()).filter(each -> each != Operation.NEIGHBOR_REDUCE).map(Operation::text).toList();
        throw NetworkOptions.wrong("operation '" + name + "'", "no collective that can be simulated is called so", Spelling.didYouMean(name, names, "There are " + String.join(", ", names)));
    }

    private static BraidException betweenGroups(Operation operation) {
        List<String> algorithms = Arrays.stream(Algorithm.values()).filter(each -> each.serves(operation)).map(Algorithm::text).toList();
        return NetworkOptions.wrong("operation '" + operation.text() + "'", "two groups call it, and nothing here says which", "BRAID_COLL takes its algorithms, " + String.join(", ", algorithms) + ", and docs/multilevel.md says when which is taken");
    }

    /**
     * Sizes: {@code 8}, {@code 64KiB}, or {@code 1..1MiB} for 1 and each double of it.
     *
     * @throws BraidException {@code BRD-1602} for what is none
     */
    static List<Long> sizes(List<String> texts) {
        if (texts.isEmpty()) {
            throw NetworkOptions.wrong("option --size", "there is nothing between its commas", ONE_OR_MORE);
        }
        List<Long> sizes = new ArrayList<>();
        for (String text : texts) {
            int dots = text.indexOf("..");
            if (dots < 0) {
                sizes.add(size(text, ONE_OR_MORE));
                continue;
            }
            long last = size(text.substring(dots + 2), ONE_OR_MORE);
            for (long bytes = Math.max(1, size(text.substring(0, dots), ONE_OR_MORE)); bytes <= last; bytes *= 2) {
                sizes.add(bytes);
            }
        }
        if (sizes.isEmpty()) {
            throw NetworkOptions.wrong("--size " + String.join(",", texts), "there is no size in it", "Write the lesser size first, as in 1..1MiB");
        }
        return sizes;
    }

    /** One size, likewise. */
    static long size(String text) {
        return size(text, "Write 8 or 64KiB");
    }

    private static long size(String text, String hint) {
        long bytes;
        try {
            bytes = text.matches("[0-9]{1,13}") ? Long.parseLong(text) : text.matches("[0-9]+") ? Long.MAX_VALUE : ByteSize.parse(text).bytes();
        } catch (BraidException wrong) {
            throw NetworkOptions.wrong("size '" + text + "'", wrong.why(), hint);
        }
        if (bytes > MOST_BYTES) {
            throw NetworkOptions.wrong("size '" + text + "'", "it is above 1 TiB", "Give less");
        }
        return bytes;
    }

    static String bytes(long bytes) {
        return new ByteSize(bytes).toString();
    }

    /** Four digits and a unit. */
    static String time(double ps) {
        return ps < 1e6 ? number(ps / 1e3, "ns") : ps < 1e9 ? number(ps / 1e6, "us") : ps < 1e12 ? number(ps / 1e9, "ms") : number(ps / 1e12, "s");
    }

    private static String number(double value, String unit) {
        return String.format(Locale.ROOT, value < 10 ? "%.3f %s" : value < 100 ? "%.2f %s" : "%.1f %s", value, unit);
    }
}
