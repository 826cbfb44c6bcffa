package org.braid.testkit.sim.ring;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.braid.link.ring.RingLayout;
import org.braid.testkit.sim.script.SimFailure;
import org.junit.jupiter.api.Test;

class RingWorldTest {
    private static final int SEEDS = 2_000;

    @Test
    void noOrderOfOffersAndPollsLosesDoublesOrDamagesARecord() {
        Long one = Long.getLong("sim.seed");
        long first = one == null ? 0 : one;
        long received = 0;
        long room = 0;
        long credit = 0;
        long inRuns = 0;
        for (long seed = first; seed < first + (one == null ? SEEDS : 1); seed++) {
            RingWorld world = RingWorld.of(seed).run();
            received += world.received();
            room += world.refusedForRoom();
            credit += world.refusedForCredit();
            inRuns += world.inRuns();
        }
        System.out.println("ring: " + received + " records, " + inRuns + " of them in runs, " + room + " times full, " + credit + " times without credit");
        assertTrue(one != null || (received > 0 && room > 0 && credit > 0 && inRuns > 0), "runs and both refusals must have occurred");
    }

    @Test
    void forgettingToZeroTheNextRecordIsCaught() {
        for (long seed = 0; seed < 1_000; seed++) {
            try {
                RingWorld.of(seed).run(new ForgetToZero());
            } catch (SimFailure e) {
                System.out.println("planted bug 'forget to zero the next record' caught by seed " + seed + ": " + e.getMessage());
                return;
            }
        }
        fail("planted bug 'forget to zero the next record' survived 1,000 seeds");
    }

    /** Undoes the zeroes of flags that stand ahead: first bytes of lines that held something before the offer and hold 0 after it. */
    private static final class ForgetToZero implements RingWorld.Memory {
        private byte[] before = new byte[0];

        @Override
        public void beforeOffer(MemorySegment ring) {
            before = ring.asSlice(0, ring.byteSize() - RingLayout.CONSUMER_BLOCK_BYTES).toArray(ValueLayout.JAVA_BYTE);
        }

        @Override
        public void afterOffer(MemorySegment ring) {
            for (int at = 0; at < before.length; at += RingLayout.ALIGNMENT_BYTES) {
                if (ring.get(ValueLayout.JAVA_BYTE, at) == 0) ring.set(ValueLayout.JAVA_BYTE, at, before[at]);
            }
        }
    }
}
