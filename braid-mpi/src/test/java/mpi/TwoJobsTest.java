package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two jobs that were started apart meet by a port under a name, and work as one (MPI 4.1, chapter 11). */
class TwoJobsTest {
  private static final int TAG = 5;

  @Test
  void jobsOfTwoSizesExchangeMessagesReduceMergeAndPart() {
    for (int size = 1; size <= 3; size++) {
      ThreadRanks.runJobs(size, Accepting.class, 4 - size, Connecting.class);
    }
  }

  static final class Accepting implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intercomm met = PublishedPort.accept("work");
      work(met, 100, false);
      MPI.Finalize();
    }
  }

  static final class Connecting implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intercomm met = PublishedPort.connect("work");
      work(met, 1, true);
      MPI.Finalize();
    }
  }

  private static void work(Intercomm met, int unit, boolean high) {
    int rank = MPI.COMM_WORLD.getRank();
    int size = MPI.COMM_WORLD.getSize();
    assertEquals(rank, met.getRank());
    assertEquals(4, size + met.getRemoteSize());
    for (int to = 0; to < met.getRemoteSize(); to++) {
      met.iSend(new int[] {unit * (rank + 1)}, 1, MPI.INT, to, TAG);
    }
    int others = high ? 100 : 1;
    for (int from = 0; from < met.getRemoteSize(); from++) {
      int[] got = new int[1];
      met.recv(got, 1, MPI.INT, from, TAG);
      assertEquals(others * (from + 1), got[0]);
    }
    int[] sum = new int[1];
    long before = sentAcross(met);
    met.allReduce(new int[] {unit}, sum, 1, MPI.INT, MPI.SUM);
    assertEquals(others * met.getRemoteSize(), sum[0]);
    assertEquals(before + 1, sentAcross(met), "nobody knows where the other job's ranks are, and all know whose they are");
    groups(met);
    merged(met, unit, high);
    Intercomm copy = met.dup();
    copy.barrier();
    copy.disconnect();
    met.disconnect();
    assertTrue(met.isNull());
  }

  /** Messages of collectives of both jobs that this one's ranks have sent to the other one's. */
  private static long sentAcross(Intercomm met) {
    long[] sent = (long[]) met.getAttr(MPI.TOPOLOGY_MESSAGES);
    long[] all = new long[1];
    MPI.COMM_WORLD.allReduce(new long[] {sent == null ? 0 : sent[0]}, all, 1, MPI.LONG, MPI.SUM);
    return all[0];
  }

  /** Processes of two jobs have the same ranks, and are different ones. */
  private static void groups(Intercomm met) {
    Group both = Group.union(met.getGroup(), met.getRemoteGroup());
    assertEquals(4, both.getSize());
    assertEquals(0, Group.intersection(MPI.COMM_WORLD.getGroup(), met.getRemoteGroup()).getSize());
    assertEquals(MPI.IDENT, Group.compare(MPI.COMM_WORLD.getGroup(), met.getGroup()));
  }

  private static void merged(Intercomm met, int unit, boolean high) {
    Intracomm all = met.merge(high);
    assertEquals(4, all.getSize());
    assertEquals(met.getRank() + (high ? met.getRemoteSize() : 0), all.getRank());
    int[] units = new int[4];
    all.allGather(new int[] {unit}, 1, MPI.INT, units, 1, MPI.INT);
    int accepting = high ? met.getRemoteSize() : met.getSize();
    assertEquals(accepting, Arrays.stream(units).filter(each -> each == 100).count());
    assertEquals(100, units[0]);
    Intracomm reversed = all.split(0, -all.getRank());
    assertEquals(3 - all.getRank(), reversed.getRank());
    assertEquals(MPI.SIMILAR, Comm.compare(all, reversed));
    long[] block = new long[100_000];
    Arrays.fill(block, all.getRank());
    reversed.bcast(block, block.length, MPI.LONG, 3);
    assertEquals(0, block[99_999], "rank 3 of the reversed order is rank 0 of the first");
    parts(all, met.getSize());
    reversed.disconnect();
    all.disconnect();
  }

  /** They are on one host, and each job is nearer to itself; whoever joins no part takes part all the same. */
  private static void parts(Intracomm all, int own) {
    assertEquals(4, all.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL).getSize());
    Intracomm some = all.splitType(all.getRank() == 1 ? MPI.UNDEFINED : Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
    assertTrue(all.getRank() == 1 ? some.isNull() : some.getSize() == 3);
    Info hints = new Info();
    hints.set("mpi_hw_resource_type", "host");
    assertEquals(4, all.splitType(Comm.TYPE_HW_GUIDED, 0, hints).getSize());
    assertEquals(own, all.splitType(Comm.TYPE_HW_UNGUIDED, 0, MPI.INFO_NULL).getSize());
    assertArrayEquals(new int[] {2, 2, 2, 2}, (int[]) all.getAttr(MPI.TOPOLOGY_DEPTHS));
    int[] leaders = Stream.of((int[][]) all.getAttr(MPI.TOPOLOGY_LEADERS)).mapToInt(each -> each[1]).toArray();
    assertEquals(own, Arrays.stream(leaders).filter(leader -> leader == leaders[all.getRank()]).count());
    hints = new Info();
    hints.set("mpi_pset_name", "mpi://WORLD");
    assertEquals(own, all.splitType(Comm.TYPE_RESOURCE_GUIDED, 0, hints).getSize());
  }

  @Test
  void aPortServesOneMeetingAfterTheOther() {
    ThreadRanks.runJobs(2, AcceptingTwice.class, 2, ConnectingTwice.class);
  }

  static final class AcceptingTwice implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      boolean leads = MPI.COMM_WORLD.getRank() == 1;
      String port = leads ? Intracomm.openPort() : "";
      if (leads) {
        Intracomm.publishName(PublishedPort.SERVICE + "twice", port);
      }
      Intercomm first = MPI.COMM_WORLD.accept(port, 1);
      Intercomm second = MPI.COMM_WORLD.accept(port, 1);
      second.send(new int[] {2}, 1, MPI.INT, MPI.COMM_WORLD.getRank(), TAG);
      first.send(new int[] {1}, 1, MPI.INT, MPI.COMM_WORLD.getRank(), TAG);
      first.disconnect();
      second.disconnect();
      if (leads) {
        Intracomm.unpublishName(PublishedPort.SERVICE + "twice", port);
        Intracomm.closePort(port);
      }
      MPI.Finalize();
    }
  }

  static final class ConnectingTwice implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intercomm first = PublishedPort.connect("twice");
      Intercomm second = PublishedPort.connect("twice");
      for (Intercomm each : new Intercomm[] {first, second}) {
        int[] got = new int[1];
        each.recv(got, 1, MPI.INT, MPI.COMM_WORLD.getRank(), TAG);
        assertEquals(each == first ? 1 : 2, got[0]);
      }
      first.disconnect();
      second.disconnect();
      MPI.Finalize();
    }
  }
}
