package mpi;

import org.jspecify.annotations.Nullable;

/**
 * What a member of a collective says in place of a length if it cannot write its objects and has sent none of them: a word that no length is, and no other word, with the class of its error. So those who wait for them are told, and go on.
 */
final class Unwritten {
  /** The class of the error is added to it. */
  private static final int FIRST_WORD = Integer.MIN_VALUE;

  /** More than there are classes that this is about; so many words are no lengths. */
  private static final int CLASSES = 1 << 10;

  private Unwritten() {}

  /** What to say of objects whose writing has ended with {@code why}. */
  static int word(Throwable why) {
    return FIRST_WORD + Math.clamp(errorClass(why), 1, CLASSES - 1);
  }

  private static int errorClass(Throwable why) {
    if (why instanceof OutOfMemoryError) {
      return ErrorClasses.ERR_NO_MEM;
    }
    return why instanceof MPIException told ? told.getErrorClass() : ErrorClasses.ERR_TYPE; // an error that the program's own writeObject has thrown
  }

  /** Whether a member has said so. */
  static boolean is(int word) {
    return word < FIRST_WORD + CLASSES;
  }

  /** What those are told who wait for the objects of the member that has said it. */
  static MPIException at(String member, int word) {
    return new MPIException(word - FIRST_WORD, member + " could not write the objects that it was to send; see there");
  }

  /** As {@link #at(String, int)}, of a rank of the communicator. */
  static MPIException at(int rank, int word) {
    return at("rank " + rank, word);
  }

  /** Says it, by {@code saying}, to those who wait; what becomes of that is told beside {@code why}. */
  static void say(Throwable why, Runnable saying) {
    try {
      saying.run();
    } catch (RuntimeException alsoFailed) {
      why.addSuppressed(alsoFailed);
    }
  }

  /** Throws what has ended a call in which this member had to take part until its end; null: nothing has. */
  static void throwIfAny(@Nullable Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }
}
