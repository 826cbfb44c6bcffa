package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A record type in a byte buffer, in the manner of Open MPI: a subclass adds its fields once and reads and writes them through
 * {@link Data}. Fields lie one after the other without padding; a field is named by its offset in bytes.
 */
public abstract class Struct {
  private final StructFields fields = new StructFields();
  private @Nullable Datatype type;

  /** A struct without fields: the subclass adds them. */
  public Struct() {}

  /** Bytes of one struct. */
  public int getExtent() {
    return Datatype.inInt("Struct.getExtent", getType().map.extentBytes());
  }

  /** The datatype of one struct; after the first call no field can be added. */
  public Datatype getType() {
    if (type == null) {
      type = fields.toDatatype();
    }
    return type;
  }

  /** Makes the object that reads and writes this kind of struct. */
  protected abstract Data newData();

  /** Access to the struct at the start of {@code buffer}. The result is whatever {@link #newData} makes. */
  public <T extends Data> T getData(ByteBuffer buffer) {
    return at(buffer, 0);
  }

  /** Access to struct number {@code index} of an array of structs in {@code buffer}. */
  public <T extends Data> T getData(ByteBuffer buffer, int index) {
    return at(buffer, index * getExtent());
  }

  /** Access to the struct at the start of {@code array}, in native order. */
  public <T extends Data> T getData(byte[] array) {
    return at(ByteBuffer.wrap(Arguments.memory(array, "getData")).order(ByteOrder.nativeOrder()), 0);
  }

  /** Access to struct number {@code index} of an array of structs in {@code array}, in native order. */
  public <T extends Data> T getData(byte[] array, int index) {
    return at(ByteBuffer.wrap(Arguments.memory(array, "getData")).order(ByteOrder.nativeOrder()), index * getExtent());
  }

  @SuppressWarnings("unchecked") // the caller names the class that its own newData makes
  private <T extends Data> T at(ByteBuffer buffer, int offset) {
    Data data = newData();
    data.buffer = Arguments.memory(buffer, "getData");
    data.offset = offset;
    return (T) data;
  }

  /** The next field begins at {@code offset}, which may not lie before the end of the last one. */
  public Struct setOffset(int offset) {
    open().skipTo(offset);
    return this;
  }

  private StructFields open() {
    if (type != null) {
      throw new MPIException(ErrorClasses.ERR_TYPE, "Struct: a field is added after the type was used");
    }
    return fields;
  }

  /** Adds {@code length} fields of {@code type}; the offset of the first. */
  public int addData(Datatype type, int length) {
    return open().add(type, length);
  }

  /** Adds one field of {@code type}; its offset in bytes. */
  public int addData(Datatype type) {
    return addData(type, 1);
  }

  /** Adds {@code length} fields that are structs themselves; the offset of the first, in bytes. */
  public int addStruct(Struct struct, int length) {
    return addData(Arguments.given(struct, ErrorClasses.ERR_TYPE, "addStruct: the struct").getType(), length);
  }

  /** Adds a field that is a struct itself; its offset in bytes. */
  public int addStruct(Struct struct) {
    return addStruct(struct, 1);
  }

  // ---- fields of basic types, one or several: the offset of the first

  /** Adds a field of type {@code byte}; its offset in bytes. */
  public int addByte() {
    return addByte(1);
  }

  /** Adds {@code length} fields of type {@code byte}; the offset of the first, in bytes. */
  public int addByte(int length) {
    return addData(Predefined.BYTE, length);
  }

  /** Adds a field of type {@code char}; its offset in bytes. */
  public int addChar() {
    return addChar(1);
  }

  /** Adds {@code length} fields of type {@code char}; the offset of the first, in bytes. */
  public int addChar(int length) {
    return addData(Predefined.CHAR, length);
  }

  /** Adds a field of type {@code short}; its offset in bytes. */
  public int addShort() {
    return addShort(1);
  }

  /** Adds {@code length} fields of type {@code short}; the offset of the first, in bytes. */
  public int addShort(int length) {
    return addData(Predefined.SHORT, length);
  }

  /** Adds a field of type {@code int}; its offset in bytes. */
  public int addInt() {
    return addInt(1);
  }

  /** Adds {@code length} fields of type {@code int}; the offset of the first, in bytes. */
  public int addInt(int length) {
    return addData(Predefined.INT, length);
  }

  /** Adds a field of type {@code long}; its offset in bytes. */
  public int addLong() {
    return addLong(1);
  }

  /** Adds {@code length} fields of type {@code long}; the offset of the first, in bytes. */
  public int addLong(int length) {
    return addData(Predefined.LONG, length);
  }

