package mpi;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.mpi.data.Overlap;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.data.reduction.ReductionOperation;
import org.braid.mpi.title.Titled;
import org.braid.mpi.window.Flavor;
import org.braid.mpi.window.WindowOffer;
import org.braid.mpi.window.layout.Layout;
import org.braid.mpi.window.layout.Operator;
import org.braid.mpi.window.layout.UserData;
import org.jspecify.annotations.Nullable;

/** Checks what a program gives to calls on windows, and turns it into layouts and operators. */
final class WinArguments {
  /** A hint that is Braid's own: {@code true} lets messages carry accesses even where ranks could touch each other's memory. */
  static final String BY_MESSAGES = "braid_by_messages";

  private static final String APART = "alloc_shared_noncontig";

  private static final int BASIC_TYPES = 32;

  /** Of the predefined operations and types, made on first use. A race makes one twice, which harms nothing. */
  private static final @Nullable Operator[] OPERATORS = new @Nullable Operator[16 * BASIC_TYPES];

  private WinArguments() {}

  // ---- errors

  static void run(Runnable call) {
    try {
      call.run();
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  static <T> T get(Supplier<T> call) {
    try {
      return call.get();
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  // ---- making windows

  static Info copyOf(@Nullable Info info) {
    Info given = Arguments.given(info, ErrorClasses.ERR_INFO, "Win: the info");
    return given.orEmpty();
  }

  static boolean has(Info info, String hint) {
    return "true".equals(copyOf(info).get(hint));
  }

  static Comm comm(@Nullable Comm comm) {
    Comm given = Arguments.comm(comm, "Win");
    if (given.isInter()) {
      throw new MPIException(ErrorClasses.ERR_COMM, "Win: windows are made of intracommunicators, and this one lies between two groups");
    }
    return given;
  }

  /** A window over memory of the program's. A rank whose buffer is empty gives nothing, whatever size it says: programs of Open MPI's name the same one everywhere. */
  static WindowOffer over(@Nullable Object base, long size, long unit, Info info) {
    if (base == null && size > 0) {
      throw new MPIException(ErrorClasses.ERR_BUFFER, "Win: the buffer is null, but the size is " + size);
    }
    Object memory = base == null ? new byte[0] : base;
    return offer(Flavor.CREATE, memory, isEmpty(memory) ? Math.min(size, 0) : size, unit, info);
  }

  /** A window with memory of its own, or over what is given in its place. An empty buffer says no more than what the elements are: Open MPI's programs give one for an address. */
  static WindowOffer allocated(@Nullable Object base, long size, long unit, Info info, int flavor) {
    if (flavor != Win.FLAVOR_PRIVATE && flavor != Win.FLAVOR_SHARED) {
      throw new MPIException(ErrorClasses.ERR_ARG, "Win: the flavor is " + flavor + ", which is neither Win.FLAVOR_PRIVATE nor Win.FLAVOR_SHARED");
    }
    return offer(flavor == Win.FLAVOR_SHARED ? Flavor.SHARED : Flavor.ALLOCATE, base, size, unit, info);
  }

  static WindowOffer dynamic(Info info) {
    return new WindowOffer(Flavor.DYNAMIC, null, 0, 1, true, has(info, APART));
  }

  private static WindowOffer offer(Flavor flavor, @Nullable Object base, long size, long unit, Info info) {
    int element = elementBytes(base);
    Object memory = flavor != Flavor.CREATE && base != null && isEmpty(base) ? null : base;
    long bytes = sizeBytes(null, "Win", memory, size, element);
    if (unit <= 0 || unit > Layout.FARTHEST_BYTES / element) {
      throw new MPIException(ErrorClasses.ERR_DISP, "Win: the displacement unit is " + unit + " elements, which is not positive, or too many");
    }
    return new WindowOffer(flavor, memory, bytes, unit * element, has(info, BY_MESSAGES), has(info, APART));
  }

  /** So many elements of a buffer, from the first one on. */
  static long sizeBytes(@Nullable Titled on, String call, @Nullable Object base, long size) {
    return sizeBytes(on, call, base, size, elementBytes(base));
  }

  private static int elementBytes(@Nullable Object base) {
    return base == null ? 1 : UserMemory.elementBytes(base);
  }

  private static boolean isEmpty(Object base) {
    return UserMemory.capacityBytes(base) == 0;
  }

  private static long sizeBytes(@Nullable Titled on, String call, @Nullable Object base, long size, int element) {
    if (size < 0 || size > Layout.FARTHEST_BYTES / element) {
      throw Refusal.of(on, ErrorClasses.ERR_SIZE, call, "the size is " + size + " elements; a window has 0 to " + Layout.FARTHEST_BYTES + " bytes");
    }
    long bytes = size * element;
    if (base instanceof MemorySegment segment && bytes > 0) {
      checkOpenToAll(on, call, segment);
    }
    if (base != null && bytes > UserMemory.capacityBytes(base)) {
      throw Refusal.of(on, ErrorClasses.ERR_BUFFER, call, "the size is " + bytes + " bytes, and the buffer has " + UserMemory.capacityBytes(base));
    }
    if (base != null && bytes > 0) {
      Buffers.checkNotReadOnly(on, call, base);
    }
    return bytes;
  }

  /** Accesses of other ranks are applied by whatever thread makes progress. */
  private static void checkOpenToAll(@Nullable Titled on, String call, MemorySegment segment) {
    Buffers.checkAccess(on, call, segment);
    if (!segment.isAccessibleBy(Thread.ofVirtual().unstarted(() -> {}))) {
      throw Refusal.of(on, ErrorClasses.ERR_BUFFER, call, "the memory segment belongs to one thread, and accesses of other ranks are applied by others; take it from Arena.ofShared() or Arena.ofAuto()");
    }
  }

  // ---- assertions

  static int assertion(@Nullable Titled on, String call, int given, int allowed) {
    if ((given & ~allowed) != 0) {
      throw Refusal.of(on, ErrorClasses.ERR_ASSERT, call, "the assertion is " + given + ", and the bits " + (given & ~allowed) + " of it say nothing here");
    }
    return given;
  }

  static boolean isExclusive(@Nullable Titled on, int lockType) {
    if (lockType != Constants.LOCK_EXCLUSIVE && lockType != Constants.LOCK_SHARED) {
      throw Refusal.of(on, ErrorClasses.ERR_LOCKTYPE, "lock", "the type is " + lockType + ", which is neither MPI.LOCK_EXCLUSIVE nor MPI.LOCK_SHARED");
    }
    return lockType == Constants.LOCK_EXCLUSIVE;
  }

  // ---- data

  /** Elements that the call reads. */
  static UserData read(@Nullable Titled on, String call, @Nullable Object buf, long count, Datatype type) {
    int plain = Buffers.plainBytes(buf, 0, count, type);
    if (plain >= 0 && buf != null) {
      return new UserData(buf, 0, Layout.of(plain));
    }
    Buffers.check(on, call, buf, 0, count, type);
    return buf == null ? UserData.NONE : new UserData(buf, 0, layout(on, call, type, count));
  }

  /** Elements that the call writes. */
  static UserData written(@Nullable Titled on, String call, @Nullable Object buf, long count, Datatype type) {
    UserData data = read(on, call, buf, count, type);
    if (data.layout().sizeBytes() > 0) {
      Buffers.checkNotReadOnly(on, call, buf);
    }
    return data;
  }

  /** As {@link #read}, as an operation wants it. */
  static UserData read(@Nullable Titled on, String call, @Nullable Object buf, long count, Datatype type, Operator operator) {
    Buffers.check(on, call, buf, 0, count, type);
    return buf == null ? UserData.NONE : new UserData(buf, 0, counted(on, call, () -> operator.layout(type.map, count)));
  }

  /** As {@link #written}, as an operation wants it. */
  static UserData written(@Nullable Titled on, String call, @Nullable Object buf, long count, Datatype type, Operator operator) {
    UserData data = read(on, call, buf, count, type, operator);
    if (data.layout().sizeBytes() > 0) {
      Buffers.checkNotReadOnly(on, call, buf);
    }
    return data;
  }

  /** Where the target's elements lie. */
  static Layout target(@Nullable Titled on, String call, long count, Datatype type) {
    checkTarget(on, call, count, type);
    boolean isPlain = type.plainBytes >= 0 && type.plainBytes <= Integer.MAX_VALUE && count <= Integer.MAX_VALUE;
    return isPlain ? Layout.of(count * type.plainBytes) : layout(on, call, type, count);
  }

  /** As above, as an operation wants it. */
  static Layout target(@Nullable Titled on, String call, long count, Datatype type, Operator operator) {
    checkTarget(on, call, count, type);
    return counted(on, call, () -> operator.layout(type.map, count));
  }

  /** As above, of as many bytes as come. */
  static Layout combined(@Nullable Titled on, String call, UserData data, long count, Datatype type, Operator operator) {
    Layout layout = target(on, call, count, type, operator);
    checkFits(on, call, data.layout().sizeBytes(), layout.sizeBytes());
    return layout.prefix(data.layout().sizeBytes());
  }

  /** As much of the room as what comes needs. */
  static UserData prefix(UserData room, Layout coming) {
    return room.layout().sizeBytes() == coming.sizeBytes() ? room : new UserData(room.base(), room.offset(), room.layout().prefix(coming.sizeBytes()));
  }

  private static void checkTarget(@Nullable Titled on, String call, long count, Datatype type) {
    if (count < 0) {
      throw Refusal.of(on, ErrorClasses.ERR_COUNT, call, "the target's count is " + count + ", which is negative");
    }
    Arguments.type(on, type, call).committed(on, call);
    if (type.isObject()) {
      throw Refusal.of(on, ErrorClasses.ERR_TYPE, call, "objects do not lie in windows");
    }
  }

  private static Layout layout(@Nullable Titled on, String call, Datatype type, long count) {
    if (type.isObject()) {
      throw Refusal.of(on, ErrorClasses.ERR_TYPE, call, "objects do not lie in windows");
    }
    return counted(on, call, () -> Layout.of(type.map, count));
  }

  private static Layout counted(@Nullable Titled on, String call, Supplier<Layout> layout) {
    try {
      return layout.get();
    } catch (ArithmeticException tooLong) {
      throw tooMuch(on, call);
    }
  }

  private static MPIException tooMuch(@Nullable Titled on, String call) {
    return Refusal.of(on, ErrorClasses.ERR_COUNT, call, "the data have more bytes than any window, or reach beyond any");
  }

  /** The basic types of both sides are one, or one of them is bytes of unknown meaning. */
  static void checkSame(@Nullable Titled on, String call, Datatype origin, Datatype target) {
    if (origin.code != target.code && origin.code != 0 && target.code != 0) {
      throw Refusal.of(on, ErrorClasses.ERR_TYPE, call, "the origin's basic type is " + origin.base + " and the target's is " + target.base);
    }
  }

  /** Throws unless what comes fits where it goes. */
  static void checkFits(@Nullable Titled on, String call, long comingBytes, long roomBytes) {
    if (comingBytes > roomBytes) {
      throw Refusal.of(on, ErrorClasses.ERR_TRUNCATE, call, comingBytes + " bytes are to go where the count and the type given have room for " + roomBytes);
    }
  }

  /** A result does not lie where it is read from meanwhile. */
  static void checkApart(@Nullable Titled on, String call, UserData read, UserData written) {
    long from = read.start();
    long to = written.start();
    if (Overlap.isBetween(read.base(), from, extent(read), written.base(), to, extent(written))) {
      throw Refusal.of(on, ErrorClasses.ERR_BUFFER, call, "the buffers overlap, and one of them is written while the other one is read");
    }
  }

  private static long extent(UserData data) {
    return data.layout().end() - data.layout().first();
  }

  // ---- operations

  /** A predefined operation on elements of both types. A type without elements, which a rank has whose share is empty, is one of whatever elements the other side has. */
  static Operator operator(@Nullable Titled on, String call, @Nullable Op op, Datatype origin, Datatype target) {
    boolean hasOrigin = hasElements(on, call, origin);
    boolean hasTarget = hasElements(on, call, target);
    Operator there = operator(on, call, op, hasTarget ? target : origin);
    if (hasOrigin && hasTarget && !there.changesNothing() && operator(on, call, op, origin).code() != there.code()) {
      throw Refusal.of(on, ErrorClasses.ERR_TYPE, call, "the elements of the origin and of the target are of different basic types");
    }
    return there.alsoFor(origin.map);
  }

  private static boolean hasElements(@Nullable Titled on, String call, @Nullable Datatype type) {
    return Arguments.type(on, type, call).committed(on, call).map.sizeBytes() > 0;
  }

  private static Operator operator(@Nullable Titled on, String call, @Nullable Op op, @Nullable Datatype type) {
    Op given = Arguments.op(on, op, call);
    Datatype known = Arguments.type(on, type, call).committed(on, call);
    int place = known.basicId < 0 ? -1 : given.code * BASIC_TYPES + known.basicId;
    Operator cached = place < 0 || place >= OPERATORS.length ? null : OPERATORS[place];
    return cached != null ? cached : newOperator(on, call, given, known, place);
  }

  private static Operator newOperator(@Nullable Titled on, String call, Op op, Datatype type, int place) {
    ReductionOperation predefined = op.predefined();
    if (predefined == null) {
      throw Refusal.of(on, ErrorClasses.ERR_OP, call, "only predefined operations combine elements in windows (MPI 4.1, section 12.3.4)", "Give one of the MPI constants, as MPI.SUM, or get the elements, combine them and put the result in one epoch of an exclusive lock");
    }
    boolean combinesNothing = !type.isObject() && type.map.sizeBytes() == 0;
    Operator made = type.isObject() ? null : combinesNothing ? Operator.of(ReductionOperation.REPLACE, type.map) : Operator.of(predefined, type.map);
    if (made == null) {
      throw Refusal.of(on, ErrorClasses.ERR_OP, call, op + " is not defined for elements of type " + Buffers.nameOf(type));
    }
    if (place >= 0 && place < OPERATORS.length) {
      OPERATORS[place] = made;
    }
    return made;
  }
}
