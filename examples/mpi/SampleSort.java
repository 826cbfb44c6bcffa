import java.util.Arrays;
import java.util.SplittableRandom;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Parallel sorting by regular sampling, in the dialect of Open MPI: every rank sorts its keys and offers samples, rank 0 chooses
 * splitters, everybody sends each key to the rank that owns its range, and each rank sorts what came.
 *
 * <p>Try: ./braid run -n 4 examples/mpi/SampleSort.java [keys]
 */
public class SampleSort {
  private static final int SAMPLES_PER_RANK = 64;
  private static final long SEED = 20261121;

  private final Intracomm comm = MPI.COMM_WORLD;
  private final int rank = comm.getRank();
  private final int size = comm.getSize();

  public static void main(String[] args) throws MPIException {
    String[] rest = MPI.Init(args);
    new SampleSort().run(rest.length > 0 ? Integer.parseInt(rest[0]) : 1_000_000);
    MPI.Finalize();
  }

  private void run(int keys) throws MPIException {
    long[] own = randomKeys(keys);
    long[] before = checksum(own);
    Arrays.parallelSort(own);
    long[] splitters = chooseSplitters(own);
    long[] sorted = exchange(own, splitters);
    Arrays.sort(sorted);
    report(sorted, before);
  }

  /** The keys are the same for every number of ranks: rank r makes those from r·keys/size on. */
  private long[] randomKeys(int keys) {
    int first = (int) ((long) rank * keys / size);
    int end = (int) ((rank + 1L) * keys / size);
    long[] own = new long[end - first];
    for (int i = 0; i < own.length; i++) {
      own[i] = new SplittableRandom(SEED + first + i).nextLong(1_000_000_000);
    }
    return own;
  }

  /** size - 1 keys that cut the sorted samples of all ranks into equal parts. */
  private long[] chooseSplitters(long[] sorted) throws MPIException {
    long[] samples = new long[SAMPLES_PER_RANK];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = sorted.length == 0 ? 0 : sorted[(int) ((long) i * sorted.length / samples.length)];
    }
    long[] all = new long[SAMPLES_PER_RANK * size];
    comm.gather(samples, SAMPLES_PER_RANK, MPI.LONG, all, SAMPLES_PER_RANK, MPI.LONG, 0);

    long[] splitters = new long[size - 1];
    if (rank == 0) {
      Arrays.sort(all);
      for (int i = 0; i < splitters.length; i++) {
        splitters[i] = all[(i + 1) * SAMPLES_PER_RANK];
      }
    }
    comm.bcast(splitters, splitters.length, MPI.LONG, 0);
    return splitters;
  }

  /** Keys from splitter r - 1 (inclusive) to splitter r go to rank r. */
  private long[] exchange(long[] sorted, long[] splitters) throws MPIException {
    int[] sendCounts = new int[size];
    int[] sendAt = new int[size];
    for (int to = 0, at = 0; to < size; to++) {
      int end = to == size - 1 ? sorted.length : firstNotBelow(sorted, splitters[to]);
      sendAt[to] = at;
      sendCounts[to] = Math.max(0, end - at);
      at += sendCounts[to];
    }
    int[] receiveCounts = new int[size];
    comm.allToAll(sendCounts, 1, MPI.INT, receiveCounts, 1, MPI.INT);

    int[] receiveAt = new int[size];
    for (int from = 1; from < size; from++) {
      receiveAt[from] = receiveAt[from - 1] + receiveCounts[from - 1];
    }
    long[] mine = new long[receiveAt[size - 1] + receiveCounts[size - 1]];
    comm.allToAllv(sorted, sendCounts, sendAt, MPI.LONG, mine, receiveCounts, receiveAt, MPI.LONG);
    return mine;
  }

  private static int firstNotBelow(long[] sorted, long key) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Number, sum and exclusive or of the keys of all ranks: what sorting must not change. */
  private long[] checksum(long[] keys) throws MPIException {
    long[] sums = {keys.length, Arrays.stream(keys).sum()};
    long[] xor = {Arrays.stream(keys).reduce(0, (a, b) -> a ^ b)};
    comm.allReduce(sums, 2, MPI.LONG, MPI.SUM);
    comm.allReduce(xor, 1, MPI.LONG, MPI.BXOR);
    return new long[] {sums[0], sums[1], xor[0]};
  }

  /** Each rank's first key must not lie below the last key of the rank before it. */
  private boolean isOrderedAcrossRanks(long[] sorted) throws MPIException {
    long[] last = {sorted.length == 0 ? Long.MIN_VALUE : sorted[sorted.length - 1]};
    long[] greatestBefore = {Long.MIN_VALUE};
    comm.exScan(last, greatestBefore, 1, MPI.LONG, MPI.MAX);
    boolean[] ordered = {rank == 0 || sorted.length == 0 || sorted[0] >= greatestBefore[0]};
    comm.allReduce(ordered, 1, MPI.BOOLEAN, MPI.LAND);
    return ordered[0];
  }

  private void report(long[] sorted, long[] before) throws MPIException {
    boolean ordered = isOrderedAcrossRanks(sorted);
    boolean complete = Arrays.equals(before, checksum(sorted));
    int[] counts = new int[size];
    comm.gather(new int[] {sorted.length}, 1, MPI.INT, counts, 1, MPI.INT, 0);
    if (rank == 0) {
      System.out.println("sorted " + before[0] + " keys on " + size + (size == 1 ? " rank" : " ranks"));
      System.out.println("smallest " + sorted[0] + ", sum " + before[1]);
      System.out.println("keys per rank " + Arrays.toString(counts));
      System.out.println(ordered && complete ? "in order and complete" : "WRONG: ordered " + ordered + ", complete " + complete);
    }
  }
}
