package org.braid.bench.rank;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/**
 * Arguments: {@code PLACE:A-B...}, for each place a pair of ranks whose messages are to be measured, and {@code turn:A,B,C...}, ranks that share processors. The method of PLogP (Kielmann, Bal, Verstoep 2000), without a common clock:
 * a round trip, bursts that one answer closes, the time of a send call, that of a receive whose message is there, and round trips of growing messages. And {@code board:A-B}, a pair that shares memory: a broadcast of a root that waits for nobody shows, a gather
 * of what is there already looks, too, and a barrier waits for a word besides. Rank 0 prints a line for each place, as {@code braid sim --links} takes it.
 */
public final class ProfileProgram {
  private static final int TAG = 5;
  private static final int BURST = 32;
  private static final int SHORT = 1;
  private static final int LARGE = 1 << 17;

  /** Short enough for every method to send it at once. */
  private static final int STREAMED = 4 << 10;

  private static final int LEAST_OFFERED = 1 << 10;
  private static final double LEAST_SLOW_NS = 200_000;
  private static final long BUDGET_NS = 300_000_000L;
  private static final int LEAST_TIMES = 5;
  private static final int MOST_TIMES = 200;

  private final int me = MPI.COMM_WORLD.getRank();
  private final int first;
  private final int second;
  private final byte[] message = new byte[LARGE];

  private ProfileProgram(int first, int second) {
    this.first = first;
    this.second = second;
  }

  /** Runs as one rank. */
  public static void main(String[] arguments) {
    String[] words = MPI.Init(arguments);
    MPI.COMM_WORLD.barrier();
    for (String word : words) {
      int colon = word.indexOf(':');
      String place = word.substring(0, colon);
      String line;
      if (place.equals("turn")) {
        int[] ring = Arrays.stream(word.substring(colon + 1).split(",")).mapToInt(Integer::parseInt).toArray();
        line = turn(ring);
      } else if (place.equals("board")) {
        String[] pair = word.substring(colon + 1).split("-");
        line = board(Integer.parseInt(pair[0]), Integer.parseInt(pair[1]));
      } else {
        String[] pair = word.substring(colon + 1).split("-");
        line = new ProfileProgram(Integer.parseInt(pair[0]), Integer.parseInt(pair[1])).costs(place);
      }
      byte[] text = new byte[256];
      int teller = place.equals("turn") ? Integer.parseInt(word.substring(colon + 1).split(",")[0]) : Integer.parseInt(word.substring(colon + 1).split("-")[0]);
      System.arraycopy(line.getBytes(StandardCharsets.US_ASCII), 0, text, 0, line.length());
      MPI.COMM_WORLD.bcast(text, text.length, MPI.BYTE, teller); // the others wait here meanwhile
      if (MPI.COMM_WORLD.getRank() == 0) {
        System.out.println("profile " + new String(text, StandardCharsets.US_ASCII).replace("\0", ""));
      }
    }
    MPI.Finalize();
  }

  private boolean isFirst() {
    return me == first;
  }

  /** What the first of the pair says; "" at all others. */
  private String costs(String place) {
    if (me != first && me != second) {
      return "";
    }
    roundTripNs(SHORT, MOST_TIMES);
    double trip = roundTripNs(SHORT, MOST_TIMES);
    double send = sendNs();
    double receive = receiveNs();
    double gap = Math.max(send, burstNs(trip, SHORT));
    double nsPerByte = Math.max(0.001, (burstNs(trip, STREAMED) - gap) / STREAMED);
    double latency = Math.max(0, trip / 2 - send - receive);
    int offered = offeredBytes(trip, nsPerByte);
    long trips = offered == 0 ? 0 : Math.max(3, Math.round((roundTripNs(offered, LEAST_TIMES) - trip / 2 - offered * nsPerByte) / Math.max(1, latency)));
    return isFirst() ? String.format(Locale.ROOT, "%s latency=%.0fns send=%.0fns receive=%.0fns gap=%.0fns bandwidth=%.0fB/s%s", place, latency, send, receive, gap, 1e9 / nsPerByte, offered == 0 ? "" : " offered=" + offered + "B trips=" + Math.min(99, trips)) : "";
  }

  /** From the send of so many bytes to the answer of one, what is usual. */
  private double roundTripNs(int bytes, int most) {
    double[] took = new double[most];
    long until = System.nanoTime() + BUDGET_NS;
    int times = 0;
    boolean isEnough = false;
    while (!isEnough) {
      long start = System.nanoTime();
      isEnough = times + 1 == most || times + 1 >= LEAST_TIMES && start > until;
      message[0] = (byte) (isEnough ? 1 : 0);
      if (isFirst()) {
        MPI.COMM_WORLD.send(message, bytes, MPI.BYTE, second, TAG);
        MPI.COMM_WORLD.recv(message, SHORT, MPI.BYTE, second, TAG);
      } else {
        MPI.COMM_WORLD.recv(message, bytes, MPI.BYTE, first, TAG);
        isEnough = message[0] == 1; // the first one decides
        MPI.COMM_WORLD.send(message, SHORT, MPI.BYTE, first, TAG);
      }
      took[times++] = System.nanoTime() - start;
      times = Math.min(times, most - 1);
    }
    return usual(took, Math.max(1, times));
  }

  private double sendNs() {
    double[] took = new double[BURST];
    for (int i = 0; i < BURST; i++) {
      long start = System.nanoTime();
      if (isFirst()) {
        MPI.COMM_WORLD.send(message, SHORT, MPI.BYTE, second, TAG);
        took[i] = System.nanoTime() - start;
      } else {
        MPI.COMM_WORLD.recv(message, SHORT, MPI.BYTE, first, TAG);
      }
    }
    answer();
    return usual(took, BURST);
  }

