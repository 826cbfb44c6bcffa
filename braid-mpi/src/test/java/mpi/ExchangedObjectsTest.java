package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import mpi.BroadcastObjectsTest.Counted;
import mpi.StreamedObjectsTest.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objects whose stream is longer than a piece among neighbours and between two groups, where nobody knows in which order the others read. */
@Timeout(120)
class ExchangedObjectsTest {
  private static final int MIB = 1 << 20;

  /** Leaves no request and no object behind. */
  abstract static class Job extends BroadcastObjectsTest.Job {
    /** What a rank sends as its block {@code block}; long if the bit of the rank is set. */
    static Page page(int from, int block, int longOnes) {
      return new Page(10 * from + block, (longOnes >> from & 1) == 1 ? 2 * MIB + 1000 * from : 100);
    }
  }

  @Test
  void everyMixtureOfLongAndShortOnesGoesRoundARing() {
    for (int size : new int[] {1, 2, 3, 4}) {
      ThreadRanks.run(size, Ring.class);
    }
  }

  static final class Ring extends Job {
    @Override
    void exchange() {
      CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
      int below = (rank + size - 1) % size;
      int above = (rank + 1) % size;
      for (int longOnes = 0; longOnes < 1 << size; longOnes++) {
        Object[] mine = {page(rank, 0, longOnes)};
        Object[] both = new Object[2];
        ring.neighborAllGather(mine, 1, MPI.OBJECT, both, 1, MPI.OBJECT);
        assertArrayEquals(new Object[] {page(below, 0, longOnes), page(above, 0, longOnes)}, both);
        Object[] out = {page(rank, 0, longOnes), page(rank, 1, longOnes)};
        Object[] expected = {page(below, 1, longOnes), page(above, 0, longOnes)};
        Object[] in = new Object[2];
        ring.neighborAllToAll(out, 1, MPI.OBJECT, in, 1, MPI.OBJECT);
        assertArrayEquals(expected, in);
        in = new Object[2];
        ring.iNeighborAllToAll(out, 1, MPI.OBJECT, in, 1, MPI.OBJECT).waitFor();
        assertArrayEquals(expected, in);
      }
      ring.free();
    }

    @Override
    void leave() {
      forgotten = 1; // of the thread that carries out what was started
      super.leave();
    }
  }

  @Test
  void aLineHasEndsAndAGraphHasEdgesOfOneWay() {
    ThreadRanks.run(3, Edges.class);
  }

  static final class Edges extends Job {
    @Override
    void exchange() {
      CartComm line = world.createCart(new int[] {size}, new boolean[1], false);
      Object[] both = {"kept", "kept"};
      line.neighborAllGather(new Object[] {page(rank, 0, 7)}, 1, MPI.OBJECT, both, 1, MPI.OBJECT);
      assertEquals(rank == 0 ? "kept" : page(rank - 1, 0, 7), both[0]);
      assertEquals(rank == 2 ? "kept" : page(rank + 1, 0, 7), both[1]);
      line.free();
      int[] sources = rank == 0 ? new int[0] : new int[] {0, 0};
      int[] destinations = rank == 0 ? new int[] {1, 2, 1, 2} : new int[0];
      GraphComm star = world.createDistGraphAdjacent(sources, destinations, MPI.INFO_NULL, false);
      Object[] out = new Object[destinations.length];
      Arrays.setAll(out, block -> page(0, block, 1));
      Object[] in = new Object[sources.length];
      star.neighborAllToAll(out, 1, MPI.OBJECT, in, 1, MPI.OBJECT);
      assertArrayEquals(rank == 0 ? in : new Object[] {page(0, rank - 1, 1), page(0, rank + 1, 1)}, in);
      Counted.written = 0;
      star.neighborAllGather(new Object[] {new Counted(3 * MIB)}, 1, MPI.OBJECT, in, 1, MPI.OBJECT);
      assertEquals(rank == 0 ? 1 : 0, Counted.written, "it is written once for all");
      assertEquals(rank == 0 ? 0 : 3 * MIB, rank == 0 ? 0 : ((Counted) in[1]).length());
      star.free();
    }
  }

  @Test
  void whoCannotReadThemIsToldAlone() {
    ThreadRanks.run(3, Unread.class);
  }

  static final class Unread extends Job {
    @Override
    void exchange() {
      CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
      Counted.refuses = rank == 1;
      Object[] mine = {new Counted(3 * MIB)};
      Object[] both = new Object[2];
      if (rank == 1) {
        refused(MPI.ERR_TYPE, "this rank does not want it", () -> ring.neighborAllGather(mine, 1, MPI.OBJECT, both, 1, MPI.OBJECT));
      } else {
        ring.neighborAllGather(mine, 1, MPI.OBJECT, both, 1, MPI.OBJECT);
        assertEquals(3 * MIB, ((Counted) both[0]).length());
        assertEquals(3 * MIB, ((Counted) both[1]).length());
      }
      ring.free();
    }
  }

  @Test
  void theyGoBetweenGroups() {
    for (int size : new int[] {2, 3, 5}) {
      ThreadRanks.run(size, Between.class);
    }
  }

  static final class Between extends BetweenGroups {
    @Override
    void body() {
      for (int longOnes : new int[] {0, 1, 0b10110, 0b11111}) {
        int root = root(true, 0);
        Object[] one = {root == MPI.ROOT ? Job.page(me, 0, longOnes) : null};
        inter.bcast(one, 1, MPI.OBJECT, root);
        assertEquals(isFirst && root != MPI.ROOT ? null : Job.page(0, 0, longOnes), one[0]);
        Object[] mine = {Job.page(me, 0, longOnes)};
        Object[] theirs = new Object[others];
        Arrays.setAll(theirs, j -> Job.page(firstOfOthers + j, 0, longOnes));
        Object[] all = new Object[others];
        inter.gather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT, root);
        assertArrayEquals(root == MPI.ROOT ? theirs : new Object[others], all);
        all = new Object[others];
        inter.allGather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT);
        assertArrayEquals(theirs, all);
        Object[] out = new Object[others];
        Arrays.setAll(out, j -> Job.page(me, j, longOnes));
        Arrays.setAll(theirs, j -> Job.page(firstOfOthers + j, rank, longOnes));
        inter.allToAll(out, 1, MPI.OBJECT, all, 1, MPI.OBJECT);
        assertArrayEquals(theirs, all);
        Object[] part = new Object[1];
        inter.scatter(out, 1, MPI.OBJECT, part, 1, MPI.OBJECT, root);
        assertEquals(isFirst ? null : Job.page(0, rank, longOnes), part[0]);
      }
      inter.free();
    }
  }

  @Test
  void aProgramOfOneThreadSendsThemWhole() {
    ThreadRanks.run(3, OneThread.class);
  }

  static final class OneThread implements Runnable {
    @Override
    public void run() {
      MPI.InitThread(new String[0], MPI.THREAD_SINGLE);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      CartComm ring = world.createCart(new int[] {3}, new boolean[] {true}, false);
      Object[] both = new Object[2];
      ring.neighborAllGather(new Object[] {Job.page(rank, 0, 5)}, 1, MPI.OBJECT, both, 1, MPI.OBJECT);
      assertArrayEquals(new Object[] {Job.page((rank + 2) % 3, 0, 5), Job.page((rank + 1) % 3, 0, 5)}, both);
      MPI.Finalize();
    }
  }
}
