package mpi;

import org.braid.base.BraidException;
import org.braid.coll.engine.Call;
import org.braid.mpi.data.Overlap;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.data.reduction.Reduction;
import org.braid.mpi.data.reduction.ReductionOperation;
import org.braid.mpi.data.reduction.UserReduction;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/** A reduction operation: predefined, or a function of the user in either spelling. */
public class Op implements Freeable {
  /** What to do about none. */
  static final String GIVE_ONE = "Give one of the MPI constants, as MPI.SUM, or an Op of your own";

  private static final String USE_BEFORE_FREE = "Free an operation only after the last call that uses it";

  private static final int BASIC_TYPES = 32;

  private final @Nullable ReductionOperation operation;
  private final @Nullable User_function mpiJavaFunction;
  private final @Nullable UserCall openMpiFunction;
  private final boolean commutative;
  private final String name;

  /** As in {@link org.braid.coll.engine.Call#operator}. */
  final int code;

  /** Kernels of the basic types, made on first use. A race makes one twice, which harms nothing. */
  private final @Nullable Reduction[] kernels = new @Nullable Reduction[BASIC_TYPES];

  private boolean isNull;

  Op(ReductionOperation operation) {
    this.operation = operation;
    this.mpiJavaFunction = null;
    this.openMpiFunction = null;
    this.commutative = operation.isCommutative();
    this.name = "MPI." + operation.name();
    this.code = operation.ordinal() + 1;
  }

  /**
   * An operation that a function in Open MPI's form carries out (MPI 4.1, section 6.9.5). What the function throws is the cause of the exception, of ERR_OTHER, that ends the reduction at this rank; ranks that wait for this one are told.
   *
   * @param commute whether operands may change sides; if not, they are combined in the order of ranks
   */
  public Op(UserFunction function, boolean commute) {
    this.operation = null;
    this.mpiJavaFunction = null;
    this.openMpiFunction = new UserCall(Arguments.given(function, ErrorClasses.ERR_ARG, "Op: the function"));
    this.commutative = commute;
    this.name = function.getClass().getName();
    this.code = Call.OWN_OPERATOR;
  }

  /**
   * An operation that a function in mpiJava's form carries out (MPI 4.1, section 6.9.5). What the function throws is the cause of the exception, of ERR_OTHER, that ends the reduction at this rank; ranks that wait for this one are told.
   *
   * @param commute whether operands may change sides; if not, they are combined in the order of ranks
   */
  public Op(User_function function, boolean commute) {
    this.operation = null;
    this.mpiJavaFunction = Arguments.given(function, ErrorClasses.ERR_ARG, "Op: the function");
    this.openMpiFunction = null;
    this.commutative = commute;
    this.name = function.getClass().getName();
    this.code = Call.OWN_OPERATOR;
  }

  private Op(Op original) {
    this.operation = original.operation;
    this.mpiJavaFunction = original.mpiJavaFunction;
    this.openMpiFunction = original.openMpiFunction;
    this.commutative = original.commutative;
    this.name = original.name;
    this.code = original.code;
  }

  /** An operation that does the same and stays when this one is freed; this one itself if it is predefined, or of no use. */
  static Op kept(Op given) {
    return given == null || given.operation != null || given.isNull ? given : new Op(given);
  }

  /** Whether operands may change sides (MPI 4.1, section 6.9.5). */
  public boolean isCommutative() {
    return commutative;
  }

  /** Combines elements here and now: {@code inoutvec[i] = invec[i] op inoutvec[i]}; offsets count array elements. */
  public void Call(Object invec, int inoffset, Object inoutvec, int outoffset, int count, Datatype datatype) {
    combine("Op.Call", invec, inoffset, inoutvec, outoffset, count, datatype);
  }

  /** As {@link #Call}, of as many elements as longs count. */
  void combine(String call, Object in, int inoffset, Object inout, int outoffset, long count, Datatype type) {
    Buffers.check(null, call, in, inoffset, count, type);
    Buffers.checkWritable(null, call, inout, outoffset, count, type);
    Reduction reduction = reduction(null, call, type);
    if (count > 0 && reduction.isPacked()) {
      WholeElements left = WholeElements.of(null, call, in, inoffset, count, type, reduction, true);
      WholeElements result = WholeElements.received(null, call, inout, outoffset, count, type, reduction, true);
      combinePieces(reduction, left.memory(), 0, result.memory(), 0, count);
      result.putBack();
    } else if (count > 0) {
      combineApart(reduction, in, Buffers.offsetBytes(in, inoffset), inout, Buffers.offsetBytes(inout, outoffset), count);
    }
  }

  private static void combineApart(Reduction reduction, Object in, long from, Object inout, long to, long count) {
    long bytes = count * reduction.elementBytes();
    boolean shifted = in.getClass() != Object[].class && Overlap.isBetween(in, from, bytes, inout, to, bytes) && !Overlap.isSamePlace(in, from, inout, to);
    if (shifted) {
      Object copy = Outgoing.room(bytes);
      UserMemory.copy(in, from, copy, 0, bytes);
      combinePieces(reduction, copy, 0, inout, to, count);
    } else {
      combinePieces(reduction, in, from, inout, to, count);
    }
  }

  /** What no array could hold is combined piece by piece. */
  private static void combinePieces(Reduction reduction, Object in, long from, Object inout, long to, long count) {
    long piece = Reductions.pieceOf(count, reduction.elementBytes());
    try {
      for (long done = 0; done < count; done += piece) {
        long at = done * reduction.elementBytes();
        reduction.reduce(in, from + at, inout, to + at, (int) Math.min(piece, count - done));
      }
    } catch (BraidException failed) {
      throw Errors.of(failed);
    }
  }

