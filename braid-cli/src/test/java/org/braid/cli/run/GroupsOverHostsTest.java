package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Collectives between two groups over several hosts and sites: what arrives, from and to every root, and how many messages cross which channel. Real processes. */
@Timeout(180)
class GroupsOverHostsTest {
    /** A host of three ranks at one site, two at the other. */
    private static final String TOPOLOGY = "sdsc/sp 3\nanl/sp 3\nanl/o2k 3\n";

    /** The first group has the ranks of the first site, or all even ones. */
    private static final String PROGRAM = """
            import java.nio.ByteBuffer;
            import java.util.Arrays;
            import mpi.*;

            static long[] before = new long[4];
            static int me;
            static int rank;
            static int others;
            static boolean isApart;
            static boolean isFirst;

            static int worldOf(boolean first, int member) {
                return isApart ? first ? member : 3 + member : first ? 2 * member : 2 * member + 1;
            }

            static void count(Intercomm inter, String what) throws MPIException {
                long[] sent = (long[]) inter.getAttr(MPI.TOPOLOGY_MESSAGES);
                long[] since = new long[4];
                for (int i = 0; i < 4; i++) since[i] = (sent == null ? 0 : sent[i]) - before[i];
                long[] sum = new long[4];
                MPI.COMM_WORLD.allReduce(since, sum, 4, MPI.LONG, MPI.SUM);
                if (me == 0) System.out.println(what + " " + Arrays.toString(sum));
                before = sent == null ? before : sent;
            }

            static void check(boolean right, String what) {
                if (!right) throw new AssertionError(what + " at rank " + me);
            }

            static int digits(boolean first, int members) {
                int number = 0;
                for (int member = 0; member < members; member++) number = 10 * number + worldOf(first, member) + 1;
                return number;
            }

            /** One operand behind the other: an operator that does not commute. */
            static final Op APPEND = new Op(new UserFunction() {
                @Override
                public void call(ByteBuffer left, ByteBuffer right, int n, Datatype type) {
                    for (int i = 0; i < 4 * n; i += 4) right.putInt(i, Integer.parseInt(left.getInt(i) + "" + right.getInt(i)));
                }
            }, false);

            static void reductions(Intercomm inter) throws Exception {
                int[] mine = {me + 1}, out = new int[1];
                int theirs = digits(!isFirst, others);
                inter.allReduce(mine, out, 1, MPI.INT, APPEND);
                check(out[0] == theirs, "allreduce " + out[0]);
                count(inter, "allreduce");
                out[0] = 0;
                inter.iAllReduce(mine, out, 1, MPI.INT, APPEND).waitFor();
                check(out[0] == theirs, "started allreduce " + out[0]);
                count(inter, "started allreduce");
                Prequest again = inter.allReduceInit(mine, out, 1, MPI.INT, APPEND, MPI.INFO_NULL);
                for (int turn = 0; turn < 3; turn++) {
                    out[0] = 0;
                    again.start();
                    again.waitFor();
                    check(out[0] == theirs, "persistent allreduce " + out[0]);
                }
                again.free();
                before = (long[]) inter.getAttr(MPI.TOPOLOGY_MESSAGES); // persistent calls were started several times, and members agree on a space for each
                int each = others;
                int[] operands = new int[inter.getSize() * others], part = new int[each];
                Arrays.fill(operands, me + 1);
                inter.reduceScatterBlock(operands, part, each, MPI.INT, APPEND);
                for (int k = 0; k < each; k++) check(part[k] == theirs, "reduceScatterBlock " + part[k]);
                count(inter, "reduceScatterBlock");
                long[] longIn = new long[100_000], longOut = new long[100_000];
                Arrays.fill(longIn, me);
                inter.allReduce(longIn, longOut, longIn.length, MPI.LONG, MPI.SUM);
                long sum = 0;
                for (int j = 0; j < others; j++) sum += worldOf(!isFirst, j);
                check(longOut[0] == sum && longOut[99_999] == sum, "long allreduce");
                count(inter, "long allreduce");
            }

            static void rooted(Intercomm inter, boolean inFirst, int root) throws Exception {
                int said = inFirst != isFirst ? root : rank == root ? MPI.ROOT : MPI.PROC_NULL;
                String name = (inFirst ? "first " : "second ") + root;
                int[] mine = {me + 1}, out = new int[1];
                inter.reduce(mine, out, 1, MPI.INT, APPEND, said);
                check(out[0] == (said == MPI.ROOT ? digits(!isFirst, others) : 0), "reduce " + out[0]);
                count(inter, name + " reduce");
                int[] word = {said == MPI.ROOT ? 77 + root : -1};
                inter.bcast(word, 1, MPI.INT, said);
                check(word[0] == (said == MPI.PROC_NULL ? -1 : 77 + root), "bcast " + word[0]);
                count(inter, name + " bcast");
                byte[] large = new byte[1 << 20];
                if (said == MPI.ROOT) Arrays.fill(large, (byte) 5);
                inter.iBcast(large, large.length, MPI.BYTE, said).waitFor();
                check(large[large.length - 1] == (said == MPI.PROC_NULL ? 0 : 5), "long bcast");
                count(inter, name + " long bcast");
                Object[] object = {said == MPI.ROOT ? "object " + root : ""};
                inter.bcast(object, 1, MPI.OBJECT, said);
                check(object[0].equals(said == MPI.PROC_NULL ? "" : "object " + root), "object");
                int[] all = new int[others], one = {-1};
                inter.gather(mine, 1, MPI.INT, all, 1, MPI.INT, said);
                for (int j = 0; j < others; j++) check(all[j] == (said == MPI.ROOT ? worldOf(!isFirst, j) + 1 : 0), "gather " + all[j]);
                Arrays.setAll(all, j -> 100 + j);
                inter.scatter(all, 1, MPI.INT, one, 1, MPI.INT, said);
                check(one[0] == (said >= 0 ? 100 + rank : -1), "scatter " + one[0]);
                before = (long[]) inter.getAttr(MPI.TOPOLOGY_MESSAGES);
                before = before == null ? new long[4] : before;
            }

            static void blocks(Intercomm inter) throws Exception {
                int[] mine = {me, -me}, all = new int[2 * others];
                inter.allGather(mine, 2, MPI.INT, all, 2, MPI.INT);
                for (int j = 0; j < others; j++) check(all[2 * j + 1] == -worldOf(!isFirst, j), "allGather");
                count(inter, "allgather");
                int[] each = new int[others], came = new int[others];
                Arrays.setAll(each, j -> 100 * me + j);
                inter.allToAll(each, 1, MPI.INT, came, 1, MPI.INT);
                for (int j = 0; j < others; j++) check(came[j] == 100 * worldOf(!isFirst, j) + rank, "allToAll");
                count(inter, "alltoall");
            }

            void main(String[] args) throws Exception {
                MPI.Init(args);
                Intracomm world = MPI.COMM_WORLD;
                me = world.getRank();
                isApart = args[0].equals("apart");
                isFirst = isApart ? me < 3 : me % 2 == 0;
                Intracomm group = world.split(isFirst ? 0 : 1, me);
                Intercomm inter = world.createIntercomm(group, 0, isApart ? isFirst ? 3 : 0 : isFirst ? 1 : 0, 1);
                rank = inter.getRank();
                others = inter.getRemoteSize();
                inter.barrier();
                before = (long[]) inter.getAttr(MPI.TOPOLOGY_MESSAGES);
                reductions(inter);
                before = (long[]) inter.getAttr(MPI.TOPOLOGY_MESSAGES);
                rooted(inter, true, isApart ? 1 : 2);
                rooted(inter, false, isApart ? 5 : 0);
                blocks(inter);
                inter.free();
                MPI.Finalize();
            }
            """;

