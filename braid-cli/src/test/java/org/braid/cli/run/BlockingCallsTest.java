package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Blocking calls of whatever chapter whose partner does not come: it has left MPI, or it waits for the caller in another call. Whoever blocks is told within seconds, with both calls, and never waits on
 * (docs/decisions/blocking-calls.md has the whole table). Real processes.
 */
@Timeout(300)
class BlockingCallsTest {
    private static final int AT_ONCE = 6;

    private static final String PROGRAM = """
            import java.nio.ByteBuffer;
            import mpi.*;

            Intracomm world;
            int me;
            int other;
            int[] x = new int[64];
            int[] y = new int[64];

            Intercomm between() {
                return world.createIntercomm(world.split(me, 0), 0, other, 9);
            }

            Win window() {
                return new Win(ByteBuffer.allocateDirect(64), 64, 1, MPI.INFO_NULL, world);
            }

            Runnable lock(int others, int own) {
                Win window = window();
                if (me == 1) {
                    window.lock(others, 0, 0);
                }
                return () -> window.lock(own, 0, 0);
            }

            mpi.File file(String path) {
                return new mpi.File(world, path, MPI.MODE_CREATE | MPI.MODE_RDWR);
            }

            Runnable prepared(String call, String path) {
                Group peer = world.getGroup().incl(new int[] {other});
                switch (call) {
                    case "neighborAllToAll": {
                        Intracomm ring = world.createCart(new int[] {2}, new boolean[] {true}, false);
                        return () -> ring.neighborAllToAll(x, 1, MPI.INT, y, 1, MPI.INT);
                    }
                    case "interAllReduce": {
                        Intercomm groups = between();
                        return () -> groups.allReduce(x, y, 1, MPI.INT, MPI.SUM);
                    }
                    case "merge": {
                        Intercomm groups = between();
                        return () -> groups.merge(me == 1);
                    }
                    case "createGroup": return () -> world.createGroup(world.getGroup(), 4);
                    case "createFromGroup": return () -> Intracomm.createFromGroup(world.getGroup(), "both", MPI.INFO_NULL, MPI.ERRORS_RETURN);
                    case "fence": {
                        Win window = window();
                        return () -> window.fence(0);
                    }
                    case "start": {
                        Win window = window();
                        return () -> window.start(peer, 0);
                    }
                    case "wait": {
                        Win window = window();
                        return () -> {
                            window.post(peer, 0);
                            window.waitFor();
                        };
                    }
                    case "lock": return lock(MPI.LOCK_EXCLUSIVE, MPI.LOCK_EXCLUSIVE);
                    case "lockBehindShared": return lock(MPI.LOCK_SHARED, MPI.LOCK_EXCLUSIVE);
                    case "lockShared": return lock(MPI.LOCK_EXCLUSIVE, MPI.LOCK_SHARED);
                    case "open": return () -> file(path);
                    case "writeAtAll": {
                        mpi.File file = file(path);
                        return () -> file.writeAtAll(me * 256L, x, 64, MPI.INT);
                    }
                    case "accept": {
                        String port = Intracomm.openPort();
                        return () -> world.accept(port, 0);
                    }
                    case "bcastThroughMemory": // which is shared from the fourth call on
                        for (int i = 0; i < 4; i++) {
                            world.barrier();
                        } // fall through
                    case "bcastBefore": return () -> {
                        world.bcast(x, 1, MPI.INT, 0);
                        world.send(x, 1, MPI.INT, other, 5);
                        world.barrier();
                    };
                    case "freed": {
                        Intracomm copy = world.dup();
                        if (me == 1) {
                            copy.free();
                        }
                        return copy::barrier;
                    }
                    case "partitioned": {
                        Prequest parts = world.precvInit(x, 4, 1, MPI.INT, other, 1, MPI.INFO_NULL);
                        return () -> {
                            parts.start();
                            parts.waitFor();
                        };
                    }
                    case "persistent": {
                        Prequest receive = world.recvInit(x, 1, MPI.INT, other, 1);
                        return () -> {
                            receive.start();
                            receive.waitFor();
                        };
                    }
                    case "iAllReduce": return () -> world.iAllReduce(x, y, 1, MPI.INT, MPI.SUM).waitFor();
                    case "allReduceInit": {
                        Prequest sum = world.allReduceInit(x, y, 1, MPI.INT, MPI.SUM, MPI.INFO_NULL);
                        return () -> {
                            sum.start();
                            sum.waitFor();
                        };
                    }
                    case "iSendRecv": return () -> world.iSendRecv(x, 1, MPI.INT, other, 1, y, 1, MPI.INT, other, 2).waitFor();
                    case "receiveAmongStarted": {
                        Intracomm copy = world.dup();
                        return () -> {
                            Request barrier = copy.iBarrier();
                            world.recv(x, 1, MPI.INT, other, 1);
                            barrier.waitFor();
                        };
                    }
                    default: throw new IllegalArgumentException(call);
                }
            }

            void main(String[] args) {
                MPI.Init(args);
                world = MPI.COMM_WORLD;
                me = world.getRank();
                other = 1 - me;
                Runnable call = prepared(args[0], args[2]);
                world.barrier();
                try {
                    if (me == 0) {
                        call.run();
                    } else if (args[0].startsWith("bcast")) {
                        world.recv(x, 1, MPI.INT, other, 5); // behind the broadcast, which has come before this rank calls something else
                    } else if (args[1].equals("waits")) {
                        world.recv(x, 1, MPI.INT, 0, 77);
                    }
                    System.out.println("through " + me);
                    MPI.Finalize(); // where it is told in place of the other one
                } catch (MPIException e) {
                    System.out.println("told " + me + ": " + e.getMessage());
                    Runtime.getRuntime().halt(9);
                }
            }
            """;

