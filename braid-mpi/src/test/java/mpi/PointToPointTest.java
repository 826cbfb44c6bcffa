package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Point-to-point communication as a program sees it, in both spellings. */
class PointToPointTest {
  @Test
  void requestsThatAreDoneAreNotLostForOneThatHasFailed() {
    ThreadRanks.run(1, OneOfThreeFails.class);
  }

  /** The second message is too long, in each call over several requests; MPI 4.1, section 3.7.5. */
  static final class OneOfThreeFails implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      for (Consumer<Request[]> call : List.<Consumer<Request[]>>of(Request::waitAll, Request::waitAllStatus, Request::testAll, Request::waitSome, Request::testSome)) {
        int[][] rooms = {{0}, {0}, {0}};
        Request[] requests = new Request[3];
        for (int i = 0; i < 3; i++) {
          requests[i] = MPI.COMM_WORLD.iRecv(rooms[i], 1, MPI.INT, 0, i);
        }
        for (int i = 0; i < 3; i++) {
          MPI.COMM_WORLD.send(new int[] {4 + i, 4 + i}, i == 1 ? 2 : 1, MPI.INT, 0, i);
        }
        MPIException failed = assertThrows(MPIException.class, () -> call.accept(requests));
        assertEquals(MPI.ERR_IN_STATUS, failed.getErrorClass(), failed.getMessage());
        Status[] statuses = failed.getStatuses();
        assertEquals(3, statuses.length);
        for (int i = 0; i < 3; i++) {
          assertEquals(i, statuses[i].getIndex());
          assertEquals(i == 1 ? MPI.ERR_TRUNCATE : MPI.SUCCESS, statuses[i].getError());
          assertTrue(requests[i].isNull());
          assertEquals(i == 1 ? rooms[i][0] : 4 + i, rooms[i][0]);
        }
        assertNull(Request.waitSome(requests));
      }
      stayActive();
      MPI.Finalize();
    }

    private static void stayActive() {
      int[] room = {0};
      Request[] requests = {MPI.COMM_WORLD.iRecv(new int[1], 1, MPI.INT, 0, 0), MPI.COMM_WORLD.iRecv(room, 1, MPI.INT, 0, 1)};
      MPI.COMM_WORLD.send(new int[2], 2, MPI.INT, 0, 0);
      MPIException failed = assertThrows(MPIException.class, () -> Request.waitAllStatus(requests));
      assertEquals(MPI.ERR_PENDING, failed.getStatuses()[1].getError());
      MPI.COMM_WORLD.send(new int[] {8}, 1, MPI.INT, 0, 1);
      Request.waitAll(requests);
      assertEquals(8, room[0]);
    }
  }

  @Test
  void everyKindOfBufferCarriesEveryBasicTypeWithOffsets() {
    ThreadRanks.run(2, Buffers.class);
  }

  static final class Buffers implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Comm world = MPI.COMM_WORLD;
      if (world.Rank() == 0) {
        world.Send(new int[] {9, 1, 2, 3}, 1, 3, MPI.INT, 1, 5);
        world.send(MPI.slice(new double[] {0, 1, 2}, 1), 2, MPI.DOUBLE, 1, 6);
        DoubleBuffer direct = MPI.newDoubleBuffer(3).put(0, 7).put(1, 8).put(2, 9);
        world.send(direct, 3, MPI.DOUBLE, 1, 7);
        world.send(new boolean[] {true, false, true}, 3, MPI.BOOLEAN, 1, 8);
        world.sSend(new char[] {'a', 'b'}, 2, MPI.CHAR, 1, 9);
        world.send(null, 0, MPI.INT, 1, 10);
      } else {
        int[] ints = new int[5];
        Status status = world.Recv(ints, 2, 3, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        assertArrayEquals(new int[] {0, 0, 1, 2, 3}, ints);
        assertEquals(5, status.getTag());
        assertEquals(0, status.source);
        assertEquals(3, status.count);
        double[] doubles = new double[2];
        assertEquals(2, world.recv(doubles, 2, MPI.DOUBLE, 0, 6).getCount(MPI.DOUBLE));
        assertArrayEquals(new double[] {1, 2}, doubles);
        ByteBuffer bytes = MPI.newByteBuffer(24);
        world.recv(bytes, 3, MPI.DOUBLE, 0, 7);
        assertEquals(9, bytes.getDouble(16));
        boolean[] flags = new boolean[3];
        world.recv(flags, 3, MPI.BOOLEAN, 0, 8);
        assertArrayEquals(new boolean[] {true, false, true}, flags);
        char[] chars = new char[4];
        assertEquals(2, world.recv(chars, 4, MPI.CHAR, 0, 9).Get_count(MPI.CHAR));
        assertEquals(0, world.recv(null, 0, MPI.INT, 0, 10).countInBytes);
      }
      MPI.Finalize();
    }
  }

  @Test
  void requestsFinishByWaitTestAnySomeAndAll() {
    ThreadRanks.run(2, Started.class);
  }

  static final class Started implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Comm world = MPI.COMM_WORLD;
      int other = 1 - world.getRank();
      int[][] in = new int[4][2];
      Request[] receives = new Request[5];
      for (int i = 0; i < 4; i++) {
        receives[i] = world.iRecv(in[i], 2, MPI.INT, other, i);
      }
      world.barrier();
      Request[] sends = new Request[4];
      for (int i = 3; i >= 0; i--) {
        sends[i] = world.Isend(new int[] {i, 10 * i, 0}, 0, 2, MPI.INT, other, i);
      }
      int first = Request.waitAny(receives);
      assertTrue(first >= 0 && first < 4);
      Status @Nullable [] some = Request.waitSomeStatus(receives);
      assertNotNull(some);
      Request.Waitall(receives);
      assertTrue(Request.testAll(receives));
      assertEquals(MPI.UNDEFINED, Request.waitAny(receives));
      assertNull(Request.waitSome(receives));
      for (int i = 0; i < 4; i++) {
        assertArrayEquals(new int[] {i, 10 * i}, in[i]);
        assertTrue(receives[i].isNull());
      }
      Request.waitAll(sends);
      MPI.Finalize();
    }
  }

  @Test
  void derivedTypesAndObjectsArriveWhereTheyBelong() {
    ThreadRanks.run(2, Derived.class);
  }

  static final class Derived implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Comm world = MPI.COMM_WORLD;
      Datatype column = Datatype.Vector(3, 1, 4, MPI.INT);
      column.Commit();
      if (world.Rank() == 0) {
        world.Send(new int[] {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}, 0, 1, column, 1, 1);
        world.Send(new int[] {4, 5, 6}, 0, 3, MPI.INT, 1, 2);
        world.Send(new Object[] {"x", new double[] {1, 2}, null}, 1, 2, MPI.OBJECT, 1, 3);
        world.Isend(new double[][] {{1}, {2, 3}}, 0, 2, MPI.OBJECT, 1, 4).Wait();
      } else {
        int[] three = new int[3];
        world.Recv(three, 0, 3, MPI.INT, 0, 1);
        assertArrayEquals(new int[] {1, 2, 3}, three);
        int[] matrix = new int[12];
        Status status = world.Irecv(matrix, 1, 1, column, 0, 2).Wait();
        assertArrayEquals(new int[] {0, 4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0}, matrix);
        assertEquals(1, status.Get_count(column));
        assertEquals(3, status.getElements(column));
        Object[] objects = new Object[3];
        assertEquals(2, world.Recv(objects, 0, 3, MPI.OBJECT, 0, MPI.ANY_TAG).Get_count(MPI.OBJECT));
        assertArrayEquals(new double[] {1, 2}, (double[]) objects[0]);
        double[][] rows = new double[2][];
        Request receive = world.Irecv(rows, 0, 2, MPI.OBJECT, MPI.ANY_SOURCE, 4);
        receive.Wait();
        assertArrayEquals(new double[][] {{1}, {2, 3}}, rows);
      }
      MPI.Finalize();
    }
  }

  @Test
  void persistentBufferedAndCombinedCallsWork() {
    ThreadRanks.run(2, Modes.class);
  }

  static final class Modes implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Comm world = MPI.COMM_WORLD;
      int other = 1 - world.Rank();
      int[] out = {0};
      int[] in = {-1};
      Prequest send = world.Send_init(out, 0, 1, MPI.INT, other, 1);
      Prequest receive = world.Recv_init(in, 0, 1, MPI.INT, other, 1);
      for (int i = 0; i < 5; i++) {
        out[0] = i;
        Prequest.Startall(new Prequest[] {receive, send});
        Request.Waitall(new Request[] {receive, send});
        assertEquals(i, in[0]);
        assertFalse(receive.isNull());
      }
      world.Bsend(new int[100], 0, 100, MPI.INT, MPI.PROC_NULL, 2); // needs no buffer
      MPI.Buffer_attach(new byte[2 * MPI.BSEND_OVERHEAD + 8]);
      world.Bsend(new int[] {42}, 0, 1, MPI.INT, other, 2);
      assertThrows(MPIException.class, () -> world.Bsend(new int[100], 0, 100, MPI.INT, other, 2));
      world.Recv(in, 0, 1, MPI.INT, other, 2);
      assertEquals(42, in[0]);
      assertEquals(2 * MPI.BSEND_OVERHEAD + 8, MPI.Buffer_detach().length);
      int[] both = {world.Rank()};
      world.Sendrecv_replace(both, 0, 1, MPI.INT, other, 3, other, 3);
      assertEquals(other, both[0]);
      world.sendRecv(new int[] {7}, 1, MPI.INT, other, 4, in, 1, MPI.INT, other, 4);
      assertEquals(7, in[0]);
      MPI.Finalize();
    }
  }

  @Test
  void probesTellAndLeaveTheMessage() {
    ThreadRanks.run(2, Probes.class);
  }

  static final class Probes implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Comm world = MPI.COMM_WORLD;
      assertNull(world.iProbe(MPI.ANY_SOURCE, 99));
      if (world.getRank() == 0) {
        world.send(new float[] {1, 2, 3}, 3, MPI.FLOAT, 1, 1);
      } else {
        assertEquals(3, world.probe(MPI.ANY_SOURCE, MPI.ANY_TAG).getCount(MPI.FLOAT));
        Status again = world.Iprobe(0, 1);
        assertNotNull(again);
        float[] data = new float[again.Get_count(MPI.FLOAT)];
        world.recv(data, data.length, MPI.FLOAT, again.source, again.tag);
        assertArrayEquals(new float[] {1, 2, 3}, data);
      }
      if (world.getRank() == 0) {
        world.send(new Object[] {"a", "b"}, 2, MPI.OBJECT, 1, 2);
      } else {
        Status objects = world.probe(0, 2);
        assertEquals(MPI.UNDEFINED, objects.getCount(MPI.OBJECT));
        assertEquals(MPI.UNDEFINED, objects.getElements(MPI.OBJECT));
        assertEquals(2, world.recv(new Object[3], 3, MPI.OBJECT, 0, 2).getCount(MPI.OBJECT));
      }
      Request never = world.iRecv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 77);
      never.cancel();
      assertTrue(never.waitStatus().isCancelled());
      assertEquals(MPI.PROC_NULL, world.recv(new int[1], 1, MPI.INT, MPI.PROC_NULL, 1).getSource());
      MPI.Finalize();
    }
  }

  @Test
  void mistakesHaveTheirErrorClasses() {
    ThreadRanks.run(2, Mistakes.class);
  }

  static final class Mistakes implements Runnable {
    @Override
    public void run() {
      assertEquals(MPI.ERR_OTHER, assertThrows(MPIException.class, MPI.COMM_WORLD::getRank).getErrorClass());
      MPI.Init(new String[0]);
      Comm world = MPI.COMM_WORLD;
      int[] one = new int[1];
      refused(MPI.ERR_RANK, () -> world.send(one, 1, MPI.INT, 2, 0));
      refused(MPI.ERR_RANK, () -> world.recv(one, 1, MPI.INT, -7, 0));
      refused(MPI.ERR_TAG, () -> world.send(one, 1, MPI.INT, 0, -5));
      refused(MPI.ERR_COUNT, () -> world.send(one, -1, MPI.INT, 0, 0));
      refused(MPI.ERR_BUFFER, () -> world.send(one, 2, MPI.INT, 0, 0));
      refused(MPI.ERR_TYPE, () -> world.send(one, 1, MPI.DOUBLE, 0, 0));
      refused(MPI.ERR_ROOT, () -> world.bcast(one, 1, MPI.INT, 2));
      refused(MPI.ERR_OP, () -> world.allReduce(new double[1], 1, MPI.DOUBLE, MPI.BAND));
      refused(MPI.ERR_COMM, () -> MPI.COMM_NULL.send(one, 1, MPI.INT, 0, 0));
      refused(MPI.ERR_OTHER, () -> MPI.Init(new String[0]));
      int other = 1 - world.getRank();
      world.send(new int[] {1, 2}, 2, MPI.INT, other, 1);
      refused(MPI.ERR_TRUNCATE, () -> world.recv(one, 1, MPI.INT, other, 1));
      world.send(new double[] {1}, 1, MPI.DOUBLE, other, 2);
      refused(MPI.ERR_TYPE, () -> world.recv(new long[1], 1, MPI.LONG, other, 2));
      MPI.Finalize();
      refused(MPI.ERR_OTHER, () -> world.send(one, 1, MPI.INT, 0, 0));
    }

    private static void refused(int errorClass, Runnable call) {
      MPIException e = assertThrows(MPIException.class, call::run);
      assertEquals(errorClass, e.getErrorClass(), e.getMessage());
    }
  }

  @Test
  void aBufferedMessageThatNobodyReceivesDoesNotHoldUpFinalize() {
    ThreadRanks.run(2, Unreceived.class);
  }

  static final class Unreceived implements Runnable {
    private static final int MANY = 3_000_000;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      MPI.attachBuffer(new byte[2 * (MANY + MPI.BSEND_OVERHEAD)]);
      int other = 1 - MPI.COMM_WORLD.getRank();
      MPI.COMM_WORLD.bSend(new byte[MANY], MANY, MPI.BYTE, other, 0);
      MPI.COMM_WORLD.bSend(new byte[] {7}, 1, MPI.BYTE, other, 1);
      byte[] received = new byte[1];
      MPI.COMM_WORLD.recv(received, 1, MPI.BYTE, other, 1);
      assertEquals(7, received[0]);
      MPI.Finalize();
    }
  }

  @Test
  void initAndFinalizeMayBeRepeated() {
    ThreadRanks.run(3, Cycles.class);
  }

  static final class Cycles implements Runnable {
    @Override
    public void run() {
      for (int i = 0; i < 10; i++) {
        MPI.Init(new String[0]);
        assertTrue(MPI.isInitialized());
        assertTrue(MPI.Initialized());
        int[] sum = {1};
        MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
        assertEquals(3, sum[0]);
        MPI.Finalize();
        assertTrue(MPI.isFinalized());
        assertTrue(MPI.isInitialized());
        assertFalse(MPI.Initialized(), "as in MPJ Express: Init may come again");
      }
    }
  }
}
