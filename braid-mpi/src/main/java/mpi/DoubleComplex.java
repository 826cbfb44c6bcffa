package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;

/** Reads and writes a complex number in a buffer or array of {@code double}: real part, then imaginary part. */
public class DoubleComplex {
  private final DoubleBuffer buffer;
  private final int at;

  private DoubleComplex(DoubleBuffer buffer, int index) {
    this.buffer = buffer;
    this.at = 2 * index;
  }

  /** The number at the start of {@code buffer}. */
  public static DoubleComplex get(DoubleBuffer buffer) {
    return get(buffer, 0);
  }

  /** Complex number {@code index} of {@code buffer}. */
  public static DoubleComplex get(DoubleBuffer buffer, int index) {
    return new DoubleComplex(Arguments.memory(buffer, "DoubleComplex"), index);
  }

  /** The number at the start of a byte buffer in native order, whatever the buffer's position is. */
  public static DoubleComplex get(ByteBuffer buffer) {
    return get(buffer, 0);
  }

  /** Complex number {@code index} of a byte buffer in native order, counted from the buffer's start. */
  public static DoubleComplex get(ByteBuffer buffer, int index) {
    return get(Arguments.memory(buffer, "DoubleComplex").duplicate().clear().order(ByteOrder.nativeOrder()).asDoubleBuffer(), index);
  }

  /** The number at the start of {@code array}. */
  public static DoubleComplex get(double[] array) {
    return get(array, 0);
  }

  /** Complex number {@code index} of {@code array}, which has two elements for each. */
  public static DoubleComplex get(double[] array, int index) {
    return get(DoubleBuffer.wrap(Arguments.memory(array, "DoubleComplex")), index);
  }

  /** The real part, as it is in memory now. */
  public double getReal() {
    return buffer.get(at);
  }

  /** The imaginary part, as it is in memory now. */
  public double getImag() {
    return buffer.get(at + 1);
  }

  /** Writes the real part into the memory. */
  public void putReal(double real) {
    buffer.put(at, real);
  }

  /** Writes the imaginary part into the memory. */
  public void putImag(double imaginary) {
    buffer.put(at + 1, imaginary);
  }

  /** The buffer from this number on. */
  public DoubleBuffer getBuffer() {
    return NewBuffers.whole(buffer).slice(at, NewBuffers.rest(buffer, at));
  }
}
