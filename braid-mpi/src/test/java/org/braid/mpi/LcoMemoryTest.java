package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What communicators of many members take of the heap: looked at alone, since whatever other tests hold at that moment would count, and each look collects all of their garbage. */
@Isolated
class LcoMemoryTest {
    /** What a member costs besides four bytes for its slot, which is made when it is first sent to: nothing after dup, one int or so after split. */
    @Test
    void aCommunicatorOfAHundredThousandMembersCostsAFewBytesForEach() {
        Ranks.run(1, world -> {
            int members = 100_000;
            assertTrue(bytesPerMember(world, members, rank -> name(rank, 70)) < 8, "as after dup");
            assertTrue(bytesPerMember(world, members, rank -> name(2 * rank, 70)) < 12, "as after split by the parity of ranks");
            assertTrue(bytesPerMember(world, members, rank -> name(2 * rank, 70 + rank % 7)) < 20, "as after split where ranks have made different numbers of communicators before");
        });
    }

    private static LcoName name(int rank, int endpoint) {
        return new LcoName(Ranks.idOf(rank), endpoint, 1);
    }

    private static double bytesPerMember(Lco world, int members, IntFunction<LcoName> names) {
        int copies = 16;
        Lco[] made = new Lco[copies];
        long before = usedBytes();
        for (int copy = 0; copy < copies; copy++) {
            LcoName[] all = new LcoName[members];
            Arrays.setAll(all, names);
            made[copy] = world.newLco().join(0, all);
        }
        long bytes = usedBytes() - before;
        for (Lco each : made) {
            assertEquals(names.apply(members - 1), each.nameOf(members - 1));
            assertEquals(members, each.size());
            assertFalse(each.title().isEmpty()); // looks at all names, and keeps none
            each.close();
        }
        return (double) bytes / copies / members;
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
