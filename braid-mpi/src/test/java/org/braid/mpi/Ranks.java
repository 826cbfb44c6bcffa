package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.coll.select.RuleTable;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.progress.AddressSpace;
import org.braid.link.select.Directory;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;

/** A job of n ranks in this JVM: one context, one MPI process and one thread each, over the transport {@code local}. */
final class Ranks implements AutoCloseable {
    /** What every rank runs. */
    interface Body {
        void run(Lco world) throws Exception;
    }

    private static final long PATIENCE_MS = 30_000;
    private static final int FINAL_TAG = Integer.MAX_VALUE;

    /** By what all objects of a process have in common. */
    private static final Map<Completions, MpiProcess> PROCESSES = new ConcurrentHashMap<>();

    private final AddressSpace space = new AddressSpace(64 << 20);
    private final List<Context> contexts = new ArrayList<>();
    final List<Lco> worlds = new ArrayList<>();
    private int gone = -1;

    Ranks(int size, boolean threadMultiple) {
        Directory directory = id -> id.number() == gone ? null : contexts.get((int) id.number()).table();
        ContextConfig config = ContextConfig.alone().withSpace(space).withDirectory(directory).withCoresForAll(false);
        for (int rank = 0; rank < size; rank++) {
            Context context = Context.open(config.withId(idOf(rank)));
            contexts.add(context);
            MpiProcess process = MpiProcess.open(context, threadMultiple);
            PROCESSES.put(process.completions(), process);
            worlds.add(process.world(rank, size, Ranks::idOf));
        }
    }

    /** Runs the body on every rank of a job of its own, each in a thread; the first failure fails the test. */
    static void run(int size, Body body) {
        try (Ranks ranks = new Ranks(size, false)) {
            ranks.run(body);
        }
    }

    void run(Body body) {
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (Lco world : worlds) {
            threads.add(Thread.ofPlatform().name("rank " + world.rank()).start(() -> {
                try {
                    body.run(world);
                    assertTrue(comeTogether(world), "the final barrier");
                } catch (Throwable failure) {
                    synchronized (failures) {
                        failures.add(failure);
                    }
                    tellOthers(world.rank(), failure);
                }
            }));
        }
        join(threads, failures);
        synchronized (failures) { // a rank that is stuck may still add to them
            if (!failures.isEmpty()) {
                throw new AssertionError("a rank failed", failures.getFirst());
            }
        }
    }

    /** Waits until all ranks are done, in the matching space of collectives but outside their numbers; a rank that has failed is not missed. */
    private static boolean comeTogether(Lco world) {
        for (int peer = 0; peer < world.size(); peer++) {
            if (peer != world.rank()) {
                world.completions().releaseWhenDone(world.collectiveSend(null, 0, 0, peer, FINAL_TAG, FINAL_TAG));
            }
        }
        for (int peer = 0; peer < world.size(); peer++) {
            if (peer != world.rank()) {
                Request in = world.collectiveReceive(null, 0, 0, peer, FINAL_TAG, FINAL_TAG);
                if (!world.completions().await(in, PATIENCE_MS * 900_000)) {
                    return false;
                }
                world.completions().release(in);
            }
        }
        return true;
    }

    static CollectiveRuns collectives(Lco comm) {
        return process(comm).collectives(comm, true, RuleTable.defaults(), null);
    }

    /** The MPI process of an object. */
    static MpiProcess process(Lco object) {
        return Objects.requireNonNull(PROCESSES.get(object.completions()));
    }

    /** As a launcher would: whoever waits for this rank would wait in vain, and long. */
    private void tellOthers(int failed, Throwable failure) {
        BraidException verdict = new BraidException(ErrorCode.PEER_LOST, "Rank " + failed + " has failed", failure.toString(), "See the first failure");
        for (int rank = 0; rank < contexts.size(); rank++) {
            if (rank != failed) {
                contexts.get(rank).peerFailed(idOf(failed), verdict);
            }
        }
    }

    private static void join(List<Thread> threads, List<Throwable> failures) {
        long deadline = System.currentTimeMillis() + PATIENCE_MS;
        for (Thread thread : threads) {
            try {
                thread.join(Math.max(1, deadline - System.currentTimeMillis()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (thread.isAlive()) {
                AssertionError stuck = new AssertionError(thread.getName() + " is stuck");
                stuck.setStackTrace(thread.getStackTrace());
                synchronized (failures) {
                    failures.add(stuck); // behind the failure that it may be due to
                }
                return;
            }
        }
    }

    static ContextId idOf(int rank) {
        return new ContextId(7, 7, rank);
    }

    /** From now on the directory does not know the way to this rank. */
    void leavesTheDirectory(int rank) {
        gone = rank;
    }

    Context context(int rank) {
        return contexts.get(rank);
    }

    /** Fails if a request was never given back. */
    void nothingLeaked() {
        for (Lco world : worlds) {
            if (world.completions().liveRequests() != 0) {
                fail("rank " + world.rank() + " still holds " + world.completions().liveRequests() + " requests");
            }
        }
    }

    @Override
    public void close() {
        for (Lco world : worlds) {
            process(world).close();
            PROCESSES.remove(world.completions());
        }
        for (Context context : contexts) {
            context.close();
        }
        space.close();
    }
}
