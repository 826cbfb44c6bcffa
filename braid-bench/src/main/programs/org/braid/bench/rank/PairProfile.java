package org.braid.bench.rank;

import java.util.Locale;
import mpi.MPI;
import mpi.Request;

/**
 * What messages between two ranks cost, by the method of PLogP (Kielmann, Bal, Verstoep 2000), without a common clock: round trips, the time of a send call, that of a receive whose message is there, bursts of short and of long messages that one answer closes, and round trips of growing messages.
 *
 * <p>One is subtracted from the other, so all are measured in turn, round by round, once their code is compiled: what was measured young, or while something else kept the machine busy, says nothing beside what was measured later.
 */
final class PairProfile {
  private static final int TAG = 5;
  private static final int BURST = 32;
  private static final int TRIPS = 3;
  private static final int SHORT = 1;
  private static final int LARGE = 1 << 17;

  /** So long that bytes cost more than messages do, and short enough for every method to send it at once. */
  private static final int STREAMED = 15 << 10;

  private static final int LEAST_OFFERED = 1 << 10;
  private static final double LEAST_SLOW_NS = 200_000;

  private static final int OFFERS = 5;
  private static final int MOST_ATTEMPTS = 4;

  /** No memory gives more. */
  private static final double MOST_BYTES_PER_NS = 100;

  /** Of half a round trip: what is on its way takes some time, however much of it the calls seem to take. */
  private static final double LEAST_LATENCY = 0.1;

  private final boolean isFirst;
  private final int peer;
  private final byte[] message = new byte[LARGE];
  private final double[] trips = new double[Rounds.MOST];
  private final double[] sends = new double[Rounds.MOST];
  private final double[] receives = new double[Rounds.MOST];
  private final double[] shortBursts = new double[Rounds.MOST];
  private final double[] longBursts = new double[Rounds.MOST];
  private int rounds;

  private PairProfile(boolean isFirst, int peer) {
    this.isFirst = isFirst;
    this.peer = peer;
  }

  /** A line, as the first of the pair says it; "" at all others. */
  static String costs(String place, int first, int second) {
    int me = MPI.COMM_WORLD.getRank();
    if (me != first && me != second) {
      return "";
    }
    String line = new PairProfile(me == first, me == first ? second : first).costs(place);
    return me == first ? line : "";
  }

  private String costs(String place) {
    Rounds.warm(this::round, this::agreed);
    rounds = Rounds.measure(this::round, this::agreed);
    for (int attempt = 1; attempt < MOST_ATTEMPTS && agreed(!isSensible()); attempt++) {
      rounds = Rounds.measure(this::round, this::agreed);
    }
    double trip = Rounds.usual(trips, rounds);
    double send = Rounds.usual(sends, rounds);
    double receive = Rounds.usual(receives, rounds);
    double gap = Math.max(send, (Rounds.usual(shortBursts, rounds) - trip) / BURST);
    double latency = Math.max(LEAST_LATENCY * trip / 2, trip / 2 - send - receive);
    double nsPerByte = nsPerByte();
    String line = String.format(Locale.ROOT, "%s latency=%.0fns send=%.0fns receive=%.0fns gap=%.0fns bandwidth=%.0fB/s", place, latency, send, receive, gap, 1e9 / nsPerByte);
    int offered = offeredBytes(trip, nsPerByte);
    return offered == 0 ? line : line + " offered=" + offered + "B trips=" + trips(offered, trip, latency, nsPerByte);
  }

  // ---- rounds

  /** Each of what is measured, once. */
  private void round(int at) {
    trips[at] = roundTripNs(SHORT, TRIPS);
    sends[at] = sendNs();
    receives[at] = receiveNs();
    shortBursts[at] = burstNs(SHORT);
    longBursts[at] = burstNs(STREAMED);
  }

  /** Whether long messages took longer than short ones, and not less so than memory allows. */
  private boolean isSensible() {
    return differenceNs() * MOST_BYTES_PER_NS >= 1;
  }

