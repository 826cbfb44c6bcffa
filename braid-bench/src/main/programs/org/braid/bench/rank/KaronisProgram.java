package org.braid.bench.rank;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import org.braid.devices.delay.LinkClocks;

/**
 * Arguments: {@code CLOCKS ROUNDS SIZES SCHEME=HINT...}: the file of the emulated links, which count the frames of the loops alone, or - where nothing counts them, sizes separated by commas; a hint is what {@code braid_coll} takes, and may be empty. The timing loop of Karonis et al. 2000, Figure 6, with its own barrier of acknowledgements, for
 * each size and scheme. Rank 0 prints a line for each: {@code loop SCHEME BYTES NANOSECONDS BCASTS MESSAGES...}, the nanoseconds those of the quickest round, BCASTS what its broadcasts took together, each from its root's call to the
 * last rank, and messages those of one round on each channel, the slowest first.
 */
public final class KaronisProgram {
  private static final int ACK = 1;
  private static final int GO = 2;
  private static final long YOUTH_NS = 8_000_000_000L; // processes that share cores wait less exactly until then

  private final Intracomm world = MPI.COMM_WORLD;
  private final Frames frames;
  private final Intracomm scheme;
  private final byte[] message;
  private final long[] starts;
  private final long[] ends;

  /** What counts those of the emulated links while it is told to. */
  private interface Frames {
    void count(boolean counts);
  }

  private KaronisProgram(Frames frames, Intracomm scheme, int bytes) {
    this.frames = frames;
    this.scheme = scheme;
    this.message = new byte[bytes];
    this.starts = new long[world.getSize()];
    this.ends = new long[world.getSize()];
  }

  /** Runs as one rank. */
  public static void main(String[] arguments) {
    String[] words = MPI.Init(arguments);
    Frames frames = words[0].equals("-") ? counts -> {} : LinkClocks.open(Path.of(words[0]))::count;
    int rounds = Integer.parseInt(words[1]);
    int[] sizes = Arrays.stream(words[2].split(",")).mapToInt(Integer::parseInt).toArray();
    for (int i = 3; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      Info hints = new Info();
      if (equals < words[i].length() - 1) {
        hints.set("braid_coll", words[i].substring(equals + 1));
      }
      Intracomm scheme = MPI.COMM_WORLD.dupWithInfo(hints);
      new KaronisProgram(frames, scheme, 1).growUp();
      for (int bytes : sizes) {
        new KaronisProgram(frames, scheme, bytes).measure(words[i].substring(0, equals), rounds);
      }
    }
    MPI.Finalize();
  }

  /** Broadcasts until rank 0 says that it is old enough. */
  private void growUp() {
    byte[] isYoung = {1};
    while (isYoung[0] == 1) {
      for (int root = 0; root < world.getSize(); root++) {
        bcast(root);
      }
      isYoung[0] = (byte) (ManagementFactory.getRuntimeMXBean().getUptime() * 1_000_000 < YOUTH_NS ? 1 : 0);
      world.bcast(isYoung, 1, MPI.BYTE, 0);
    }
  }

  private void measure(String name, int rounds) {
    for (int root = 0; root < world.getSize(); root++) {
      bcast(root); // schedules, connections and code are made
    }
    long least = Long.MAX_VALUE;
    long bcasts = 0;
    long[] messages = {};
    for (int round = 0; round < rounds; round++) {
      ackBarrier();
      long[] before = messages();
      count(true);
      long ns = loop();
      count(false);
      long together = together();
      messages = messages();
      for (int channel = 0; channel < messages.length; channel++) {
        messages[channel] -= before[channel];
      }
      bcasts = ns < least ? together : bcasts;
      least = Math.min(least, ns);
    }
    if (world.getRank() == 0) {
      StringBuilder line = new StringBuilder("loop ").append(name).append(' ').append(message.length).append(' ').append(least).append(' ').append(bcasts);
      for (long each : messages) {
        line.append(' ').append(each);
      }
      System.out.println(line);
    }
  }

  /** Rank 0 says it while the others wait for it. */
  private void count(boolean counts) {
    if (world.getRank() == 0) {
      frames.count(counts);
    }
  }

  /** What all ranks have sent in collectives of the scheme. */
  private long[] messages() {
    long[] mine = scheme.getAttr(MPI.TOPOLOGY_MESSAGES) instanceof long[] sent ? sent : new long[1];
    long[] all = new long[mine.length];
    world.allReduce(mine, all, mine.length, MPI.LONG, MPI.SUM);
    return all;
  }

  private void bcast(int root) {
    if (world.getRank() == root) {
      Arrays.fill(message, (byte) root);
    }
    scheme.bcast(message, message.length, MPI.BYTE, root);
    if (message.length > 0 && (message[0] != (byte) root || message[message.length - 1] != (byte) root)) {
      throw new IllegalStateException("rank " + world.getRank() + " has not what rank " + root + " sent");
    }
  }

  /** Figure 6. */
  private long loop() {
    world.barrier();
    long start = System.nanoTime();
    for (int root = 0; root < world.getSize(); root++) {
      starts[root] = System.nanoTime();
      bcast(root);
      ends[root] = System.nanoTime();
      ackBarrier();
    }
    return System.nanoTime() - start;
  }

  /** The sum of what the broadcasts took, each from its root's call to the last rank: the ranks of one machine have one clock. */
  private long together() {
    int rank = world.getRank();
    long[] last = new long[ends.length];
    long[] called = new long[starts.length];
    for (int root = 0; root < starts.length; root++) {
      starts[root] = root == rank ? starts[root] : Long.MIN_VALUE;
    }
    world.allReduce(ends, last, ends.length, MPI.LONG, MPI.MAX);
    world.allReduce(starts, called, starts.length, MPI.LONG, MPI.MAX);
    long sum = 0;
    for (int root = 0; root < last.length; root++) {
      sum += last[root] - called[root];
    }
    return sum;
  }

  /** Everybody tells rank 0, which tells everybody, one after the other: no collective, since these are what is measured. */
  private void ackBarrier() {
    byte[] nothing = new byte[0];
    int size = world.getSize();
    if (world.getRank() != 0) {
      world.send(nothing, 0, MPI.BYTE, 0, ACK);
      world.recv(nothing, 0, MPI.BYTE, 0, GO);
      return;
    }
    for (int rank = 1; rank < size; rank++) {
      world.recv(nothing, 0, MPI.BYTE, rank, ACK);
    }
    for (int rank = 1; rank < size; rank++) {
      world.send(nothing, 0, MPI.BYTE, rank, GO);
    }
  }
}
