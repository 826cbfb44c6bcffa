package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ObjectInputFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.braid.mpi.objects.NumberArrayReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Objects that are arrays of numbers travel as such, and are what Java's object stream would have made of them. */
class ArrayObjectsTest {
  private static byte[] message(Object... objects) {
    return ObjectCodec.message(objects, 0, objects.length).joined();
  }

  private static Object[] roundTrip(Object... objects) {
    byte[] bytes = message(objects);
    return ObjectCodec.decodeAll(bytes, bytes.length);
  }

  @Test
  void everyKindAndDimensionComesBack() {
    Object[] all = {
      new byte[] {1}, new boolean[] {true, false}, new char[] {'x'}, new short[] {-2}, new int[] {3}, new long[] {-4}, new float[] {5.5f}, new double[] {Double.NaN, -0.0},
      null, new double[0], new int[0][], new double[][] {{1, 2}, null, {}, {3}}, new long[][][] {{{1}, {2, 3}}, {}, null}
    };
    assertTrue(NumberArrayReader.reads(message(all), message(all).length));
    assertTrue(Arrays.deepEquals(all, roundTrip(all)), () -> Arrays.deepToString(roundTrip(all)));
  }

  @Test
  void whatAStreamSaysMoreAboutGoesAsAStream() {
    double[] row = {1, 2};
    for (Object[] other : new Object[][] {{new double[][] {row, row}}, {row, row}, {"text"}, {new Object[] {row}}, {new String[] {"a"}}, {new Integer[] {1}}, {row, "text"}}) {
      byte[] bytes = message(other);
      assertTrue(!NumberArrayReader.reads(bytes, bytes.length));
      assertTrue(Arrays.deepEquals(other, roundTrip(other)));
    }
    double[][] shared = (double[][]) roundTrip((Object) new double[][] {row, row})[0];
    assertSame(shared[0], shared[1]);
  }

  @Test
  void aFilterIsAskedWhatAnObjectStreamAsksIt() throws Exception {
    Object[] objects = {new double[][] {{1, 2}, {3}}, new int[] {4}};
    List<String> ofStream = new ArrayList<>();
    byte[] stream = ObjectCodec.encode(objects, 0, 2);
    try (var in = new java.io.ObjectInputStream(new java.io.ByteArrayInputStream(stream))) {
      in.setObjectInputFilter(info -> asked(ofStream, info));
      in.readInt();
      in.readObject();
      in.readObject();
    }
    List<String> ofArrays = new ArrayList<>();
    byte[] bytes = message(objects);
    new NumberArrayReader(bytes, bytes.length, info -> asked(ofArrays, info)).read(new Object[2], 0);
    assertEquals(ofStream, ofArrays);
  }

  private static ObjectInputFilter.Status asked(List<String> all, ObjectInputFilter.FilterInfo info) {
    if (info.serialClass() != null) {
      all.add(info.serialClass().getName() + " " + info.arrayLength() + " " + info.depth());
    }
    return ObjectInputFilter.Status.UNDECIDED;
  }

  @Test
  void whatAFilterRejectsIsNotMade() {
    byte[] bytes = message((Object) new double[][] {{1}, {2}});
    String before = System.getProperty("braid.object-filter");
    System.setProperty("braid.object-filter", "maxarray=1");
    try {
      MPIException told = assertThrows(MPIException.class, () -> ObjectCodec.decodeAll(bytes, bytes.length));
      assertEquals(ErrorClasses.ERR_TYPE, told.getErrorClass());
      assertTrue(String.valueOf(told.getMessage()).contains("REJECTED"), told.getMessage());
    } finally {
      restore(before);
    }
  }

  private static void restore(@Nullable String before) {
    if (before == null) {
      String ignored = System.clearProperty("braid.object-filter");
    } else {
      String ignored = System.setProperty("braid.object-filter", before);
    }
  }

