package mpi;

/** Pairs ({@code long} value, {@code int} index) in a byte buffer, of type {@code MPI.LONG_INT}. */
public class LongInt extends Struct {
  private final int value;
  private final int index;

  LongInt() {
    value = addLong();
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

    public long getValue() {
      return getLong(value);
    }

    public int getIndex() {
      return getInt(index);
    }

    public void putValue(long v) {
      putLong(value, v);
    }

    public void putIndex(int i) {
      putInt(index, i);
    }
  }
}
