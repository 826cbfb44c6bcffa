package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls that are local in the standard's sense (MPI 4.1, section 2.4.2) return whatever other ranks do: here they do nothing at all before the calls have returned, and are told of that by a file. */
@Timeout(180)
class LocalCallsTest {
    private static final int MESSAGES = 3000;

    @TempDir
    private static Path directory = Path.of("");

    private static String classes = "";

    @BeforeAll
    static void compile() throws IOException {
        classes = CompiledOnce.classes(directory, "Local", """
                import java.nio.file.*;
                import mpi.*;
                class Local {
                    static final int MESSAGES = %d;
                    static final int BYTES = 1024;

                    static void main(String[] a) throws Exception {
                        MPI.Init(a);
                        Path started = Path.of(a[1]);
                        Comm world = MPI.COMM_WORLD;
                        MPI.attachBuffer(new byte[MESSAGES * (BYTES + MPI.BSEND_OVERHEAD)]);
                        world.barrier();
                        if (world.getRank() == 0) {
                            Request[] requests = new Request[MESSAGES];
                            for (int i = 0; i < MESSAGES; i++) {
                                byte[] message = new byte[BYTES];
                                message[0] = (byte) i;
                                requests[i] = start(a[0], world, message, i);
                            }
                            Files.createFile(started);
                            Request.waitAll(requests);
                        } else {
                            while (!Files.exists(started)) {
                                Thread.onSpinWait(); // it computes
                            }
                            int wrong = 0;
                            byte[] message = new byte[BYTES];
                            for (int i = 0; i < MESSAGES; i++) {
                                world.recv(message, BYTES, MPI.BYTE, 0, i %% 7);
                                wrong += message[0] == (byte) i ? 0 : 1;
                            }
                            IO.println("wrong: " + wrong);
                        }
                        MPI.detachBuffer();
                        MPI.Finalize();
                    }

                    static Request start(String how, Comm world, byte[] message, int i) throws MPIException {
                        switch (how) {
                            case "isend": return world.iSend(message, BYTES, MPI.BYTE, 1, i %% 7);
                            case "issend": return world.isSend(message, BYTES, MPI.BYTE, 1, i %% 7);
                            case "bsend":
                                world.bSend(message, BYTES, MPI.BYTE, 1, i %% 7);
                                return MPI.REQUEST_NULL;
                            default:
                                Prequest persistent = world.sendInit(message, BYTES, MPI.BYTE, 1, i %% 7);
                                persistent.start();
                                return persistent;
                        }
                    }
                }
                """.formatted(MESSAGES));
    }

    private void assertLocal(String call, String... options) throws IOException, InterruptedException {
        Path started = directory.resolve("started-" + call + String.join("-", options).replaceAll("\\W", "_"));
        TestJob.Result ended = TestJob.run(directory, "", words(call, started, options));
        assertCode(0, ended);
        assertEquals("wrong: 0", ended.out().strip(), ended.err());
    }

    private String[] words(String call, Path started, String... options) {
        return Stream.of(List.of("-n", "2"), List.of(options), List.of("-cp", classes, "Local", call, started.toString())).flatMap(List::stream).toArray(String[]::new);
    }

    @Test
    void startedSendsAre() throws Exception {
        assertLocal("isend");
        assertLocal("issend");
        assertLocal("start");
    }

    @Test
    void bufferedSendsAre() throws Exception {
        assertLocal("bsend");
    }

    @Test
    void theyAreByEachMethod() throws Exception {
        assertLocal("isend", "--ranks-per-process", "2");
        assertLocal("isend", "--method", "tcp");
        assertLocal("isend", "--method", "lz4+shm");
    }
}
