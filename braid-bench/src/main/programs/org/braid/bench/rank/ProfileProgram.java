package org.braid.bench.rank;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import mpi.MPI;

/**
 * Arguments: {@code PLACE:A-B...}, for each place a pair of ranks whose messages are to be measured ({@link PairProfile}), {@code board:A-B}, a pair that shares memory ({@link BoardProfile}), and {@code turn:A,B,C...}, ranks that share processors. Rank 0 prints a line for each, as {@code braid sim --links} takes it.
 */
public final class ProfileProgram {
  private static final int TAG = 5;
  private static final int BURST = 32;
  private static final int SHORT = 1;
  private static final int LONGEST_LINE = 256;

  private ProfileProgram() {}

  /** Runs as one rank. */
  public static void main(String[] arguments) {
    String[] words = MPI.Init(arguments);
    MPI.COMM_WORLD.barrier();
    for (String word : words) {
      int colon = word.indexOf(':');
      int[] ranks = Arrays.stream(word.substring(colon + 1).split("[-,]")).mapToInt(Integer::parseInt).toArray();
      String line = line(word.substring(0, colon), ranks);
      byte[] text = new byte[LONGEST_LINE];
      System.arraycopy(line.getBytes(StandardCharsets.US_ASCII), 0, text, 0, line.length());
      MPI.COMM_WORLD.bcast(text, text.length, MPI.BYTE, ranks[0]); // the others wait here meanwhile
      if (MPI.COMM_WORLD.getRank() == 0) {
        System.out.println("profile " + new String(text, StandardCharsets.US_ASCII).replace("\0", ""));
      }
    }
    MPI.Finalize();
  }

  /** What the first of the ranks says; "" at all others. */
  private static String line(String place, int[] ranks) {
    return switch (place) {
      case "turn" -> turn(ranks);
      case "board" -> BoardProfile.costs(ranks[0], ranks[1]);
      default -> PairProfile.costs(place, ranks[0], ranks[1]);
    };
  }

  /** How much longer a message to a rank that waits for a processor takes than one to a rank that has one. */
  private static String turn(int[] ring) {
    int me = MPI.COMM_WORLD.getRank();
    int at = Arrays.stream(ring).boxed().toList().indexOf(me);
    if (at < 0) {
      return "";
    }
    double whole = ringNs(ring, at);
    double pair = at < 2 ? ringNs(new int[] {ring[0], ring[1]}, at) : 0;
    return at == 0 ? String.format(Locale.ROOT, "compute cores=%d turn=%.0fns", Runtime.getRuntime().availableProcessors(), Math.max(0, whole - pair)) : "";
  }

  /** For each step of a message that goes round. */
  private static double ringNs(int[] ring, int at) {
    byte[] token = new byte[SHORT];
    double[] took = new double[BURST];
    for (int i = 0; i < BURST; i++) {
      long start = System.nanoTime();
      int next = ring[(at + 1) % ring.length];
      int before = ring[(at + ring.length - 1) % ring.length];
      if (at == 0) {
        MPI.COMM_WORLD.send(token, SHORT, MPI.BYTE, next, TAG);
        MPI.COMM_WORLD.recv(token, SHORT, MPI.BYTE, before, TAG);
      } else {
        MPI.COMM_WORLD.recv(token, SHORT, MPI.BYTE, before, TAG);
        MPI.COMM_WORLD.send(token, SHORT, MPI.BYTE, next, TAG);
      }
      took[i] = (System.nanoTime() - start) / (double) ring.length;
    }
    return Rounds.usual(took, BURST);
  }
}
