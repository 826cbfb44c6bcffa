package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** Two processes meet through a socket of the program's (MPI 4.1, section 11.10.3). */
class JoinedProcessesTest {
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
}
