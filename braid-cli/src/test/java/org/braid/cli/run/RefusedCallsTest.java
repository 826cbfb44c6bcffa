package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Wrong arguments at one rank of a collective, of each kind: that rank is told what is wrong, as if it were alone, and each other one whose it is, at once and not when it has waited long; nobody hangs, whatever is called then. Where all ranks are wrong each is told its own mistake alone, and the communicator stays of
 * use (docs/decisions/refused-calls.md). Real processes.
 */
@Timeout(180)
class RefusedCallsTest {
    private static final int RANKS = 3;

    /** Arguments: whether one rank is wrong, or all are, or one of a program of several threads; how many right calls go before, for from the fourth on ranks share memory; one of how many cases. */
    private static final String PROGRAM = """
            import java.lang.foreign.MemorySegment;
            import java.util.*;
            import java.util.concurrent.CountDownLatch;
            import mpi.*;
            import org.braid.mpix.LargeCollectives;

            /** One call that is right or wrong at this rank, on a communicator of its own. */
            interface Case {
                void call(Comm comm, boolean right);
            }

            record Named(String name, String shape, int wrong, int errorClass, Case call) {}

            Intracomm world;
            int me;
            int size;
            final int[] x = new int[4096];
            final int[] y = new int[4096];
            final int[] counts = {1, 1, 1, 1, 1, 1};
            final int[] starts = {0, 1, 2, 3, 4, 5};
            final int[] big = new int[6 << 16];
            final Object[] objects = {"a", "b", "c", "d", "e", "f"};
            final Object[] restored = new Object[6];
            final List<Named> cases = new ArrayList<>();

            void add(String name, int wrong, int errorClass, Case call) {
                cases.add(new Named(name, "plain", wrong, errorClass, call));
            }

            void neighbours(String name, int wrong, int errorClass, Case call) {
                cases.add(new Named(name, "ring", wrong, errorClass, call));
            }

            void groups(String name, int wrong, int errorClass, Case call) {
                cases.add(new Named(name, "groups", wrong, errorClass, call));
            }

            void wait(Request r) {
                r.waitFor();
            }

            int[] some(int[] all, boolean right) {
                return right ? all : new int[1];
            }

            Datatype[] types(Datatype type) {
                Datatype[] types = new Datatype[6];
                Arrays.fill(types, type);
                return types;
            }

            Op keep() {
                return new Op(new UserFunction() {
                    @Override
                    public void call(Object in, Object inOut, int count, Datatype type) {}
                }, true);
            }

            /** Of the root's group rank 0 is the root. */
            int root() {
                return me > 0 ? 0 : MPI.ROOT;
            }

            void list() {
                add("bcast, no buffer", 1, MPI.ERR_BUFFER, (c, right) -> c.bcast(right ? x : null, 4, MPI.INT, 0));
                add("bcast, no buffer at the root", 0, MPI.ERR_BUFFER, (c, right) -> c.bcast(right ? x : null, 4, MPI.INT, 0));
                add("bcast, root", 1, MPI.ERR_ROOT, (c, right) -> c.bcast(x, 4, MPI.INT, right ? 0 : 7));
                add("bcast, count", 1, MPI.ERR_COUNT, (c, right) -> c.bcast(x, right ? 4 : -1, MPI.INT, 0));
                add("bcast, no type", 1, MPI.ERR_TYPE, (c, right) -> c.bcast(x, 4, right ? MPI.INT : null, 0));
                add("Bcast, offset", 1, MPI.ERR_BUFFER, (c, right) -> c.Bcast(x, right ? 0 : 4095, 4, MPI.INT, 0));
                add("bcast, wrong kind of array", 2, MPI.ERR_TYPE, (c, right) -> c.bcast(right ? x : new double[9], 4, MPI.INT, 0));
                add("gather, no buffer", 1, MPI.ERR_BUFFER, (c, right) -> c.gather(right ? x : null, 2, MPI.INT, y, 2, MPI.INT, 0));
                add("gather, short at the root", 0, MPI.ERR_BUFFER, (c, right) -> c.gather(x, 2, MPI.INT, right ? y : new int[3], 2, MPI.INT, 0));
                add("gatherv, few counts", 0, MPI.ERR_ARG, (c, right) -> c.gatherv(x, 1, MPI.INT, y, some(counts, right), starts, MPI.INT, 0));
                add("scatter, no buffer", 1, MPI.ERR_BUFFER, (c, right) -> c.scatter(x, 2, MPI.INT, right ? y : null, 2, MPI.INT, 0));
                add("scatter, unequal at the root", 0, MPI.ERR_COUNT, (c, right) -> c.scatter(x, 2, MPI.INT, y, right ? 2 : 3, MPI.INT, 0));
                add("scatterv, no places at the root", 0, MPI.ERR_ARG, (c, right) -> c.scatterv(x, counts, right ? starts : null, MPI.INT, y, 1, MPI.INT, 0));
                add("allGather, count", 1, MPI.ERR_COUNT, (c, right) -> c.allGather(x, 2, MPI.INT, y, right ? 2 : -2, MPI.INT));
                add("allGather, freed type", 1, MPI.ERR_TYPE, (c, right) -> {
                    Datatype pair = Datatype.createContiguous(2, MPI.INT);
                    pair.commit();
                    if (!right) pair.free();
                    c.allGather(x, 1, pair, y, 1, pair);
                });
                add("allGatherv, few counts", 1, MPI.ERR_ARG, (c, right) -> c.allGatherv(x, 1, MPI.INT, y, some(counts, right), starts, MPI.INT));
                add("allToAll, no buffer", 2, MPI.ERR_BUFFER, (c, right) -> c.allToAll(right ? x : null, 2, MPI.INT, y, 2, MPI.INT));
                add("allToAllv, no counts", 1, MPI.ERR_ARG, (c, right) -> c.allToAllv(x, right ? counts : null, starts, MPI.INT, y, counts, starts, MPI.INT));
                add("allToAllw, no types", 1, MPI.ERR_TYPE, (c, right) -> ((Intracomm) c).allToAllw(MPI.newIntBuffer(8), counts, new int[] {0, 4, 8, 12, 16, 20}, right ? types(MPI.INT) : types(null), MPI.newIntBuffer(8), counts, new int[] {0, 4, 8, 12, 16, 20}, types(MPI.INT)));
                add("reduce, no operation", 1, MPI.ERR_OP, (c, right) -> c.reduce(x, y, 2, MPI.INT, right ? MPI.SUM : null, 0));
                add("allReduce, operation", 1, MPI.ERR_OP, (c, right) -> c.allReduce(x, y, 2, MPI.INT, right ? MPI.SUM : MPI.MAXLOC));
                add("scan, no buffer", 1, MPI.ERR_BUFFER, (c, right) -> c.scan(right ? x : null, y, 2, MPI.INT, MPI.SUM));
                add("exScan, count", 0, MPI.ERR_COUNT, (c, right) -> c.exScan(x, y, right ? 2 : -1, MPI.INT, MPI.SUM));
                add("reduceScatter, few counts", 1, MPI.ERR_ARG, (c, right) -> c.reduceScatter(x, y, some(counts, right), MPI.INT, MPI.SUM));
                add("reduceScatterBlock, count", 1, MPI.ERR_COUNT, (c, right) -> c.reduceScatterBlock(x, y, right ? 2 : -2, MPI.INT, MPI.SUM));
                add("large allGather, no memory", 1, MPI.ERR_BUFFER, (c, right) -> LargeCollectives.allGather(c, right ? MemorySegment.ofArray(x) : null, 2, MPI.INT, MemorySegment.ofArray(y), 2, MPI.INT));
                add("iBcast, root", 1, MPI.ERR_ROOT, (c, right) -> wait(c.iBcast(x, 4, MPI.INT, right ? 0 : -3)));
                add("iGather, no buffer", 1, MPI.ERR_BUFFER, (c, right) -> wait(c.iGather(right ? x : null, 2, MPI.INT, y, 2, MPI.INT, 0)));
                add("iScatter of long blocks, no buffer", 1, MPI.ERR_BUFFER, (c, right) -> wait(c.iScatter(big, 1 << 16, MPI.INT, right ? new int[1 << 16] : null, 1 << 16, MPI.INT, 0)));
                add("iAllReduce, no buffer", 1, MPI.ERR_BUFFER, (c, right) -> wait(c.iAllReduce(x, right ? y : null, 2, MPI.INT, MPI.SUM)));
                add("iAllToAllv, few counts", 1, MPI.ERR_ARG, (c, right) -> wait(c.iAllToAllv(x, some(counts, right), starts, MPI.INT, y, counts, starts, MPI.INT)));
                add("iReduceScatterBlock, operation", 1, MPI.ERR_OP, (c, right) -> wait(c.iReduceScatterBlock(x, y, 2, MPI.INT, right ? MPI.SUM : MPI.MINLOC)));
                add("bcast of objects, root", 1, MPI.ERR_ROOT, (c, right) -> c.bcast(objects, 1, MPI.OBJECT, right ? 0 : 9));
                add("gather of objects, no buffer", 1, MPI.ERR_BUFFER, (c, right) -> c.gather(right ? objects : null, 1, MPI.OBJECT, restored, 1, MPI.OBJECT, 0));
                add("allReduce of objects, no operation", 1, MPI.ERR_OP, (c, right) -> c.allReduce(objects, restored, 1, MPI.OBJECT, right ? keep() : null));
                cases.add(new Named("iAllGather of objects, no buffer", "aside", 1, MPI.ERR_BUFFER, (c, right) -> wait(c.iAllGather(right ? objects : null, 1, MPI.OBJECT, restored, 1, MPI.OBJECT))));
                neighbours("neighborAllGather, no buffer", 1, MPI.ERR_BUFFER, (c, right) -> c.neighborAllGather(right ? x : null, 2, MPI.INT, y, 2, MPI.INT));
                neighbours("neighborAllGatherv, few counts", 1, MPI.ERR_ARG, (c, right) -> c.neighborAllGatherv(x, 1, MPI.INT, y, some(counts, right), starts, MPI.INT));
                neighbours("neighborAllToAll, count", 2, MPI.ERR_COUNT, (c, right) -> c.neighborAllToAll(x, right ? 2 : -1, MPI.INT, y, 2, MPI.INT));
                neighbours("iNeighborAllToAllv, no counts", 0, MPI.ERR_ARG, (c, right) -> wait(c.iNeighborAllToAllv(x, right ? counts : null, starts, MPI.INT, y, counts, starts, MPI.INT)));
                groups("bcast between groups, root", 1, MPI.ERR_ROOT, (c, right) -> c.bcast(x, 4, MPI.INT, right ? root() : 5));
                groups("allGather between groups, no buffer", 2, MPI.ERR_BUFFER, (c, right) -> c.allGather(right ? x : null, 1, MPI.INT, y, 1, MPI.INT));
                groups("allReduce between groups, count", 0, MPI.ERR_COUNT, (c, right) -> c.allReduce(x, y, right ? 2 : -2, MPI.INT, MPI.SUM));
                groups("iReduce between groups, root", 1, MPI.ERR_ROOT, (c, right) -> wait(c.iReduce(x, y, 1, MPI.INT, MPI.SUM, right ? root() : 5)));
            }

            Comm made(String shape) {
                switch (shape) {
                    case "ring": return world.createCart(new int[] {size}, new boolean[] {true}, false);
                    case "groups": {
                        Intracomm mine = world.split(Math.min(me, 1), me);
                        return world.createIntercomm(mine, 0, me == 0 ? 1 : 0, 9);
                    }
                    default: return world.dup();
                }
            }

            long sumNs;

            MPIException failed(Named each, Runnable call) {
                long began = System.nanoTime();
                try {
                    call.run();
                } catch (MPIException e) {
                    sumNs += System.nanoTime() - began;
                    return e;
                }
                throw new AssertionError(each.name() + ": rank " + me + " was told nothing");
            }

            void check(Named each, boolean holds, Object what) {
                if (!holds) throw new AssertionError(each.name() + " at rank " + me + ": " + what);
            }

            /** One rank is wrong. */
            void one(Named each, int before) {
                Comm comm = made(each.shape());
                for (int i = 0; i < before; i++) each.call().call(comm, true);
                world.barrier();
                boolean isWrong = me == each.wrong();
                MPIException first = failed(each, () -> {
                    each.call().call(comm, !isWrong);
                    if (!each.shape().equals("aside")) comm.barrier(); // whoever needs nothing of the wrong one is told here
                });
                String said = String.valueOf(first.getMessage());
                if (isWrong) {
                    check(each, first.getErrorClass() == each.errorClass() && !said.contains("BRD-1522"), first.getErrorClass() + " " + said);
                } else {
                    check(each, first.getErrorClass() == MPI.ERR_ARG && said.contains("BRD-1522") && (said.contains("was told: ") || said.contains("was given arguments")), first.getErrorClass() + " " + said);
                    if (!each.shape().equals("groups")) check(each, said.contains("rank " + each.wrong()), said);
                }
                failed(each, () -> { // nobody hangs that calls it rightly now
                    each.call().call(comm, true);
                    if (!each.shape().equals("aside")) comm.barrier();
                });
                comm.free();
            }

            /** All are, for the same reason. */
            void all(Named each, int before) {
                Comm comm = made(each.shape());
                for (int i = 0; i < before; i++) each.call().call(comm, true);
                for (int time = 0; time < 2; time++) {
                    try {
                        each.call().call(comm, false);
                        check(each, false, "is told nothing");
                    } catch (MPIException e) {
                        check(each, e.getErrorClass() == each.errorClass(), e);
                    }
                    for (int i = 0; i < 6; i++) {
                        each.call().call(comm, true);
                    }
                    comm.barrier();
                }
                comm.free();
            }

            /** Messages, groups and the end are as ever on a communicator whose collectives have ended. */
            void goesOn() {
                Named barrier = new Named("bcast on MPI.COMM_WORLD", "plain", 1, MPI.ERR_ROOT, (c, right) -> c.bcast(x, 1, MPI.INT, right ? 0 : 99));
                failed(barrier, () -> {
                    barrier.call().call(world, me != 1);
                    world.barrier();
                });
                world.sendRecv(new int[] {me}, 1, MPI.INT, (me + 1) % size, 3, x, 1, MPI.INT, (me + size - 1) % size, 3);
                Intracomm another = world.createGroup(world.getGroup(), 5);
                another.allReduce(new int[] {1}, y, 1, MPI.INT, MPI.SUM);
                check(barrier, x[0] == (me + size - 1) % size && y[0] == size, x[0] + " " + y[0]);
                another.free();
            }

            void main(String[] args) throws Exception {
                MPI.Init(new String[0]);
                world = MPI.COMM_WORLD;
                me = world.getRank();
                size = world.getSize();
                list();
                CountDownLatch end = new CountDownLatch(1);
                Thread beside = new Thread(() -> {
                    try { end.await(); } catch (InterruptedException e) { throw new AssertionError(e); }
                });
                if (args[0].equals("threads")) beside.start();
                int count = 0;
                for (int at = 0; at < cases.size(); at += Integer.parseInt(args[2])) {
                    Named each = cases.get(at);
                    if (args[0].equals("all")) {
                        if (each.name().contains("at the root") || each.name().equals("gatherv, few counts")) continue; // nobody else looks at it
                        all(each, Integer.parseInt(args[1]));
                    } else {
                        one(each, Integer.parseInt(args[1]));
                    }
                    count++;
                }
                end.countDown();
                if (!args[0].equals("all")) goesOn();
                long averageMs = sumNs / 1_000_000 / Math.max(1, count);
                if (averageMs > 800) throw new AssertionError("rank " + me + " was told after " + averageMs + " ms"); // who has to inquire hears it after a second
                System.out.println("rank " + me + ": " + count + " calls, " + averageMs + " ms each");
                MPI.Finalize();
            }
            """;