    @TempDir private Path directory = Path.of("");

    private TestJob.Result run(String program, String... arguments) throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), TOPOLOGY);
        Path main = Files.writeString(directory.resolve("Groups.java"), program);
        String[] words = new String[arguments.length + 7];
        System.arraycopy(new String[] {"-n", "9", "--topology", topology.toString(), "--method", "host=shm, site=delay(1ms)+shm, *=delay(3ms)+shm", main.toString()}, 0, words, 0, 7);
        System.arraycopy(arguments, 0, words, 7, arguments.length);
        return TestJob.run(directory, "", words);
    }

    /** The sum over all ranks for each channel: between sites, between clusters, between hosts of a site, and inside hosts. What one site has for the other crosses in one message, with lengths ahead of it in two. */
    @Test
    void groupsOnTwoSitesSendEachOtherOneMessageEachWay() throws Exception {
        TestJob.Result result = run(PROGRAM, "apart");
        assertCode(0, result);
        assertEquals("""
                allreduce [2, 0, 2, 12]
                started allreduce [2, 0, 2, 12]
                reduceScatterBlock [2, 0, 2, 12]
                long allreduce [2, 0, 2, 12]
                first 1 reduce [1, 0, 1, 4]
                first 1 bcast [1, 0, 1, 4]
                first 1 long bcast [1, 0, 1, 4]
                second 5 reduce [1, 0, 0, 2]
                second 5 bcast [1, 0, 0, 2]
                second 5 long bcast [1, 0, 0, 2]
                allgather [4, 0, 12, 16]
                alltoall [4, 0, 12, 16]
                """, result.out());
    }

    /** Both have ranks at both sites: each group's operands cross once in each direction, at the same time; what goes from one group to the other at a site goes inside a host. */
    @Test
    void groupsThatShareSitesMeetOnAHostOfEach() throws Exception {
        TestJob.Result result = run(PROGRAM, "mixed");
        assertCode(0, result);
        assertEquals("""
                allreduce [4, 0, 4, 10]
                started allreduce [4, 0, 4, 10]
                reduceScatterBlock [4, 0, 4, 10]
                long allreduce [4, 0, 4, 10]
                first 2 reduce [1, 0, 1, 2]
                first 2 bcast [1, 0, 1, 2]
                first 2 long bcast [1, 0, 1, 2]
                second 0 reduce [1, 0, 1, 3]
                second 0 bcast [1, 0, 1, 3]
                second 0 long bcast [1, 0, 1, 3]
                allgather [4, 0, 22, 28]
                alltoall [4, 0, 22, 28]
                """, result.out());
    }

    /** Whoever has other rules than the others is told so, and they are. */
    @Test
    void ranksThatHaveOtherRulesAreToldBothAlgorithms() throws Exception {
        TestJob.Result result = run("""
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int me = MPI.COMM_WORLD.getRank();
                    Intracomm group = MPI.COMM_WORLD.split(me / 5, me);
                    Intercomm inter = MPI.COMM_WORLD.createIntercomm(group, 0, me < 5 ? 5 : 0, 1);
                    Info hints = new Info();
                    hints.set("braid_coll", me == 6 ? "neighborReduce=linear, bcast=chain" : "neighborReduce=multilevel, bcast=linear");
                    Intercomm reducing = (Intercomm) inter.dupWithInfo(hints), telling = (Intercomm) inter.dupWithInfo(hints);
                    try {
                        reducing.allReduce(new int[1], new int[1], 1, MPI.INT, MPI.SUM);
                        reducing.barrier();
                    } catch (MPIException told) {
                        System.out.println(told.getMessage().contains("calls allreduce with SUM by multilevel") && told.getMessage().contains("rank 6 calls allreduce with SUM by linear"));
                    }
                    try {
                        telling.bcast(new int[1], 1, MPI.INT, me >= 5 ? 2 : me == 2 ? MPI.ROOT : MPI.PROC_NULL);
                        telling.barrier();
                    } catch (MPIException told) {
                        System.out.println(told.getMessage().contains("calls bcast with root 2 by linear") && told.getMessage().contains("rank 6 calls bcast with root 2 by chain"));
                    }
                    MPI.Finalize();
                }
                """);
        assertTrue(result.out().lines().count() == 18 && result.out().lines().allMatch("true"::equals), result::toString);
    }
}
