package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Reads and writes a complex number in a buffer or array of {@code float}: real part, then imaginary part. */
public class FloatComplex {
  private final FloatBuffer buffer;
  private final int at;

  private FloatComplex(FloatBuffer buffer, int index) {
    this.buffer = buffer;
    this.at = 2 * index;
  }

  /** The number at the start of {@code buffer}. */
  public static FloatComplex get(FloatBuffer buffer) {
    return get(buffer, 0);
  }

  /** Complex number {@code index} of {@code buffer}. */
  public static FloatComplex get(FloatBuffer buffer, int index) {
    return new FloatComplex(Arguments.memory(buffer, "FloatComplex"), index);
  }

  /** The number at the start of a byte buffer in native order, whatever the buffer's position is. */
  public static FloatComplex get(ByteBuffer buffer) {
    return get(buffer, 0);
  }

  /** Complex number {@code index} of a byte buffer in native order, counted from the buffer's start. */
  public static FloatComplex get(ByteBuffer buffer, int index) {
    return get(Arguments.memory(buffer, "FloatComplex").duplicate().clear().order(ByteOrder.nativeOrder()).asFloatBuffer(), index);
  }

  /** The number at the start of {@code array}. */
  public static FloatComplex get(float[] array) {
    return get(array, 0);
  }

  /** Complex number {@code index} of {@code array}, which has two elements for each. */
  public static FloatComplex get(float[] array, int index) {
    return get(FloatBuffer.wrap(Arguments.memory(array, "FloatComplex")), index);
  }

  /** The real part, as it is in memory now. */
  public float getReal() {
    return buffer.get(at);
  }

  /** The imaginary part, as it is in memory now. */
  public float getImag() {
    return buffer.get(at + 1);
  }

  /** Writes the real part into the memory. */
  public void putReal(float real) {
    buffer.put(at, real);
  }

  /** Writes the imaginary part into the memory. */
  public void putImag(float imaginary) {
    buffer.put(at + 1, imaginary);
  }

  /** The buffer from this number on. */
  public FloatBuffer getBuffer() {
    return NewBuffers.whole(buffer).slice(at, NewBuffers.rest(buffer, at));
  }
}