    @TempDir private static Path directory = Path.of("");

    private static String classes = "";

    @BeforeAll
    static void compile() throws Exception {
        classes = CompiledOnce.classes(directory, "Refusing", PROGRAM);
    }

    @Test
    void theOthersAreToldAtOnceInTheFirstCall() throws Exception {
        assertEachIsTold("one", 0, 1);
    }

    @Test
    void theOthersAreToldAtOnceWhereRanksShareMemory() throws Exception {
        assertEachIsTold("one", 5, 2);
    }

    @Test
    void theOthersAreToldAtOnceInAProgramOfSeveralThreads() throws Exception {
        assertEachIsTold("threads", 5, 3);
    }

    @Test
    void theOthersAreToldAtOnceOverSockets() throws Exception {
        assertEachIsTold("one", 0, 2, "--method", "tcp");
    }

    @Test
    void theOthersAreToldAtOnceOnTwoHosts() throws Exception {
        Path topology = Files.writeString(directory.resolve("two.topo"), "placement blocks\na 2\nb 1\n");
        assertEachIsTold("one", 5, 3, "--topology", topology.toString());
    }

    @Test
    void whereAllAreWrongEachIsToldItsOwnMistakeAndTheNextCallsGoOn() throws Exception {
        assertEachIsTold("all", 0, 1);
        assertEachIsTold("all", 5, 2);
    }

    private static void assertEachIsTold(String who, int before, int oneOf, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("-n", Integer.toString(RANKS)));
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", classes, "Refusing", who, Integer.toString(before), Integer.toString(oneOf)));
        TestJob.Result result = TestJob.run(Files.createTempDirectory(directory, who), "", words.toArray(String[]::new));
        TestJob.assertCode(0, result);
        for (int rank = 0; rank < RANKS; rank++) {
            String line = "rank " + rank + ": ";
            assertTrue(result.out().contains(line), () -> result.out() + result.err());
        }
    }
}
