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

  public static FloatComplex get(ByteBuffer buffer) {
    return get(buffer, 0);
  }

  public static FloatComplex get(ByteBuffer buffer, int index) {
    return get(Arguments.memory(buffer, "FloatComplex").duplicate().clear().order(ByteOrder.nativeOrder()).asFloatBuffer(), index);
  }

  public static FloatComplex get(float[] array) {
    return get(array, 0);
  }

  public static FloatComplex get(float[] array, int index) {
    return get(FloatBuffer.wrap(Arguments.memory(array, "FloatComplex")), index);
  }

  public float getReal() {
    return buffer.get(at);
  }

  public float getImag() {
    return buffer.get(at + 1);
  }

  public void putReal(float real) {
    buffer.put(at, real);
  }

  public void putImag(float imaginary) {
    buffer.put(at + 1, imaginary);
  }

  /** The buffer from this number on. */
  public FloatBuffer getBuffer() {
    return MPI.slice(buffer, at);
  }
}
