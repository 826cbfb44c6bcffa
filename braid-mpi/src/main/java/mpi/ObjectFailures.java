package mpi;

import java.io.InvalidClassException;
import java.io.NotSerializableException;

/** The sentences for objects that cannot be sent, or not be restored: each kind of failure has an advice of its own, since that of the code speaks of arrays of numbers. */
final class ObjectFailures {
  private ObjectFailures() {}

  /** Of the sender. */
  static MPIException unwritten(Throwable why) {
    return failure("an element of type MPI.OBJECT cannot be serialized: " + why, writable(why), why);
  }

  private static String writable(Throwable why) {
    if (why instanceof NotSerializableException) {
      String name = String.valueOf(why.getMessage());
      return name.contains("$$Lambda") ? "Let the interface of the lambda extend java.io.Serializable, or cast the lambda to both" : "Let " + name + " implement java.io.Serializable, or send an object that does; a field that need not travel can be transient";
    }
    return why instanceof StackOverflowError ? tooLong() : "Mend what the objects' own classes do while they are written; the cause shows where";
  }

  /** Of the receiver. */
  static MPIException unrestored(Throwable why) {
    return failure("an object that was received cannot be restored: " + why, restorable(why), why);
  }

  private static String restorable(Throwable why) {
    if (why instanceof ClassNotFoundException || why instanceof NoClassDefFoundError) {
      return "Let the class path of each rank have the classes of all objects that it receives";
    }
    if (why instanceof InvalidClassException && String.valueOf(why.getMessage()).contains("REJECTED")) {
      return "Let the filter (-Dbraid.object-filter or -Djdk.serialFilter) allow the class if it is to be received; objects that are too deep or too large are rejected without one";
    }
    return why instanceof StackOverflowError ? tooLong() : "Let sender and receiver have the same version of each class, and look at the cause: what the objects' own readObject throws ends the call, too";
  }

  private static String tooLong() {
    return "Send long chains of objects as an array or a list of their elements, or give the thread more stack with -Xss";
  }

  /** The receiver's array is of a class that has no room for what came. */
  static MPIException misplaced(Object[] into, Class<?> came, ArrayStoreException why) {
    String array = into.getClass().getTypeName();
    return failure("an object that was received cannot be restored: it is a " + came.getTypeName() + ", and the array is " + array, "Receive into Object[] or " + came.getTypeName() + "[]", why);
  }

  private static MPIException failure(String whatAndWhy, String whatToDo, Throwable why) {
    return new MPIException(ErrorClasses.ERR_TYPE, Errors.sentence(Errors.codeOf(ErrorClasses.ERR_TYPE), whatAndWhy, whatToDo), why);
  }
}
