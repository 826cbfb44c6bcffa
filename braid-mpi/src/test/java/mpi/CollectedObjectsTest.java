package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import mpi.BroadcastObjectsTest.Counted;
import mpi.StreamedObjectsTest.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objects whose stream is longer than a piece in gather, scatter, allgather and alltoall: every mixture of long and short ones, and what goes wrong with them. */
@Timeout(120)
class CollectedObjectsTest {
  private static final int MIB = 1 << 20;

  /** Leaves no request and no object behind. */
  abstract static class Job extends BroadcastObjectsTest.Job {
    /** Long if the bit of the member is set. */
    static Page page(int member, int longOnes) {
      return new Page(member, (longOnes >> member & 1) == 1 ? 2 * MIB + 1000 * member : 100);
    }

    Object[] pages(int longOnes) {
      Object[] pages = new Object[size];
      Arrays.setAll(pages, r -> page(r, longOnes));
      return pages;
    }
  }

  @Test
  void everyMixtureOfLongAndShortOnesComes() {
    for (int size : new int[] {1, 2, 3}) {
      ThreadRanks.run(size, Mixtures.class);
    }
  }

  static final class Mixtures extends Job {
    @Override
    void exchange() {
      for (int longOnes = 0; longOnes < 1 << size; longOnes++) {
        int root = longOnes % size;
        Object[] mine = {page(rank, longOnes)};
        Object[] all = new Object[size];
        world.gather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT, root);
        assertArrayEquals(rank == root ? pages(longOnes) : new Object[size], all);
        Object[] part = new Object[1];
        world.scatter(rank == root ? pages(longOnes) : null, 1, MPI.OBJECT, part, 1, MPI.OBJECT, root);
        assertEquals(page(rank, longOnes), part[0]);
        all = new Object[size];
        world.allGather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT);
        assertArrayEquals(pages(longOnes), all);
        inPlace(longOnes, root);
      }
    }

    private void inPlace(int longOnes, int root) {
      Object[] all = new Object[size];
      all[rank] = page(rank, longOnes);
      Object own = all[rank];
      world.allGather(all, 1, MPI.OBJECT);
      assertArrayEquals(pages(longOnes), all);
      assertEquals(true, own == all[rank], "one's own object stays");
      Object[] gathered = rank == root ? new Object[size] : new Object[] {own};
      gathered[rank == root ? rank : 0] = own;
      world.gather(gathered, 1, MPI.OBJECT, root);
      assertArrayEquals(rank == root ? pages(longOnes) : new Object[] {own}, gathered);
    }
  }

  @Test
  void blocksOfDifferentNumbersAndStartedOnesCome() {
    ThreadRanks.run(3, Tables.class);
  }

  static final class Tables extends WorldProgram {
    @Override
    void body() {
      int[] counts = {2, 0, 3};
      int[] places = {4, 7, 0};
      Object[] mine = new Object[counts[rank]];
      Arrays.setAll(mine, i -> new Page(10 * rank + i, MIB));
      Object[] expected = new Object[7];
      for (int r = 0; r < 3; r++) {
        for (int i = 0; i < counts[r]; i++) {
          expected[places[r] + i] = new Page(10 * r + i, MIB);
        }
      }
      Object[] all = new Object[7];
      world.gatherv(mine, mine.length, MPI.OBJECT, all, counts, places, MPI.OBJECT, 1);
      assertArrayEquals(rank == 1 ? expected : new Object[7], all);
      all = new Object[7];
      world.iAllGatherv(mine, mine.length, MPI.OBJECT, all, counts, places, MPI.OBJECT).waitFor();
      assertArrayEquals(expected, all);
      Object[] part = new Object[counts[rank]];
      world.iScatterv(expected, counts, places, MPI.OBJECT, part, part.length, MPI.OBJECT, 2).waitFor();
      assertArrayEquals(mine, part);
    }
  }

  @Test
  void everyMemberMayHaveLongOnesForSomeOfTheOthers() {
    for (int size : new int[] {1, 2, 3}) {
      ThreadRanks.run(size, AllToAll.class);
    }
  }

  static final class AllToAll extends Job {
    @Override
    void exchange() {
      SplittableRandom random = new SplittableRandom(size);
      for (int i = 0; i < 24; i++) {
        int[] longOnes = {random.nextInt(8), random.nextInt(8), random.nextInt(i < 12 ? 8 : 1)}; // of each member
        Object[] out = new Object[size];
        Arrays.setAll(out, to -> page(to, longOnes[rank]));
        Object[] expected = new Object[size];
        Arrays.setAll(expected, from -> page(rank, longOnes[from]));
        Object[] in = new Object[size];
        world.allToAll(out, 1, MPI.OBJECT, in, 1, MPI.OBJECT);
        assertArrayEquals(expected, in);
        int[] counts = new int[size];
        Arrays.fill(counts, 1);
        int[] places = new int[size];
        Arrays.setAll(places, r -> r);
        world.allToAllv(out, counts, places, MPI.OBJECT, out, counts, places, MPI.OBJECT);
        assertArrayEquals(expected, out, "one array is both");
      }
    }
  }

  @Test
  void whatComesDoesNotChangeWhatIsStillToBeSentFromTheSameArray() {
    ThreadRanks.run(3, SameArray.class);
  }

  static final class SameArray extends Job {
    @Override
    void exchange() {
      Object[] all = new Object[6];
      all[0] = page(rank, 7);
      all[1] = page(10 + rank, 7);
      Object[] expected = new Object[6];
      Arrays.setAll(expected, i -> page(i / 2 + i % 2 * 10, 7));
      world.allGather(all, 2, MPI.OBJECT, all, 2, MPI.OBJECT);
      assertArrayEquals(expected, all);
    }
  }

  // ---- what goes wrong

  @Test
  void whatOneMemberCannotWriteIsToldToThoseWhoReadIt() {
    ThreadRanks.run(3, Unwritable.class);
  }

  static final class Unwritable extends Job {
    @Override
    void exchange() {
      Object[] mine = {rank == 1 ? BroadcastObjectsTest.half(3) : page(rank, 7)};
      Object[] all = new Object[3];
      if (rank == 1) {
        refused(MPI.ERR_TYPE, "java.lang.Object", () -> world.gather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT, 0));
        refused(MPI.ERR_TYPE, "java.lang.Object", () -> world.allGather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT));
      } else {
        if (rank == 0) {
          refused(MPI.ERR_TYPE, "its sender could not write it", () -> world.gather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT, 0));
        } else {
          world.gather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT, 0);
        }
        refused(MPI.ERR_TYPE, "its sender could not write it", () -> world.allGather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT));
      }
      allToAll();
      Object[] spread = {page(0, 7), BroadcastObjectsTest.half(3), page(2, 7)};
      String told = rank == 0 ? "java.lang.Object" : rank == 1 ? "its sender could not write it" : "rank 0 could not write";
      refused(MPI.ERR_TYPE, told, () -> world.scatter(spread, 1, MPI.OBJECT, all, 1, MPI.OBJECT, 0));
    }

    /** Rank 1 has something for rank 2 that it cannot write; all have long ones. */
    private void allToAll() {
      Object[] out = {page(0, 7), page(1, 7), rank == 1 ? BroadcastObjectsTest.half(3) : page(2, 7)};
      String told = rank == 1 ? "java.lang.Object" : rank == 2 ? "its sender could not write it" : "rank 1 could not write";
      refused(MPI.ERR_TYPE, told, () -> world.allToAll(out, 1, MPI.OBJECT, new Object[3], 1, MPI.OBJECT));
    }
  }

  @Test
  void whoCannotReadThemIsToldAloneAndLetsTheOthersGo() {
    ThreadRanks.run(4, Unread.class);
  }

  static final class Unread extends Job {
    @Override
    void exchange() {
      Counted.refuses = rank == 2;
      Object[] mine = {new Counted(3 * MIB)};
      Object[] all = new Object[4];
      if (rank == 2) {
        refused(MPI.ERR_TYPE, "this rank does not want it", () -> world.gather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT, 2));
        refused(MPI.ERR_TYPE, "this rank does not want it", () -> world.allGather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT));
        refused(MPI.ERR_TYPE, "this rank does not want it", () -> world.scatter(null, 1, MPI.OBJECT, all, 1, MPI.OBJECT, 0));
        refused(MPI.ERR_TYPE, "this rank does not want it", () -> world.allToAll(four(), 1, MPI.OBJECT, all, 1, MPI.OBJECT));
      } else {
        world.gather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT, 2);
        world.allGather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT);
        assertEquals(3 * MIB, ((Counted) all[2]).length());
        assertEquals(2, Counted.written, "each is written once");
        Object[] spread = four();
        world.scatter(spread, 1, MPI.OBJECT, all, 1, MPI.OBJECT, 0);
        assertEquals(((Counted) spread[rank]).length(), ((Counted) all[0]).length());
        world.allToAll(four(), 1, MPI.OBJECT, all, 1, MPI.OBJECT);
        assertEquals(((Counted) spread[rank]).length(), ((Counted) all[3]).length());
      }
    }

    private static Object[] four() {
      return new Object[] {new Counted(MIB), new Counted(3 * MIB), new Counted(2 * MIB), new Counted(2 * MIB)};
    }
  }

  @Test
  void aRootWithoutRoomLetsEverybodyGo() {
    ThreadRanks.run(3, NoRoom.class);
  }

  static final class NoRoom extends Job {
    @Override
    void exchange() {
      Object[] mine = {page(rank, 7), page(rank, 7)};
      if (rank == 0) {
        refused(MPI.ERR_TRUNCATE, "room for 1", () -> world.gather(mine, 1, MPI.OBJECT, new Object[3], 1, MPI.OBJECT, 0));
        refused(MPI.ERR_TYPE, "Receive into Object[] or", () -> world.gather(mine, 1, MPI.OBJECT, new String[6], 2, MPI.OBJECT, 0));
      } else {
        world.gather(mine, 2, MPI.OBJECT, null, 0, MPI.OBJECT, 0);
        world.gather(mine, 2, MPI.OBJECT, null, 0, MPI.OBJECT, 0);
      }
    }
  }
}
