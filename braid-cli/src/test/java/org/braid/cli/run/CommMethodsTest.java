package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that choose the methods of one communicator by its attributes (nexus-multimethod, section 4.3). Real processes. */
@Timeout(120)
class CommMethodsTest {
    @TempDir private Path directory = Path.of("");

    /** Rank 1 receives nothing before the last message was sent; long messages are among them. */
    @Test
    void messagesKeepTheirOrderWhileTheirCommunicatorGoesFromMethodToMethodAndOthersStayWhereTheyAre() throws Exception {
        Path main = program("Wanders", """
                int[] box = new int[1];
                byte[] large = new byte[300_000];
                String[] orders = {"tcp", "shm", "lz4+tcp(sndbuf=64KiB)", "stripe(tcp, shm)", "auto", "unix", "shm(max=64KiB), tcp"};
                if (rank == 0) {
                    int sent = 0;
                    for (int round = -1; round < orders.length; round++) {
                        if (round >= 0) {
                            own.setAttr(MPI.BRAID_METHOD, orders[round]);
                        }
                        for (int i = 0; i < 30; i++) {
                            box[0] = sent++;
                            own.send(box, 1, MPI.INT, 1, 7);
                        }
                        requests.add(own.iSend(large, large.length, MPI.BYTE, 1, 7));
                        System.out.println(own.getAttr(MPI.BRAID_METHOD) + ": " + ((String[]) own.getAttr(MPI.METHODS_IN_USE))[1].replaceAll(",.*", ""));
                    }
                    MPI.COMM_WORLD.send(box, 0, MPI.INT, 1, 1);
                    Request.waitAll(requests.toArray(Request[]::new));
                    System.out.println("world: " + ((String[]) MPI.COMM_WORLD.getAttr(MPI.METHODS_IN_USE))[1].replaceAll(",.*", ""));
                } else {
                    MPI.COMM_WORLD.recv(box, 0, MPI.INT, 0, 1);
                    for (int round = -1, expected = 0; round < orders.length; round++) {
                        for (int i = 0; i < 30; i++) {
                            own.recv(box, 1, MPI.INT, 0, 7);
                            if (box[0] != expected++) throw new AssertionError(box[0] + " in place of " + (expected - 1));
                        }
                        own.recv(large, large.length, MPI.BYTE, 0, 7);
                    }
                }
                """);
        TestJob.Result whole = TestJob.run(directory, "", "-n", "2", main.toString());
        assertCode(0, whole);
        String[] lines = whole.out().split("\\n");
        assertEquals(9, lines.length, whole::out);
        assertEquals("null: shm", lines[0]);
        assertTrue(lines[3].startsWith("lz4+tcp(sndbuf=64KiB): ") && lines[7].startsWith("shm(max=64KiB), tcp: "), whole::out);
        assertEquals("world: shm", lines[8]);
    }

    @Test
    void collectivesOfSuchACommunicatorWorkToo() throws Exception {
        Path main = program("Sums", """
                own.setAttr(MPI.BRAID_METHOD, rank == 0 ? "tcp" : rank == 1 ? "unix" : "shm");
                long[] sum = {rank};
                own.allReduce(sum, 1, MPI.LONG, MPI.SUM);
                own.setAttr(MPI.TCP_BUFFER_SIZE, 32768);
                own.allReduce(sum, 1, MPI.LONG, MPI.SUM);
                Intracomm copy = own.dup();
                if (rank == 0) System.out.println(sum[0] + " " + own.getAttr(MPI.TCP_BUFFER_SIZE) + " " + ((String[]) own.getAttr(MPI.METHODS_IN_USE))[0] + " " + copy.getAttr(MPI.BRAID_METHOD));
                """);
        TestJob.Result whole = TestJob.run(directory, "", "-n", "3", "--report", "links", main.toString());
        assertCode(0, whole);
        assertEquals("9 32768 none: it is this process null\n", whole.out());
        assertTrue(whole.err().contains("unix (chosen by hand)"), whole::err);
    }

