package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a message costs the garbage collector: nothing, by the JVM's own count. One thread plays both ranks, so that every receive finds its message at once: how waiting threads
 * sleep is not measured here. Yet it has to wait now and then, with garbage of its own, for the background thread, which on a busy machine may lose its core in the middle of a turn: so what counts is
 * the best of several runs.
 */
class AllocationTest {
    private static final int WARM = 20_000;
    private static final int RUNS = 40;

    /** Of a run: what happens once in so many rounds happens in each. */
    private static final int ROUNDS = 1_000;

    private static final int WINDOW = 8;

    private final Ranks ranks = new Ranks(2, false);
    private final Request[] requests = new Request[WINDOW];
    private Lco a;
    private Lco b;

    @BeforeEach
    void open() {
        a = ranks.worlds.get(0);
        b = ranks.worlds.get(1);
    }

    @AfterEach
    void close() {
        ranks.close();
    }

    @Test
    void aBlockingSendAndReceiveAllocateNothing() {
        byte[] data = new byte[1000];
        int[] bytes = {0, 8, 100, 1000};
        measure(() -> {
            for (int n : bytes) {
                a.send(data, 0, n, 1, 1, 0);
                receive(b, data, n, 0, 0);
                b.send(data, 0, n, 1, 0, 0);
                receive(a, data, n, 1, 0);
            }
        });
    }

    @Test
    void messagesThatComeBeforeTheirReceivesAllocateNothing() {
        byte[] data = new byte[1000];
        ByteBuffer direct = ByteBuffer.allocateDirect(128);
        measure(() -> {
            a.send(data, 8, 900, 1, 1, 1);
            a.send(direct, 0, 128, 1, 1, 2);
            receive(b, direct, 128, Lco.ANY, 2);
            receive(b, data, 900, 0, Lco.ANY);
            a.completions().poll(); // for the credit
        });
    }

    @Test
    void nonBlockingCallsAndSynchronousSendsAllocateNothing() {
        byte[] data = new byte[64];
        measure(() -> {
            for (int i = 0; i < WINDOW; i++) {
                requests[i] = b.irecv(data, 8L * i, 8, 1, 0, i);
            }
            for (int i = 0; i < WINDOW; i++) {
                a.completions().release(a.isend(data, 8L * i, 8, 1, 1, i));
            }
            for (int i = 0; i < WINDOW; i++) {
                b.completions().await(requests[i]);
                b.completions().release(requests[i]);
            }
            Request synchronous = a.issend(data, 0, 8, 1, 1, 0);
            receive(b, data, 8, 0, 0);
            a.completions().await(synchronous);
            a.completions().release(synchronous);
        });
    }

    private static void receive(Lco at, Object into, int bytes, int source, int tag) {
        Request r = at.recv(into, 0, bytes, 1, source, tag);
        r.check();
        at.completions().release(r);
    }

    private static void measure(Runnable round) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < WARM; i++) {
            round.run();
        }
        long least = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
                round.run();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(0, least, "bytes in " + ROUNDS + " rounds");
    }
}
