package mpi;

/** Pairs ({@code short} value, {@code int} index) in a byte buffer, of type {@code MPI.SHORT_INT}. */
public class ShortInt extends Struct {
  private final int value;
  private final int index;

  ShortInt() {
    value = addShort();
    index = setOffset(4).addInt();
  }

  @Override
  protected Data newData() {
    return new Data();
  }

  /** One pair. */
  public class Data extends Struct.Data {
    public Data() {}

    public short getValue() {
      return getShort(value);
    }

    public int getIndex() {
      return getInt(index);
    }

    public void putValue(short v) {
      putShort(value, v);
    }

    public void putIndex(int i) {
      putInt(index, i);
    }
  }
}
