package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.wire.ContextId;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages of MPI that come before their receives give credit back to the stream that brought them, which need not be the default one: that may have been moved before MPI sent anything. */
@Timeout(120)
class EarlyMessagesCreditTest {
    private static final int BYTES = 4 << 10;
    private static final int MESSAGES = 3_000; // three times the credit of a stream

    @Test
    void aStreamBesideTheDefaultOneNeverRunsOutOfCredit() throws InterruptedException {
        try (World world = World.apart(2, "auto", false);
                MpiProcess sending = MpiProcess.open(world.at(0), false);
                MpiProcess receiving = MpiProcess.open(world.at(1), false)) {
            Startpoint moved = world.link(0, 1);
            assertEquals("shm", moved.lane().method());
            moved.moveTo(MethodExpression.parse("tcp"));
            world.until("the move", () -> moved.lane().method().equals("tcp"));
            Lco from = sending.world(0, 2, EarlyMessagesCreditTest::idOf);
            Lco to = receiving.world(1, 2, EarlyMessagesCreditTest::idOf);
            for (int i = 0; i < MESSAGES; i++) {
                int message = i;
                assertTrue(from.isDoneAlways(from.isend(new byte[BYTES], 0, BYTES, 0, 1, 0)), () -> "message " + message + " found no credit");
                receiveEarly(world, to);
            }
        }
    }

    private static void receiveEarly(World world, Lco to) {
        world.until("a message comes", () -> {
            Request shown = to.iprobe(0, 0);
            if (shown != null) {
                to.completions().release(shown);
            }
            return shown != null;
        });
        Request received = to.irecv(new byte[BYTES], 0, BYTES, 0, 0, 0);
        assertTrue(received.isDone(), "it was here");
        to.completions().release(received);
    }

    private static ContextId idOf(int rank) {
        return new ContextId(1, 2, rank);
    }
}
