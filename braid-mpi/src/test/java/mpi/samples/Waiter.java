package mpi.samples;

import java.util.function.Supplier;

/** A program whose package lies below {@code mpi}. */
public final class Waiter {
  private Waiter() {}

  /** Makes a call of the library. */
  public static String call(Supplier<String> library) {
    return library.get();
  }
}
