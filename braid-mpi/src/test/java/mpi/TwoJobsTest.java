package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.stream.Stream;
import org.braid.link.Context;
import org.braid.mpi.p2p.Envelope;
import org.junit.jupiter.api.Test;

/** Two jobs that were started apart meet by a port, a name or a socket, work as one, and part (MPI 4.1, chapter 11). */
class TwoJobsTest {
  private static final int TAG = 5;
  private static final String STALLED = "braid.test.stalled";
  private static final String PARTED = "braid.test.parted";
  private static final String SERVICE = "braid two jobs test " + ProcessHandle.current().pid() + " ";

  /** The accepting job's first rank publishes a port under this name. */
  private static Intercomm accept(String service) {
    boolean leads = MPI.COMM_WORLD.getRank() == 0;
    String port = leads ? Intracomm.openPort() : "";
    if (leads) {
      assertTrue(port.length() <= MPI.MAX_PORT_NAME);
      Intracomm.publishName(SERVICE + service, port);
    }
    Intercomm met = MPI.COMM_WORLD.accept(port, 0);
    if (leads) {
      Intracomm.unpublishName(SERVICE + service, port);
      Intracomm.closePort(port);
    }
    return met;
  }

  /** The connecting job's last rank waits for that name. */
  private static Intercomm connect(String service) {
    int last = MPI.COMM_WORLD.getSize() - 1;
    return MPI.COMM_WORLD.connect(MPI.COMM_WORLD.getRank() == last ? awaitName(SERVICE + service) : "", last);
  }

  private static String awaitName(String service) {
    while (true) {
      try {
        return Intracomm.lookupName(service);
      } catch (MPIException notYet) {
        assertEquals(MPI.ERR_NAME, notYet.getErrorClass());
        Thread.onSpinWait();
      }
    }
  }

