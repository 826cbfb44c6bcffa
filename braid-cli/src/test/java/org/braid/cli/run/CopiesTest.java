package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A communicator that is copied often: objects for the next copies are there before the program asks for them. Real processes, since only these share memory. */
@Timeout(120)
class CopiesTest {
    @TempDir Path directory = Path.of("");

    private void run(int ranks, String main, String... options) throws Exception {
        Path program = Files.writeString(directory.resolve("Copies.java"), """
                import java.util.*;
                import mpi.*;
                import org.braid.mpix.Tools;

                long live() {
                    return Tools.performanceVariable("communicators.live").read();
                }

                void demand(Object expected, Object found) {
                    if (!expected.equals(found)) throw new AssertionError(expected + " was expected, and is " + found);
                }

                int allreduced(Intracomm comm) {
                    int[] sum = new int[1];
                    comm.allReduce(new int[] {comm.getRank() + 1}, sum, 1, MPI.INT, MPI.SUM);
                    return sum[0];
                }

                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    Intracomm world = MPI.COMM_WORLD;
                    int rank = world.getRank(), size = world.getSize(), sum = size * (size + 1) / 2;
                    for (int i = 0; i < 10; i++) world.barrier();
                %s
                    MPI.Finalize();
                }
                """.formatted(main.indent(4)));
        String[] words = new String[options.length + 3];
        System.arraycopy(options, 0, words, 0, options.length);
        words[options.length] = "-n";
        words[options.length + 1] = Integer.toString(ranks);
        words[options.length + 2] = program.toString();
        TestJob.Result result = TestJob.run(directory, "", words);
        assertEquals(0, result.code(), result.out() + result.err());
    }

    /** Some are freed in the middle, so that numbers of objects come back; the world is copied by other calls as well. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void eachCopyIsASpaceOfItsOwnAmongAllMembers(int ranks) throws Exception {
        run(ranks, """
                long before = live();
                List<Intracomm> copies = new ArrayList<>();
                for (int i = 0; i < 70; i++) {
                    copies.add(world.dup());
                    demand(before + copies.size(), live());
                    if (i % 7 == 3) copies.remove(i / 2 % copies.size()).free();
                    if (i % 11 == 5) new Win(java.nio.IntBuffer.allocate(1), 1, 1, MPI.INFO_NULL, world).free();
                    if (i % 13 == 5) {
                        Intracomm started = world.iDup();
                        started.getRequest().waitFor();
                        copies.add(started);
                    }
                }
                int next = (rank + 1) % size, last = (rank + size - 1) % size, count = copies.size();
                Request[] coming = new Request[count];
                int[][] came = new int[count][1];
                for (int i = count - 1; i >= 0; i--) coming[i] = copies.get(i).iRecv(came[i], 1, MPI.INT, last, 0);
                for (int i = 0; i < count; i++) copies.get(i).send(new int[] {100 * i + rank}, 1, MPI.INT, next, 0);
                Request.waitAll(coming);
                for (int i = 0; i < count; i++) {
                    demand(100 * i + last, came[i][0]);
                    demand(sum, allreduced(copies.get(i)));
                    demand(Comm.compare(copies.get(i), world), MPI.CONGRUENT);
                }
                Intracomm deep = copies.get(0);
                for (int i = 0; i < 40; i++) {
                    Intracomm deeper = deep.dup();
                    deep.free();
                    deep = deeper;
                    demand(sum, allreduced(deep));
                }
                copies.set(0, deep);
                for (Intracomm copy : copies) copy.free();
                demand(before, live());
                """);
    }

    /** Copies 18 to 32 need no message: what is sent there waits until the other one makes the copy, and all may be behind by many. */
    @Test
    void whoCopiesAheadMaySendToWhoHasNotCopiedYet() throws Exception {
        run(2, """
                for (int i = 0; i < 17; i++) world.dup().free();
                int[] got = new int[1];
                List<Request> started = new ArrayList<>();
                if (rank == 1) world.recv(got, 1, MPI.INT, 0, 0);
                for (int i = 0; i < 12; i++) {
                    Intracomm copy = world.dup();
                    if (rank == 0) {
                        copy.send(new int[] {i}, 1, MPI.INT, 1, 5);
                        copy.send(new int[] {-i}, 1, MPI.INT, 1, 6);
                        started.add(copy.iBarrier());
                    } else {
                        copy.recv(got, 1, MPI.INT, 0, 6);
                        demand(-i, got[0]);
                        copy.recv(got, 1, MPI.INT, 0, 5);
                        demand(i, got[0]);
                        copy.iBarrier().waitFor();
                    }
                }
                if (rank == 0) world.send(new int[1], 1, MPI.INT, 1, 0);
                for (Request each : started) each.waitFor();
                demand(sum, allreduced(world));
                """);
    }

    @Test
    void aCopyHasWhatItsOriginalHasAsItIsMadeAndNotWhenItsObjectWas() throws Exception {
        run(2, """
                int key = Comm.createKeyval();
                for (int i = 0; i < 40; i++) {
                    world.setAttr(key, i);
                    world.setErrhandler(i % 2 == 0 ? MPI.ERRORS_RETURN : MPI.ERRORS_ARE_FATAL);
                    Info hints = new Info();
                    hints.set("number", "" + i);
                    world.setInfo(hints);
                    Intracomm copy = world.dup();
                    demand(world.getErrhandler(), copy.getErrhandler());
                    demand(i, copy.getAttr(key));
                    demand("" + i, copy.getInfo().get("number"));
                    demand("", copy.getName());
                    copy.setName("copy " + i);
                    copy.free();
                }
                world.setErrhandler(MPI.ERRORS_RETURN);
                """);
    }

    /** Freed with objects that nobody has asked for; one that asks once more than the others is no copy of theirs. */
    @Test
    void objectsThatNobodyHasAskedForGoWithTheirCommunicator() throws Exception {
        run(3, """
                long before = live();
                for (int round = 0; round < 30; round++) {
                    Intracomm parent = world.dup();
                    for (int i = 0; i < 10; i++) parent.barrier();
                    List<Intracomm> copies = new ArrayList<>();
                    for (int i = 0; i < 6 + round; i++) copies.add(parent.dup());
                    parent.free();
                    for (Intracomm copy : copies) {
                        demand(sum, allreduced(copy));
                        copy.free();
                    }
                }
                demand(before, live());
                """);
    }

    /** Each is told of by messages then. */
    @Test
    void withoutSharedMemoryCopiesAreToldOfOneByOne() throws Exception {
        run(3, """
                for (int i = 0; i < 40; i++) {
                    Intracomm copy = world.dup();
                    demand(sum, allreduced(copy));
                    copy.free();
                }
                """, "-x", "BRAID_SHARED_COLLECTIVES=false");
    }
}
