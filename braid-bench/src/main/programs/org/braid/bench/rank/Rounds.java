package org.braid.bench.rank;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** Rounds in each of which two ranks measure all that they will compare, so that what disturbs the machine disturbs all of it alike: as many as a bounded time has room for, and none that counts before code is compiled. */
final class Rounds {
  static final int MOST = 20_000;
  private static final int LEAST = 5;

  /** So long that another program's turn on a core, some milliseconds, is a small part of it. */
  private static final long MEASURED_NS = 500_000_000L;

  /** Of what other programs take to be warm: half a second, and up to two until rounds take what they took before. */
  private static final double WARMTH = 1 / 6.0;

  private Rounds() {}

  /** @param round takes its number, and writes down what it took */
  static void warm(IntConsumer round, Warmth.Agreement agreement) {
    Warmth.spend(WARMTH, () -> round.accept(0), agreement);
  }

  /**
   * Both ranks call this together.
   *
   * @param round as {@link #warm} has it
   * @return how many there were, {@link #MOST} at most
   */
  static int measure(IntConsumer round, Warmth.Agreement agreement) {
    long until = System.nanoTime() + MEASURED_NS;
    int done = 0;
    boolean goOn = true;
    while (goOn) {
      round.accept(done++);
      goOn = agreement.on(done < LEAST || done < MOST && System.nanoTime() < until);
    }
    return done;
  }

  /** What a tenth falls below: what others do on the machine makes many take longer, and none shorter. */
  static double usual(double[] all, int count) {
    double[] sorted = Arrays.copyOf(all, count);
    Arrays.sort(sorted);
    return sorted[count / 10];
  }
}
