package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What a message costs the garbage collector: nothing, by the JVM's own count of each thread's allocations. */
class AllocationTest {
    private static final int WARM = 30_000;
    private static final int MESSAGES = 30_000;

    /** One object in a thousand messages would be more than this. */
    private static final double NOTHING = 0.02;

    @Test
    void aBlockingSendAndReceiveAllocateNothing() {
        byte[] data = new byte[100];
        Ranks.run(2, world -> measure(world, "byte[]", round -> {
            Engine engine = world.engine();
            int other = 1 - world.rank();
            if (world.rank() == 0) {
                world.send(data, 0, 8, 1, other, 0);
            }
            Request r = world.recv(data, 0, 8, 1, other, 0);
            engine.release(r);
            if (world.rank() == 1) {
                world.send(data, 0, 8, 1, other, 0);
            }
        }));
    }

    @Test
    void messagesThatComeBeforeTheirReceivesAllocateNothing() {
        double[] data = new double[16];
        ByteBuffer direct = ByteBuffer.allocateDirect(128);
        Ranks.run(2, world -> measure(world, "early", round -> {
            Engine engine = world.engine();
            int other = 1 - world.rank();
            world.send(data, 8, 64, 7, other, 1);
            world.send(direct, 0, 128, 1, other, 2);
            engine.release(world.recv(direct, 0, 128, 1, Engine.ANY, 2));
            engine.release(world.recv(data, 8, 64, 7, other, Engine.ANY));
        }));
    }

    @Test
    void nonBlockingCallsOfTheEngineAllocateNothing() {
        int[] data = new int[8];
        Request[] requests = new Request[8];
        Ranks.run(2, world -> measure(world, "window", round -> {
            Engine engine = world.engine();
            int other = 1 - world.rank();
            Request[] mine = requests;
            for (int i = 0; i < 8 && world.rank() == 0; i++) {
                mine[i] = world.irecv(data, 4L * i, 4, 4, other, i);
            }
            for (int i = 0; i < 8 && world.rank() == 1; i++) {
                engine.release(world.isend(data, 4L * i, 4, 4, other, i));
            }
            for (int i = 0; i < 8 && world.rank() == 0; i++) {
                engine.await(mine[i]);
                engine.release(mine[i]);
            }
            if (world.rank() == 0) {
                world.send(data, 0, 0, 4, other, 9);
            } else {
                engine.release(world.recv(data, 0, 0, 4, other, 9));
            }
        }));
    }

    /** What is repeated. */
    private interface Round {
        void run(int number);
    }

    private static void measure(Lco world, String what, Round round) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < WARM; i++) {
            round.run(i);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < MESSAGES; i++) {
            round.run(i);
        }
        double each = (double) (threads.getCurrentThreadAllocatedBytes() - before) / MESSAGES;
        assertTrue(each < NOTHING, what + ": rank " + world.rank() + " allocated " + each + " bytes a round");
    }
}