  @Override
  public void free() {
    if (operation != null) {
      throw new MPIException(ErrorClasses.ERR_OP, Errors.codeOf(ErrorClasses.ERR_OP), name + " is predefined and cannot be freed", "Free only operations that the program has made");
    }
    isNull = true;
  }

  /** The predefined operation; null if it is one of the program's own. */
  @Nullable ReductionOperation predefined() {
    return operation;
  }

  /** Whether it was freed. */
  public boolean isNull() {
    return isNull;
  }

  @Override
  public String toString() {
    return name;
  }

  /** As {@link #reduction(Titled, String, Datatype)}, of what a caller has given. */
  static Reduction reduction(@Nullable Titled on, String call, @Nullable Op op, @Nullable Datatype type) {
    if (op == null || type == null) {
      throw op == null ? Refusal.of(on, ErrorClasses.ERR_OP, call, "the operation is null", GIVE_ONE) : Refusal.of(on, ErrorClasses.ERR_TYPE, call, "the datatype is null");
    }
    if (op.operation == ReductionOperation.REPLACE || op.operation == ReductionOperation.NO_OP) {
      throw Refusal.of(on, ErrorClasses.ERR_OP, call, op.name + " is for accesses to windows alone (MPI 4.1, section 12.3.4)", "Give an operation that combines, as MPI.SUM");
    }
    return op.reduction(on, call, type.committed(on, call));
  }

  /** The operation on elements of {@code type}, or a refusal if MPI does not define it. */
  private Reduction reduction(@Nullable Titled on, String call, Datatype type) {
    int id = type.basicId;
    if (isNull || id < 0) {
      return make(on, call, type);
    }
    Reduction kernel = kernels[id];
    if (kernel == null) {
      kernel = make(on, call, type);
      kernels[id] = kernel;
    }
    return kernel;
  }

  private Reduction make(@Nullable Titled on, String call, Datatype type) {
    if (isNull) {
      throw Refusal.of(on, ErrorClasses.ERR_OP, call, "the operation was freed", USE_BEFORE_FREE);
    }
    Datatype combinable = combinable(on, call, type.alive(on, call));
    Reduction made = operation != null ? Reduction.of(operation, combinable.map) : userReduction(on, call, combinable);
    if (made == null) {
      throw Refusal.of(on, ErrorClasses.ERR_OP, call, name + " is not defined for elements of type " + Buffers.nameOf(type));
    }
    return made;
  }

  /** Elements are combined one by one, each in an array. */
  private static Datatype combinable(@Nullable Titled on, String call, Datatype type) {
    long longest = Math.max(Math.max(type.map.sizeBytes(), Math.abs(type.map.extentBytes())), Math.max(type.map.endTouched(1), 0) - Math.min(type.map.firstTouched(1), 0));
    if (longest > Integer.MAX_VALUE) {
      throw Refusal.of(on, ErrorClasses.ERR_TYPE, call, "a reduction combines elements of less than 2 GiB, and one of " + Buffers.nameOf(type) + " has " + longest + " bytes; give more elements of a shorter type");
    }
    return type;
  }

  private Reduction userReduction(@Nullable Titled on, String call, Datatype type) {
    TypeMap map = type.map;
    if (openMpiFunction != null && map.firstTouched(2) < 0) {
      throw Refusal.of(on, ErrorClasses.ERR_TYPE, call, "elements of type " + Buffers.nameOf(type) + " have data before their beginning, where a UserFunction cannot look, since it is told no offset; give a User_function");
    }
    String others = openMpiFunction == null ? null : openMpiFunction.otherThan(type);
    if (others != null) {
      throw Refusal.of(on, ErrorClasses.ERR_OP, call, "the operation combines " + others + ", and elements of type " + Buffers.nameOf(type) + " do not lie as these do; give the datatype of the RecordType that made the operation");
    }
    return new UserReduction(map, type.base, (in, inout, offset, count) -> callUser(in, inout, offset, count, type), commutative);
  }

  /** Throws unless the operation can combine objects: those of the program's own can. */
  static void checkForObjects(Titled on, String call, @Nullable Op op) {
    if (op == null) {
      throw Refusal.of(on, ErrorClasses.ERR_OP, call, "the operation is null", GIVE_ONE);
    }
    if (op.isNull) {
      throw Refusal.of(on, ErrorClasses.ERR_OP, call, "the operation was freed", USE_BEFORE_FREE);
    }
    if (op.operation != null) {
      throw Refusal.of(on, ErrorClasses.ERR_OP, call, op.name + " is not defined for objects", "Make an operation of your own, new Op(USER_FUNCTION, COMMUTES), whose User_function or UserFunction combines them");
    }
  }

  /** Calls the user's function on arrays of the base type, or of objects, from this index of both on, which is 0 for one that is told none. An exception of MPI's it may throw itself; all else is the cause of a failure. */
  void callUser(Object in, Object inout, int offset, int count, Datatype type) {
    try {
      callFunction(in, inout, offset, count, type);
    } catch (MPIException own) {
      throw own;
    } catch (Throwable thrown) { // the code of other languages may throw what Java would have declared
      throw new MpiFailure(ErrorClass.CALLBACK, "the operation " + name + " has failed", "its function threw " + thrown, "See the cause", thrown);
    }
  }

  private void callFunction(Object in, Object inout, int offset, int count, Datatype type) {
    if (mpiJavaFunction != null) {
      mpiJavaFunction.Call(in, offset, inout, offset, count, type);
    } else if (openMpiFunction != null) {
      openMpiFunction.call(in, inout, count, type);
    }
  }
}
