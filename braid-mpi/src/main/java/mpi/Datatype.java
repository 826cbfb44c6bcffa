package mpi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.braid.base.ErrorCode;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/**
 * What the elements of a buffer are. Sizes, extents and bounds are counted in elements of the base type (bytes for structs and
 * pairs), as both families do.
 */
public class Datatype implements Freeable, Cloneable {
  private static final BaseType[] BASE_TYPES = BaseType.values();
  private static final String GONE = "the datatype is MPI.DATATYPE_NULL or was freed";

  final TypeMap map;
  final BaseType base;

  /** Bytes of one base element, the unit of sizes and bounds. */
  final int unitBytes;

  /** Bytes of one element of a type that needs no packing, or -1: serialized, derived with gaps, not committed, null or freed. */
  long plainBytes = -1;

  /** What the envelope says of the base type: 0 for bytes of unknown or mixed meaning, which fit all. */
  final int code;

  /** Number of the basic type, by which operators keep their kernels; -1 for derived types. */
  final int basicId;

  private final boolean predefined;

  /** Of a predefined type, what it is called at first: what a program says of it is its rank's. */
  private final Labels own;

  private boolean isCommitted;
  private boolean isNull;

  private Datatype(TypeMap map, BaseType base, int unitBytes, int basicId, boolean predefined, String name) {
    this(map, base, unitBytes, basicId, predefined, name, codeOf(map.base()));
  }

  private Datatype(TypeMap map, BaseType base, int unitBytes, int basicId, boolean predefined, String name, int code) {
    this.predefined = predefined;
    this.map = map;
    this.base = base;
    this.unitBytes = unitBytes;
    this.basicId = basicId;
    this.own = new Labels(name);
    this.code = code;
    if (predefined) {
      becomeUsable();
    }
  }

  private void becomeUsable() {
    isCommitted = true;
    plainBytes = base != BaseType.OBJECT && map.isContiguous() ? map.sizeBytes() : -1;
  }

  static Datatype basic(int id, BaseType base, String name) {
    return new Datatype(TypeMap.of(base), base, base.bytes(), id, true, name);
  }

  static Datatype complex(int id, BaseType part, String name) {
    return new Datatype(TypeMap.complex(part), part, part.bytes(), id, true, name);
  }

  static Datatype pair(int id, BaseType value, BaseType index, String name) {
    return new Datatype(TypeMap.pair(value, index), value == index ? value : BaseType.BYTE, 1, id, true, name);
  }

  /** Of the lengths that go ahead of serialized objects: ints, but whoever brings ints of its own to the call is told that it has another type. */
  static Datatype lengths() {
    return new Datatype(TypeMap.of(BaseType.INT), BaseType.INT, BaseType.INT.bytes(), -1, true, "MPI_OBJECT", codeOf(BaseType.OBJECT));
  }

  static Datatype derived(TypeMap map, BaseType base, String name) {
    return new Datatype(map, base, base.bytes(), -1, false, name);
  }

  static Datatype marker(TypeMap map, String name) {
    return new Datatype(map, BaseType.BYTE, 1, -1, true, name);
  }

  static Datatype none() {
    Datatype none = derived(TypeMap.lowerBoundMarker(), BaseType.BYTE, "MPI_DATATYPE_NULL");
    none.free();
    return none;
  }

  private static int codeOf(@Nullable BaseType base) {
    return base == null || base == BaseType.PACKED ? 0 : base.ordinal() + 1;
  }

  /** Bytes of one base element of a message whose envelope says {@code code}. */
  static int unitOf(int code) {
    return code <= 0 || code > BASE_TYPES.length ? 1 : BASE_TYPES[code - 1].bytes();
  }

  BaseType base() {
    return base;
  }

  boolean isObject() {
    return base == BaseType.OBJECT;
  }

  /** This type, unless it is null or was freed. */
  Datatype alive() {
    if (isNull) {
      throw new MPIException(ErrorClasses.ERR_TYPE, GONE);
    }
    return this;
  }

