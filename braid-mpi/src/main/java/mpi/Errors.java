package mpi;

import java.lang.reflect.Field;
import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/** Turns failures of the layers below into the exception that MPI programs expect. */
final class Errors {
  private Errors() {}

  /** What happened and why, what to do about it, and the code that {@code braid explain} knows. */
  static String sentence(ErrorCode code, String whatAndWhy) {
    String whatToDo = saysWhatToDo(code) ? "" : " " + code.explanation();
    return whatAndWhy + "." + whatToDo + " [" + code.id() + "]";
  }

  /** As {@link #sentence(ErrorCode, String)}, of a mistake that needs another advice than the code has for most. */
  static String sentence(ErrorCode code, String whatAndWhy, String whatToDo) {
    return whatAndWhy + ". " + whatToDo + ". [" + code.id() + "]";
  }

  /** Codes of many kinds of mistakes, whose messages say themselves what is allowed. */
  private static boolean saysWhatToDo(ErrorCode code) {
    return code == ErrorCode.MPI_ARGUMENT || code == ErrorCode.MPI_RESOURCES;
  }

  /** The code of a mistake that the façade finds by itself, by MPI's class. */
  static ErrorCode codeOf(int errorClass) {
    return switch (errorClass) {
      case ErrorClasses.ERR_BUFFER -> ErrorCode.MPI_BUFFER;
      case ErrorClasses.ERR_COUNT -> ErrorCode.MPI_COUNT;
      case ErrorClasses.ERR_TYPE -> ErrorCode.MPI_TYPE;
      case ErrorClasses.ERR_TAG -> ErrorCode.MPI_TAG;
      case ErrorClasses.ERR_COMM -> ErrorCode.MPI_COMM;
      case ErrorClasses.ERR_RANK -> ErrorCode.MPI_RANK;
      case ErrorClasses.ERR_REQUEST -> ErrorCode.MPI_REQUEST;
      case ErrorClasses.ERR_ROOT -> ErrorCode.MPI_ROOT;
      case ErrorClasses.ERR_OP -> ErrorCode.MPI_OP;
      case ErrorClasses.ERR_TRUNCATE -> ErrorCode.MPI_TRUNCATED;
      case ErrorClasses.ERR_WIN, ErrorClasses.ERR_RMA_FLAVOR -> ErrorCode.MPI_WINDOW;
      case ErrorClasses.ERR_NO_MEM -> ErrorCode.MPI_RESOURCES;
      case ErrorClasses.ERR_FILE -> ErrorCode.MPI_FILE;
      case ErrorClasses.ERR_SPAWN -> ErrorCode.MPI_SPAWN;
      case ErrorClasses.ERR_PORT -> ErrorCode.MPI_PORT;
      case ErrorClasses.ERR_NAME, ErrorClasses.ERR_SERVICE -> ErrorCode.MPI_SERVICE;
      default -> ErrorCode.MPI_ARGUMENT;
    };
  }

  /** What a program says by {@code callErrhandler}; by its own text if it has added the code. */
  static MPIException reported(int errorCode, String where) {
    if (errorCode == ErrorClasses.SUCCESS) {
      return new MPIException(ErrorClasses.ERR_ARG, "callErrhandler: the code is MPI.SUCCESS, which is no error; give one of the MPI.ERR_ constants, or a code of addErrorCode");
    }
    boolean isOwn = errorCode > ErrorClasses.ERR_LASTCODE;
    int errorClass = isOwn ? World.addedErrors().classOf("callErrhandler", errorCode) : errorCode;
    String text = isOwn ? World.addedErrors().textOf(errorCode) : null;
    String what = "the program itself reported an error of " + (errorClass == errorCode ? "class " : "code ") + errorCode + " by callErrhandler, " + where;
    return new MPIException(errorClass, errorCode, sentence(ErrorCode.MPI_ARGUMENT, text == null || text.isEmpty() ? what : text + " (" + what + ")"));
  }

  /** The program's text of its own codes; of MPI's classes their name, and what is known about them. */
  static String text(int errorCode) {
    String own = World.addedErrors().textOf(errorCode);
    if (own != null) {
      return own;
    }
    int errorClass = World.addedErrors().classOf("getErrorString", errorCode);
    ErrorCode known = codeOf(errorClass);
    return saysWhatToDo(known) ? nameOf(errorClass) : nameOf(errorClass) + ": " + known.explanation();
  }

  private static String nameOf(int errorClass) {
    try {
      for (Field each : ErrorClasses.class.getFields()) {
        if (each.getInt(null) == errorClass) {
          return "MPI." + each.getName();
        }
      }
    } catch (IllegalAccessException e) {
      throw new AssertionError("constants of an interface are public", e);
    }
    return "error class " + errorClass;
  }

  static MPIException of(BraidException failure) {
    MpiFailure known = MpiFailure.of(failure);
    int errorClass = known == null ? ErrorClasses.ERR_OTHER : known.errorClass().value();
    MPIException thrown = new MPIException(errorClass, String.valueOf((known == null ? failure : known).getMessage()), cause(failure));
    StackTraceElement[] frames = thrown.getStackTrace();
    thrown.setStackTrace(Arrays.copyOfRange(frames, Math.min(1, frames.length), frames.length)); // without this method
    return thrown;
  }

  /** A mistake in the call says the same in both exceptions, and where it was made: the caller's stack has that. */
  private static @Nullable Throwable cause(BraidException failure) {
    return failure instanceof MpiFailure ? failure.getCause() : failure;
  }
}
