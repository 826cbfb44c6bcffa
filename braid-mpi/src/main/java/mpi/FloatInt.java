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
    public Data() {}

    public float getValue() {
      return getFloat(value);
    }

    public int getIndex() {
      return getInt(index);
    }

    public void putValue(float v) {
      putFloat(value, v);
    }

    public void putIndex(int i) {
      putInt(index, i);
    }
  }
}