  /** As {@link #alive()}, of what was given to a call. */
  Datatype alive(@Nullable Titled on, String call) {
    if (isNull) {
      throw Refusal.of(on, ErrorClasses.ERR_TYPE, call, GONE);
    }
    return this;
  }

  /** This type, if communication may use it, which was given to a call. */
  Datatype committed(@Nullable Titled on, String call) {
    if (!alive(on, call).isCommitted) {
      throw Refusal.of(on, ErrorClasses.ERR_TYPE, call, "the datatype was not committed; call commit() before its first use in communication (MPI 4.1, 5.1.9)");
    }
    return this;
  }

  /** The number, if an int holds it: types of {@code org.braid.mpix.large.LargeTypes} may be longer (MPI 4.1, section 5.1.7). */
  static int inInt(String call, long number) {
    if (number != (int) number) {
      throw new MPIException(ErrorClass.VALUE_TOO_LARGE.value(), ErrorCode.MPI_ARGUMENT, call + ": the answer is " + number + ", which no int holds; org.braid.mpix.large.LargeTypes tells it");
    }
    return (int) number;
  }

  /** Difference between the bounds, in base elements. */
  public int getExtent() {
    return inInt("getExtent", alive().map.extentBytes() / unitBytes);
  }

  /** As {@link #getExtent}, in mpiJava's spelling (MPI 4.1, section 5.1.7). */
  public int Extent() {
    return getExtent();
  }

  /** Base elements of data in one element, gaps not counted. */
  public int getSize() {
    return inInt("getSize", alive().map.sizeBytes() / unitBytes);
  }

  /** Number of base elements; for pairs two, as in MPJ Express. */
  public int Size() {
    return inInt("Size", alive().map.elements());
  }

  /** Bytes of data in one element. */
  public int getByteSize() {
    return inInt("getByteSize", alive().map.sizeBytes());
  }

  /** The lower bound, in base elements (MPI 4.1, section 5.1.7). */
  public int getLb() {
    return inInt("getLb", Math.floorDiv(alive().map.lowerBoundBytes(), unitBytes));
  }

  /** As {@link #getLb}, in mpiJava's spelling (MPI 4.1, section 5.1.7). */
  public int Lb() {
    return getLb();
  }

  /** The upper bound, in base elements (MPI 4.1, section 5.1.7). */
  public int Ub() {
    return inInt("Ub", Math.floorDiv(alive().map.upperBoundBytes(), unitBytes));
  }

  /** Lowest displacement of data, in base elements. */
  public int getTrueLb() {
    return inInt("getTrueLb", Math.floorDiv(alive().map.trueLowerBoundBytes(), unitBytes));
  }

  /** From the lowest to the highest displacement of data, in base elements; markers of bounds do not count (MPI 4.1, section 5.1.8). */
  public int getTrueExtent() {
    return inInt("getTrueExtent", alive().map.trueExtentBytes() / unitBytes);
  }

  /** Makes a derived type usable in communication. Types made of it need a commit of their own. */
  public void commit() {
    alive().becomeUsable();
  }

  /** As {@link #commit}, in mpiJava's spelling (MPI 4.1, section 5.1.9). */
  public void Commit() {
    commit();
  }

  @Override
  public void free() {
    if (predefined) {
      throw new MPIException(ErrorClasses.ERR_TYPE, own.name + " is predefined and cannot be freed");
    }
    alive();
    isNull = true;
    plainBytes = -1;
  }

  boolean isPredefined() {
    return predefined;
  }

  /** A type with the same elements that stays when this one is freed; this one itself if it is predefined, or of no use. */
  static Datatype kept(Datatype given) {
    return given == null || given.predefined || given.isNull ? given : given.copy();
  }

  /** As above, of each. */
  static Datatype[] kept(Datatype[] given) {
    return given == null ? given : Arrays.stream(given).map(Datatype::kept).toArray(Datatype[]::new);
  }

  /** Whether this is MPI.DATATYPE_NULL, or was freed. */
  public boolean isNull() {
    return isNull;
  }

