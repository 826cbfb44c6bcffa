package org.braid.bench.rank;

import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;

/**
 * What calls cost over memory that two ranks share, without what the operations do themselves: a broadcast of a root that waits for nobody shows, a gather of what is there already looks, too, and a barrier waits for a word besides.
 * All three in turn, once their code is compiled, for one is subtracted from the other.
 */
final class BoardProfile {
  private static final int TAG = 5;
  private static final int SHORT = 1;

  /** The memory is made in one of the first calls, for which all wait: in a gather the root would never come to it. */
  private static final int CALLS_UNTIL_SHARED = 8;

  /** Of a barrier: a word takes some time until it is seen, however much of it showing and looking seem to take. */
  private static final double LEAST_LATENCY = 0.1;

  private final Intracomm pair;
  private final byte[] word = new byte[SHORT];
  private final byte[] words = new byte[2 * SHORT];
  private final double[] barriers = new double[Rounds.MOST];
  private final double[] shows = new double[Rounds.MOST];
  private final double[] gathers = new double[Rounds.MOST];

  private BoardProfile(Intracomm pair) {
    this.pair = pair;
  }

  /** A line, as the first of the pair says it; "" at all others. All ranks make the pair's communicator. */
  static String costs(int first, int second) {
    int me = MPI.COMM_WORLD.getRank();
    Intracomm pair = MPI.COMM_WORLD.split(me == first || me == second ? 0 : MPI.UNDEFINED, me);
    if (pair.isNull()) {
      return "";
    }
    String line = new BoardProfile(pair).costs();
    pair.free();
    return me == first ? line : "";
  }

  private String costs() {
    for (int i = 0; i < CALLS_UNTIL_SHARED; i++) {
      pair.barrier();
    }
    Rounds.warm(this::round, this::agreed);
    int rounds = Rounds.measure(this::round, this::agreed);
    double show = Rounds.usual(shows, rounds);
    double look = Math.max(0, Rounds.usual(gathers, rounds) - show) / 2; // it looks at both
    double barrier = Rounds.usual(barriers, rounds);
    double latency = Math.max(LEAST_LATENCY * barrier, barrier - show - 2 * look);
    return String.format(Locale.ROOT, "board latency=%.0fns show=%.0fns look=%.0fns", latency, show, look);
  }

  private void round(int at) {
    pair.barrier(); // whether this round is to be was a message, which the other one has later
    long start = System.nanoTime();
    pair.barrier();
    barriers[at] = System.nanoTime() - start;
    start = System.nanoTime();
    pair.bcast(word, SHORT, MPI.BYTE, 0);
    shows[at] = System.nanoTime() - start;
    if (pair.getRank() == 1) {
      pair.gather(word, SHORT, MPI.BYTE, words, SHORT, MPI.BYTE, 0);
      pair.send(word, SHORT, MPI.BYTE, 0, TAG);
    } else {
      pair.recv(word, SHORT, MPI.BYTE, 1, TAG); // then the other one has shown
      start = System.nanoTime();
      pair.gather(word, SHORT, MPI.BYTE, words, SHORT, MPI.BYTE, 0);
      gathers[at] = System.nanoTime() - start;
    }
  }

  /** As the first of the pair says. */
  private boolean agreed(boolean said) {
    word[0] = (byte) (said ? 1 : 0);
    if (pair.getRank() == 0) {
      pair.send(word, SHORT, MPI.BYTE, 1, TAG);
    } else {
      pair.recv(word, SHORT, MPI.BYTE, 0, TAG);
    }
    return word[0] == 1;
  }
}
