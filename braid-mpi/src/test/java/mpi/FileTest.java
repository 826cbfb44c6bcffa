package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files by the calls that programs make: every form of access, on several ranks. */
class FileTest {
  private static final String FOLDER = "braid.test.files";

  @TempDir
  private Path folder;

  @BeforeEach
  void nameTheFolder() {
    System.setProperty(FOLDER, folder.toString());
  }

  private static String path(String name) {
    return Path.of(System.getProperty(FOLDER), name).toString();
  }

  private static byte[] bytes(String name) {
    try {
      return Files.readAllBytes(Path.of(path(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int[] ints(byte[] bytes) {
    int[] values = new int[bytes.length / 4];
    ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asIntBuffer().get(values);
    return values;
  }

  /** {@code count} numbers from {@code first} on. */
  private static int[] from(int first, int count) {
    int[] values = new int[count];
    Arrays.setAll(values, i -> first + i);
    return values;
  }

  // ---- explicit offsets, individual pointers

  @Test
  void whatRanksWriteToTheirPlacesOthersRead() {
    ThreadRanks.run(3, Places.class);
  }

  static final class Places implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      File file = new File(MPI.COMM_WORLD, path("places"), MPI.MODE_CREATE | MPI.MODE_RDWR);
      assertEquals(5, file.writeAt(20L * rank, from(100 * rank, 5), 5, MPI.INT).getCount(MPI.INT));
      file.sync();
      int[] read = new int[16];
      Status status = file.readAt(0, read, 16, MPI.INT);
      assertEquals(15, status.getCount(MPI.INT), "as far as there is file");
      assertArrayEquals(new int[] {0, 1, 2, 3, 4, 100, 101, 102, 103, 104, 200, 201, 202, 203, 204, 0}, read);
      assertEquals(60, file.getSize());
      pointers(file, rank);
      file.close();
      MPI.Finalize();
    }

    private static void pointers(File file, int rank) {
      assertEquals(0, file.getPosition());
      file.seek(40, MPI.SEEK_SET);
      long[] two = new long[2];
      file.read(two, 2, MPI.LONG);
      assertEquals(56, file.getPosition());
      file.seek(-8, MPI.SEEK_CUR);
      assertEquals(48, file.getPosition());
      file.seek(-4, MPI.SEEK_END);
      int[] last = new int[1];
      file.read(last, 1, MPI.INT);
      assertEquals(204, last[0]);
      assertEquals(60, file.getPosition());
      assertEquals(0, file.read(last, 1, MPI.INT).getCount(MPI.INT), "behind the end");
      assertEquals(rank, MPI.COMM_WORLD.getRank());
    }
  }

  // ---- views

  @Test
  void interleavedViewsMakeOneFile() {
    for (int size : new int[] {1, 2, 4, 7}) {
      ThreadRanks.run(size, Interleaved.class);
    }
  }

  /** Element i of the file belongs to rank i % size, in blocks of {@code block} elements. */
  static final class Interleaved implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int size = MPI.COMM_WORLD.getSize();
      for (String hint : new String[] {"enable", "disable", "automatic"}) {
        for (int block : new int[] {1, 3, 1000}) {
          check(size, block, hint);
        }
      }
      MPI.Finalize();
    }

    private static void check(int size, int block, String hint) {
      int rank = MPI.COMM_WORLD.getRank();
      int blocks = 50;
      Info info = new Info();
      info.set("romio_cb_write", hint);
      info.set("romio_cb_read", hint);
      info.set("cb_buffer_size", "4096");
      Datatype mine = Datatype.createResized(Datatype.createContiguous(block, MPI.INT), 0, 4 * block * size);
      mine.commit();
      File file = new File(MPI.COMM_WORLD, path("interleaved" + size), MPI.MODE_CREATE | MPI.MODE_RDWR, info);
      file.setSize(0);
      file.setView(16 + 4L * block * rank, MPI.INT, mine, "native");
      int[] data = new int[blocks * block];
      Arrays.setAll(data, i -> i / block * block * size + rank * block + i % block);
      assertEquals(data.length, file.writeAll(data, data.length, MPI.INT).getCount(MPI.INT));
      assertEquals(data.length, file.getPosition());
      int[] read = new int[data.length + 7];
      file.seek(0, MPI.SEEK_SET);
      assertEquals(data.length, file.readAll(read, read.length, MPI.INT).getCount(MPI.INT), "as far as there is file");
      assertArrayEquals(data, Arrays.copyOf(read, data.length));
      assertEquals(16 + 4L * block * (rank + size), file.getByteOffset(block));
      file.close();
      int[] whole = ints(bytes("interleaved" + size));
      assertArrayEquals(from(0, blocks * block * size), Arrays.copyOfRange(whole, 4, whole.length));
      MPI.COMM_WORLD.barrier();
    }
  }

  @Test
  void derivedTypesInMemoryAndInTheFileMeet() {
    ThreadRanks.run(4, Matrix.class);
  }

  /** A matrix of 8 x 12, of which each rank has a box with a border in memory; written as boxes, read as rows. */
  static final class Matrix implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      int[] start = {rank / 2 * 4, rank % 2 * 6};
      Datatype box = Datatype.createSubarray(new int[] {8, 12}, new int[] {4, 6}, start, MPI.ORDER_C, MPI.DOUBLE);
      Datatype inside = Datatype.createSubarray(new int[] {6, 8}, new int[] {4, 6}, new int[] {1, 1}, MPI.ORDER_C, MPI.DOUBLE);
      box.commit();
      inside.commit();
      double[] memory = new double[48];
      for (int i = 0; i < 24; i++) {
        memory[(1 + i / 6) * 8 + 1 + i % 6] = (start[0] + i / 6) * 12 + start[1] + i % 6;
      }
      for (String form : new String[] {"native", "internal", "external32"}) {
        File file = new File(MPI.COMM_WORLD, path("matrix"), MPI.MODE_CREATE | MPI.MODE_RDWR);
        file.setView(0, MPI.DOUBLE, box, form);
        file.writeAll(memory, 1, inside);
        assertEquals(form, file.getView().getDataRep());
        double[] back = new double[48];
        file.readAtAll(0, back, 1, inside);
        assertArrayEquals(memory, back);
        file.setView(0, MPI.DOUBLE, MPI.DOUBLE, form);
        double[] row = new double[12];
        file.readAt(12L * rank, row, 12, MPI.DOUBLE);
        for (int i = 0; i < 12; i++) {
          assertEquals(12 * rank + i, row[i]);
        }
        double first = ByteBuffer.wrap(bytes("matrix")).order(form.equals("external32") ? ByteOrder.BIG_ENDIAN : ByteOrder.nativeOrder()).getDouble(8);
        assertEquals(1.0, first);
        file.close();
      }
      MPI.Finalize();
    }
  }

  // ---- the shared pointer

  @Test
  void theSharedPointerGivesEachRankItsOwnPlace() {
    ThreadRanks.run(4, SharedPointer.class);
  }

  static final class SharedPointer implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      File file = new File(MPI.COMM_WORLD, path("shared"), MPI.MODE_CREATE | MPI.MODE_RDWR);
      file.setView(0, MPI.INT, MPI.INT, "native");
      for (int i = 0; i < 50; i++) {
        file.writeShared(new int[] {rank * 50 + i}, 1, MPI.INT);
      }
      MPI.COMM_WORLD.barrier();
      assertEquals(200, file.getPositionShared());
      int[] all = ints(bytes("shared"));
      Arrays.sort(all);
      assertArrayEquals(from(0, 200), all);
      file.writeOrdered(from(1000 * (rank + 1), rank), rank, MPI.INT);
      assertEquals(206, file.getPositionShared());
      file.seekShared(200, MPI.SEEK_SET);
      int[] read = new int[2];
      assertEquals(2, file.readOrdered(read, rank < 3 ? 2 : 0, MPI.INT).getCount(MPI.INT) + (rank < 3 ? 0 : 2));
      assertArrayEquals(new int[][] {{2000, 3000}, {3001, 4000}, {4001, 4002}, {0, 0}}[rank], read);
      file.seekShared(0, MPI.SEEK_END);
      assertEquals(206, file.getPositionShared());
      file.seekShared(-6, MPI.SEEK_CUR);
      int[] one = {rank};
      file.writeOrderedBegin(one, 1, MPI.INT);
      assertThrows(MPIException.class, () -> file.writeOrderedEnd(new int[1]), "another buffer");
      assertEquals(1, file.writeOrderedEnd(one).getCount(MPI.INT));
      file.close();
      MPI.Finalize();
    }
  }
}
