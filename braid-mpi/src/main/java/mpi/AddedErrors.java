package mpi;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Error classes and codes that a program adds to MPI's own (MPI 4.1, section 9.5), numbered upwards from ERR_LASTCODE; a class is a code, too. */
final class AddedErrors {
  /** A program that adds more has lost count. */
  private static final int MOST = 1 << 16;

  private record Added(int errorClass, String text, boolean isThere) {}

  private final List<Added> added = new ArrayList<>();

  synchronized int addClass() {
    int code = next("addErrorClass");
    added.add(new Added(code, "", true));
    return code;
  }

  synchronized int addCode(int errorClass) {
    if (classOf("addErrorCode", errorClass) != errorClass) {
      throw new MPIException(ErrorClasses.ERR_ARG, "addErrorCode: " + errorClass + " is a code and no class; give an error class");
    }
    int code = next("addErrorCode");
    added.add(new Added(errorClass, "", true));
    return code;
  }

  synchronized void addString(int code, String text) {
    Arguments.given(text, ErrorClasses.ERR_ARG, "addErrorString: the text");
    Added known = own("addErrorString", code);
    added.set(code - ErrorClasses.ERR_LASTCODE - 1, new Added(known.errorClass, text, true));
  }

  /** @param wantsClass whether a class, or a code that is none, is to be taken off */
  synchronized void remove(String call, int code, boolean wantsClass) {
    Added known = own(call, code);
    if (known.errorClass == code != wantsClass) {
      throw new MPIException(ErrorClasses.ERR_ARG, call + ": " + code + (wantsClass ? " is a code and no class" : " is a class"));
    }
    if (added.stream().anyMatch(other -> other != known && other.isThere && other.errorClass == code)) {
      throw new MPIException(ErrorClasses.ERR_ARG, call + ": class " + code + " has codes still; remove those first");
    }
    added.set(code - ErrorClasses.ERR_LASTCODE - 1, new Added(known.errorClass, "", false));
  }

  synchronized void removeString(int code) {
    addString(code, "");
  }

  synchronized int classOf(String call, int code) {
    return code >= ErrorClasses.SUCCESS && code <= ErrorClasses.ERR_LASTCODE || code == ErrorClasses.ERR_SYSRESOURCE ? code : own(call, code).errorClass;
  }

  /** What the program calls a code of its own; null of MPI's codes. */
  synchronized @Nullable String textOf(int code) {
    return code > ErrorClasses.ERR_LASTCODE ? own("getErrorString", code).text : null;
  }

  synchronized int lastUsed() {
    return ErrorClasses.ERR_LASTCODE + added.size();
  }

  private int next(String call) {
    if (added.size() == MOST) {
      throw new MPIException(ErrorClasses.ERR_OTHER, call + ": " + MOST + " error codes were added already");
    }
    return ErrorClasses.ERR_LASTCODE + 1 + added.size();
  }

  private Added own(String call, int code) {
    int at = code - ErrorClasses.ERR_LASTCODE - 1;
    if (at < 0 || at >= added.size() || !added.get(at).isThere) {
      throw new MPIException(ErrorClasses.ERR_ARG, call + ": " + code + " is no error code that this program has added");
    }
    return added.get(at);
  }
}
