package mpi;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** A program on an intercommunicator between the first ranks and the others. Element k of the block that world rank r has for rank j of the other group is 10_000 r + 100 j + k. */
abstract class BetweenGroups implements Runnable {
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
