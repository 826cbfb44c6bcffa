package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import mpi.BroadcastObjectsTest.Counted;
import mpi.StreamedObjectsTest.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objects whose stream is longer than a piece in gather, scatter and allgather: every mixture of long and short ones, and what goes wrong with them. */
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
      Object[] spread = {page(0, 7), BroadcastObjectsTest.half(3), page(2, 7)};
      String told = rank == 0 ? "java.lang.Object" : rank == 1 ? "its sender could not write it" : "the root could not write";
      refused(MPI.ERR_TYPE, told, () -> world.scatter(spread, 1, MPI.OBJECT, all, 1, MPI.OBJECT, 0));
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
      } else {
        world.gather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT, 2);
        world.allGather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT);
        assertEquals(3 * MIB, ((Counted) all[2]).length());
        assertEquals(2, Counted.written, "each is written once");
        Object[] spread = {new Counted(MIB), new Counted(3 * MIB), new Counted(2 * MIB), new Counted(2 * MIB)};
        world.scatter(spread, 1, MPI.OBJECT, all, 1, MPI.OBJECT, 0);
        assertEquals(((Counted) spread[rank]).length(), ((Counted) all[0]).length());
      }
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
        refused(MPI.ERR_TYPE, "ArrayStoreException", () -> world.gather(mine, 1, MPI.OBJECT, new String[6], 2, MPI.OBJECT, 0));
      } else {
        world.gather(mine, 2, MPI.OBJECT, null, 0, MPI.OBJECT, 0);
        world.gather(mine, 2, MPI.OBJECT, null, 0, MPI.OBJECT, 0);
      }
    }
  }
}