    @Test
    void whatCannotBeMeantChangesNothing() throws Exception {
        Path main = program("Refused", """
                int[] box = {5};
                if (rank == 0) own.send(box, 1, MPI.INT, 1, 3);
                own.setAttr(MPI.BRAID_METHOD, "tcp");
                if (rank == 0) {
                    own.send(box, 1, MPI.INT, 1, 3);
                    Object[] keyed = {MPI.BRAID_METHOD, "carrier", MPI.BRAID_METHOD, "", MPI.BRAID_METHOD, 5, MPI.BRAID_METHOD, "tcp(", MPI.BRAID_METHOD, "tcp(sndbuf=1)", MPI.TCP_BUFFER_SIZE, 4095, MPI.TCP_BUFFER_SIZE, "64KiB", MPI.METHODS_IN_USE, "shm"};
                    for (int i = 0; i < keyed.length; i += 2) {
                        try {
                            own.setAttr((Integer) keyed[i], keyed[i + 1]);
                            throw new AssertionError("taken: " + keyed[i + 1]);
                        } catch (MPIException e) {
                            System.out.println(keyed[i + 1] + " " + e.getMessage().replaceAll(".*\\\\[(BRD-[0-9]+)\\\\].*", "$1"));
                        }
                    }
                    own.send(box, 1, MPI.INT, 1, 3);
                    System.out.println(own.getAttr(MPI.BRAID_METHOD) + " " + ((String[]) own.getAttr(MPI.METHODS_IN_USE))[1].replaceAll(",.*", ""));
                } else {
                    for (int i = 0; i < 3; i++) own.recv(box, 1, MPI.INT, 0, 3);
                }
                """);
        TestJob.Result whole = TestJob.run(directory, "", "-n", "2", main.toString());
        assertCode(0, whole);
        assertEquals("""
                carrier BRD-1304
                 BRD-1012
                5 BRD-1515
                tcp( BRD-1012
                tcp(sndbuf=1) BRD-1014
                4095 BRD-1515
                64KiB BRD-1515
                shm BRD-1515
                tcp tcp
                """, whole.out());
    }

    /** A slow way, on which everything of its own would overtake the messages. */
    @Test
    void whoFreesACommunicatorMadeByHandIsHeardOfBehindItsMessages() throws Exception {
        Path main = program("Freed", """
                int other = 1 - rank;
                int[] box = new int[1];
                for (int round = 0; round < 3; round++) {
                    LocalComm end = LocalComm.create();
                    CommName mine = end.name();
                    byte[] names = new byte[2 * CommName.BYTES];
                    SlotName locked = null;
                    if (round == 2) {
                        locked = end.addReceiveSlot();
                    } else {
                        end.addReceiveSlots(2);
                    }
                    if (round == 2) {
                        byte[] theirs = new byte[SlotName.BYTES];
                        MPI.COMM_WORLD.sendRecv(locked.toBytes(), SlotName.BYTES, MPI.BYTE, other, 1, theirs, SlotName.BYTES, MPI.BYTE, other, 1);
                        end.addSendSlot(SlotName.get(theirs, 0));
                    } else {
                        MPI.COMM_WORLD.allGather(mine.toBytes(), 1, CommName.CNAME, names, 1, CommName.CNAME);
                        end.addSendSlots(CommName.all(names), new int[] {rank, rank});
                    }
                    end.setAttr(MPI.BRAID_METHOD, "delay(100ms)+shm");
                    if (round == 0) {
                        end.barrier();
                    } else {
                        int slot = round == 2 ? 0 : other;
                        end.send(new int[] {round}, 1, MPI.INT, slot, 7);
                        end.recv(box, 1, MPI.INT, slot, 7);
                        if (box[0] != round) throw new AssertionError(box[0]);
                    }
                    end.free();
                    if (rank == 0) System.out.println(round);
                }
                """);
        TestJob.Result whole = TestJob.run(directory, "", "-n", "2", main.toString());
        assertCode(0, whole);
        assertEquals("0\n1\n2\n", whole.out());
    }

    /** Longer than it takes to tell ranks that they wait for each other, or for one that has left. */
    @Test
    void whoWaitsForMessagesOfASlowMethodIsNotToldThatNothingCanCome() throws Exception {
        Path main = program("Slow", """
                int[] box = {rank};
                own.setAttr(MPI.BRAID_METHOD, "delay(5s)+shm");
                for (int round = 0; round < 2; round++) {
                    if (rank == 1) {
                        own.send(box, 1, MPI.INT, 0, round);
                        if (round == 0) MPI.COMM_WORLD.recv(box, 1, MPI.INT, 0, 3);
                    } else {
                        own.recv(box, 1, MPI.INT, 1, round);
                        if (round == 0) MPI.COMM_WORLD.send(box, 1, MPI.INT, 1, 3);
                        System.out.println(round);
                    }
                }
                """);
        TestJob.Result whole = TestJob.run(directory, "", "-n", "2", main.toString());
        assertCode(0, whole);
        assertEquals("0\n1\n", whole.out());
    }

    private Path program(String name, String body) throws Exception {
        return Files.writeString(directory.resolve(name + ".java"), """
                import java.util.*;
                import mpi.*;
                import org.braid.mpix.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int rank = MPI.COMM_WORLD.getRank();
                    Intracomm own = MPI.COMM_WORLD.dup();
                    List<Request> requests = new ArrayList<>();
                """ + body + """
                    own.free();
                    MPI.Finalize();
                }
                """);
    }
}
