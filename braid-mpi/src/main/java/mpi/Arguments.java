package mpi;

import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/** What a program must give: null in its place is a mistake of its class (MPI 4.1, 9.4), and no NullPointerException. */
final class Arguments {
  private Arguments() {}

  /** The argument, which may not be null; {@code what} names the call and the argument. */
  static <T> T given(@Nullable T argument, int errorClass, String what) {
    if (argument == null) {
      throw new MPIException(errorClass, what + " is null");
    }
    return argument;
  }

  static int[] counts(int @Nullable [] counts, String call) {
    return given(counts, ErrorClasses.ERR_ARG, call + ": the array of counts");
  }

  static int[] displacements(int @Nullable [] displacements, String call) {
    return given(displacements, ErrorClasses.ERR_ARG, call + ": the array of displacements");
  }

  static <R extends Request> R[] requests(R @Nullable [] requests, String call) {
    return given(requests, ErrorClasses.ERR_ARG, call + ": the array of requests");
  }

  /** A datatype that is neither null nor freed. */
  static Datatype type(@Nullable Datatype type, String call) {
    return type(null, type, call);
  }

  /** As {@link #type(Datatype, String)}, of a call on {@code on}. */
  static Datatype type(@Nullable Titled on, @Nullable Datatype type, String call) {
    return Refusal.given(on, type, ErrorClasses.ERR_TYPE, call, "the datatype").alive(on, call);
  }

  static Comm comm(@Nullable Comm comm, String call) {
    return given(comm, ErrorClasses.ERR_COMM, call + ": the communicator");
  }

  /** One that is not between two groups. */
  static Comm intracomm(@Nullable Comm comm, String call) {
    Comm given = comm(comm, call);
    if (given.isInter()) {
      throw given.refused(ErrorClasses.ERR_COMM, call, "the communicator is one between two groups; merge makes one of both");
    }
    return given;
  }

  static Group group(@Nullable Group group, String call) {
    return given(group, ErrorClasses.ERR_GROUP, call + ": the group");
  }

  static Op op(@Nullable Titled on, @Nullable Op op, String call) {
    if (op == null) {
      throw Refusal.of(on, ErrorClasses.ERR_OP, call, "the operation is null", Op.GIVE_ONE);
    }
    return op;
  }

  static <B> B memory(@Nullable B memory, String call) {
    return given(memory, ErrorClasses.ERR_BUFFER, call + ": the buffer");
  }

  /** A place among so many. */
  static int index(String call, int i, int length) {
    if (i < 0 || i >= length) {
      throw new MPIException(ErrorClasses.ERR_ARG, call + ": index " + i + " is not in 0.." + (length - 1));
    }
    return i;
  }
}
