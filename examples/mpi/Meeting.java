import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Two jobs that meet (MPI 4.1, section 11.9): each rank of the server answers one question of the client's, who has found it by a published name. In two terminals: ./braid run -n 4 examples/mpi/Meeting.java server, then
 * ./braid run -n 1 examples/mpi/Meeting.java client. Without arguments the server starts its client itself.
 */
public class Meeting {
  private static final int TAG = 1;

  public static void main(String[] args) {
    MPI.Init(args);
    String service = args.length < 2 ? "squares" : args[1];
    if (args.length == 0) {
      serveOwnClient("squares " + ProcessHandle.current().pid());
    } else if (args[0].equals("server")) {
      String port = open(service);
      serve(port);
      close(service, port);
    } else {
      ask(service);
    }
    MPI.Finalize();
  }

  private static void serveOwnClient(String service) {
    String port = open(service);
    Intercomm started = MPI.COMM_WORLD.spawn("Meeting", new String[] {"client", service}, 1, MPI.INFO_NULL, 0, null);
    serve(port);
    close(service, port);
    started.disconnect();
  }

  private static String open(String service) {
    if (MPI.COMM_WORLD.getRank() > 0) {
      return ""; // a port is its root's
    }
    String port = Intracomm.openPort();
    Intracomm.publishName(service, port);
    return port;
  }

  private static void close(String service, String port) {
    if (MPI.COMM_WORLD.getRank() == 0) {
      Intracomm.unpublishName(service, port);
      Intracomm.closePort(port);
    }
  }

  private static void serve(String port) {
    Intercomm client = MPI.COMM_WORLD.accept(port, 0);
    int[] number = new int[1];
    client.recv(number, 1, MPI.INT, 0, TAG);
    client.send(new int[] {number[0] * number[0]}, 1, MPI.INT, 0, TAG);
    int[] sum = new int[1];
    client.bcast(sum, 1, MPI.INT, 0);
    if (MPI.COMM_WORLD.getRank() == 0) {
      System.out.println(MPI.COMM_WORLD.getSize() + " squares make " + sum[0] + ", says the client");
    }
    client.disconnect();
  }

  private static void ask(String service) {
    Intercomm server = MPI.COMM_WORLD.connect(Intracomm.lookupName(service), 0);
    int[] sum = new int[1];
    for (int rank = 0; rank < server.getRemoteSize() && server.getRank() == 0; rank++) {
      int[] square = new int[1];
      server.send(new int[] {rank + 1}, 1, MPI.INT, rank, TAG);
      server.recv(square, 1, MPI.INT, rank, TAG);
      sum[0] += square[0];
    }
    server.bcast(sum, 1, MPI.INT, server.getRank() == 0 ? MPI.ROOT : MPI.PROC_NULL);
    server.disconnect();
    if (!Intercomm.getParent().isNull()) {
      Intercomm.getParent().disconnect();
    }
  }
}