  /** A type of its own with the same elements and attributes; committed if this one is (MPI 4.1, sections 5.1.10 and 7.7.4). */
  public Datatype dup() {
    Datatype copy = copy();
    copy.labels().attributes.takeAll(labels().attributes);
    return copy;
  }

  private Datatype copy() {
    Datatype copy = new Datatype(alive().map, base, unitBytes, basicId, false, labels().name);
    if (isCommitted) {
      copy.becomeUsable();
    }
    return copy;
  }

  @Override
  @SuppressWarnings("MissingSuperCall") // a copy shares nothing with the original
  public Datatype clone() {
    return dup();
  }

  /** The name of a basic type, or what the program called this one (MPI 4.1, section 7.8). */
  public String getName() {
    return alive().labels().name;
  }

  /** Gives the type a name (MPI 4.1, section 7.8). */
  public void setName(String newName) {
    alive().labels().name = Arguments.given(newName, ErrorClasses.ERR_ARG, "setName: the name");
  }

  /** The attribute that the program attached with {@code keyval}; null if there is none (MPI 4.1, section 7.7.4). */
  public @Nullable Object getAttr(int keyval) {
    return attributes().get(keyval);
  }

  /** Attaches {@code value} under {@code keyval}, in place of an older one (MPI 4.1, section 7.7.4). Null is a value, too, and {@link #getAttr} does not tell it from none. */
  public void setAttr(int keyval, @Nullable Object value) {
    attributes().set(keyval, value);
  }

  /** Takes off what was attached under {@code keyval} (MPI 4.1, section 7.7.4). */
  public void deleteAttr(int keyval) {
    attributes().delete(keyval);
  }

  private Attributes attributes() {
    return alive().labels().attributes;
  }

  private Labels labels() {
    return predefined ? World.here().labelsOf(this, own.name) : own;
  }

  /** A new key under which types of this process may have attributes (MPI 4.1, section 7.7.4). */
  public static int createKeyval() {
    return Attributes.createKeyval(AttributeKeys.Kind.TYPE);
  }

  /** Gives a key back; attributes under it may not be asked for any more (MPI 4.1, section 7.7.4). */
  public static void freeKeyval(int keyval) {
    Attributes.freeKeyval(AttributeKeys.Kind.TYPE, keyval);
  }

  /** {@code count} elements of {@code oldType} one after the other. */
  public static Datatype createContiguous(int count, Datatype oldType) {
    return Derived.contiguous(count, oldType);
  }

  /** As {@link #createContiguous}, in mpiJava's spelling (MPI 4.1, section 5.1.2). */
  public static Datatype Contiguous(int count, Datatype oldtype) {
    return Derived.contiguous(count, oldtype);
  }

