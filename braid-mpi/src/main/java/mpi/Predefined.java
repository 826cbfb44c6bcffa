package mpi;

import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.reduction.ReductionOperation;

/** The constants of {@link MPI} that are the same for all ranks of a process, and never change; the rest of the package takes them from here. */
final class Predefined {
  static final Datatype BYTE = Datatype.basic(0, BaseType.BYTE, "MPI_BYTE");
  static final Datatype CHAR = Datatype.basic(1, BaseType.CHAR, "MPI_CHAR");
  static final Datatype SHORT = Datatype.basic(2, BaseType.SHORT, "MPI_SHORT");
  static final Datatype BOOLEAN = Datatype.basic(3, BaseType.BOOLEAN, "MPI_BOOLEAN");
  static final Datatype INT = Datatype.basic(4, BaseType.INT, "MPI_INT");
  static final Datatype LONG = Datatype.basic(5, BaseType.LONG, "MPI_LONG");
  static final Datatype FLOAT = Datatype.basic(6, BaseType.FLOAT, "MPI_FLOAT");
  static final Datatype DOUBLE = Datatype.basic(7, BaseType.DOUBLE, "MPI_DOUBLE");
  static final Datatype PACKED = Datatype.basic(8, BaseType.PACKED, "MPI_PACKED");
  static final Datatype OBJECT = Datatype.basic(9, BaseType.OBJECT, "MPI_OBJECT");
  static final Datatype FLOAT_COMPLEX = Datatype.complex(10, BaseType.FLOAT, "MPI_C_FLOAT_COMPLEX");
  static final Datatype DOUBLE_COMPLEX = Datatype.complex(11, BaseType.DOUBLE, "MPI_C_DOUBLE_COMPLEX");
  static final Datatype INT2 = Datatype.pair(12, BaseType.INT, BaseType.INT, "MPI_2INT");
  static final Datatype SHORT2 = Datatype.pair(13, BaseType.SHORT, BaseType.SHORT, "MPI_SHORT2");
  static final Datatype LONG2 = Datatype.pair(14, BaseType.LONG, BaseType.LONG, "MPI_LONG2");
  static final Datatype FLOAT2 = Datatype.pair(15, BaseType.FLOAT, BaseType.FLOAT, "MPI_FLOAT2");
  static final Datatype DOUBLE2 = Datatype.pair(16, BaseType.DOUBLE, BaseType.DOUBLE, "MPI_DOUBLE2");
  static final Datatype SHORT_INT = Datatype.pair(17, BaseType.SHORT, BaseType.INT, "MPI_SHORT_INT");
  static final Datatype LONG_INT = Datatype.pair(18, BaseType.LONG, BaseType.INT, "MPI_LONG_INT");
  static final Datatype FLOAT_INT = Datatype.pair(19, BaseType.FLOAT, BaseType.INT, "MPI_FLOAT_INT");
  static final Datatype DOUBLE_INT = Datatype.pair(20, BaseType.DOUBLE, BaseType.INT, "MPI_DOUBLE_INT");
  static final Datatype LENGTHS = Datatype.lengths();
  static final Datatype LB = Datatype.marker(TypeMap.lowerBoundMarker(), "MPI_LB");
  static final Datatype UB = Datatype.marker(TypeMap.upperBoundMarker(), "MPI_UB");

  static final Op MAX = new Op(ReductionOperation.MAX);
  static final Op MIN = new Op(ReductionOperation.MIN);
  static final Op SUM = new Op(ReductionOperation.SUM);
  static final Op PROD = new Op(ReductionOperation.PROD);
  static final Op LAND = new Op(ReductionOperation.LAND);
  static final Op BAND = new Op(ReductionOperation.BAND);
  static final Op LOR = new Op(ReductionOperation.LOR);
  static final Op BOR = new Op(ReductionOperation.BOR);
  static final Op LXOR = new Op(ReductionOperation.LXOR);
  static final Op BXOR = new Op(ReductionOperation.BXOR);
  static final Op MAXLOC = new Op(ReductionOperation.MAXLOC);
  static final Op MINLOC = new Op(ReductionOperation.MINLOC);
  static final Op REPLACE = new Op(ReductionOperation.REPLACE);
  static final Op NO_OP = new Op(ReductionOperation.NO_OP);

  static final Info INFO_NULL = Info.none();

  static final Errhandler ERRORS_ARE_FATAL = new Errhandler(Errhandler.FATAL);
  static final Errhandler ERRORS_ABORT = new Errhandler(Errhandler.ABORT);
  static final Errhandler ERRORS_RETURN = new Errhandler(Errhandler.RETURN);

  private Predefined() {}
}
