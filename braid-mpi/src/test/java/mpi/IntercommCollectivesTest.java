package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Collectives between two groups: what a member gets comes from the other group alone, of a root only one side gives its rank; blocking and started ones, in both spellings. */
class IntercommCollectivesTest {
  @Test
  void everyCollectiveBringsWhatTheOtherGroupHas() {
    for (int size : new int[] {2, 5, 7}) {
      ThreadRanks.run(size, Everything.class);
    }
  }

  /** A program on an intercommunicator between the first ranks and the others. Element k of the block that world rank r has for rank j of the other group is 10_000 r + 100 j + k. */
  abstract static class Between implements Runnable {
    Intercomm inter = new Intercomm();
    Intracomm group = MPI.COMM_WORLD;
    boolean isFirst;
    int rank;
    int size;
    int others;
    int firstOfOthers;
    int me;

    @Override
    public final void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      me = world.getRank();
      int firstSize = (world.getSize() + 1) / 2;
      isFirst = me < firstSize;
      group = world.split(isFirst ? 0 : 1, me);
      inter = world.createIntercomm(group, 0, isFirst ? firstSize : 0, 1);
      rank = inter.getRank();
      size = inter.getSize();
      others = inter.getRemoteSize();
      firstOfOthers = isFirst ? firstSize : 0;
      body();
      MPI.Finalize();
    }

    abstract void body();

    /** The root to give: its rank for the other group, MPI.ROOT for itself, MPI.PROC_NULL for the rest of its group. */
    int root(boolean inFirst, int root) {
      return inFirst != isFirst ? root : rank == root ? MPI.ROOT : MPI.PROC_NULL;
    }

    static int value(int worldRank, int block, int element) {
      return 10_000 * worldRank + 100 * block + element;
    }

    /** Blocks of this process for those of the other group, one after the other. */
    int[] blocks(int blocks, IntUnaryOperator counts) {
      int[] all = new int[total(blocks, counts)];
      for (int block = 0, at = 0; block < blocks; block++) {
        for (int k = 0; k < counts.applyAsInt(block); k++) {
          all[at++] = value(me, block, k);
        }
      }
      return all;
    }

    static int total(int blocks, IntUnaryOperator counts) {
      int total = 0;
      for (int block = 0; block < blocks; block++) {
        total += counts.applyAsInt(block);
      }
      return total;
    }

    /** What all members of the other group have for block {@code block}. */
    int[] fromOthers(int block, IntUnaryOperator counts) {
      int[] all = new int[total(others, counts)];
      for (int j = 0, at = 0; j < others; j++) {
        for (int k = 0; k < counts.applyAsInt(j); k++) {
          all[at++] = value(firstOfOthers + j, block, k);
        }
      }
      return all;
    }

    int[] counts(int blocks, IntUnaryOperator counts) {
      int[] all = new int[blocks];
      Arrays.setAll(all, counts);
      return all;
    }

