package org.braid.testkit.sim;

import static org.junit.jupiter.api.Assertions.fail;

import org.braid.link.flow.CreditAccount;
import org.braid.link.flow.ReorderWindow;
import org.braid.pipe.log.ReceiveCount;
import org.junit.jupiter.api.Test;

/** A checker that has never failed is no evidence: each one-line sabotage is caught within 1,000 seeds. */
class PlantedBugsTest {
    private static final int SEEDS = 1_000;

    @Test
    void skippingDeduplicationIsCaught() {
        assertCaught("skip de-duplication", new SkipDeduplication());
    }

    @Test
    void acknowledgingBeforeTheFrameIsSafeIsCaught() {
        assertCaught("acknowledge before enqueue", new AcknowledgeBeforeEnqueue());
    }

    @Test
    void restartingTheNumbersOnANewConnectionIsCaught() {
        assertCaught("restart numbering", new RestartNumbering());
    }

    @Test
    void forgettingAWaiterIsCaught() {
        assertCaught("forget a waiter", new ForgetAWaiter());
    }

    @Test
    void leakingACreditIsCaught() {
        assertCaught("leak a credit", new LeakACredit());
    }

    @Test
    void takingHalfOfEachLongMessageIsCaught() {
        assertCaught("take half of each long message", new TakeHalf());
    }

    private static void assertCaught(String bug, LaneSteps steps) {
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                SimWorld.of(seed, steps).run();
            } catch (SimFailure e) {
                System.out.println("planted bug '" + bug + "' caught by seed " + seed + ": " + firstLine(e));
                return;
            }
        }
        fail("planted bug '" + bug + "' survived " + SEEDS + " seeds");
    }

    private static String firstLine(SimFailure e) {
        String message = String.valueOf(e.getMessage());
        return message.substring(0, message.indexOf('\n'));
    }

    private static final class SkipDeduplication extends LaneSteps {
        @Override
        boolean admits(ReceiveCount receiveCount) {
            receiveCount.admits();
            return true;
        }

        @Override
        int arrived(ReorderWindow window, long number) {
            int verdict = super.arrived(window, number);
            return verdict == ReorderWindow.DUPLICATE ? ReorderWindow.NEXT : verdict;
        }
    }

    private static final class AcknowledgeBeforeEnqueue extends LaneSteps {
        @Override
        boolean accept(SimLane lane, byte[] frame) {
            lane.accepted(frame);
            return lane.enqueue(frame) || true; // the queue was full, but who cares: it is acknowledged
        }
    }

    private static final class RestartNumbering extends LaneSteps {
        @Override
        ReceiveCount countForNewConnection(SimInput input, ReceiveCount before) {
            return input.newCount();
        }
    }

    private static final class ForgetAWaiter extends LaneSteps {
        @Override
        void wake(SimLane lane, Runnable waiter) {
            if (!lane.context().world().chance(100)) super.wake(lane, waiter);
        }
    }

    private static final class TakeHalf extends LaneSteps {
        @Override
        int taken(int wanted) {
            return wanted / 2;
        }
    }

    private static final class LeakACredit extends LaneSteps {
        @Override
        void consumed(SimLane lane, CreditAccount account, int bytes) {
            super.consumed(lane, account, bytes > 0 && lane.context().world().chance(100) ? bytes - 1 : bytes);
        }
    }
}
