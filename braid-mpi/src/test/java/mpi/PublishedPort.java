package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;


/** How two jobs of a test meet: by a port that one of them publishes under a name, for which the other one waits. */
final class PublishedPort {
  static final String SERVICE = "braid two jobs test " + ProcessHandle.current().pid() + " ";

  private PublishedPort() {}

  /** The accepting job's first rank publishes a port under this name. */
  static Intercomm accept(String service) {
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
  static Intercomm connect(String service) {
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
}
