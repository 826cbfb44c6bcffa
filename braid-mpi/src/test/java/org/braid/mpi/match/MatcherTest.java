package org.braid.mpi.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Execution(CONCURRENT)
class MatcherTest {
    private static final class R extends Posted {}

    private static final class A extends Arrived {}

    private final EnvelopeCap cap = new EnvelopeCap(100_000);
    private final Matcher matcher = new Matcher(cap);

    @Test
    void aMillionRandomSequencesAreMatchedAsTheNaiveListMatchesThem() {
        long seed = Long.getLong("braid.seed", 0x5EED);
        for (long i = 0; i < 1_000_000; i++) {
            int[] steps = sequence(seed + i);
            assertTrue(
                    MatcherDuel.agree(steps, NaiveMatcher.Bug.NONE),
                    () -> "differs from the naive list after some of " + Arrays.toString(steps) + "; replay with -Dbraid.seed=" + seed);
        }
    }

    @Test
    void allSequencesOfFourStepsAreMatchedAsTheNaiveListMatchesThem() {
        int[] steps = new int[4];
        int all = MatcherDuel.STEPS * MatcherDuel.STEPS * MatcherDuel.STEPS * MatcherDuel.STEPS;
        for (int n = 0; n < all; n++) {
            for (int i = 0, rest = n; i < steps.length; i++, rest /= MatcherDuel.STEPS) {
                steps[i] = rest % MatcherDuel.STEPS;
            }
            assertTrue(MatcherDuel.agree(steps, NaiveMatcher.Bug.NONE), () -> "differs from the naive list in " + Arrays.toString(steps));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aPlantedBugIsFoundWithinAThousandSequences(NaiveMatcher.Bug bug) {
        boolean found = false;
        for (long seed = 0; seed < 1_000 && !found; seed++) {
            found = !MatcherDuel.agree(sequence(seed), bug);
        }
        assertTrue(found, "no sequence shows " + bug);
    }

    @Test
    void aReceiveIsHeldFromItsPostToItsMessage() {
        R first = new R();
        R any = new R();
        assertFalse(matcher.holds(first, 0, 1));
        matcher.post(first, 0, 1);
        matcher.post(any, Matcher.ANY, 1);
        assertTrue(matcher.holds(first, 0, 1) && matcher.holds(any, Matcher.ANY, 1));
        assertSame(first, matcher.arrive(0, 1));
        assertFalse(matcher.holds(first, 0, 1));
        assertTrue(matcher.cancel(any, Matcher.ANY, 1));
        assertFalse(matcher.holds(any, Matcher.ANY, 1));
    }

    @Test
    void tenThousandTagsThatAreEachUsedOnceLeaveTheTableSmall() {
        for (int tag = 0; tag < 10_000; tag++) {
            R receive = new R();
            assertNull(matcher.post(receive, 0, tag));
            assertSame(receive, matcher.arrive(0, tag));
        }
        assertEquals(0, matcher.posted());
        assertEquals(16, matcher.exactCapacity());
    }

    @Test
    void tenThousandMessagesWithDifferentTagsAreFoundInAnyOrder() {
        A[] messages = new A[10_000];
        for (int tag = 0; tag < messages.length; tag++) {
            messages[tag] = new A();
            assertTrue(matcher.enqueue(messages[tag], tag & 7, tag));
        }
        for (int tag = messages.length - 1; tag >= 0; tag--) {
            assertSame(messages[tag], matcher.post(new R(), (tag & 1) == 0 ? tag & 7 : Matcher.ANY, tag));
        }
        assertEquals(0, cap.held());
    }

    @Test
    void beyondTheCapAMessageIsRefusedAndNothingChanges() {
        EnvelopeCap two = new EnvelopeCap(2);
        Matcher one = new Matcher(two);
        Matcher other = new Matcher(two);
        assertTrue(one.enqueue(new A(), 0, 0));
        assertTrue(other.enqueue(new A(), 0, 0));
        A third = new A();
        assertFalse(one.enqueue(third, 0, 0));
        assertEquals(1, one.arrived());
        other.post(new R(), 0, 0);
        assertTrue(one.enqueue(third, 0, 0));
    }

    @Test
    void aReceiveThatHasMetItsMessageCanNotBeCancelled() {
        R receive = new R();
        matcher.post(receive, 0, 0);
        matcher.arrive(0, 0);
        assertFalse(matcher.cancel(receive, 0, 0));
    }

    private static int[] sequence(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] steps = new int[2 + random.nextInt(14)];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = random.nextInt(MatcherDuel.STEPS);
        }
        return steps;
    }
}
