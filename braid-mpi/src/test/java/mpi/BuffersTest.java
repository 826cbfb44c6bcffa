package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every wrong (buffer, offset, count, datatype) has its error class and a sentence with the numbers in it. */
class BuffersTest {
  @Test
  void plainArraysAndBuffersAreMeasuredInBytes() {
    assertEquals(24, Buffers.plainBytes(new double[5], 2, 3, MPI.DOUBLE));
    assertEquals(12, Buffers.plainBytes(IntBuffer.allocate(3), 0, 3, MPI.INT));
    assertEquals(12, Buffers.plainBytes(MPI.newByteBuffer(12), 0, 3, MPI.INT));
    assertEquals(8, Buffers.plainBytes(new int[2], 0, 1, MPI.INT2));
    assertEquals(0, Buffers.plainBytes(new int[0], 0, 0, MPI.INT));
    assertEquals(2, Buffers.plainBytes(new boolean[2], 0, 2, MPI.BOOLEAN));
  }

  @Test
  void whateverIsNotPlainIsLeftToTheFullCheck() {
    assertEquals(-1, Buffers.plainBytes(new double[5], 3, 3, MPI.DOUBLE));
    assertEquals(-1, Buffers.plainBytes(new double[5], 0, -1, MPI.DOUBLE));
    assertEquals(-1, Buffers.plainBytes(new int[5], 0, 1, MPI.DOUBLE));
    assertEquals(-1, Buffers.plainBytes(null, 0, 1, MPI.DOUBLE));
    assertEquals(-1, Buffers.plainBytes(new int[9], 0, 1, everyThird()));
  }

  private static Datatype everyThird() {
    Datatype type = Datatype.createVector(2, 1, 3, MPI.INT);
    type.commit();
    return type;
  }

  @Test
  void eachMistakeHasItsClassAndItsNumbers() {
    refused(MPI.ERR_COUNT, "-1", new int[5], 0, -1, MPI.INT);
    refused(MPI.ERR_BUFFER, "elements 2 to 5 of", new int[5], 2, 4, MPI.INT);
    refused(MPI.ERR_BUFFER, "null", null, 0, 1, MPI.INT);
    refused(MPI.ERR_ARG, "-2", new int[5], -2, 1, MPI.INT);
    refused(MPI.ERR_TYPE, "int[]", new int[5], 0, 1, MPI.DOUBLE);
    refused(MPI.ERR_TYPE, "String", "text", 0, 1, MPI.CHAR);
    refused(MPI.ERR_TYPE, "Object[]", new int[5], 0, 1, MPI.OBJECT);
    refused(MPI.ERR_TYPE, "NULL", new int[5], 0, 1, MPI.DATATYPE_NULL);
    refused(MPI.ERR_BUFFER, "elements 0 to 3 of", new int[3], 0, 1, everyThird());
  }

  @Test
  void whatIsRightPasses() {
    Buffers.check(null, "send", null, 0, 0, MPI.INT);
    Buffers.check(null, "send", new byte[8], 4, 1, MPI.FLOAT);
    Buffers.check(null, "send", new String[3], 1, 2, MPI.OBJECT);
    Buffers.check(null, "send", new int[4], 0, 1, everyThird());
  }

  private static void refused(int errorClass, String word, @Nullable Object buffer, int offset, int count, Datatype type) {
    MPIException e = assertThrows(MPIException.class, () -> Buffers.check(null, "send", buffer, offset, count, type));
    assertEquals(errorClass, e.getErrorClass(), e.getMessage());
    assertTrue(String.valueOf(e.getMessage()).contains(word), e.getMessage());
    assertTrue(String.valueOf(e.getMessage()).startsWith("send: ") || errorClass == MPI.ERR_TYPE, e.getMessage());
  }
}
