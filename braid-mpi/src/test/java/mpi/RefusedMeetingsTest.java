package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import org.junit.jupiter.api.Test;

/** What programs do wrong with ports, names, sockets and spawning is told with its class at every rank, and the communicator stays of use. */
class RefusedMeetingsTest {
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
      assertClass(MPI.ERR_NAME, () -> Intracomm.lookupName(PublishedPort.SERVICE + "nobody"));
      assertClass(MPI.ERR_NAME, () -> Intracomm.lookupName(null));
      assertClass(MPI.ERR_NAME, () -> Intracomm.lookupName(""));
      assertClass(MPI.ERR_INFO, () -> Intracomm.lookupName("x", null));
      assertClass(MPI.ERR_PORT, () -> Intracomm.publishName("x", "no port"));
      assertClass(MPI.ERR_PORT, () -> Intracomm.publishName("x", (String) null));
      String own = PublishedPort.SERVICE + MPI.COMM_WORLD.getRank();
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