  /** Adds a field of type {@code float}; its offset in bytes. */
  public int addFloat() {
    return addFloat(1);
  }

  /** Adds {@code length} fields of type {@code float}; the offset of the first, in bytes. */
  public int addFloat(int length) {
    return addData(Predefined.FLOAT, length);
  }

  /** Adds a field of type {@code double}; its offset in bytes. */
  public int addDouble() {
    return addDouble(1);
  }

  /** Adds {@code length} fields of type {@code double}; the offset of the first, in bytes. */
  public int addDouble(int length) {
    return addData(Predefined.DOUBLE, length);
  }

  /** Reads and writes one struct in a buffer; subclasses give the fields names. */
  public abstract class Data {
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int offset;

    /** Access that stands nowhere yet: {@link Struct#getData} puts it into a buffer. */
    public Data() {}

    /** The buffer from this struct on, as it is given to send and receive. */
    public ByteBuffer getBuffer() {
      return offset == 0 ? buffer : NewBuffers.slice(buffer, offset);
    }

    /** Access to the struct that is a field of this one. */
    protected <T extends Data> T getData(Struct struct, int field) {
      return getData(struct, field, 0);
    }

    protected <T extends Data> T getData(Struct struct, int field, int index) {
      return struct.at(buffer, offset + field + index * struct.getExtent());
    }

    /** The bytes of a field of any type. */
    protected ByteBuffer getBuffer(Datatype type, int field) {
      return getBuffer(type, field, 0);
    }

    protected ByteBuffer getBuffer(Datatype type, int field, int index) {
      return NewBuffers.slice(buffer, Datatype.inInt("getBuffer", offset + field + index * type.alive().map.extentBytes()));
    }

    // ---- fields of basic types: at an offset in bytes, and element index of one that was added with a length

    protected byte getByte(int field) {
      return buffer.get(offset + field);
    }

    protected byte getByte(int field, int index) {
      return buffer.get(offset + field + index);
    }

    protected void putByte(int field, byte value) {
      buffer.put(offset + field, value);
    }

    protected void putByte(int field, int index, byte value) {
      buffer.put(offset + field + index, value);
    }

    protected char getChar(int field) {
      return buffer.getChar(offset + field);
    }

    protected char getChar(int field, int index) {
      return buffer.getChar(offset + field + index * Character.BYTES);
    }

    protected void putChar(int field, char value) {
      buffer.putChar(offset + field, value);
    }

    protected void putChar(int field, int index, char value) {
      buffer.putChar(offset + field + index * Character.BYTES, value);
    }

    protected short getShort(int field) {
      return buffer.getShort(offset + field);
    }

    protected short getShort(int field, int index) {
      return buffer.getShort(offset + field + index * Short.BYTES);
    }

    protected void putShort(int field, short value) {
      buffer.putShort(offset + field, value);
    }

    protected void putShort(int field, int index, short value) {
      buffer.putShort(offset + field + index * Short.BYTES, value);
    }

    protected int getInt(int field) {
      return buffer.getInt(offset + field);
    }

    protected int getInt(int field, int index) {
      return buffer.getInt(offset + field + index * Integer.BYTES);
    }

    protected void putInt(int field, int value) {
      buffer.putInt(offset + field, value);
    }

    protected void putInt(int field, int index, int value) {
      buffer.putInt(offset + field + index * Integer.BYTES, value);
    }

    protected long getLong(int field) {
      return buffer.getLong(offset + field);
    }

    protected long getLong(int field, int index) {
      return buffer.getLong(offset + field + index * Long.BYTES);
    }

    protected void putLong(int field, long value) {
      buffer.putLong(offset + field, value);
    }

    protected void putLong(int field, int index, long value) {
      buffer.putLong(offset + field + index * Long.BYTES, value);
    }

    protected float getFloat(int field) {
      return buffer.getFloat(offset + field);
    }

    protected float getFloat(int field, int index) {
      return buffer.getFloat(offset + field + index * Float.BYTES);
    }

    protected void putFloat(int field, float value) {
      buffer.putFloat(offset + field, value);
    }

    protected void putFloat(int field, int index, float value) {
      buffer.putFloat(offset + field + index * Float.BYTES, value);
    }

    protected double getDouble(int field) {
      return buffer.getDouble(offset + field);
    }

    protected double getDouble(int field, int index) {
      return buffer.getDouble(offset + field + index * Double.BYTES);
    }

    protected void putDouble(int field, double value) {
      buffer.putDouble(offset + field, value);
    }

    protected void putDouble(int field, int index, double value) {
      buffer.putDouble(offset + field + index * Double.BYTES, value);
    }
  }
}
