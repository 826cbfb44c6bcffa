package mpi;

import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/** The sentence for an argument that a call does not take: it names the call, the object that it was made on and this process's rank there, and the value. */
final class Refusal {
  private Refusal() {}

  /**
   * @param on what the call was made on; null for one of this process alone
   * @param why a clause without its final full stop
   */
  static MPIException of(@Nullable Titled on, int errorClass, String call, String why) {
    return new MPIException(errorClass, (on == null ? call : at(on, call)) + ": " + why);
  }

  /**
   * As {@link #of(Titled, int, String, String)}, with an advice of its own where the code's is about others.
   *
   * @param whatToDo a sentence without its final full stop
   */
  static MPIException of(@Nullable Titled on, int errorClass, String call, String why, String whatToDo) {
    return new MPIException(errorClass, Errors.codeOf(errorClass), (on == null ? call : at(on, call)) + ": " + why, whatToDo);
  }

  /** The argument, which may not be null. */
  static <T> T given(@Nullable Titled on, @Nullable T argument, int errorClass, String call, String what) {
    if (argument == null) {
      throw of(on, errorClass, call, what + " is null");
    }
    return argument;
  }

  private static String at(Titled on, String call) {
    return call + " on " + on.title() + (on.rank() < 0 ? "" : " at rank " + on.rank());
  }
}
