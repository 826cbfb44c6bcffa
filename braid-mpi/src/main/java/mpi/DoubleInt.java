package mpi;

/** Pairs ({@code double} value, {@code int} index) in a byte buffer, of type {@code MPI.DOUBLE_INT}. */
public class DoubleInt extends Struct {
  private final int value;
  private final int index;

  DoubleInt() {
    value = addDouble();
    index = setOffset(8).addInt();
    setOffset(16);
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
    public double getValue() {
      return getDouble(value);
    }

    /** The index, as it is in the buffer now. */
    public int getIndex() {
      return getInt(index);
    }

    /** Writes the value into the buffer. */
    public void putValue(double v) {
      putDouble(value, v);
    }

    /** Writes the index into the buffer. */
    public void putIndex(int i) {
      putInt(index, i);
    }
  }
}
