package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import org.junit.jupiter.api.Test;

/** What programs of either family do and one of them would notice if it were refused: one rank each, which talks to itself. */
class BothFamiliesAllowTest {
  @Test
  void hintsMayBeNoneAtAll() {
    ThreadRanks.run(1, Hints.class);
  }

  static final class Hints implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Comm copy = MPI.COMM_WORLD.dupWithInfo(MPI.INFO_NULL);
      assertEquals(0, copy.getInfo().size());
      Info hints = new Info();
      hints.set("wanted", "yes");
      copy.setInfo(hints);
      assertEquals("yes", copy.getInfo().get("wanted"));
      copy.setInfo(MPI.INFO_NULL);
      assertEquals(0, copy.getInfo().size());
      copy.free();
      MPI.Finalize();
    }
  }

  @Test
  void someOfNoActiveRequestsIsAnEmptyArrayInCapitalSpellingAndNullInTheOther() {
    ThreadRanks.run(1, NoneActive.class);
  }

  static final class NoneActive implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Request[] none = {MPI.REQUEST_NULL, null};
      assertEquals(0, Request.Waitsome(none).length);
      assertEquals(0, Request.Testsome(none).length);
      assertEquals(null, Request.waitSomeStatus(none));
      assertEquals(null, Request.testSomeStatus(none));
      MPI.Finalize();
    }
  }

  @Test
  void aStructWithoutFieldsFitsAnyBuffer() {
    ThreadRanks.run(1, Nothing.class);
  }

  static final class Nothing implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Datatype nothing = Datatype.Struct(new int[0], new int[0], new Datatype[0]);
      nothing.Commit();
      MPI.COMM_WORLD.Sendrecv(new int[3], 0, 3, nothing, 0, 1, new double[2], 0, 2, nothing, 0, 1);
      MPI.COMM_WORLD.Bcast(new char[1], 0, 1, nothing, 0);
      MPI.Finalize();
    }
  }

  @Test
  void bytesAndCharactersMayBePartsOfElementsOfAnyType() {
    ThreadRanks.run(1, Reinterpreted.class);
  }

  static final class Reinterpreted implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int[] numbers = {1, 2, 3};
      int[] received = new int[3];
      exchange(numbers, 12, MPI.BYTE, received, 12, MPI.BYTE);
      assertArrayEquals(numbers, received);
      double[] real = {Math.PI};
      char[] halves = new char[4];
      exchange(real, 4, MPI.CHAR, halves, 4, MPI.CHAR);
      double[] back = new double[1];
      exchange(halves, 4, MPI.CHAR, back, 4, MPI.CHAR);
      assertArrayEquals(real, back);
      IntBuffer direct = MPI.newIntBuffer(3);
      MPI.COMM_WORLD.Sendrecv(numbers, 1, 8, MPI.BYTE, 0, 1, direct, 1, 8, MPI.BYTE, 0, 1);
      assertEquals(0, direct.get(0));
      assertEquals(2, direct.get(1));
      assertEquals(3, direct.get(2));
      long[] most = {-1L};
      MPI.COMM_WORLD.Allreduce(new long[] {0x0F0F}, 0, most, 0, 8, MPI.BYTE, MPI.BAND);
      assertEquals(0x0F0F, most[0]);
      Datatype everyOther = Datatype.Vector(2, 1, 2, MPI.BYTE);
      everyOther.Commit();
      short[] parts = new short[3];
      exchange(new byte[] {7, 9}, 2, MPI.BYTE, parts, 1, everyOther);
      ByteBuffer seen = ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putShort(parts[0]).putShort(parts[1]);
      assertEquals(7, seen.get(0));
      assertEquals(9, seen.get(2));
      MPIException tooLong = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Send(numbers, 0, 13, MPI.BYTE, 0, 1));
      assertEquals(MPI.ERR_BUFFER, tooLong.getErrorClass());
      MPI.Finalize();
    }

    private static void exchange(Object from, int count, Datatype type, Object to, int room, Datatype roomType) {
      MPI.COMM_WORLD.Sendrecv(from, 0, count, type, 0, 1, to, 0, room, roomType, 0, 1);
    }
  }

  @Test
  void aStartedBufferedSendNeedsNoAttachedBuffer() {
    ThreadRanks.run(1, Unattached.class);
  }

  static final class Unattached implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int[] sent = {4, 5};
      int[] received = new int[2];
      Request request = MPI.COMM_WORLD.Ibsend(sent, 0, 2, MPI.INT, 0, 3);
      MPI.COMM_WORLD.Recv(received, 0, 2, MPI.INT, 0, 3);
      request.Wait();
      assertArrayEquals(sent, received);
      MPIException blocking = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Bsend(sent, 0, 2, MPI.INT, 0, 3));
      assertEquals(MPI.ERR_BUFFER, blocking.getErrorClass());
      MPI.Finalize();
    }
  }

  @Test
  void aNegativeStrideMayReachBeforeASliceOfAnArray() {
    ThreadRanks.run(1, Backwards.class);
  }

  static final class Backwards implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Datatype backwards = Datatype.createVector(3, 1, -1, MPI.INT);
      backwards.commit();
      int[] numbers = {1, 2, 3, 4};
      int[] received = new int[3];
      MPI.COMM_WORLD.sendRecv(MPI.slice(numbers, 3), 1, backwards, 0, 1, received, 3, MPI.INT, 0, 1);
      assertArrayEquals(new int[] {4, 3, 2}, received);
      int[] turned = new int[4];
      MPI.COMM_WORLD.sendRecv(received, 3, MPI.INT, 0, 1, MPI.slice(turned, 2), 1, backwards, 0, 1);
      assertArrayEquals(new int[] {2, 3, 4, 0}, turned);
      int[] scattered = new int[4];
      MPI.COMM_WORLD.allToAll(received, 3, MPI.INT, MPI.slice(scattered, 2), 1, backwards);
      assertArrayEquals(new int[] {2, 3, 4, 0}, scattered);
      MPIException before = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.send(MPI.slice(numbers, 1), 1, backwards, 0, 1));
      assertTrue(String.valueOf(before.getMessage()).contains("-2 to 0"), before.toString());
      MPI.Finalize();
    }
  }

  @Test
  void theEnvironmentSaysHowTheProcessWasStarted() {
    ThreadRanks.run(2, Environment.class);
  }

  static final class Environment implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      assertEquals("2", MPI.INFO_ENV.get("maxprocs"));
      assertEquals(System.getProperty("user.dir"), MPI.INFO_ENV.get("wdir"));
      assertEquals(System.getProperty("os.arch"), MPI.INFO_ENV.get("arch"));
      assertEquals(MPI.getProcessorName(), MPI.INFO_ENV.get("host"));
      assertEquals("MPI_THREAD_MULTIPLE", MPI.INFO_ENV.get("thread_level"));
      String line = System.getProperty("sun.java.command");
      assertEquals(line, (MPI.INFO_ENV.get("command") + " " + MPI.INFO_ENV.get("argv")).stripTrailing());
      assertTrue(MPI.NUM_OF_PROCESSORS >= 1);
      MPI.COMM_WORLD.Barrier();
      MPI.Finalize();
    }
  }

  @Test
  void anErrorThatTheProgramItselfReportsSaysSo() {
    ThreadRanks.run(1, Reported.class);
  }

  static final class Reported implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      MPIException e = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.callErrhandler(MPI.ERR_COMM));
      assertEquals(MPI.ERR_COMM, e.getErrorClass());
      assertFalse(String.valueOf(e.getMessage()).contains("freed"), e.toString());
      assertTrue(String.valueOf(e.getMessage()).contains("callErrhandler"), e.toString());
      MPIException buffer =
          assertThrows(MPIException.class, () -> MPI.COMM_WORLD.send(MPI.newCharBuffer(1), 1, MPI.INT, 0, 0));
      assertTrue(String.valueOf(buffer.getMessage()).contains("cannot lie in a CharBuffer"), buffer.toString());
      assertThrows(MPIException.class, () -> MPI.COMM_WORLD.send(CharBuffer.allocate(1), 1, MPI.INT, 0, 0));
      MPI.Finalize();
    }
  }

  @Test
  void theBufferOfAShortMessageThatWasStartedMayChangeAsInMpjExpress() {
    ThreadRanks.run(2, Reused.class);
  }

  /** One buffer for all messages, and nobody waits for any: more of them than fit on the way. */
  static final class Reused implements Runnable {
    private static final int MESSAGES = 50_000;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      int[] buffer = new int[3];
      for (int i = 0; i < MESSAGES; i++) {
        if (MPI.COMM_WORLD.Rank() == 0) {
          buffer[1] = i;
          MPI.COMM_WORLD.Isend(buffer, 0, 3, MPI.INT, 1, 7);
        } else {
          MPI.COMM_WORLD.Recv(buffer, 0, 3, MPI.INT, 0, 7);
          assertEquals(i, buffer[1]);
        }
      }
      MPI.Finalize();
    }
  }
}
