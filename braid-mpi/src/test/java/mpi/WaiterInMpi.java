package mpi;

import java.util.function.Supplier;

/** A program that has put its class into package {@code mpi} itself. */
public final class WaiterInMpi {
  private WaiterInMpi() {}

  /** Makes a call of the library. */
  public static String call(Supplier<String> library) {
    return library.get();
  }
}
