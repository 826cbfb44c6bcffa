package mpi;

/** Pairs ({@code float} value, {@code int} index) in a byte buffer, of type {@code MPI.FLOAT_INT}. */
public class FloatInt extends Struct {
  private final int value;
  private final int index;

  FloatInt() {
    value = addFloat();
    index = setOffset(4).addInt();
  }

  @Override
  protected Data newData() {
    return new Data();
  }

  /** One pair. */
  public class Data extends Struct.Data {
    /** A pair that stands nowhere yet: {@link Struct#getData} puts it into a buffer. */
    public Data() {}

    /** The value, as it is in the buffer now. */
    public float getValue() {
      return getFloat(value);
    }

    /** The index, as it is in the buffer now. */
    public int getIndex() {
      return getInt(index);
    }

    /** Writes the value into the buffer. */
    public void putValue(float v) {
      putFloat(value, v);
    }

    /** Writes the index into the buffer. */
    public void putIndex(int i) {
      putInt(index, i);
    }
  }
}