  /** For each byte by which messages are longer. */
  private double differenceNs() {
    return (Rounds.usual(longBursts, rounds) - Rounds.usual(shortBursts, rounds)) / (BURST * (double) (STREAMED - SHORT));
  }

  /** What a whole message takes for each of its bytes is never too little: so much is said where no difference is to be had. */
  private double nsPerByte() {
    return isSensible() ? differenceNs() : Math.max(1 / MOST_BYTES_PER_NS, Rounds.usual(longBursts, rounds) / (BURST * (double) STREAMED));
  }

  // ---- what is measured

  /** From the send of so many bytes to the answer of one, what is usual. */
  private double roundTripNs(int bytes, int times) {
    double[] took = new double[times];
    for (int i = 0; i < times; i++) {
      long start = System.nanoTime();
      one(bytes);
      answer();
      took[i] = System.nanoTime() - start;
    }
    return Rounds.usual(took, times);
  }

  private double sendNs() {
    double[] took = new double[BURST];
    for (int i = 0; i < BURST; i++) {
      long start = System.nanoTime();
      one(SHORT);
      took[i] = System.nanoTime() - start;
    }
    answer();
    return Rounds.usual(took, BURST);
  }

  /** Of messages that have been there for a while. */
  private double receiveNs() {
    double[] took = new double[TRIPS];
    for (int i = 0; i < TRIPS; i++) {
      one(SHORT);
      while (isFirst && MPI.COMM_WORLD.iProbe(peer, TAG) == null) {
        Thread.onSpinWait();
      }
      long start = System.nanoTime();
      answer();
      took[i] = System.nanoTime() - start;
    }
    return Rounds.usual(took, TRIPS);
  }

  /** A burst, and the answer that closes it. */
  private double burstNs(int bytes) {
    Request[] requests = new Request[BURST];
    long start = System.nanoTime();
    for (int at = 0; at < BURST; at++) {
      requests[at] = isFirst ? MPI.COMM_WORLD.iSend(message, bytes, MPI.BYTE, peer, TAG) : MPI.COMM_WORLD.iRecv(message, bytes, MPI.BYTE, peer, TAG);
    }
    Request.waitAll(requests);
    answer();
    return System.nanoTime() - start;
  }

  private void one(int bytes) {
    if (isFirst) {
      MPI.COMM_WORLD.send(message, bytes, MPI.BYTE, peer, TAG);
    } else {
      MPI.COMM_WORLD.recv(message, bytes, MPI.BYTE, peer, TAG);
    }
  }

  private void answer() {
    if (isFirst) {
      MPI.COMM_WORLD.recv(message, SHORT, MPI.BYTE, peer, TAG);
    } else {
      MPI.COMM_WORLD.send(message, SHORT, MPI.BYTE, peer, TAG);
    }
  }

  /** As the first of the pair says. */
  private boolean agreed(boolean said) {
    message[0] = (byte) (said ? 1 : 0);
    one(SHORT);
    return message[0] == 1;
  }

  // ---- long messages that are offered first

  /** From how many bytes on a message pays the latency several times; 0 if none does. Both ranks look at the same lengths, for the first one tells. */
  private int offeredBytes(double tripNs, double nsPerByte) {
    int low = LEAST_OFFERED;
    int high = LARGE;
    boolean isSlow = agreed(tripNs > 2 * LEAST_SLOW_NS); // a fast channel's second trip is lost among everything else
    if (!isSlow || !isOffered(high, tripNs, nsPerByte)) {
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
    return agreed(roundTripNs(bytes, OFFERS) - tripNs - bytes * nsPerByte > 0.6 * tripNs);
  }

  /** How often a message that is offered pays the latency. */
  private long trips(int offered, double tripNs, double latencyNs, double nsPerByte) {
    double took = roundTripNs(offered, OFFERS) - tripNs / 2 - offered * nsPerByte;
    return Math.clamp(Math.round(took / Math.max(1, latencyNs)), 3, 99);
  }
}
