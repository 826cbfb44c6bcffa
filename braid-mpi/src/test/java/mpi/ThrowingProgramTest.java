package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program's own code that MPI calls, operators and serialisation, may throw anything at any moment: the call that it belongs to fails, and everything else goes on. */
class ThrowingProgramTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void anOperatorThatThrowsEndsItsStartedCollectiveAndNoOther(int size) {
    ThreadRanks.run(size, StartedOperator.class);
  }

  @Test
  void anOperatorThatThrowsEndsABlockingCallByTheSameException() {
    ThreadRanks.run(2, BlockingOperator.class);
  }

  static final class BlockingOperator implements Runnable {
    private final Intracomm world = MPI.COMM_WORLD;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Throwing function = new Throwing();
      Op operation = throwing(function);
      String started = toldOf(function, () -> world.iAllReduce(new int[1], new int[1], 1, MPI.INT, operation).waitFor());
      String blocking = toldOf(function, () -> world.allReduce(new int[1], new int[1], 1, MPI.INT, operation));
      assertEquals(started, blocking);
      String where = "a collective on MPI.COMM_WORLD has failed at rank " + world.getRank() + ": the operation " + operation + " has failed: its function threw ";
      assertTrue(blocking.startsWith(where), blocking);
      assertTrue(toldOf(function, () -> operation.Call(new int[1], 0, new int[1], 0, 1, MPI.INT)).startsWith("the operation " + operation + " has failed"));
      Object[] objects = {"a"};
      if (world.getRank() == 0) { // who combines them for all
        String ofObjects = toldOf(function, () -> world.reduce(objects, new Object[1], 1, MPI.OBJECT, operation, 0));
        assertTrue(ofObjects.startsWith("the operation " + operation + " has failed"), ofObjects);
      } else {
        world.reduce(objects, new Object[1], 1, MPI.OBJECT, operation, 0);
      }
      MPI.Finalize();
    }

    private static String toldOf(Throwing function, Executable call) {
      MPIException told = assertThrows(MPIException.class, call);
      assertEquals(MPI.ERR_OTHER, told.getErrorClass());
      assertSame(function.thrown, told.getCause());
      return String.valueOf(told.getMessage());
    }
  }

  @Test
  void whoWaitsForSomethingElseIsNotToldOfIt() {
    ThreadRanks.run(2, Elsewhere.class);
  }

  @Test
  void aCollectiveThatAnOperatorCallsOnItsOwnCommunicatorIsRefused() {
    ThreadRanks.run(2, Nested.class);
  }

  @Test
  void anObjectThatCannotBeWrittenOrReadCostsItsMessageAlone() {
    ThreadRanks.run(2, Serialisation.class);
  }

  @Test
  void aCommunicatorThatCouldNotBeMadeLeavesNothingBehind() {
    ThreadRanks.run(2, FailedDup.class);
  }

  /** Not an exception: what an assertion or a stack that is too deep throws. */
  private static final class Broken extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static final class Throwing extends User_function {
    final Broken thrown = new Broken();
    boolean called;

    @Override
    public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
      called = true;
      throw thrown;
    }
  }

  private static Op throwing(Throwing function) {
    return new Op(function, true);
  }

  static final class StartedOperator implements Runnable {
    private final Intracomm world = MPI.COMM_WORLD;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      for (int count : new int[] {1, 5000}) {
        Intracomm unsound = world.dup();
        Throwing function = new Throwing();
        Request broken = unsound.iAllReduce(new int[count], new int[count], count, MPI.INT, throwing(function));
        int[] sum = {world.getRank() + 1};
        boolean allCombine = world.getSize() <= 2; // else one may wait for others, is told that they have called off, and the communicator is over
        Request sound = (allCombine ? unsound : world).iAllReduce(sum, 1, MPI.INT, MPI.SUM);
        sound.waitFor();
        int size = world.getSize();
        assertEquals(size * (size + 1) / 2, sum[0]);
        assertToldIfCalled(broken, function);
        world.barrier();
        assertTrue(count > 1 || World.completions().liveRequests() == 0, "requests are left"); // of long messages, those that nobody fetches wait for the communicator's end
      }
      MPI.Finalize();
    }

    /** A member that combines nothing itself waits for those that have called off. */
    private static void assertToldIfCalled(Request broken, Throwing function) {
      MPIException told = assertThrows(MPIException.class, broken::waitFor);
      String message = String.valueOf(told.getMessage());
      if (function.called) {
        assertSame(function.thrown, rootCause(told));
        assertTrue(message.endsWith("[BRD-1520]"), message);
      } else {
        assertTrue(message.contains("calls it off after an error of its own"), message);
      }
      assertEquals(MPI.ERR_OTHER, told.getErrorClass());
    }
  }

  private static Throwable rootCause(Throwable top) {
    Throwable cause = top;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  static final class Elsewhere implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Throwing function = new Throwing();
      Request broken = world.iAllReduce(new int[1], new int[1], 1, MPI.INT, throwing(function));
      int[] got = new int[1];
      world.sendRecv(new int[] {world.getRank()}, 1, MPI.INT, 1 - world.getRank(), 0, got, 1, MPI.INT, 1 - world.getRank(), 0);
      assertEquals(1 - world.getRank(), got[0]);
      while (!isOver(broken)) {
        Thread.onSpinWait();
      }
      assertTrue(function.called);
      MPI.Finalize();
    }

    private static boolean isOver(Request broken) {
      try {
        return broken.test();
      } catch (MPIException told) {
        assertInstanceOf(Broken.class, rootCause(told));
        return true;
      }
    }
  }

  static final class Nested implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Intracomm comm = world.dup();
      Op calling = new Op(new Calling(comm), true);
      String message = String.valueOf(assertThrows(MPIException.class, () -> comm.allReduce(new int[1], 1, MPI.INT, calling)).getMessage());
      assertTrue(message.contains("from inside another one") && message.endsWith("[BRD-1520]"), message);
      int[] sum = {1};
      comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
      assertEquals(2, sum[0]);
      world.barrier();
      MPI.Finalize();
    }

    private static final class Calling extends User_function {
      private final Intracomm comm;

      Calling(Intracomm comm) {
        this.comm = comm;
      }

      @Override
      public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
        comm.barrier();
      }
    }
  }

  static final class Unwilling implements Serializable {
    private static final long serialVersionUID = 1L;
    private final boolean toBeWritten;

    Unwilling(boolean toBeWritten) {
      this.toBeWritten = toBeWritten;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      if (!toBeWritten) {
        throw new Broken();
      }
      out.defaultWriteObject();
    }

    private void readObject(ObjectInputStream in) {
      throw new Broken();
    }
  }

  static final class Serialisation implements Runnable {
    private final Intracomm world = MPI.COMM_WORLD;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      int other = 1 - world.getRank();
      assertThrows(Broken.class, () -> world.send(new Object[] {new Unwilling(false)}, 1, MPI.OBJECT, other, 0));
      world.iSend(new Object[] {new Unwilling(true)}, 1, MPI.OBJECT, other, 0).free();
      assertThrows(Broken.class, () -> world.recv(new Object[1], 1, MPI.OBJECT, other, 0));
      world.iSend(new Object[] {new Unwilling(true)}, 1, MPI.OBJECT, other, 0).free();
      Request receive = world.iRecv(new Object[1], 1, MPI.OBJECT, other, 0);
      assertThrows(Broken.class, receive::waitFor);
      assertTrue(receive.isNull());
      Object[] got = new Object[1];
      world.sendRecv(new Object[] {"sound"}, 1, MPI.OBJECT, other, 0, got, 1, MPI.OBJECT, other, 0);
      assertArrayEquals(new Object[] {"sound"}, got);
      assertEquals(0, World.completions().liveRequests());
      MPI.Finalize();
    }
  }

  static final class FailedDup implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm comm = MPI.COMM_WORLD.dup();
      int before = World.liveObjects();
      for (int i = 0; i < 3; i++) {
        assertThrows(MPIException.class, () -> differ(comm));
        assertThrows(MPIException.class, () -> comm.iDup().getRequest().waitFor());
      }
      assertEquals(before, World.liveObjects());
      MPI.Finalize();
    }

    private static void differ(Intracomm comm) {
      if (comm.getRank() == 0) {
        comm.dup();
      } else {
        comm.split(0, 0);
      }
    }
  }
}
