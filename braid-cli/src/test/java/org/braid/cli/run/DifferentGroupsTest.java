package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks that give different groups to createGroup: each is told, how the groups differ or who waits for whom, or gets the communicator that all members of its group have wanted. Real processes. */
@Timeout(180)
class DifferentGroupsTest {
    private static final int AT_ONCE = 8;

    /** Arguments: the group of each rank, and what it does next: nothing but leave, or, at rank 0, receive in vain from rank 2, and call with one group once rank 2 has been told. */
    private static final String PROGRAM = """
            import mpi.*;

            Intracomm world;

            void create(String name, String ranks) {
                try {
                    Intracomm made = world.createGroup(world.getGroup().incl(ranks.chars().map(each -> each - '0').toArray()), 7);
                    int[] one = {1}, sum = {0};
                    made.allReduce(one, sum, 1, MPI.INT, MPI.SUM);
                    System.out.println(name + world.getRank() + " made " + sum[0]);
                } catch (MPIException e) {
                    System.out.println(name + world.getRank() + " told " + e.getMessage());
                }
            }

            boolean receive(int tag) {
                try {
                    world.recv(new int[1], 1, MPI.INT, 2, tag);
                    return true;
                } catch (MPIException e) {
                    System.out.println("recv " + tag + " at " + world.getRank() + " told " + e.getMessage());
                    return false;
                }
            }

            void main(String[] args) throws Exception {
                MPI.InitThread(args, MPI.THREAD_SINGLE);
                world = MPI.COMM_WORLD;
                int me = world.getRank();
                create("rank ", args[me]);
                if (args[3].equals("receive")) {
                    if (me == 0) {
                        receive(0);
                    }
                    if (me == 2) {
                        world.send(new int[1], 1, MPI.INT, 0, 1);
                        world.send(new int[1], 1, MPI.INT, 1, 1);
                    }
                    for (int time = 0; me < 2 && time < 20 && !receive(1); time++) {} // whoever waits for those that wait in vain may be told so, too
                    create("again ", "012");
                }
                MPI.Finalize();
            }
            """;

    @TempDir private static Path directory = Path.of("");

    private static String classes = "";

    @BeforeAll
    static void compile() throws Exception {
        classes = CompiledOnce.classes(directory, "Groups", PROGRAM);
    }

    private static TestJob start(String zero, String one, String two, String then) throws Exception {
        return start(1, zero, one, two, then);
    }

    private static TestJob start(int ranksPerProcess, String zero, String one, String two, String then) throws Exception {
        return TestJob.start(directory, "-n", "3", "--ranks-per-process", Integer.toString(ranksPerProcess), "-cp", classes, "Groups", zero, one, two, then);
    }

    /** What all are told whose lowest members hear of each other. */
    @ParameterizedTest
    @CsvSource({
        "01, 012, 012, rank 2 is in the group of rank 1 and not in that of rank 0",
        "012, 01, 02, rank 2 is in the group of rank 0 and not in that of rank 1",
        "012, 120, 210, ranks 0 and 1 have the same members in another order",
        "02, 012, 012, rank 1 is in the group of rank 2 and not in that of rank 0"})
    void ranksAreToldHowTheirGroupsDiffer(String zero, String one, String two, String how) throws Exception {
        try (TestJob job = start(zero, one, two, "leave")) {
            String out = job.endAfter("").out();
            assertTrue(out.lines().filter(line -> line.contains(how)).count() >= 2, out);
            assertEquals(3, out.lines().filter(line -> line.contains(" told ")).count(), out);
        }
    }

    /** Of three ranks, every way in which each gives a set that has itself: nobody waits for ever, and nobody gets a communicator that some member of it has not wanted. Ranks are threads: they are told as processes are, at a third of the cost. */
    @Test
    void whateverSetsRanksGiveEachIsToldOrServed() throws Exception {
        List<String[]> ways = ways();
        for (int first = 0; first < ways.size(); first += AT_ONCE) {
            List<String[]> some = ways.subList(first, Math.min(ways.size(), first + AT_ONCE));
            List<TestJob> jobs = new ArrayList<>();
            for (String[] way : some) {
                jobs.add(start(3, way[0], way[1], way[2], "leave"));
            }
            for (int i = 0; i < jobs.size(); i++) {
                try (TestJob job = jobs.get(i)) {
                    check(some.get(i), job.endAfter(""));
                }
            }
        }
    }

    private static List<String[]> ways() {
        String[][] sets = {{"0", "01", "02", "012"}, {"1", "01", "12", "012"}, {"2", "02", "12", "012"}};
        List<String[]> ways = new ArrayList<>();
        for (String zero : sets[0]) {
            for (String one : sets[1]) {
                for (String two : sets[2]) {
                    ways.add(new String[] {zero, one, two});
                }
            }
        }
        return ways;
    }

    private static void check(String[] groups, TestJob.Result result) {
        String all = String.join(" ", groups) + ": " + result.out() + result.err();
        for (int rank = 0; rank < groups.length; rank++) {
            String group = groups[rank];
            boolean agreed = group.chars().allMatch(member -> groups[member - '0'].equals(group));
            String said = "rank " + rank + (agreed ? " made " + group.length() : " told ");
            assertEquals(1, result.out().lines().filter(line -> line.startsWith("rank " + said.charAt(5))).count(), all);
            assertTrue(result.out().lines().anyMatch(line -> line.startsWith(said)), all);
        }
    }

    /** What rank 2 gave in the call in which it was told that it waits in vain lies at rank 0 still. */
    @Test
    void whatACallHasLeftBehindThatWasToldItWaitsInVainMakesNoCommunicator() throws Exception {
        try (TestJob job = start("0", "1", "012", "receive")) {
            String out = job.endAfter("").out();
            assertTrue(out.lines().anyMatch(line -> line.startsWith("rank 2 told ") && line.contains("createGroup")), out);
            assertTrue(out.lines().anyMatch(line -> line.startsWith("recv 0 at 0 told ")), out);
            for (int rank = 0; rank < 3; rank++) {
                String made = "again " + rank + " made 3";
                assertTrue(out.lines().anyMatch(made::equals), out);
            }
        }
    }
}
