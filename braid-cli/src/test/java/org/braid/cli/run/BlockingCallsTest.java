package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Blocking calls of whatever chapter whose partner does not come: it has left MPI, or it waits for the caller in another call. Whoever blocks is told within seconds, with both calls, and never waits on
 * (docs/decisions/blocking-calls.md has the whole table). Real processes.
 */
@Timeout(300)
class BlockingCallsTest {
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
                    case "open": return () -> file(path);
                    case "writeAtAll": {
                        mpi.File file = file(path);
                        return () -> file.writeAtAll(me * 256L, x, 64, MPI.INT);
                    }
                    case "accept": {
                        String port = Intracomm.openPort();
                        return () -> world.accept(port, 0);
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
                    } else if (args[1].equals("waits")) {
                        world.recv(x, 1, MPI.INT, 0, 77);
                    }
                    System.out.println("through " + me);
                } catch (MPIException e) {
                    System.out.println("told " + me + ": " + e.getMessage());
                    Runtime.getRuntime().halt(9);
                }
                MPI.Finalize();
            }
            """;

    @TempDir private Path directory = Path.of("");

    @Test
    void whoBlocksInACallWhosePartnerHasLeftIsTold() throws Exception {
        for (String call : List.of("neighborAllToAll", "interAllReduce", "merge", "createGroup", "fence", "start", "wait", "open", "writeAtAll", "accept", "partitioned", "persistent")) {
            TestJob.Result result = run(call, "leaves");
            assertTrue(result.out().contains("MPI.Finalize") && result.out().contains("told 0: "), () -> call + ": " + result.out() + result.err());
        }
    }

    @Test
    void ranksThatBlockForEachOtherInDifferentCallsAreTold() throws Exception {
        for (String call : List.of("neighborAllToAll", "interAllReduce", "merge", "createGroup", "fence", "start", "wait", "open", "accept", "persistent")) {
            TestJob.Result result = run(call, "waits");
            assertTrue(result.out().contains("Ranks wait for each other"), () -> call + ": " + result.out() + result.err());
        }
    }

    private TestJob.Result run(String call, String partner) throws Exception {
        Path main = Files.writeString(directory.resolve("Blocking.java"), PROGRAM);
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", main.toString(), call, partner, directory.resolve("data").toString());
        assertEquals(false, result.out().contains("through 0"), call);
        return result;
    }
}