  /** {@code count} blocks of {@code blockLength} elements, starting {@code stride} elements apart. */
  public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType) {
    return Derived.vector(count, blockLength, stride, Arguments.type(oldType, "createVector").map.extentBytes(), oldType);
  }

  /** As {@link #createVector}, in mpiJava's spelling (MPI 4.1, section 5.1.2). */
  public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype) {
    return createVector(count, blocklength, stride, oldtype);
  }

  /** As {@link #createVector}, with the stride in bytes. */
  public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType) {
    return Derived.vector(count, blockLength, stride, 1, oldType);
  }

  /** As {@link #Vector}, with the stride in base elements. */
  public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype) {
    return Derived.vector(count, blocklength, stride, Arguments.type(oldtype, "Hvector").unitBytes, oldtype);
  }

  /** Blocks of different lengths at displacements in elements of {@code oldType}. */
  public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
    return Derived.indexed(blockLengths, displacements, Arguments.type(oldType, "createIndexed").map.extentBytes(), oldType);
  }

  /** As {@link #createIndexed}, in mpiJava's spelling (MPI 4.1, section 5.1.2). */
  public static Datatype Indexed(int[] blocklengths, int[] displacements, Datatype oldtype) {
    return createIndexed(blocklengths, displacements, oldtype);
  }

  /** As {@link #createIndexed}, with displacements in bytes. */
  public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
    return Derived.indexed(blockLengths, displacements, 1, oldType);
  }

  /** As {@link #Indexed}, with displacements in base elements. */
  public static Datatype Hindexed(int[] blocklengths, int[] displacements, Datatype oldtype) {
    return Derived.indexed(blocklengths, displacements, Arguments.type(oldtype, "Hindexed").unitBytes, oldtype);
  }

  /** Blocks of different types at displacements in bytes; the base type is BYTE. */
  public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types) {
    return Derived.struct(blockLengths, displacements, 1, types, BaseType.BYTE);
  }

  /** Blocks of types with one common base type, which the result keeps, at displacements in elements of it. */
  public static Datatype Struct(int[] blocklengths, int[] displacements, Datatype[] types) {
    return Derived.structOfOneBase(blocklengths, displacements, types);
  }

  /**
   * A box in an array of several dimensions: {@code subSizes} elements from {@code starts}, of {@code sizes}. Its extent is that of the whole array (MPI 4.1, section 5.1.3).
   *
   * @param order MPI.ORDER_C if the last dimension changes first from element to element, MPI.ORDER_FORTRAN if the first one does
   * @throws MPIException ERR_ARG if the box does not lie in the array
   */
  public static Datatype createSubarray(int[] sizes, int[] subSizes, int[] starts, int order, Datatype oldType) {
    return ArrayTypes.subarray("createSubarray", Derived.longs(sizes), Derived.longs(subSizes), Derived.longs(starts), order, oldType);
  }

  /**
   * What one rank has of an array that is divided among several. Its extent is that of the whole array (MPI 4.1, section 5.1.4).
   *
   * @param size of the group of ranks
   * @param rank whose part it is; ranks are counted with the last dimension first
   * @param sizes of the whole array
   * @param distributions of each dimension: MPI.DISTRIBUTE_BLOCK, DISTRIBUTE_CYCLIC or DISTRIBUTE_NONE
   * @param arguments lengths of blocks, or MPI.DISTRIBUTE_DFLT_DARG
   * @param ranks along each dimension, {@code size} in all
   * @param order as for {@link #createSubarray}
   * @throws MPIException ERR_ARG for a distribution that does not cover the array
   */
  public static Datatype createDarray(int size, int rank, int[] sizes, int[] distributions, int[] arguments, int[] ranks, int order, Datatype oldType) {
    return ArrayTypes.darray("createDarray", size, rank, Derived.longs(sizes), distributions, arguments, ranks, order, oldType);
  }

  /**
   * Packs elements of this type into {@code outbuf} from {@code position}, in a form that does not depend on the machine (MPI 4.1, section 5.3).
   *
   * @param datarep {@code "external32"}
   * @return the position after them
   */
  public int packExternal(String datarep, @Nullable Object inbuf, int incount, byte[] outbuf, int position) {
    return (int) External32.pack("packExternal", datarep, inbuf, incount, this, MemorySegment.ofArray(Arguments.memory(outbuf, "packExternal")), position);
  }

  /** Unpacks what {@link #packExternal} has packed, or another machine; the position after it (MPI 4.1, section 5.3). */
  public int unpackExternal(String datarep, byte[] inbuf, int position, @Nullable Object outbuf, int outcount) {
    return (int) External32.unpack("unpackExternal", datarep, MemorySegment.ofArray(Arguments.memory(inbuf, "unpackExternal")), position, outbuf, outcount, this);
  }

  /** Bytes that {@code incount} elements take in that form (MPI 4.1, section 5.3). */
  public int packExternalSize(String datarep, int incount) {
    long bytes = External32.size("packExternalSize", datarep, incount, this);
    if (bytes > Integer.MAX_VALUE) {
      throw new MPIException(ErrorClasses.ERR_COUNT, "packExternalSize: " + incount + " elements need " + bytes + " bytes");
    }
    return (int) bytes;
  }

  /** {@code oldType} with a new lower bound and extent in bytes. */
  public static Datatype createResized(Datatype oldType, int lb, int extent) {
    return Derived.resized(oldType, lb, extent);
  }
}
