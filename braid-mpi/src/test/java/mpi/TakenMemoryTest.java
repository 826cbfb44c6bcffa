package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory that is taken away from under a collective access of a file: the access fails at every rank, and the file is of use still. */
class TakenMemoryTest {
  private static final String FOLDER = "braid.test.taken";

  @TempDir
  private Path folder;

  @Test
  void itFailsAtEveryRankWhoeversMemoryItIs() {
    System.setProperty(FOLDER, folder.toString());
    ThreadRanks.run(3, Taken.class);
  }

  static final class Taken extends WorldProgram {
    @Override
    void body() {
      for (String together : new String[] {"enable", "disable"}) {
        for (int count : new int[] {100, 100_000}) {
          check(together, count);
        }
      }
    }

    private void check(String together, int count) {
      Info hints = new Info();
      hints.set("romio_cb_write", together);
      hints.set("romio_cb_read", together);
      hints.set("cb_nodes", "2");
      File file = new File(world, Path.of(System.getProperty(FOLDER), together + count).toString(), MPI.MODE_CREATE | MPI.MODE_RDWR, hints);
      Datatype mine = Datatype.createResized(Datatype.createContiguous(1, MPI.INT), 0, 4 * size);
      mine.commit();
      file.setView(4L * rank, MPI.INT, mine, "native");
      int[] data = new int[count];
      Arrays.setAll(data, i -> i * size + rank);
      assertEquals(count, file.writeAll(data, count, MPI.INT).getCount(MPI.INT));
      Datatype gaps = Datatype.createResized(MPI.INT, 0, 8);
      gaps.commit();
      for (int whose = 0; whose < size; whose++) {
        for (Datatype type : new Datatype[] {MPI.INT, gaps}) {
          taken(file, count, type, whose, true);
          taken(file, count, type, whose, false);
        }
      }
      file.seek(0, MPI.SEEK_SET);
      file.writeAll(data, count, MPI.INT);
      file.seek(0, MPI.SEEK_SET);
      int[] read = new int[count];
      assertEquals(count, file.readAll(read, count, MPI.INT).getCount(MPI.INT));
      assertArrayEquals(data, read);
      file.close();
    }

    /** One rank begins, and its memory is gone before the others begin. */
    private void taken(File file, int count, Datatype type, int whose, boolean writes) {
      file.seek(0, MPI.SEEK_SET);
      Arena arena = Arena.ofShared();
      MemorySegment memory = arena.allocate(8L * count, 8);
      if (rank != whose) {
        world.barrier();
      }
      if (writes) {
        file.writeAllBegin(memory, count, type);
      } else {
        file.readAllBegin(memory, count, type);
      }
      if (rank == whose) {
        arena.close();
        world.barrier();
      }
      MPIException told = assertThrows(MPIException.class, () -> {
        if (writes) {
          file.writeAllEnd(memory);
        } else {
          file.readAllEnd(memory);
        }
      });
      assertEquals(MPI.ERR_BUFFER, told.getErrorClass(), told.getMessage());
      String message = String.valueOf(told.getMessage());
      assertTrue(rank == whose || message.contains("it went wrong at rank ") || message.contains("the data of rank " + whose), message);
      if (rank != whose) {
        arena.close();
      }
    }
  }
}
