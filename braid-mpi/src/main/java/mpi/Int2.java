package mpi;

/** Pairs ({@code int} value, {@code int} index) in a byte buffer, of type {@code MPI.INT2}. */
public class Int2 extends Struct {
  private final int value;
  private final int index;

  Int2() {
    value = addInt();
    index = setOffset(4).addInt();
  }

  @Override
  protected Data newData() {
    return new Data();
  }

  /** One pair. */
  public class Data extends Struct.Data {
    public Data() {}

    public int getValue() {
      return getInt(value);
    }

    public int getIndex() {
      return getInt(index);
    }

    public void putValue(int v) {
      putInt(value, v);
    }

    public void putIndex(int i) {
      putInt(index, i);
    }
  }
}