    int[] starts(int blocks, IntUnaryOperator counts) {
      int[] all = new int[blocks];
      Arrays.setAll(all, block -> total(block, counts));
      return all;
    }
  }

  static final class Everything extends Between {
    private static final int N = 3;

    @Override
    void body() {
      for (boolean inFirst : new boolean[] {true, false}) {
        int rootGroupSize = inFirst == isFirst ? size : others;
        for (int root = 0; root < rootGroupSize; root++) {
          rooted(inFirst, root);
        }
      }
      allToAll();
      reductions();
      inter.barrier();
      inter.iBarrier().waitFor();
      inter.free();
    }

    private void rooted(boolean inFirst, int root) {
      int said = root(inFirst, root);
      boolean isRoot = said == MPI.ROOT;
      boolean isOther = said >= 0;
      int[] none = new int[0];
      for (boolean started : new boolean[] {false, true}) {
        int[] buf = isRoot ? blocks(1, block -> N) : new int[N];
        finish(started, () -> inter.bcast(buf, N, MPI.INT, said), () -> inter.iBcast(buf, N, MPI.INT, said));
        assertArrayEquals(isOther ? fromRoot(root, 0, N) : isRoot ? blocks(1, block -> N) : new int[N], buf);

        int[] gathered = new int[isRoot ? N * others : 0];
        int[] mine = isOther ? blocks(1, block -> N) : none;
        finish(started, () -> inter.Gather(mine, 0, N, MPI.INT, gathered, 0, N, MPI.INT, said), () -> inter.iGather(mine, N, MPI.INT, gathered, N, MPI.INT, said));
        assertArrayEquals(isRoot ? fromOthers(0, j -> N) : none, gathered);

        IntUnaryOperator lengths = j -> j % 3;
        int[] tabled = new int[isRoot ? total(others, lengths) : 0];
        int[] shorter = isOther ? blocks(1, block -> rank % 3) : none;
        finish(
            started,
            () -> inter.gatherv(shorter, shorter.length, MPI.INT, tabled, counts(others, lengths), starts(others, lengths), MPI.INT, said),
            () -> isRoot ? inter.iGatherv(tabled, counts(others, lengths), starts(others, lengths), MPI.INT, said) : inter.iGatherv(shorter, shorter.length, MPI.INT, said));
        assertArrayEquals(isRoot ? fromOthers(0, lengths) : none, tabled);

        int[] scattered = new int[isOther ? N : 0];
        int[] sent = isRoot ? blocks(others, block -> N) : none;
        finish(started, () -> inter.scatter(sent, N, MPI.INT, scattered, N, MPI.INT, said), () -> inter.iScatter(isRoot ? sent : scattered, N, MPI.INT, said));
        assertArrayEquals(isOther ? fromRoot(root, rank, N) : none, scattered);

        int[] part = new int[isOther ? rank % 3 : 0];
        int[] parts = isRoot ? blocks(others, lengths) : none;
        finish(
            started,
            () -> inter.Scatterv(parts, 0, counts(others, lengths), starts(others, lengths), MPI.INT, part, 0, part.length, MPI.INT, said),
            () -> inter.iScatterv(parts, counts(others, lengths), starts(others, lengths), MPI.INT, part, part.length, MPI.INT, said));
        assertArrayEquals(isOther ? fromRoot(root, rank, part.length) : none, part);

        int[] sum = new int[isRoot ? N : 0];
        finish(started, () -> inter.reduce(mine, sum, N, MPI.INT, MPI.SUM, said), () -> inter.iReduce(isRoot ? sum : mine, N, MPI.INT, MPI.SUM, said));
        assertArrayEquals(isRoot ? sums() : none, sum);
      }
      String[] word = {isRoot ? "root " + me : ""};
      inter.bcast(word, 1, MPI.OBJECT, said);
      assertEquals(isRoot ? "root " + me : isOther ? "root " + (firstOfOthers + root) : "", word[0]);
      Object[] words = new Object[others];
      inter.Gather(new Object[] {"of " + me}, 0, 1, MPI.OBJECT, words, 0, 1, MPI.OBJECT, said);
      assertEquals(isRoot ? "of " + firstOfOthers : null, words[0]);
      String[] joined = new String[1];
      inter.reduce(new String[] {"a" + me}, joined, 1, MPI.OBJECT, new Op(new Join(), false), said);
      assertEquals(isRoot ? joined() : null, joined[0]);
    }

    private int[] fromRoot(int root, int block, int count) {
      int[] expected = new int[count];
      Arrays.setAll(expected, k -> value(firstOfOthers + root, block, k));
      return expected;
    }

    private int[] sums() {
      int[] sums = new int[N];
      for (int j = 0; j < others; j++) {
        for (int k = 0; k < N; k++) {
          sums[k] += value(firstOfOthers + j, 0, k);
        }
      }
      return sums;
    }

    /** The two directions carry blocks of different lengths. */
    private void allToAll() {
      int mine = isFirst ? 2 : 5;
      int theirs = isFirst ? 5 : 2;
      for (boolean started : new boolean[] {false, true}) {
        int[] gathered = new int[others * theirs];
        int[] own = blocks(1, block -> mine);
        finish(started, () -> inter.allGather(own, mine, MPI.INT, gathered, theirs, MPI.INT), () -> inter.Iallgather(own, 0, mine, MPI.INT, gathered, 0, theirs, MPI.INT));
        assertArrayEquals(fromOthers(0, j -> theirs), gathered);

        IntUnaryOperator lengths = j -> (j + 1) % 3;
        int[] tabled = new int[total(others, lengths)];
        int[] shorter = blocks(1, block -> (rank + 1) % 3);
        finish(
            started,
            () -> inter.Allgatherv(shorter, 0, shorter.length, MPI.INT, tabled, 0, counts(others, lengths), starts(others, lengths), MPI.INT),
            () -> inter.iAllGatherv(shorter, shorter.length, MPI.INT, tabled, counts(others, lengths), starts(others, lengths), MPI.INT));
        assertArrayEquals(fromOthers(0, lengths), tabled);

        int[] exchanged = new int[others * theirs];
        int[] all = blocks(others, block -> mine);
        finish(started, () -> inter.Alltoall(all, 0, mine, MPI.INT, exchanged, 0, theirs, MPI.INT), () -> inter.iAllToAll(all, mine, MPI.INT, exchanged, theirs, MPI.INT));
        assertArrayEquals(fromOthers(rank, j -> theirs), exchanged);

        IntUnaryOperator sum = j -> (rank + j) % 4;
        int[] some = blocks(others, sum);
        int[] got = new int[total(others, sum)];
        finish(
            started,
            () -> inter.allToAllv(some, counts(others, sum), starts(others, sum), MPI.INT, got, counts(others, sum), starts(others, sum), MPI.INT),
            () -> inter.Ialltoallv(some, 0, counts(others, sum), starts(others, sum), MPI.INT, got, 0, counts(others, sum), starts(others, sum), MPI.INT));
        assertArrayEquals(fromOthers(rank, sum), got);
      }
      Datatype[] types = new Datatype[others];
      Arrays.fill(types, MPI.INT);
      int[] bytes = new int[others];
      Arrays.setAll(bytes, j -> 4 * j);
      int[] ones = counts(others, j -> 1);
      int[] typed = new int[others];
      inter.allToAllw(blocks(others, j -> 1), ones, bytes, types, typed, ones, bytes, types);
      assertArrayEquals(fromOthers(rank, j -> 1), typed);

      Datatype everySecond = Datatype.createVector(2, 1, 2, MPI.INT);
      everySecond.commit();
      int[] spread = new int[3 * others];
      inter.allGather(new int[] {me, -1, -me}, 1, everySecond, spread, 1, everySecond);
      assertEquals(firstOfOthers, spread[0]);
      assertEquals(0, spread[1]);
      assertEquals(-firstOfOthers, spread[2]);
    }

    private void reductions() {
      for (boolean started : new boolean[] {false, true}) {
        int[] mine = blocks(1, block -> N);
        int[] sum = new int[N];
        finish(started, () -> inter.allReduce(mine, sum, N, MPI.INT, MPI.SUM), () -> inter.iAllReduce(mine, sum, N, MPI.INT, MPI.SUM));
        assertArrayEquals(sums(), sum);

        finish(started, () -> inter.allReduce(mine, mine, N, MPI.INT, MPI.SUM), () -> inter.iAllReduce(mine, mine, N, MPI.INT, MPI.SUM));
        assertArrayEquals(sums(), mine);

        int[] digits = {rank + 1};
        int[] number = new int[1];
        Op append = new Op(new Append(), false);
        finish(started, () -> inter.Allreduce(digits, 0, number, 0, 1, MPI.INT, append), () -> inter.iAllReduce(digits, number, 1, MPI.INT, append));
        assertEquals(others == 1 ? 1 : others == 2 ? 12 : others == 3 ? 123 : 1234, number[0]);

        int each = others; // so that both groups have size * others elements in all
        int[] operands = new int[size * others];
        Arrays.setAll(operands, k -> 100 * me + k);
        int[] expected = new int[each];
        for (int j = 0; j < others; j++) {
          for (int k = 0; k < each; k++) {
            expected[k] += 100 * (firstOfOthers + j) + rank * each + k;
          }
        }
        int[] part = new int[each];
        finish(
            started,
            () -> inter.Reduce_scatter(operands, 0, part, 0, counts(size, j -> each), MPI.INT, MPI.SUM),
            () -> inter.iReduceScatterBlock(operands, part, each, MPI.INT, MPI.SUM));
        assertArrayEquals(expected, part);
      }
      String[] joined = new String[1];
      inter.allReduce(new String[] {"a" + me}, joined, 1, MPI.OBJECT, new Op(new Join(), false));
      assertEquals(joined(), joined[0]);
    }

    private String joined() {
      StringBuilder expected = new StringBuilder();
      for (int j = 0; j < others; j++) {
        expected.append('a').append(firstOfOthers + j);
      }
      return expected.toString();
    }

    private static void finish(boolean started, Runnable blocking, java.util.function.Supplier<Request> call) {
      if (started) {
        call.get().waitFor();
      } else {
        blocking.run();
      }
    }
  }

  /** Digits of numbers, the left operand's first. */
  static final class Append extends User_function {
    @Override
    public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
      int[] left = (int[]) in;
      int[] right = (int[]) inout;
      right[inoutOffset] = Integer.parseInt(left[inOffset] + "" + right[inoutOffset]);
    }
  }

  static final class Join extends User_function {
    @Override
    public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
      ((Object[]) inout)[inoutOffset] = ((Object[]) in)[inOffset] + (String) ((Object[]) inout)[inoutOffset];
    }
  }

  @Test
  void startedCollectivesTakeObjects() {
    for (int size : new int[] {2, 5}) {
      ThreadRanks.run(size, StartedObjects.class);
    }
  }

  /** Beside other collectives of the two groups, and begun again. */
  static final class StartedObjects extends Between {
    @Override
    void body() {
      int[] sum = new int[1];
      for (int round = 0; round < 3; round++) {
        Object[] all = new Object[others];
        Request gathered = inter.iAllGather(new Object[] {"of " + me + " in " + round}, 1, MPI.OBJECT, all, 1, MPI.OBJECT);
        int said = root(true, 0);
        Object[] word = {said == MPI.ROOT ? "from " + me : null};
        Request told = inter.iBcast(word, 1, MPI.OBJECT, said);
        inter.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
        assertEquals(others, sum[0]);
        told.waitFor();
        gathered.waitFor();
        for (int j = 0; j < others; j++) {
          assertEquals("of " + (firstOfOthers + j) + " in " + round, all[j]);
        }
        if (!isFirst) {
          assertEquals("from 0", word[0]);
        }
      }
      Object[] joined = new Object[1];
      Prequest reduced = inter.allReduceInit(new Object[] {"a" + me}, joined, 1, MPI.OBJECT, new Op(new Join(), false), MPI.INFO_NULL);
      for (int round = 0; round < 2; round++) {
        joined[0] = null;
        reduced.start();
        reduced.waitFor();
        assertTrue(String.valueOf(joined[0]).startsWith("a" + firstOfOthers), String.valueOf(joined[0]));
      }
      inter.free();
    }
  }

  @Test
  void longVectorsGoBetweenGroupsOfWhateverOrder() {
    ThreadRanks.run(4, Long.class);
  }

  static final class Long extends Between {
    @Override
    void body() {
      int n = 300_000;
      double[] mine = new double[n];
      Arrays.fill(mine, me + 1);
      double[] sum = new double[n];
      inter.allReduce(mine, sum, n, MPI.DOUBLE, MPI.SUM);
      double expected = isFirst ? 7 : 3;
      assertTrue(Arrays.stream(sum).allMatch(x -> x == expected));
      inter.bcast(mine, n, MPI.DOUBLE, root(false, 1));
      assertTrue(Arrays.stream(mine).allMatch(x -> x == (isFirst ? 4 : me + 1)));
      Request one = inter.iBarrier();
      Request two = inter.iAllReduce(mine, sum, n, MPI.DOUBLE, MPI.MAX);
      two.waitFor();
      one.waitFor();
      assertEquals(4, sum[n - 1]);
    }
  }

  @Test
  void membersThatCallDifferentThingsAreToldSoAllOfThem() {
    ThreadRanks.run(3, Different.class);
  }

  static final class Different extends Between {
    @Override
    void body() {
      told("rank 2 calls barrier", "allreduce with SUM", () -> {
        if (isFirst) {
          inter.allReduce(new int[1], new int[1], 1, MPI.INT, MPI.SUM);
        } else {
          inter.barrier();
        }
      });
      told("bcast with root 0", "bcast with root 2", () -> inter.bcast(new int[1], 1, MPI.INT, 0)); // as if there were one group
      told("bcast with root 0 of 1 MPI.INT", "bcast with root 0 of 2 MPI.INT", () -> inter.bcast(new int[2], isFirst ? 1 : 2, MPI.INT, root(true, 0)));
      told("allgather of 3 MPI.INT", "allgather of 2 MPI.INT", () -> inter.allGather(new int[2], isFirst ? 2 : 1, MPI.INT, new int[4], 1, MPI.INT));
      told("gather with ", "gather with root 1", () -> inter.gather(new int[1], 1, MPI.INT, new int[2], 1, MPI.INT, isFirst ? root(true, 0) : 1));
    }

    /** On a copy of its own each time, since a communicator whose members disagree is of no use any more. */
    private void told(String one, String other, Runnable call) {
      Intercomm before = inter;
      inter = before.dup();
      MPIException told = assertThrows(MPIException.class, () -> {
        call.run();
        inter.barrier(); // for members whose own part was over
        inter.barrier();
      });
      String text = String.valueOf(told.getMessage());
      assertTrue(text.contains(one) && text.contains(other) && text.contains("numbered through both groups"), text);
      inter = before;
      MPI.COMM_WORLD.barrier();
    }
  }

  @Test
  void argumentsThatAreWrongAreRefusedWhereTheyAreGiven() {
    ThreadRanks.run(3, Wrong.class);
  }

  @SuppressWarnings("NullAway") // nulls are mistakes that are made here
  static final class Wrong extends Between {
    @Override
    void body() {
      int[] x = new int[4];
      refused(MPI.ERR_ROOT, "is no rank of the other group", () -> inter.bcast(x, 1, MPI.INT, others));
      refused(MPI.ERR_ROOT, "MPI.PROC_NULL", () -> inter.iReduce(x, 1, MPI.INT, MPI.SUM, -7));
      refused(MPI.ERR_BUFFER, "in place", () -> inter.allReduce(x, 1, MPI.INT, MPI.SUM));
      refused(MPI.ERR_BUFFER, "in place", () -> inter.allGather(x, 1, MPI.INT));
      refused(MPI.ERR_BUFFER, "in place", () -> inter.gatherv(x, new int[4], new int[4], MPI.INT, 0));
      refused(MPI.ERR_COUNT, "negative", () -> inter.allToAll(x, -1, MPI.INT, x, -1, MPI.INT));
      refused(MPI.ERR_TYPE, "null", () -> inter.allGather(x, 1, null, x, 1, null));
      refused(MPI.ERR_OP, "null", () -> inter.allReduce(x, new int[4], 1, MPI.INT, null));
      refused(MPI.ERR_ARG, "counts", () -> inter.allGatherv(x, 1, MPI.INT, x, new int[0], new int[0], MPI.INT));
      refused(MPI.ERR_TOPOLOGY, "no topology", () -> inter.neighborAllGather(x, 1, MPI.INT, x, 1, MPI.INT));
      inter.barrier(); // nothing was begun
    }
  }

  static void refused(int errorClass, String words, Runnable call) {
    MPIException e = assertThrows(MPIException.class, call::run);
    assertTrue(String.valueOf(e.getMessage()).contains(words), String.valueOf(e.getMessage()));
    assertEquals(errorClass, e.getErrorClass(), String.valueOf(e.getMessage()));
  }

  @Test
  void aGroupWhoseArgumentsAreWrongIsTheErrorOfBothGroupsWhichMayTryAgain() {
    ThreadRanks.run(5, WrongGroup.class);
  }

  static final class WrongGroup implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      Intracomm group = world.split(rank % 2, rank);
      int other = 1 - rank % 2;
      for (int wrong = 0; wrong < 2; wrong++) {
        boolean mistaken = rank % 2 == wrong;
        int leader = mistaken && rank == 2 + wrong ? 1 : 0; // the second of the group names another leader
        refused(MPI.ERR_ARG, mistaken ? "other arguments" : "the other group's arguments", () -> world.createIntercomm(group, leader, other, 4));
      }
      refused(MPI.ERR_ARG, rank % 2 == 0 ? "arguments of rank 2" : "the other group's arguments", () -> {
        if (rank == 4) {
          refused(MPI.ERR_RANK, "the leader is rank 9", () -> world.createIntercomm(group, 9, other, 4));
          throw new MPIException(MPI.ERR_ARG, "arguments of rank 2 were these");
        }
        world.createIntercomm(group, 0, other, 4);
      });
      Intercomm inter = world.createIntercomm(group, 0, other, 4);
      inter.barrier();
      inter.free();
      MPI.Finalize();
    }
  }
}
