package org.braid.testkit.sim;

import static org.junit.jupiter.api.Assertions.fail;

import org.braid.link.flow.CreditAccount;
import org.braid.link.stream.HoldWindow;
import org.braid.link.stream.ReceiveCount;
import org.junit.jupiter.api.Test;

/** A checker that has never failed is no evidence: each one-line sabotage is caught within 1,000 seeds. */
class PlantedBugsTest {
    private static final int SEEDS = 1_000;

    @Test
    void skippingDeduplicationIsCaught() {
        assertCaught("skip de-duplication", SkipDeduplication::new);
    }

    @Test
    void acknowledgingBeforeTheFrameIsSafeIsCaught() {
        assertCaught("acknowledge before enqueue", AcknowledgeBeforeEnqueue::new);
    }

    @Test
    void restartingTheNumbersOnANewConnectionIsCaught() {
        assertCaught("restart numbering", RestartNumbering::new);
    }

    @Test
    void forgettingAWaiterIsCaught() {
        assertCaught("forget a waiter", ForgetAWaiter::new);
    }

    @Test
    void leakingACreditIsCaught() {
        assertCaught("leak a credit", LeakACredit::new);
    }

    private static void assertCaught(String bug, LaneMaker maker) {
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                SimWorld.of(seed, maker).run();
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

    private static final class SkipDeduplication extends SimLane {
        SkipDeduplication(SimContext context, int peer) {
            super(context, peer);
        }

        @Override
        protected boolean admits(ReceiveCount receiveCount) {
            receiveCount.admits();
            return true;
        }

        @Override
        protected int arrived(HoldWindow window, long number) {
            int verdict = super.arrived(window, number);
            return verdict == HoldWindow.DUPLICATE ? HoldWindow.NEXT : verdict;
        }
    }

    private static final class AcknowledgeBeforeEnqueue extends SimLane {
        AcknowledgeBeforeEnqueue(SimContext context, int peer) {
            super(context, peer);
        }

        @Override
        protected boolean accept(byte[] frame) {
            accepted(frame);
            return enqueue(frame) || true; // the queue was full, but who cares: it is acknowledged
        }
    }

    private static final class RestartNumbering extends SimLane {
        RestartNumbering(SimContext context, int peer) {
            super(context, peer);
        }

        @Override
        protected ReceiveCount countForNewConnection(ReceiveCount before) {
            return newCount();
        }
    }

    private static final class ForgetAWaiter extends SimLane {
        ForgetAWaiter(SimContext context, int peer) {
            super(context, peer);
        }

        @Override
        protected void wake(Runnable waiter) {
            if (!chance(100)) super.wake(waiter);
        }
    }

    private static final class LeakACredit extends SimLane {
        LeakACredit(SimContext context, int peer) {
            super(context, peer);
        }

        @Override
        protected void consumed(CreditAccount account, int bytes) {
            super.consumed(account, bytes > 0 && chance(100) ? bytes - 1 : bytes);
        }
    }
}
