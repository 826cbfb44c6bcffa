package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Collectives in many more segments than may be under way at once: blocking, started, and persistent. */
class PipelinesTest {
  @Test
  void callsOfAThousandSegmentsBringWhatOthersDo() {
    ThreadRanks.run(4, Pipelines.class);
  }

  static final class Pipelines implements Runnable {
    private static final int N = 8_000; // ints in segments of eight
    private int rank;
    private int size;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Info hints = new Info();
      hints.set("braid_coll", "bcast=chain(segment=32), reduce=binary(segment=32), allreduce=double-tree(segment=32), scan=binary(segment=32)");
      Intracomm comm = MPI.COMM_WORLD.dupWithInfo(hints);
      rank = comm.getRank();
      size = comm.getSize();
      for (int root = 0; root < size; root++) {
        blocking(comm, root);
      }
      started(comm);
      persistent(comm);
      comm.free();
      MPI.Finalize();
    }

    private int[] data(int whose) {
      int[] data = new int[N];
      Arrays.setAll(data, i -> 7 * i + whose);
      return data;
    }

    /** What the ranks up to that one have together. */
    private static void assertSum(int[] sum, int ranks) {
      for (int i = 0; i < N; i++) {
        assertEquals(ranks * 7 * i + ranks * (ranks - 1) / 2, sum[i]);
      }
    }

    private void assertFrom(int root, int[] data) {
      assertEquals(Arrays.toString(data(root)), Arrays.toString(data));
    }

    private void blocking(Intracomm comm, int root) {
      int[] out = rank == root ? data(root) : new int[N];
      comm.bcast(out, N, MPI.INT, root);
      assertFrom(root, out);
      int[] sum = new int[N];
      comm.reduce(data(rank), sum, N, MPI.INT, MPI.SUM, root);
      if (rank == root) {
        assertSum(sum, size);
      }
    }

    /** Four at once. */
    private void started(Intracomm comm) {
      int[] one = rank == 1 ? data(1) : new int[N];
      int[] other = rank == 2 ? data(2) : new int[N];
      int[] sum = new int[N];
      int[] sums = new int[N];
      Request[] all = {
        comm.iBcast(one, N, MPI.INT, 1), comm.iAllReduce(data(rank), sum, N, MPI.INT, MPI.SUM), comm.iBcast(other, N, MPI.INT, 2), comm.iScan(data(rank), sums, N, MPI.INT, MPI.SUM)
      };
      for (int each = all.length - 1; each >= 0; each--) {
        all[each].waitFor();
      }
      assertFrom(1, one);
      assertFrom(2, other);
      assertSum(sum, size);
      assertSum(sums, rank + 1);
    }

    private void persistent(Intracomm comm) {
      int[] sum = new int[N];
      Prequest request = comm.allReduceInit(data(rank), sum, N, MPI.INT, MPI.SUM, MPI.INFO_NULL);
      for (int round = 0; round < 3; round++) {
        Arrays.fill(sum, 0);
        request.start();
        request.waitFor();
        assertSum(sum, size);
      }
      request.free();
    }
  }
}
