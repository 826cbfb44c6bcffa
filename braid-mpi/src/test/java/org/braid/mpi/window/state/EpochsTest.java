package org.braid.mpi.window.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Every sequence of up to seven calls is allowed and refused as a naive reading of the standard says, and what is refused changes nothing. */
@Execution(CONCURRENT)
class EpochsTest {
    private static final int SELF = 0;
    private static final int LONGEST = 7;

    /** A call with its target. */
    private record Step(EpochCall call, int target) {}

    private static final List<Step> STEPS = List.of(
            new Step(EpochCall.FENCE, -1),
            new Step(EpochCall.LAST_FENCE, -1),
            new Step(EpochCall.START, 1), // its group
            new Step(EpochCall.COMPLETE, -1),
            new Step(EpochCall.POST, -1),
            new Step(EpochCall.WAIT, -1),
            new Step(EpochCall.LOCK, 0),
            new Step(EpochCall.LOCK, 1),
            new Step(EpochCall.UNLOCK, 0),
            new Step(EpochCall.UNLOCK, 1),
            new Step(EpochCall.LOCK_ALL, -1),
            new Step(EpochCall.UNLOCK_ALL, -1),
            new Step(EpochCall.ACCESS, 0),
            new Step(EpochCall.ACCESS, 1),
            new Step(EpochCall.FLUSH, 1),
            new Step(EpochCall.FLUSH_ALL, -1),
            new Step(EpochCall.FREE, -1));

    /** What the calls that were allowed have opened and not ended, each kind by itself. */
    private static final class Naive {
        private final boolean[] locked = new boolean[2];
        private boolean lockedAll;
        private boolean started;
        private boolean posted;
        private boolean fenced; // a fence came, and nothing has closed what it may have opened
        private boolean accessed; // since that fence

        Naive copy() {
            Naive copy = new Naive();
            System.arraycopy(locked, 0, copy.locked, 0, 2);
            copy.lockedAll = lockedAll;
            copy.started = started;
            copy.posted = posted;
            copy.fenced = fenced;
            copy.accessed = accessed;
            return copy;
        }

        private boolean locks() {
            return locked[0] || locked[1];
        }

        private boolean isPassive() {
            return locks() || lockedAll;
        }

        private boolean isInNone() {
            return !isPassive() && !started && !(fenced && accessed);
        }

        private boolean mayAccess(int target) {
            return fenced || lockedAll || locked[target] || started && target == 1;
        }

        boolean allows(Step step) {
            return switch (step.call) {
                case FENCE, LAST_FENCE -> !isPassive() && !started && !posted;
                case START, LOCK_ALL -> isInNone();
                case COMPLETE -> started;
                case POST -> !posted && !(fenced && accessed) && !lockedAll && !locked[SELF];
                case WAIT -> posted;
                case LOCK -> (locks() ? !locked[step.target] : isInNone()) && !(posted && step.target == SELF);
                case UNLOCK -> locked[step.target];
                case UNLOCK_ALL -> lockedAll;
                case ACCESS -> mayAccess(step.target);
                case FLUSH -> isPassive() && mayAccess(step.target);
                case FLUSH_ALL -> isPassive();
                case FREE -> isInNone() && !posted;
            };
        }

        void take(Step step) {
            switch (step.call) {
                case FENCE, LAST_FENCE -> {
                    fenced = step.call == EpochCall.FENCE;
                    accessed = false;
                }
                case START -> {
                    started = true;
                    fenced = false;
                }
                case COMPLETE -> started = false;
                case POST -> {
                    posted = true;
                    fenced = false;
                }
                case WAIT -> posted = false;
                case LOCK, UNLOCK -> {
                    locked[step.target] = step.call == EpochCall.LOCK;
                    fenced = false;
                }
                case LOCK_ALL, UNLOCK_ALL -> {
                    lockedAll = step.call == EpochCall.LOCK_ALL;
                    fenced = false;
                }
                case ACCESS -> accessed = true;
                case FLUSH, FLUSH_ALL, FREE -> {} // open and end nothing
            }
        }
    }

    @Test
    void everySequenceOfCallsIsAllowedAndRefusedAsTheStandardSays() {
        long[] looked = new long[2];
        explore(new ArrayList<>(), new Naive(), looked);
        assertEquals(true, looked[0] > 100_000 && looked[1] > 100_000, "both were seen often: " + looked[0] + " allowed, " + looked[1] + " refused");
    }

    private static void explore(List<Step> taken, Naive naive, long[] looked) {
        if (taken.size() == LONGEST) {
            return;
        }
        for (Step step : STEPS) {
            Epochs epochs = after(taken);
            String why = call(epochs, step);
            assertEquals(naive.allows(step), why == null, () -> taken + " then " + step + ": " + why);
            looked[why == null ? 0 : 1]++;
            if (why == null) {
                Naive next = naive.copy();
                next.take(step);
                taken.add(step);
                explore(taken, next, looked);
                taken.removeLast();
            } else {
                assertEquals(view(after(taken)), view(epochs), () -> taken + " then " + step + " was refused, and has changed what is allowed");
            }
        }
    }

    private static Epochs after(List<Step> taken) {
        Epochs epochs = new Epochs(SELF);
        for (Step step : taken) {
            assertNull(call(epochs, step));
        }
        return epochs;
    }

    private static @Nullable String call(Epochs epochs, Step step) {
        return step.call == EpochCall.START ? epochs.start(new int[] {step.target}) : epochs.call(step.call, step.target);
    }

    /** What would be allowed now. */
    private static String view(Epochs epochs) {
        StringBuilder view = new StringBuilder();
        for (Step step : STEPS) {
            view.append(epochs.whyNot(step.call, step.target) == null ? '+' : '-');
        }
        return view.toString();
    }

    @Test
    void whatCouldNotBeCarriedOutHasNeverBeen() {
        for (Step step : STEPS) {
            Epochs epochs = new Epochs(SELF);
            String before = view(epochs);
            if (List.of(EpochCall.START, EpochCall.LOCK, EpochCall.LOCK_ALL, EpochCall.POST).contains(step.call)) {
                assertNull(call(epochs, step));
                epochs.undo(step.call, step.target);
                assertEquals(before, view(epochs), step.toString());
            }
        }
    }

    @Test
    void aStartKnowsItsGroupUntilItIsComplete() {
        Epochs epochs = new Epochs(SELF);
        assertNull(epochs.start(new int[] {5, 2}));
        assertEquals(List.of(2, 5), java.util.Arrays.stream(epochs.started()).boxed().toList());
        assertNotNull(epochs.start(new int[] {1}));
        assertNull(epochs.call(EpochCall.COMPLETE, -1));
        assertEquals(0, epochs.started().length);
    }
}
