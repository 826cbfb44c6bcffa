package org.braid.mpi.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExactMatcherTest {
    private static final int SOURCES = 3;
    private static final int TAGS = 4;

    private static final class R extends Posted {
        final int id;
        final int source;

        R(int id, int source) {
            this.id = id;
            this.source = source;
        }
    }

    private static final class A extends Arrived {
        final int id;

        A(int id) {
            this.id = id;
        }
    }

    private final EnvelopeCap cap = new EnvelopeCap(10_000);
    private final ExactMatcher matcher = new ExactMatcher(cap);

    @Test
    void allThatWaitIsShownAndStays() {
        A[] messages = {new A(0), new A(1), new A(2)};
        matcher.enqueue(messages[0], 0, 5);
        matcher.enqueue(messages[1], 0, 6);
        matcher.enqueue(messages[2], 1, 5);
        assertEquals(Set.of(messages), Set.copyOf(matcher.allArrived()));
        assertSame(messages[1], matcher.post(new R(0, 0), 0, 6));
        assertEquals(Set.of(messages[0], messages[2]), Set.copyOf(matcher.allArrived()));
    }

    @Test
    void aReceiveIsHeldFromItsPostToItsMessage() {
        R receive = new R(0, 3);
        matcher.post(receive, 3, 5);
        assertTrue(matcher.holds(receive, 3));
        assertSame(receive, matcher.arrive(3, 5));
        assertFalse(matcher.holds(receive, 3));
    }

    @Test
    void randomSequencesAreMatchedAsTheNaiveListMatchesThem() {
        long seed = Long.getLong("braid.seed", 0x5EED);
        for (long i = 0; i < 200_000; i++) {
            long one = seed + i;
            assertTrue(agrees(one, NaiveMatcher.Bug.NONE), () -> "differs from the naive list; replay with -Dbraid.seed=" + one);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LAST_MESSAGE_FIRST", "CANCEL_FORGOTTEN"})
    void aPlantedBugIsFoundWithinAThousandSequences(NaiveMatcher.Bug bug) {
        boolean found = false;
        for (long seed = 0; seed < 1_000 && !found; seed++) {
            found = !agrees(seed, bug);
        }
        assertTrue(found, "no sequence shows " + bug);
    }

    @Test
    void manyMessagesThatCameEarlyAreFoundInAnyOrder() {
        for (int tag = 0; tag < 1_000; tag++) {
            assertTrue(matcher.enqueue(new A(tag), tag & 7, tag));
        }
        for (int tag = 999; tag >= 0; tag--) {
            A met = (A) matcher.post(new R(0, tag & 7), tag & 7, tag);
            assertEquals(tag, met == null ? -1 : met.id);
        }
        assertEquals(0, cap.held());
    }

    @Test
    void whatNobodyReceivesIsTakenOut() {
        for (int source = 0; source < 40; source++) {
            assertTrue(matcher.enqueue(new A(source), source, source % 3));
        }
        for (int left = 40; left > 0; left--) {
            assertEquals(left, matcher.arrived());
            assertTrue(matcher.takeAny() != null);
        }
        assertNull(matcher.takeAny());
        assertEquals(0, cap.held());
    }

    @Test
    void beyondTheCapAMessageIsRefusedAndNothingChanges() {
        ExactMatcher small = new ExactMatcher(new EnvelopeCap(1));
        assertTrue(small.enqueue(new A(0), 0, 0));
        A second = new A(1);
        assertFalse(small.enqueue(second, 0, 1));
        assertEquals(1, small.arrived());
        small.post(new R(0, 0), 0, 0);
        assertTrue(small.enqueue(second, 0, 1));
        assertSame(second, small.post(new R(1, 0), 0, 1));
    }

    /** One random sequence of receives, messages and cancellations. */
    private static boolean agrees(long seed, NaiveMatcher.Bug bug) {
        SplittableRandom random = new SplittableRandom(seed);
        ExactMatcher matcher = new ExactMatcher(new EnvelopeCap(100));
        NaiveMatcher naive = new NaiveMatcher(bug);
        List<R> receives = new ArrayList<>();
        for (int step = 2 + random.nextInt(20); step > 0; step--) {
            int source = random.nextInt(SOURCES);
            int tag = random.nextInt(TAGS);
            boolean same =
                    switch (random.nextInt(5)) {
                        case 0, 1 -> post(matcher, naive, receives, source, tag);
                        case 2, 3 -> arrive(matcher, naive, step, source, tag);
                        default -> receives.isEmpty() || cancel(matcher, naive, receives.get(random.nextInt(receives.size())));
                    };
            if (!same || matcher.posted() != naive.posted() || matcher.arrived() != naive.arrived()) {
                return false;
            }
        }
        return true;
    }

    private static boolean post(ExactMatcher matcher, NaiveMatcher naive, List<R> receives, int source, int tag) {
        R receive = new R(receives.size(), source);
        receives.add(receive);
        @Nullable A met = (A) matcher.post(receive, source, tag);
        return (met == null ? -1 : met.id) == naive.post(receive.id, source, tag);
    }

    private static boolean arrive(ExactMatcher matcher, NaiveMatcher naive, int id, int source, int tag) {
        R met = (R) matcher.arrive(source, tag);
        boolean kept = met != null || matcher.enqueue(new A(id), source, tag);
        return kept && (met == null ? -1 : met.id) == naive.arrive(id, source, tag);
    }

    private static boolean cancel(ExactMatcher matcher, NaiveMatcher naive, R receive) {
        return matcher.cancel(receive, receive.source) == naive.cancel(receive.id);
    }
}
