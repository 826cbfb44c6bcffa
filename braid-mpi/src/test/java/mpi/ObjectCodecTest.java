package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Objects as messages: round trips, and every broken message is refused. */
class ObjectCodecTest {
  private static final Object[] SAMPLE = {"text", 42, null, new double[][] {{1, 2}, {3}}, List.of(1, 2), new HashMap<>()};

  @Test
  void decodingWhatWasEncodedGivesEqualObjects() {
    byte[] bytes = ObjectCodec.encode(SAMPLE, 1, 5);
    Object[] out = new Object[8];
    assertEquals(5, ObjectCodec.decode(bytes, bytes.length, out, 2, 6));
    assertArrayEquals(Arrays.copyOfRange(SAMPLE, 1, 6), Arrays.copyOfRange(out, 2, 7));
  }

  @Test
  void rowsOfAMatrixAreObjects() {
    double[][] matrix = {{1, 2}, {3, 4}};
    byte[] bytes = ObjectCodec.encode(matrix, 0, 2);
    double[][] out = new double[2][];
    ObjectCodec.decode(bytes, bytes.length, out, 0, 2);
    assertArrayEquals(matrix, out);
  }

  @Test
  void moreObjectsThanTheBufferHasRoomForIsATruncation() {
    byte[] bytes = ObjectCodec.encode(SAMPLE, 0, 3);
    refused(MPI.ERR_TRUNCATE, bytes, bytes.length, new Object[3], 2);
  }

  @Test
  void objectsThatDoNotFitTheArrayAreATypeError() {
    byte[] bytes = ObjectCodec.encode(SAMPLE, 0, 2);
    refused(MPI.ERR_TYPE, bytes, bytes.length, new String[2], 2);
    refused(MPI.ERR_TYPE, bytes, bytes.length, new Integer[2], 2);
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] bytes = ObjectCodec.encode(SAMPLE, 0, SAMPLE.length);
    for (int length = 0; length < bytes.length; length++) {
      refused(MPI.ERR_TYPE, bytes, length, new Object[SAMPLE.length], SAMPLE.length);
    }
  }

  @Test
  void corruptedMessagesNeverDoMoreThanFail() {
    long seed = Long.getLong("braid.seed", System.nanoTime());
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 2000; i++) {
      byte[] bytes = ObjectCodec.encode(SAMPLE, 0, SAMPLE.length);
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        ObjectCodec.decode(bytes, bytes.length, new Object[SAMPLE.length], 0, SAMPLE.length);
      } catch (MPIException expected) {
        continue;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("replay with -Dbraid.seed=" + seed, e);
      }
    }
  }

  @Test
  void theUsersFilterIsObeyed() {
    byte[] bytes = ObjectCodec.encode(SAMPLE, 4, 1);
    System.setProperty("braid.object-filter", "!java.util.*");
    try {
      refused(MPI.ERR_TYPE, bytes, bytes.length, new Object[1], 1);
    } finally {
      System.clearProperty("braid.object-filter");
    }
  }

  @Test
  void whatCannotBeSerializedIsATypeError() {
    MPIException e = assertThrows(MPIException.class, () -> ObjectCodec.encode(new Object[] {new Object()}, 0, 1));
    assertEquals(MPI.ERR_TYPE, e.getErrorClass());
    said(e, "java.io.NotSerializableException: java.lang.Object. Let java.lang.Object implement java.io.Serializable");
    MPIException lambda = assertThrows(MPIException.class, () -> ObjectCodec.encode(new Object[] {(Runnable) () -> {}}, 0, 1));
    said(lambda, "Let the interface of the lambda extend java.io.Serializable");
  }

  @Test
  void whatHasNoRoomInTheArrayIsToldByTheClassesOfBoth() {
    byte[] text = ObjectCodec.encode(new Object[] {"text"}, 0, 1);
    String wanted = "it is a java.lang.String, and the array is java.lang.Integer[]. Receive into Object[] or java.lang.String[]";
    said(assertThrows(MPIException.class, () -> ObjectCodec.decode(text, text.length, new Integer[1], 0, 1)), wanted);
    Datatype every = Datatype.createContiguous(1, MPI.OBJECT);
    said(assertThrows(MPIException.class, () -> Objects.decode(text, text.length, new Integer[1], 0, 1, every)), wanted);
    byte[] numbers = ObjectCodec.message(new Object[] {new int[] {1}}, 0, 1).joined();
    said(assertThrows(MPIException.class, () -> ObjectCodec.decode(numbers, numbers.length, new double[1][], 0, 1)), "it is a int[], and the array is double[][]. Receive into Object[] or int[][]");
  }

  @Test
  void whatIsWrittenByAnotherClassIsToldWithWhatToDo() {
    byte[] bytes = ObjectCodec.encode(SAMPLE, 0, 1);
    said(assertThrows(MPIException.class, () -> ObjectCodec.decode(bytes, 3, new Object[1], 0, 1)), "cannot be restored: java.io.EOFException. Let sender and receiver have the same version");
  }

  private static void said(MPIException e, String what) {
    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains(what), message);
    assertTrue(message.endsWith(". [BRD-1504]"), message);
  }

  private static void refused(int errorClass, byte[] bytes, int length, Object[] into, int capacity) {
    MPIException e = assertThrows(MPIException.class, () -> ObjectCodec.decode(bytes, length, into, 0, capacity));
    assertEquals(errorClass, e.getErrorClass(), e.getMessage());
  }
}
