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
    public Data() {}

    public double getValue() {
      return getDouble(value);
    }

    public int getIndex() {
      return getInt(index);
    }

    public void putValue(double v) {
      putDouble(value, v);
    }

    public void putIndex(int i) {
      putInt(index, i);
    }
  }
}
