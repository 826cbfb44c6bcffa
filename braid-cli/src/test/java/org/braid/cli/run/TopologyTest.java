package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose ranks are placed as if this host were several. Real processes. */
@Timeout(120)
class TopologyTest {
    private static final String THREE = "placement cyclic\nwest/sp\neast/sp\neast/o2k\n";

    @TempDir private Path directory = Path.of("");

    @Test
    void unmodifiedProgramsCrossTheSlowChannelAsRarelyAsTheyCanAndSeeTheLevels() throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), THREE);
        Path main = Files.writeString(directory.resolve("Levels.java"), """
                import java.util.Arrays;
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    Intracomm world = MPI.COMM_WORLD;
                    int[] one = {world.getRank() == 4 ? 7 : 0};
                    world.bcast(one, 1, MPI.INT, 4);
                    if (one[0] != 7) throw new AssertionError(one[0]);
                    if (args.length > 0) {
                        Info level = new Info();
                        level.set("mpi_hw_resource_type", args[0]);
                        Intracomm site = world.splitType(Comm.TYPE_HW_GUIDED, 0, level);
                        Intracomm part = world.splitType(Comm.TYPE_HW_UNGUIDED, 0, level);
                        Intracomm below = part.splitType(Comm.TYPE_HW_UNGUIDED, 0, level);
                        level.set("mpi_hw_resource_type", "rack");
                        boolean none = world.splitType(Comm.TYPE_HW_GUIDED, 0, level).isNull();
                        int[] sum = {world.getRank()};
                        world.allReduce(sum, 1, MPI.INT, MPI.SUM);
                        if (world.getRank() == 4) {
                            System.out.println(Arrays.toString((int[]) world.getAttr(MPI.TOPOLOGY_DEPTHS)) + " " + Arrays.deepToString((int[][]) world.getAttr(MPI.TOPOLOGY_COLORS)));
                            System.out.println(Arrays.deepToString((int[][]) world.getAttr(MPI.TOPOLOGY_LEADERS)) + " " + Arrays.deepToString((int[][]) site.getAttr(MPI.TOPOLOGY_LEADERS)));
                            System.out.println(site.getRank() + " of " + site.getSize() + ", " + part.getSize() + ", " + below.getSize() + ", " + none + ", " + sum[0]);
                        }
                    }
                    MPI.Finalize();
                }
                """);
        String[] words = {"-n", "6", "--topology", topology.toString(), "--method", "host=shm, site=delay(1ms)+shm, *=delay(3ms)+shm", "--report", "links,topology=" + directory.resolve("found.svg"), main.toString()};
        TestJob.Result bare = TestJob.run(directory, "", words);
        assertCode(0, bare);
        List<String> slow = bare.err().lines().filter(line -> line.contains("delay(3ms)")).toList();
        List<String> middle = bare.err().lines().filter(line -> line.contains("delay(1ms)")).toList();
        assertTrue(!slow.isEmpty() && slow.stream().allMatch(line -> line.matches(".*link (4 -> 0|0 -> 4):.*")), bare::err); // an answer comes back
        assertTrue(!middle.isEmpty() && middle.stream().allMatch(line -> line.matches(".*link (4 -> 2|2 -> 4):.*")), bare::err);
        assertTrue(bare.err().contains("site east") && bare.err().contains("ranks 1-2,4-5"), bare::err);
        assertFalse(bare.err().matches("(?s).*\\bhost \\S+#\\d.*"), bare::err); // as braid topo has them
        assertTrue(Files.readString(directory.resolve("found.svg")).contains(">site east<"));
        String[] more = java.util.Arrays.copyOf(words, words.length + 1);
        more[words.length] = "site";
        TestJob.Result whole = TestJob.run(directory, "", more);
        assertCode(0, whole);
        assertEquals("""
                [3, 3, 3, 3, 3, 3] [[0, 0, 0], [0, 1, 1], [0, 1, 2], [0, 0, 0], [0, 1, 1], [0, 1, 2]]
                [[0, 0, 0], [0, 1, 1], [0, 1, 2], [0, 0, 0], [0, 1, 1], [0, 1, 2]] [[0, 0, 0], [0, 0, 1], [0, 0, 0], [0, 0, 1]]
                2 of 4, 4, 2, true, 15
                """, whole.out());
    }

    /** Eight ranks of one host, in two packages of two caches each. Each broadcast has seven messages: one between packages, one between the caches of each, and one behind each cache; and so on where levels are left out. */
    @Test
    void packagesAndCachesAreLevelsBelowTheHost() throws Exception {
        Path topology = Files.writeString(directory.resolve("parts.topo"), "here packages=2 caches=2\n");
        Path main = Files.writeString(directory.resolve("Parts.java"), """
                import java.util.Arrays;
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    for (String how : new String[] {"bcast=multilevel", "bcast=multilevel(package=none)", "bcast=multilevel(cache=none, rank=chain, package=linear)"}) {
                        Info hints = new Info();
                        hints.set("braid_coll", how);
                        Intracomm told = MPI.COMM_WORLD.dupWithInfo(hints);
                        for (int root = 0; root < 8; root++) {
                            int[] one = {told.getRank() == root ? 7 + root : 0};
                            told.bcast(one, 1, MPI.INT, root);
                            if (one[0] != 7 + root) throw new AssertionError(how);
                        }
                        long[] sent = (long[]) told.getAttr(MPI.TOPOLOGY_MESSAGES);
                        long[] all = new long[sent.length];
                        MPI.COMM_WORLD.allReduce(sent, all, sent.length, MPI.LONG, MPI.SUM);
                        if (told.getRank() == 0) System.out.println(Arrays.toString(all));
                    }
                    for (int call = 0; call < 10; call++) { // from the fourth on over the one board of the host
                        int[] sum = {1 << MPI.COMM_WORLD.getRank()};
                        MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
                        if (sum[0] != 255) throw new AssertionError(sum[0]);
                    }
                    if (MPI.COMM_WORLD.getRank() == 5) {
                        System.out.println(Arrays.toString((int[]) MPI.COMM_WORLD.getAttr(MPI.TOPOLOGY_DEPTHS)) + " " + Arrays.toString(((int[][]) MPI.COMM_WORLD.getAttr(MPI.TOPOLOGY_COLORS))[5]));
                    }
                    MPI.Finalize();
                }
                """);
        TestJob.Result result = TestJob.run(directory, "", "-n", "8", "--topology", topology.toString(), "--report", "topology", main.toString());
        assertCode(0, result);
        assertEquals(List.of("[0, 0, 0, 16, 8, 32]", "[0, 0, 0, 8, 16, 32]", "[0, 0, 0, 8, 20, 28]", "[4, 4, 4, 4, 4, 4, 4, 4] [0, 0, 1, 2]"), result.out().lines().sorted().toList(), result::toString);
        assertTrue(result.err().contains("package 1") && result.err().contains("ranks 4-7") && result.err().contains("cache 1"), result::err);
    }

    private static final String IN_PROCESSES = """
                import java.util.Arrays;
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    Intracomm world = MPI.COMM_WORLD;
                    for (String how : new String[] {"bcast=multilevel", "bcast=multilevel(process=linear)", "bcast=multilevel(process=none)"}) {
                        Info hints = new Info();
                        hints.set("braid_coll", how);
                        Intracomm told = world.dupWithInfo(hints);
                        for (int root = 0; root < world.getSize(); root++) {
                            int[] one = {told.getRank() == root ? 7 + root : 0};
                            told.bcast(one, 1, MPI.INT, root);
                            if (one[0] != 7 + root) throw new AssertionError(how);
                        }
                        long[] sent = (long[]) told.getAttr(MPI.TOPOLOGY_MESSAGES);
                        long[] all = new long[sent.length];
                        world.allReduce(sent, all, sent.length, MPI.LONG, MPI.SUM);
                        if (told.getRank() == 0) System.out.println(Arrays.toString(all));
                    }
                    for (int call = 0; call < 10; call++) { // from the fourth on over the one board of the host
                        int[] sum = {1 << world.getRank()};
                        world.allReduce(sum, 1, MPI.INT, MPI.SUM);
                        if (sum[0] != (1 << world.getSize()) - 1) throw new AssertionError(sum[0]);
                    }
                    Info level = new Info();
                    level.set("mpi_hw_resource_type", "process");
                    Intracomm process = world.splitType(Comm.TYPE_HW_GUIDED, 0, level);
                    Intracomm part = world.splitType(Comm.TYPE_HW_UNGUIDED, 0, level);
                    int[] sizes = {process.getSize(), part.getSize()};
                    int[] every = new int[2 * world.getSize()];
                    world.allGather(sizes, 2, MPI.INT, every, 2, MPI.INT);
                    if (world.getRank() == 3) {
                        System.out.println(Arrays.toString(every));
                        System.out.println(Arrays.toString((int[]) world.getAttr(MPI.TOPOLOGY_DEPTHS)) + " " + Arrays.deepToString((int[][]) world.getAttr(MPI.TOPOLOGY_COLORS)) + " " + Arrays.deepToString((int[][]) world.getAttr(MPI.TOPOLOGY_LEADERS)));
                    }
                    MPI.Finalize();
                }
                """;

    /** Five ranks are threads of three processes. Each broadcast has four messages: two between processes, two inside; so the trees of hand-chosen algorithms have it, while those of rules know no processes. */
    @Test
    void processesOfSeveralRanksAreTheInnermostLevel() throws Exception {
        Path main = Files.writeString(directory.resolve("Levels.java"), IN_PROCESSES);
        TestJob.Result result = TestJob.run(directory, "", "-n", "5", "--ranks-per-process", "2", "--report", "topology", main.toString());
        assertCode(0, result);
        assertEquals("""
                [0, 0, 0, 10, 10]
                [0, 0, 0, 10, 10]
                [0, 0, 0, 14, 6]
                [2, 2, 2, 2, 2, 2, 2, 2, 1, 1]
                [3, 3, 3, 3, 3] [[0, 0, 0], [0, 0, 0], [0, 0, 1], [0, 0, 1], [0, 0, 2]] [[0, 0, 0], [0, 0, 0], [0, 0, 2], [0, 0, 2], [0, 0, 4]]
                """, result.out().lines().sorted(java.util.Comparator.comparingInt(TopologyTest::place)).map(line -> line + "\n").reduce("", String::concat), result::toString);
        assertTrue(result.err().matches("(?s).*process 1 +ranks 2-3\n.*process 2 +rank 4\n.*"), result::err);
    }

    /** Ranks 0 and 3 print. */
    private static int place(String line) {
        return line.startsWith("[0") ? 0 : line.startsWith("[2") ? 1 : 2;
    }

    /** A file stands for all that parts ranks, packages and processes, and a process is never around a package. */
    @Test
    void aFilePutsRanksIntoProcesses() throws Exception {
        Path main = Files.writeString(directory.resolve("Levels.java"), IN_PROCESSES);
        Path topology = Files.writeString(directory.resolve("parts.topo"), "here packages=2 processes=2\n");
        TestJob.Result result = TestJob.run(directory, "", "-n", "8", "--topology", topology.toString(), main.toString());
        assertCode(0, result);
        assertTrue(result.out().contains("[0, 0, 0, 8, 0, 0, 48]") && result.out().contains("[4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]"), result::out);
        assertTrue(result.out().contains("[4, 4, 4, 4, 4, 4, 4, 4] [[0, 0, 0, 0], "), result::out);
    }

    /** Where no level is, ranks of a process are together all the same. */
    @Test
    void theSplitByProcessesNeedsNoLevel() throws Exception {
        Path main = Files.writeString(directory.resolve("Together.java"), """
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    Info level = new Info();
                    level.set("mpi_hw_resource_type", "process");
                    int size = MPI.COMM_WORLD.splitType(Comm.TYPE_HW_GUIDED, 0, level).getSize();
                    int depth = ((int[]) MPI.COMM_WORLD.getAttr(MPI.TOPOLOGY_DEPTHS))[0];
                    if (MPI.COMM_WORLD.getRank() == 1) System.out.println(size + " " + depth + " " + (MPI.COMM_WORLD.getAttr(MPI.TOPOLOGY_MESSAGES) == null));
                    MPI.Finalize();
                }
                """);
        assertEquals("3 1 true\n", TestJob.run(directory, "", "-n", "3", "--ranks-per-process", "3", main.toString()).out());
        assertEquals("1 1 true\n", TestJob.run(directory, "", "-n", "3", main.toString()).out());
    }

    /** Each start of a broadcast from rank 4 sends one message between sites, one between the hosts of a site and three within hosts, and an allreduce twice as many; those of a call that was freed stay counted. */
    @Test
    void messagesOfPersistentCallsAreCountedByLevelsAsThoseOfOthersAre() throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), THREE);
        Path main = Files.writeString(directory.resolve("Again.java"), """
                import java.util.Arrays;
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    Info hints = new Info();
                    hints.set("braid_coll", "bcast=multilevel, allreduce=multilevel"); // none of them over memory that ranks share
                    Intracomm counted = MPI.COMM_WORLD.dupWithInfo(hints);
                    int[] one = {counted.getRank()}, sum = {0};
                    Prequest bcast = counted.bcastInit(one, 1, MPI.INT, 4, MPI.INFO_NULL);
                    Prequest allreduce = counted.allReduceInit(one, sum, 1, MPI.INT, MPI.SUM, MPI.INFO_NULL);
                    long[] before = (long[]) counted.getAttr(MPI.TOPOLOGY_MESSAGES);
                    for (Prequest call : new Prequest[] {bcast, bcast, allreduce}) {
                        call.start();
                        call.waitFor();
                    }
                    bcast.free();
                    long[] since = (long[]) counted.getAttr(MPI.TOPOLOGY_MESSAGES);
                    for (int i = 0; i < since.length; i++) since[i] -= before[i];
                    long[] all = new long[since.length];
                    MPI.COMM_WORLD.allReduce(since, all, all.length, MPI.LONG, MPI.SUM);
                    if (MPI.COMM_WORLD.getRank() == 0) System.out.println(Arrays.toString(all));
                    allreduce.free();
                    MPI.Finalize();
                }
                """);
        TestJob.Result result = TestJob.run(directory, "", "-n", "6", "--topology", topology.toString(), main.toString());
        assertCode(0, result);
        assertEquals("[4, 0, 4, 12]\n", result.out());
    }

    /** Of the distributed graphs a ring crosses four times in place of sixteen, and of edges of weight 50 and 1 eight light ones and none that is heavy. Eight ranks dealt out to two hosts: of the ten edges of a grid of 4 x 2 four join hosts, and two when each has its half, as of a ring of eight; each is counted at both ends. What neighbours send each other comes from whom the numbers say. */
    @Test
    void gridsAndGraphsThatMayBeNumberedAnewLieOnHostsInCompactParts() throws Exception {
        Path topology = Files.writeString(directory.resolve("two.topo"), "placement cyclic\nleft\nright\n");
        Path main = Files.writeString(directory.resolve("Grids.java"), """
                import java.util.Arrays;
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    Intracomm world = MPI.COMM_WORLD;
                    int[] index = {2, 4, 6, 8, 10, 12, 14, 16};
                    int[] edges = {7, 1, 0, 2, 1, 3, 2, 4, 3, 5, 4, 6, 5, 7, 6, 0};
                    Intracomm[] all = {world.createCart(new int[] {4, 2}, new boolean[2], false), world.createCart(new int[] {4, 2}, new boolean[2], true), world.createGraph(index, edges, true)};
                    int next = (world.getRank() + 1) % 8, last = (world.getRank() + 7) % 8, own = world.getRank();
                    GraphComm ring = world.createDistGraphAdjacent(new int[] {last, next}, new int[] {last, next}, MPI.INFO_NULL, true);
                    int heavy = own % 4 == 3 ? 1 : 50; // 0 to 1 to 2 to 3, and 4 to 5 to 6 to 7
                    GraphComm pairs = world.createDistGraph(new int[] {own}, new int[] {2}, new int[] {(own + 3) % 8, (own + 1) % 8}, new int[] {1, heavy}, MPI.INFO_NULL, true);
                    for (GraphComm graph : new GraphComm[] {ring, pairs, world.createDistGraphAdjacent(new int[] {last, next}, new int[] {last, next}, MPI.INFO_NULL, false)}) {
                        int[] hosts = new int[8], weight = new int[1], sum = new int[1];
                        hosts[graph.getRank()] = world.getRank() % 2;
                        graph.allReduce(hosts, 8, MPI.INT, MPI.SUM);
                        DistGraphNeighbors known = graph.getDistGraphNeighbors();
                        int[] theirs = new int[known.getInDegree()];
                        graph.neighborAllGather(new int[] {graph.getRank()}, 1, MPI.INT, theirs, 1, MPI.INT);
                        for (int i = 0; i < theirs.length; i++) {
                            if (theirs[i] != known.getSource(i)) throw new AssertionError(theirs[i] + " in place of " + known.getSource(i));
                            int step = (graph.getRank() - theirs[i] + 8) % 8;
                            if (known.getSourceWeight(i) != (graph == pairs && step == 1 && theirs[i] % 4 != 3 ? 50 : 1)) throw new AssertionError("weight");
                            if (graph != pairs && theirs[i] != (graph.getRank() + (i == 0 ? 7 : 1)) % 8) throw new AssertionError("order");
                            weight[0] += hosts[theirs[i]] != hosts[graph.getRank()] ? known.getSourceWeight(i) : 0;
                        }
                        world.allReduce(weight, sum, 1, MPI.INT, MPI.SUM);
                        if (own == 0) System.out.println(sum[0]);
                    }
                    try {
                        world.createDistGraphAdjacent(new int[0], new int[0], MPI.INFO_NULL, own == 2);
                        throw new AssertionError("not told");
                    } catch (MPIException told) {
                        if (told.getErrorClass() != MPI.ERR_ARG || !told.getMessage().contains("rank 0 and rank 2 differ")) throw told;
                    }
                    int[] crossing = new int[all.length];
                    for (int i = 0; i < all.length; i++) {
                        int[] hosts = new int[8];
                        hosts[all[i].getRank()] = world.getRank() % 2;
                        all[i].allReduce(hosts, 8, MPI.INT, MPI.SUM);
                        int[] mine = {all[i].getRank()};
                        int[] theirs = new int[4];
                        Arrays.fill(theirs, -1);
                        all[i].neighborAllGather(mine, 1, MPI.INT, theirs, 1, MPI.INT);
                        for (int other : theirs) {
                            crossing[i] += other >= 0 && hosts[other] != hosts[mine[0]] ? 1 : 0;
                            if (other >= 0 && i < 2 && Math.abs(other - mine[0]) > 2) throw new AssertionError(other + " beside " + mine[0]);
                        }
                    }
                    int[] sums = new int[all.length];
                    world.reduce(crossing, sums, crossing.length, MPI.INT, MPI.SUM, 0);
                    if (world.getRank() == 0) System.out.println(Arrays.toString(sums));
                    MPI.Finalize();
                }
                """);
        TestJob.Result result = TestJob.run(directory, "", "-n", "8", "--topology", topology.toString(), main.toString());
        assertCode(0, result);
        assertEquals("4\n8\n16\n[8, 4, 4]\n", result.out(), result::toString);
    }

    @Test
    void aTopologyThatDoesNotPlaceEveryRankIsRefusedBeforeAnythingStarts() throws Exception {
        Path topology = Files.writeString(directory.resolve("two.topo"), "a 1\nb ranks 7\n");
        TestJob.Result refused = TestJob.run(directory, "", "-n", "2", "--topology", topology.toString(), "NoSuchProgram");
        assertCode(2, refused);
        assertTrue(refused.err().contains("BRD-1422") && refused.err().contains("line 2"), refused::err);
    }
}
