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
    /** A pair that stands nowhere yet: {@link Struct#getData} puts it into a buffer. */
    public Data() {}

    /** The value, as it is in the buffer now. */
    public short getValue() {
      return getShort(value);
    }

    /** The index, as it is in the buffer now. */
    public int getIndex() {
      return getInt(index);
    }

    /** Writes the value into the buffer. */
    public void putValue(short v) {
      putShort(value, v);
    }

    /** Writes the index into the buffer. */
    public void putIndex(int i) {
      putInt(index, i);
    }
  }
}
