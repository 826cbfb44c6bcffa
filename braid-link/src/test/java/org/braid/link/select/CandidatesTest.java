package org.braid.link.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.SizeRange;
import org.braid.link.stream.Division;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every order of three methods, every set of them that works, and ranges that meet, overlap, leave gaps or end nowhere, for every size around each edge, against a rule that is written
 * down once more, as plainly as it goes.
 */
class CandidatesTest {
    private static final long MOST = 12; // beyond every edge
    private static final List<String> RANGES = List.of("", "(max=4B)", "(min=5B)", "(min=3B, max=8B)", "(min=0B, max=0B)");
    private static final List<List<String>> ORDERS =
            List.of(List.of("a", "b", "c"), List.of("a", "c", "b"), List.of("b", "a", "c"), List.of("b", "c", "a"), List.of("c", "a", "b"), List.of("c", "b", "a"));
    private static final List<Set<String>> WORKING =
            List.of(Set.of(), Set.of("a"), Set.of("b"), Set.of("c"), Set.of("a", "b"), Set.of("a", "c"), Set.of("b", "c"), Set.of("a", "b", "c"));

    @Test
    void byHandTheFirstThatWorksAndCarriesTheSizeIsTaken() {
        for (List<String> names : ORDERS) {
            for (String first : RANGES) {
                for (String second : RANGES) {
                    for (String third : RANGES) {
                        List<MethodExpression> order = MethodExpression.parseOrder(names.get(0) + first + ", " + names.get(1) + second + ", " + names.get(2) + third);
                        for (Set<String> working : WORKING) {
                            check(order.toString(), new Candidates(table(List.of("c", "b", "a")), order, null, (compound, above) -> compound.parts()), working, size -> firstOf(order, working, size));
                        }
                    }
                }
            }
        }
    }

    @Test
    void whatThePolicysMethodDoesNotCarryIsLeftToTheOtherEntriesInTheirOrder() {
        for (List<String> entries : ORDERS) {
            for (String range : RANGES) {
                MethodExpression prescribed = MethodExpression.parse("b" + range);
                for (Set<String> working : WORKING) {
                    check(entries + " under " + prescribed, new Candidates(table(entries), List.of(), prescribed, (compound, above) -> compound.parts()), working, size -> prescribed.sizes().contains(size)
                            ? workingOne("b", working)
                            : firstBut("b", entries, working));
                }
            }
        }
    }

    @Test
    void autoInAnOrderStandsForTheEntriesThatWereNotNamedBefore() {
        for (List<String> entries : ORDERS) {
            for (String range : RANGES) {
                for (String autoRange : RANGES) {
                    List<MethodExpression> order = MethodExpression.parseOrder("b" + range + ", auto" + autoRange);
                    for (Set<String> working : WORKING) {
                        check(order + " of " + entries, new Candidates(table(entries), order, null, (compound, above) -> compound.parts()), working, size -> {
                            String named = firstOf(order.subList(0, 1), working, size);
                            return named != null ? named : order.get(1).sizes().contains(size) ? firstBut("b", entries, working) : null;
                        });
                    }
                }
            }
        }
    }

    @Test
    void autoInAnOrderObeysThePolicy() {
        List<MethodExpression> order = MethodExpression.parseOrder("auto(max=4B), c");
        Candidates candidates = new Candidates(table(List.of("a", "b", "c")), order, MethodExpression.parse("b"), (compound, above) -> compound.parts());
        check("b is prescribed", candidates, Set.of("a", "b", "c"), size -> size <= 4 ? "b" : "c");
    }

    @Test
    void theSameMethodWithOtherParametersIsAnotherWay() {
        List<MethodExpression> order = MethodExpression.parseOrder("a(max=4B), a(eager=1KiB)");
        Candidates candidates = new Candidates(table(List.of("a")), order, null, (compound, above) -> compound.parts());
        assertEquals(List.of(new SizeRange(0, 4), new SizeRange(5, Long.MAX_VALUE)), candidates.divided(way -> null).parts());
    }

    @Test
    void whoIsPassedOverForItsSizesIsToldWithThem() {
        List<String> rejected = new ArrayList<>();
        List<MethodExpression> order = MethodExpression.parseOrder("a(max=4B), b, c");
        Candidates.Candidate taken = new Candidates(table(List.of("a", "b", "c")), order, null, (compound, above) -> compound.parts()).first(5, way -> way.method().equals("b") ? "too far" : null, rejected);
        assertEquals("c", taken == null ? "" : taken.method());
        assertEquals(List.of("a: it carries up to 4B", "b: too far"), rejected);
    }

    /** Each size alone, then the division: a size without a way goes as the next smaller one, and neighbours in the division go different ways. */
    private static void check(String what, Candidates candidates, Set<String> working, LongFunction<@Nullable String> expected) {
        Candidates.Trial trial = way -> working.contains(way.method()) ? null : "it does not work";
        for (long size = 0; size <= MOST; size++) {
            assertEquals(expected.apply(size), method(candidates, size, trial), what + ", " + working + ", " + size + " bytes");
        }
        if (expected.apply(0) == null) {
            return; // nobody can be told of any message: such a link is refused
        }
        Division division = candidates.divided(trial);
        String before = null;
        for (long size = 0; size <= MOST; size++) {
            String own = expected.apply(size);
            before = own == null ? before : own;
            assertEquals(before, method(candidates, division.around(size).min(), trial), what + ", " + working + ", division at " + size + " bytes: " + division);
        }
        for (int part = 1; part < division.count(); part++) {
            SizeRange left = division.parts().get(part - 1);
            SizeRange right = division.parts().get(part);
            assertEquals(left.max() + 1, right.min());
            assertNotEquals(method(candidates, left.min(), trial), method(candidates, right.min(), trial), what + ": " + division);
        }
    }

    private static @Nullable String method(Candidates candidates, long size, Candidates.Trial trial) {
        Candidates.Candidate taken = candidates.first(size, trial, new ArrayList<>());
        return taken == null ? null : taken.method();
    }

    private static @Nullable String firstOf(List<MethodExpression> order, Set<String> working, long size) {
        for (MethodExpression each : order) {
            String name = ((MethodExpression.Name) each).word();
            if (working.contains(name) && each.sizes().min() <= size && size <= each.sizes().max()) {
                return name;
            }
        }
        return null;
    }

    private static @Nullable String firstBut(String left, List<String> entries, Set<String> working) {
        for (String each : entries) {
            if (!each.equals(left) && working.contains(each)) {
                return each;
            }
        }
        return null;
    }

    private static @Nullable String workingOne(String name, Set<String> working) {
        return working.contains(name) ? name : null;
    }

    private static DescriptorTable table(List<String> methods) {
        List<Descriptor> entries = new ArrayList<>();
        for (String each : methods) {
            entries.add(new Descriptor(each, new byte[1]));
        }
        return DescriptorTable.of(entries);
    }
}