  @Test
  void bytesThatAreNoSuchMessageAreRefusedAndTakeNoMemory() {
    byte[] bytes = message(new double[][] {{1, 2}, {3}}, new int[] {7});
    Random random = new Random(11);
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = Arrays.copyOf(bytes, i % 3 == 0 ? random.nextInt(7, bytes.length + 1) : bytes.length);
      int at = random.nextInt(2, changed.length);
      changed[at] = (byte) random.nextInt();
      try {
        Object[] all = ObjectCodec.decodeAll(changed, changed.length);
        assertTrue(all.length <= changed.length);
      } catch (MPIException refused) {
        assertEquals(ErrorClasses.ERR_TYPE, refused.getErrorClass());
      }
    }
    MPIException truncated = assertThrows(MPIException.class, () -> ObjectCodec.decode(bytes, bytes.length, new Object[1], 0, 1));
    assertEquals(ErrorClasses.ERR_TRUNCATE, truncated.getErrorClass());
  }

  @Test
  void whatHasNoRoomInTheReceiversArrayIsRefusedInEitherForm() {
    for (Object sent : new Object[] {new int[] {1}, "text"}) {
      byte[] bytes = message(sent);
      MPIException told = assertThrows(MPIException.class, () -> ObjectCodec.decode(bytes, bytes.length, new double[1][], 0, 1));
      assertEquals(ErrorClasses.ERR_TYPE, told.getErrorClass());
    }
  }

  @Test
  void longStreamsComeWholeOutOfTheirPieces() {
    List<Object> list = new ArrayList<>(IntStream.range(0, 300_000).boxed().toList());
    assertEquals(list, roundTrip(list)[0]);
  }

  @Test
  void longMatricesGoFromWhereTheyLieToWhereTheyBelong() {
    ThreadRanks.run(2, LongOnes.class);
    ThreadRanks.run(1, Alone.class);
  }

  /** Longer than a piece; leaves no request and no object behind. */
  static final class LongOnes extends BroadcastObjectsTest.Job {
    @Override
    void exchange() {
      for (int[] shape : new int[][] {{1, 131_073}, {400, 401}, {3000, 97}, {140_000, 1}}) {
        double[][] matrix = matrix(shape[0], shape[1]);
        boolean sends = rank == 0;
        there(matrix, sends, () -> world.send(new Object[] {matrix}, 1, MPI.OBJECT, 1, 1), in -> world.recv(in, 1, MPI.OBJECT, 0, 1));
        there(matrix, !sends, () -> world.sSend(new Object[] {matrix}, 1, MPI.OBJECT, 0, 1), in -> world.recv(in, 1, MPI.OBJECT, MPI.ANY_SOURCE, MPI.ANY_TAG));
        there(matrix, sends, () -> world.send(new Object[] {matrix}, 1, MPI.OBJECT, 1, 1), in -> world.iRecv(in, 1, MPI.OBJECT, 0, 1).waitFor());
        there(matrix, sends, () -> world.send(new Object[] {matrix}, 1, MPI.OBJECT, 1, 1), this::probed);
      }
      mixed();
      refusals();
    }

    private void probed(Object[] in) {
      Message found = new Message();
      found.mProbe(0, 1, world);
      found.mRecv(in, 1, MPI.OBJECT);
    }

    private static void there(double[][] matrix, boolean sends, Runnable sending, Consumer<Object[]> receiving) {
      if (sends) {
        sending.run();
        return;
      }
      Object[] in = new Object[1];
      receiving.accept(in);
      assertTrue(Arrays.deepEquals(matrix, (double[][]) in[0]));
    }

    private void mixed() {
      Object[] out = {new int[300_000], null, new boolean[][] {{true}, null, {}}, new char[2][3][4], new double[0]};
      ((int[]) out[0])[299_999] = 7;
      ((char[][][]) out[3])[1][2][3] = 'x';
      if (rank == 0) {
        world.send(out, 5, MPI.OBJECT, 1, 2);
      } else {
        Object[] in = new Object[5];
        assertEquals(5, world.recv(in, 5, MPI.OBJECT, 0, 2).getCount(MPI.OBJECT));
        assertTrue(Arrays.deepEquals(out, in));
      }
    }

    private void refusals() {
      double[][] matrix = matrix(400, 400);
      if (rank == 0) {
        for (int i = 0; i < 4; i++) {
          world.send(new Object[] {matrix}, 1, MPI.OBJECT, 1, 3);
        }
        return;
      }
      Object[] kept = {"kept"};
      refused(MPI.ERR_TRUNCATE, "room for 0", () -> world.recv(kept, 0, MPI.OBJECT, 0, 3));
      refused(MPI.ERR_TYPE, "Receive into Object[] or", () -> world.recv(new int[1][], 1, MPI.OBJECT, 0, 3));
      String before = System.getProperty("braid.object-filter");
      System.setProperty("braid.object-filter", "maxarray=399");
      try {
        refused(MPI.ERR_TYPE, "REJECTED", () -> world.recv(kept, 1, MPI.OBJECT, 0, 3));
      } finally {
        restore(before);
      }
      refused(MPI.ERR_TYPE, "OBJECT", () -> world.recv(new byte[100], 100, MPI.BYTE, 0, 3));
      assertEquals("kept", kept[0]);
    }
  }

  /** To oneself, and to nobody. */
  static final class Alone extends BroadcastObjectsTest.Job {
    @Override
    void exchange() {
      double[][] matrix = matrix(400, 400);
      Object[] in = new Object[1];
      Request coming = world.iRecv(in, 1, MPI.OBJECT, 0, 1);
      world.send(new Object[] {matrix}, 1, MPI.OBJECT, 0, 1);
      coming.waitFor();
      assertTrue(Arrays.deepEquals(matrix, (double[][]) in[0]));
      world.send(new Object[] {matrix}, 1, MPI.OBJECT, MPI.PROC_NULL, 1);
    }
  }

  private static double[][] matrix(int rows, int columns) {
    double[][] matrix = new double[rows][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        matrix[i][j] = i + j / 1e6;
      }
    }
    return matrix;
  }

  @Test
  void matricesTravelByEveryKindOfCall() {
    ThreadRanks.run(2, Travelling.class);
  }

  static final class Travelling implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      double[][] matrix = new double[300][300];
      matrix[299][299] = 7;
      Object[] mine = rank == 0 ? new Object[] {matrix} : new Object[1];
      world.bcast(mine, 1, MPI.OBJECT, 0);
      check(mine[0]);
      Object[] in = new Object[1];
      world.sendRecv(mine, 1, MPI.OBJECT, 1 - rank, 1, in, 1, MPI.OBJECT, 1 - rank, 1);
      check(in[0]);
      Request sent = world.iSend(mine, 1, MPI.OBJECT, 1 - rank, 2);
      Object[] second = new Object[1];
      Status status = world.recv(second, 1, MPI.OBJECT, 1 - rank, 2);
      assertEquals(1, status.getCount(MPI.OBJECT));
      sent.waitFor();
      check(second[0]);
      MPI.attachBuffer(new byte[2_000_000]);
      world.bSend(mine, 1, MPI.OBJECT, 1 - rank, 3);
      matrix[299][299] = 8; // a buffered message is a copy
      world.recv(second, 1, MPI.OBJECT, 1 - rank, 3);
      check(second[0]);
      MPI.detachBuffer();
      Object[] rows = rank == 0 ? new double[][] {{1, 2}, {3}, null} : new double[3][]; // each row is an object
      world.bcast(rows, 3, MPI.OBJECT, 0);
      assertArrayEquals(new double[] {1, 2}, (double[]) rows[0]);
      assertNull(rows[2]);
      MPI.Finalize();
    }

    private static void check(@Nullable Object matrix) {
      double[][] came = (double[][]) java.util.Objects.requireNonNull(matrix);
      assertEquals(300, came.length);
      assertEquals(7, came[299][299]);
    }
  }
}