  // ---- what jobs that have met can do

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
      Intercomm met = accept("work");
      work(met, 100, false);
      MPI.Finalize();
    }
  }

  static final class Connecting implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intercomm met = connect("work");
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
        Intracomm.publishName(SERVICE + "twice", port);
      }
      Intercomm first = MPI.COMM_WORLD.accept(port, 1);
      Intercomm second = MPI.COMM_WORLD.accept(port, 1);
      second.send(new int[] {2}, 1, MPI.INT, MPI.COMM_WORLD.getRank(), TAG);
      first.send(new int[] {1}, 1, MPI.INT, MPI.COMM_WORLD.getRank(), TAG);
      first.disconnect();
      second.disconnect();
      if (leads) {
        Intracomm.unpublishName(SERVICE + "twice", port);
        Intracomm.closePort(port);
      }
      MPI.Finalize();
    }
  }

  static final class ConnectingTwice implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intercomm first = connect("twice");
      Intercomm second = connect("twice");
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

  @Test
  void whoWaitsForARankThatIsInFinalizeIsToldAndFinalizeWaitsForTheOtherJob() {
    ThreadRanks.runJobs(1, Leaving.class, 1, Waiting.class);
  }

  static final class Leaving implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intercomm met = accept("leave");
      met.send(new int[] {1}, 1, MPI.INT, 0, TAG);
      MPI.Finalize();
    }
  }

  static final class Waiting implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intercomm met = connect("leave");
      MPIException told = assertThrows(MPIException.class, () -> met.recv(new int[1], 1, MPI.INT, 0, TAG + 1));
      assertTrue(String.valueOf(told.getMessage()).contains("BRD-1518"), told.getMessage());
      int[] got = new int[1];
      met.recv(got, 1, MPI.INT, 0, TAG);
      assertEquals(1, got[0]);
      MPI.Finalize();
    }
  }

  /** A member that has parted may end, which fails any collective call that it is a member of: so it must not have parted while another one is still in the barrier of disconnect. */
  @Test
  void nobodyHasPartedWhileAMemberIsStillInTheBarrier() {
    ThreadRanks.runJobs(2, Parting.class, 1, Stalled.class);
  }

  static final class Parting implements Runnable {
    @Override
    public void run() {
      System.clearProperty(STALLED);
      System.clearProperty(PARTED);
      MPI.Init(new String[0]);
      Intercomm met = accept("stall");
      if (MPI.COMM_WORLD.getRank() == 1) {
        Stalled.stall(met);
      }
      met.disconnect();
      System.setProperty(PARTED, "true");
      MPI.Finalize();
    }
  }

  /** Looks for messages in that barrier first, and stays with what it finds there. */
  static final class Stalled implements Runnable {
    private static final long PATIENCE_NS = 500_000_000L;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      int ignored = handler(World.process().context());
      Intercomm met = connect("stall");
      System.setProperty(STALLED, "soon");
      met.disconnect();
      assertEquals("nobody", System.getProperty(STALLED), "what had parted while this one was in the barrier");
      MPI.Finalize();
    }

    private static int handler(Context context) {
      return context.register("test.stall", (to, a0, a1, a2, a3, payload) -> stay());
    }

    private static void stay() {
      System.setProperty(STALLED, "nobody");
      long startNs = System.nanoTime();
      while (System.nanoTime() - startNs < PATIENCE_NS) {
        if (Boolean.getBoolean(PARTED)) {
          System.setProperty(STALLED, "others");
        }
        Thread.onSpinWait();
      }
    }

    /** Returns when the member of the other group does not go on. */
    private static void stall(Intercomm met) {
      awaitStalled("soon");
      Context context = World.process().context();
      int handler = handler(context);
      context.progress().enter();
      try {
        context.startpointTo(met.parts().remoteGroup()[0], Envelope.PROCESS_ENDPOINT).answer(handler, 0, 0, 0, 0);
      } finally {
        context.progress().exit();
      }
      awaitStalled("nobody");
    }

    private static void awaitStalled(String how) {
      while (!how.equals(System.getProperty(STALLED))) {
        Thread.yield();
      }
    }
  }

  // ---- sockets

  @Test
  void twoProcessesJoinThroughASocketOfTheProgramsWhichStaysOpen() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      System.setProperty("braid.test.join", Integer.toString(server.getLocalPort()));
      Thread forwarder = Thread.ofPlatform().start(() -> bridge(server));
      ThreadRanks.runJobs(1, Joining.class, 1, Joining.class);
      forwarder.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Both call the same server: what one says is passed on to the other. */
  private static void bridge(ServerSocket server) {
    try (Socket one = server.accept(); Socket other = server.accept()) {
      Thread back = Thread.ofPlatform().start(() -> copy(other, one));
      copy(one, other);
      back.join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException closed) {
      // The program has closed it.
    }
  }

  static final class Joining implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.getInteger("braid.test.join"))) {
        Intercomm met = Intercomm.join(socket);
        assertEquals(1, met.getRemoteSize());
        int[] sum = new int[1];
        met.allReduce(new int[] {21}, sum, 1, MPI.INT, MPI.SUM);
        assertEquals(21, sum[0]);
        met.disconnect();
        socket.getOutputStream().write(42);
        assertEquals(42, socket.getInputStream().read(), "the socket is the program's again");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      MPI.Finalize();
    }
  }

  // ---- mistakes

  @Test
  void mistakesAreToldWithTheirClassesAtEveryRankAndTheCommunicatorStaysOfUse() {
    ThreadRanks.run(2, Mistakes.class);
  }

  @SuppressWarnings("NullAway") // programs may do so
  static final class Mistakes implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int self = world.getRank();
      assertNames();
      assertPorts();
      for (String wrong : new String[] {"", "braid", "braid:1:/nowhere", "braid:1:relative:00112233445566778899aabbccddeeff", "braid:1:/x:0", "x".repeat(10_000)}) {
        assertClass(self == 0 ? MPI.ERR_PORT : MPI.ERR_ARG, () -> world.connect(wrong, 0));
        assertClass(self == 0 ? MPI.ERR_PORT : MPI.ERR_ARG, () -> world.accept(wrong, 0));
      }
      assertClass(MPI.ERR_PORT, () -> world.connect("braid:1:/tmp/braid-nobody/s:00112233445566778899aabbccddeeff", 0));
      assertClass(MPI.ERR_PORT, () -> world.accept("braid:1:/tmp/braid-nobody/s:00112233445566778899aabbccddeeff", 0));
      assertClass(MPI.ERR_ROOT, () -> world.connect("", 2));
      assertClass(MPI.ERR_ROOT, () -> world.accept("", -1));
      assertClass(MPI.ERR_ARG, () -> world.accept("braid:1:/tmp/braid-nobody/s:00112233445566778899aabbccddeeff", self), "the roots differ");
      assertSpawns(world, self);
      assertClass(MPI.ERR_COMM, MPI.COMM_WORLD::disconnect);
      assertClass(MPI.ERR_COMM, MPI.COMM_SELF::disconnect);
      Intracomm copy = world.dup();
      copy.disconnect();
      assertClass(MPI.ERR_COMM, copy::disconnect);
      assertTrue(Intercomm.getParent().isNull());
      assertClass(MPI.ERR_ARG, () -> Intercomm.join(null));
      assertClass(MPI.ERR_PORT, () -> Intercomm.join(new Socket()));
      int[] sum = new int[1];
      world.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
      assertEquals(2, sum[0]);
      MPI.Finalize();
    }

    private static void assertNames() {
      assertClass(MPI.ERR_NAME, () -> Intracomm.lookupName(SERVICE + "nobody"));
      assertClass(MPI.ERR_NAME, () -> Intracomm.lookupName(null));
      assertClass(MPI.ERR_NAME, () -> Intracomm.lookupName(""));
      assertClass(MPI.ERR_INFO, () -> Intracomm.lookupName("x", null));
      assertClass(MPI.ERR_PORT, () -> Intracomm.publishName("x", "no port"));
      assertClass(MPI.ERR_PORT, () -> Intracomm.publishName("x", (String) null));
      String own = SERVICE + MPI.COMM_WORLD.getRank();
      String port = Intracomm.openPort();
      assertClass(MPI.ERR_SERVICE, () -> Intracomm.unpublishName(own, port));
      Intracomm.publishName(own, port);
      assertClass(MPI.ERR_SERVICE, () -> Intracomm.publishName(own, port));
      assertEquals(port, Intracomm.lookupName(own));
      String other = Intracomm.openPort();
      assertNotEquals(port, other);
      assertClass(MPI.ERR_SERVICE, () -> Intracomm.unpublishName(own, other));
      Intracomm.unpublishName(own, port);
      assertClass(MPI.ERR_SERVICE, () -> Intracomm.unpublishName(own, port));
      Intracomm.closePort(port);
      Intracomm.closePort(other);
    }

    private static void assertPorts() {
      assertClass(MPI.ERR_INFO, () -> Intracomm.openPort(null));
      assertClass(MPI.ERR_PORT, () -> Intracomm.closePort(null));
      assertClass(MPI.ERR_PORT, () -> Intracomm.closePort("none"));
      String port = Intracomm.openPort();
      Intracomm.closePort(port);
      assertClass(MPI.ERR_PORT, () -> Intracomm.closePort(port));
      assertClass(MPI.ERR_PORT, () -> MPI.COMM_SELF.accept(port, 0));
      assertClass(MPI.ERR_PORT, () -> MPI.COMM_SELF.connect(port, 0));
    }

    private static void assertSpawns(Intracomm world, int self) {
      Info soft = new Info();
      soft.set("soft", "1:2:3:4");
      int wrong = MPI.ERR_ARG;
      assertClass(wrong, () -> world.spawn("X", null, 0, MPI.INFO_NULL, 0, null));
      assertClass(wrong, () -> world.spawn("X", null, -1, MPI.INFO_NULL, 0, null));
      assertClass(wrong, () -> world.spawn("", null, 1, MPI.INFO_NULL, 0, null));
      assertClass(wrong, () -> world.spawn(null, null, 1, MPI.INFO_NULL, 0, null));
      assertClass(wrong, () -> world.spawn("X", new String[] {null}, 1, MPI.INFO_NULL, 0, null));
      assertClass(wrong, () -> world.spawn("X", null, 2, MPI.INFO_NULL, 0, new int[1]));
      assertClass(self == 0 ? MPI.ERR_INFO : MPI.ERR_ARG, () -> world.spawn("X", null, 1, null, 0, null));
      assertClass(self == 0 ? MPI.ERR_INFO_VALUE : MPI.ERR_ARG, () -> world.spawn("X", null, 1, soft, 0, null));
      assertClass(MPI.ERR_ROOT, () -> world.spawn("X", null, 1, MPI.INFO_NULL, 2, null));
      assertClass(wrong, () -> world.spawnMultiple(new String[0], null, new int[0], new Info[0], 0, null));
      assertClass(wrong, () -> world.spawnMultiple(new String[] {"X", "Y"}, null, new int[] {1}, new Info[] {MPI.INFO_NULL, MPI.INFO_NULL}, 0, null));
      assertClass(self == 0 ? MPI.ERR_INFO : MPI.ERR_ARG, () -> world.spawnMultiple(new String[] {"X"}, null, new int[] {1}, null, 0, null));
      int[] codes = new int[2];
      assertClass(MPI.ERR_SPAWN, () -> world.spawn("X", null, 2, MPI.INFO_NULL, 0, codes), "nobody has launched these ranks");
      assertEquals(MPI.ERR_SPAWN, codes[1]);
    }

    private static void assertClass(int errorClass, Runnable call) {
      assertClass(errorClass, call, "");
    }

    private static void assertClass(int errorClass, Runnable call, String why) {
      MPIException told = assertThrows(MPIException.class, call::run, why);
      assertEquals(errorClass, told.getErrorClass(), told.getMessage() + why);
      assertFalse(String.valueOf(told.getMessage()).isEmpty());
    }
  }

  @Test
  void whoAcceptsAtAPortThatIsClosedIsTold() {
    ThreadRanks.run(1, Closing.class);
  }

  static final class Closing implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      String port = Intracomm.openPort();
      Thread closer = Thread.ofPlatform().start(() -> Intracomm.closePort(port));
      MPIException told = assertThrows(MPIException.class, () -> MPI.COMM_SELF.accept(port, 0));
      assertEquals(MPI.ERR_PORT, told.getErrorClass());
      join(closer);
      MPI.Finalize();
    }

    private static void join(Thread closer) {
      try {
        closer.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