  /** Of messages that have been there for a while. */
  private double receiveNs() {
    double[] took = new double[LEAST_TIMES];
    for (int i = 0; i < LEAST_TIMES; i++) {
      if (isFirst()) {
        MPI.COMM_WORLD.send(message, SHORT, MPI.BYTE, second, TAG);
        while (MPI.COMM_WORLD.iProbe(second, TAG) == null) {
          Thread.onSpinWait();
        }
        long start = System.nanoTime();
        MPI.COMM_WORLD.recv(message, SHORT, MPI.BYTE, second, TAG);
        took[i] = System.nanoTime() - start;
      } else {
        MPI.COMM_WORLD.recv(message, SHORT, MPI.BYTE, first, TAG);
        MPI.COMM_WORLD.send(message, SHORT, MPI.BYTE, first, TAG);
      }
    }
    return usual(took, LEAST_TIMES);
  }

  /** Between messages of a burst. */
  private double burstNs(double tripNs, int bytes) {
    double[] took = new double[LEAST_TIMES];
    Request[] requests = new Request[BURST];
    for (int i = 0; i < LEAST_TIMES; i++) {
      long start = System.nanoTime();
      for (int at = 0; at < BURST; at++) {
        requests[at] = isFirst() ? MPI.COMM_WORLD.iSend(message, bytes, MPI.BYTE, second, TAG) : MPI.COMM_WORLD.iRecv(message, bytes, MPI.BYTE, first, TAG);
      }
      Request.waitAll(requests);
      answer();
      took[i] = (System.nanoTime() - start - tripNs) / BURST;
    }
    return usual(took, LEAST_TIMES);
  }

  private void answer() {
    if (isFirst()) {
      MPI.COMM_WORLD.recv(message, SHORT, MPI.BYTE, second, TAG);
    } else {
      MPI.COMM_WORLD.send(message, SHORT, MPI.BYTE, first, TAG);
    }
  }

  /** From how many bytes on a message pays the latency several times; 0 if none does. Both ranks look at the same lengths, for the first one tells. */
  private int offeredBytes(double tripNs, double nsPerByte) {
    int low = LEAST_OFFERED;
    int high = LARGE;
    boolean isSlow = isFirst() && tripNs > 2 * LEAST_SLOW_NS; // a fast channel's second trip is lost among everything else
    message[0] = (byte) (isSlow ? 1 : 0);
    tell();
    if (message[0] == 0 || !isOffered(high, tripNs, nsPerByte)) {
      return 0;
    }
    while (high - low > LEAST_OFFERED) {
      int middle = (low + high) / 2;
      if (isOffered(middle, tripNs, nsPerByte)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return low + 1; // what is no longer than this was not offered
  }

  private boolean isOffered(int bytes, double tripNs, double nsPerByte) {
    double took = roundTripNs(bytes, LEAST_TIMES);
    message[0] = (byte) (took - tripNs - bytes * nsPerByte > 0.6 * tripNs ? 1 : 0);
    tell();
    return message[0] == 1;
  }

  private void tell() {
    if (isFirst()) {
      MPI.COMM_WORLD.send(message, SHORT, MPI.BYTE, second, TAG);
    } else {
      MPI.COMM_WORLD.recv(message, SHORT, MPI.BYTE, first, TAG);
    }
  }

  /** What calls cost over memory that a pair shares, without what the operations do themselves. All ranks make the pair's communicator. */
  private static String board(int first, int second) {
    int me = MPI.COMM_WORLD.getRank();
    Intracomm pair = MPI.COMM_WORLD.split(me == first || me == second ? 0 : MPI.UNDEFINED, me);
    if (pair.isNull()) {
      return "";
    }
    byte[] word = new byte[SHORT];
    byte[] words = new byte[2 * SHORT];
    double[] barriers = new double[MOST_TIMES];
    double[] shows = new double[MOST_TIMES];
    double[] gathers = new double[MOST_TIMES];
    for (int round = 0; round < 2; round++) { // the first one makes the memory, and warms what is run
      for (int i = 0; i < MOST_TIMES; i++) {
        long start = System.nanoTime();
        pair.barrier();
        barriers[i] = System.nanoTime() - start;
        start = System.nanoTime();
        pair.bcast(word, SHORT, MPI.BYTE, 0);
        shows[i] = System.nanoTime() - start;
        if (pair.getRank() == 1) {
          pair.gather(word, SHORT, MPI.BYTE, words, SHORT, MPI.BYTE, 0);
          pair.send(word, SHORT, MPI.BYTE, 0, TAG);
        } else {
          pair.recv(word, SHORT, MPI.BYTE, 1, TAG); // then the other one has shown
          start = System.nanoTime();
          pair.gather(word, SHORT, MPI.BYTE, words, SHORT, MPI.BYTE, 0);
          gathers[i] = System.nanoTime() - start;
        }
      }
    }
    double show = usual(shows, MOST_TIMES);
    double look = Math.max(0, usual(gathers, MOST_TIMES) - show) / 2; // it looks at both
    double latency = Math.max(0, usual(barriers, MOST_TIMES) - show - 2 * look);
    pair.free();
    return me == first ? String.format(Locale.ROOT, "board latency=%.0fns show=%.0fns look=%.0fns", latency, show, look) : "";
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
    return usual(took, BURST);
  }

  /** The lower quartile: what others do on the machine makes some take longer. */
  private static double usual(double[] all, int count) {
    double[] sorted = Arrays.copyOf(all, count);
    Arrays.sort(sorted);
    return sorted[count / 4];
  }
}
