package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Collectives between two groups: what a member gets comes from the other group alone, of a root only one side gives its rank; blocking and started ones, in both spellings. */
class IntercommCollectivesTest {
  @Test
  void everyCollectiveBringsWhatTheOtherGroupHas() {
    for (int size : new int[] {2, 5, 7, 12}) { // up to six ranks send straight to each other, more along trees
      ThreadRanks.run(size, Everything.class);
    }
  }

  static final class Everything extends BetweenGroups {
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
        assertEquals(Integer.parseInt("123456".substring(0, others)), number[0]);

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
  static final class StartedObjects extends BetweenGroups {
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
    ThreadRanks.run(9, Long.class);
  }

  static final class Long extends BetweenGroups {
    @Override
    void body() {
      int n = 300_000;
      double[] mine = new double[n];
      Arrays.fill(mine, me + 1);
      double[] sum = new double[n];
      inter.allReduce(mine, sum, n, MPI.DOUBLE, MPI.SUM);
      double expected = IntStream.range(0, others).map(j -> firstOfOthers + j + 1).sum();
      assertTrue(Arrays.stream(sum).allMatch(x -> x == expected));
      inter.bcast(mine, n, MPI.DOUBLE, root(false, 1));
      int told = isFirst ? size + 2 : me + 1; // the second of the second group
      assertTrue(Arrays.stream(mine).allMatch(x -> x == told));
      Request one = inter.iBarrier();
      Request two = inter.iAllReduce(mine, sum, n, MPI.DOUBLE, MPI.MAX);
      two.waitFor();
      one.waitFor();
      assertEquals(isFirst ? size + others : others + 2, sum[n - 1]);
    }
  }
}