    @TempDir private static Path directory = Path.of("");

    private static String classes = "";

    @BeforeAll
    static void compile() throws Exception {
        classes = CompiledOnce.classes(directory, "Blocking", PROGRAM);
    }

    @Test
    void whoBlocksInACallWhosePartnerHasLeftIsTold() throws Exception {
        assertEachIsTold("leaves", List.of("MPI.Finalize", "told "), List.of("neighborAllToAll", "interAllReduce", "merge", "createGroup", "createFromGroup", "fence", "start", "wait", "open", "writeAtAll", "accept", "bcastBefore", "bcastThroughMemory", "freed", "partitioned", "persistent"));
    }

    @Test
    void ranksThatBlockForEachOtherInDifferentCallsAreTold() throws Exception {
        assertEachIsTold("waits", List.of("Ranks wait for each other"), List.of("neighborAllToAll", "interAllReduce", "merge", "createGroup", "createFromGroup", "fence", "start", "wait", "lock", "lockBehindShared", "lockShared", "open", "accept", "persistent"));
    }

    /** Calls that go on by themselves when a message comes: none comes. */
    @Test
    void ranksThatBlockForEachOtherInCallsThatWereStartedAreTold() throws Exception {
        assertEachIsTold("waits", List.of("Ranks wait for each other"), List.of("iAllReduce", "allReduceInit", "iSendRecv", "receiveAmongStarted", "writeAtAll", "partitioned"));
    }

    /** The jobs mostly wait, so some of them do it at the same time. */
    private void assertEachIsTold(String partner, List<String> what, List<String> calls) throws Exception {
        for (int first = 0; first < calls.size(); first += AT_ONCE) {
            List<String> some = calls.subList(first, Math.min(first + AT_ONCE, calls.size()));
            Map<String, TestJob> jobs = new LinkedHashMap<>();
            try {
                for (String call : some) {
                    jobs.put(call, start(call, partner));
                }
                for (Map.Entry<String, TestJob> job : jobs.entrySet()) {
                    TestJob.Result result = job.getValue().end();
                    boolean isTold = what.stream().allMatch(result.out()::contains) && !result.out().contains("through 0");
                    assertTrue(isTold, () -> job.getKey() + " (exit code " + result.code() + "): " + result.out() + result.err());
                }
            } finally {
                jobs.values().forEach(TestJob::close);
            }
        }
    }

    private TestJob start(String call, String partner) throws Exception {
        Path own = Files.createTempDirectory(directory, call);
        return TestJob.start(own, "-n", "2", "-cp", classes, "Blocking", call, partner, own.resolve("data").toString());
    }
}
