package mpi;

import java.util.ArrayList;
import java.util.List;
import org.braid.mpi.data.BaseType;

/** The fields of a {@link Struct}, collected until its type is needed. */
final class StructFields {
  private record Field(Datatype type, int offset, int length) {}

  private final List<Field> fields = new ArrayList<>();
  private int extent;

  int add(Datatype type, int length) {
    if (length < 0) {
      throw new MPIException(ErrorClasses.ERR_COUNT, "Struct: a field has length " + length + ", which is negative");
    }
    int offset = extent;
    long end = extent + Arguments.type(type, "Struct").map.extentBytes() * length;
    if (end != (int) end) {
      throw new MPIException(ErrorClasses.ERR_COUNT, "Struct: a field ends at byte " + end + ", and a Struct has less than 2 GiB");
    }
    extent = (int) end;
    fields.add(new Field(type, offset, length));
    return offset;
  }

  void skipTo(int offset) {
    if (offset < extent) {
      throw new IllegalArgumentException("Struct.setOffset: offset " + offset + " lies before the end of the last field, " + extent);
    }
    extent = offset;
  }

  Datatype toDatatype() {
    int n = fields.size();
    int[] lengths = new int[n];
    int[] offsets = new int[n];
    Datatype[] types = new Datatype[n];
    for (int i = 0; i < n; i++) {
      lengths[i] = fields.get(i).length();
      offsets[i] = fields.get(i).offset();
      types[i] = fields.get(i).type();
    }
    Datatype type = Derived.resized(Derived.struct(lengths, offsets, 1, types, BaseType.BYTE), 0, extent);
    type.commit();
    return type;
  }
}
