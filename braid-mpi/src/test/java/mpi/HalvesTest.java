package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Calls that consist of several: what is wrong with one of them is found before another has taken or sent a message (MPI 4.1, sections 3.9 and 3.10). */
class HalvesTest {
  private static final int TAG = 4;

  @Test
  void ofACallThatIsRefusedNothingHasMoved() {
    ThreadRanks.run(1, Refused.class);
  }

  static final class Refused implements Runnable {
    private final int[] room = new int[1];

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Request waits = world.iSend(new int[] {9}, 1, MPI.INT, 0, TAG);
      refused(MPI.ERR_RANK, () -> world.sendRecv(room, 1, MPI.INT, 99, TAG, room, 1, MPI.INT, 0, TAG));
      refused(MPI.ERR_TAG, () -> world.sendRecv(new int[1], 1, MPI.INT, 0, -1, room, 1, MPI.INT, 0, TAG));
      refused(MPI.ERR_RANK, () -> world.iSendRecv(new int[1], 1, MPI.INT, 99, TAG, room, 1, MPI.INT, 0, TAG));
      refused(MPI.ERR_RANK, () -> world.sendRecvReplace(room, 1, MPI.INT, 0, TAG + 1, 99, TAG));
      refused(MPI.ERR_TAG, () -> world.sendRecv(room, 1, MPI.INT, 0, TAG + 1, room, 1, MPI.INT, 0, -2));
      assertFalse(world.iProbe(0, TAG + 1) != null, "nothing was sent");
      assertNotNull(world.iProbe(0, TAG));
      assertEquals(1, world.recv(room, 1, MPI.INT, 0, TAG).getCount(MPI.INT));
      waits.waitFor();
      startNoneIfOneIsActive(world);
      MPI.Finalize();
    }

    private static void refused(int errorClass, Runnable call) {
      MPIException e = assertThrows(MPIException.class, call::run);
      assertEquals(errorClass, e.getErrorClass(), e.getMessage());
    }

    private void startNoneIfOneIsActive(Intracomm world) {
      Prequest send = world.sendInit(new int[] {1}, 1, MPI.INT, 0, TAG);
      Prequest receive = world.recvInit(room, 1, MPI.INT, 0, TAG);
      receive.start();
      refused(MPI.ERR_REQUEST, () -> Prequest.startAll(new Prequest[] {send, receive}));
      assertTrue(send.test(), "it was not started");
      send.start();
      Request.waitAll(new Request[] {send, receive});
      send.free();
      receive.free();
    }
  }

  @Test
  void whatIsOverAsItStartsIsToldOnce() {
    ThreadRanks.run(1, OverAtOnce.class);
  }

  static final class OverAtOnce implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      MPI.attachBuffer(new byte[1 << 16]);
      Prequest buffered = world.bSendInit(new int[] {3}, 1, MPI.INT, 0, TAG);
      Prequest partitioned = world.psendInit(new int[2], 2, 1, MPI.INT, MPI.PROC_NULL, TAG, MPI.INFO_NULL);
      List<Supplier<Request>> starts = List.of(() -> world.ibSend(new int[] {3}, 1, MPI.INT, 0, TAG), () -> started(buffered), () -> started(partitioned), () -> world.iSend(new int[1], 1, MPI.INT, MPI.PROC_NULL, TAG));
      for (Supplier<Request> start : starts) {
        Request request = start.get();
        assertFalse(request.isNull() && !(request instanceof Prequest));
        assertEquals(1, Request.waitAny(new Request[] {null, request}));
        assertEquals(MPI.UNDEFINED, Request.waitAny(new Request[] {null, request}));
      }
      for (int message = 0; message < 2; message++) {
        assertEquals(1, world.recv(new int[1], 1, MPI.INT, 0, TAG).getCount(MPI.INT));
      }
      buffered.free();
      partitioned.free();
      MPI.detachBuffer();
      MPI.Finalize();
    }

    private static Request started(Prequest request) {
      request.start();
      assertThrows(MPIException.class, request::start);
      return request;
    }
  }

  @Test
  void objectsArePackedBehindOtherThingsAndUnpackedThere() {
    ThreadRanks.run(1, Packed.class);
  }

  static final class Packed implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      byte[] bytes = new byte[1_000];
      int position = world.pack(new int[] {5}, 1, MPI.INT, bytes, 0);
      position = world.pack(new Object[] {"one", List.of(2)}, 2, MPI.OBJECT, bytes, position);
      int end = world.pack(new int[] {6}, 1, MPI.INT, bytes, position);
      int[] number = new int[1];
      Object[] objects = new Object[2];
      int at = world.unpack(bytes, world.unpack(bytes, 0, number, 1, MPI.INT), objects, 2, MPI.OBJECT);
      assertEquals("one", objects[0]);
      assertEquals(List.of(2), objects[1]);
      assertEquals(end, world.unpack(bytes, at, number, 1, MPI.INT));
      assertEquals(6, number[0]);
      byte[] few = new byte[20];
      assertEquals(MPI.ERR_BUFFER, assertThrows(MPIException.class, () -> world.pack(objects, 2, MPI.OBJECT, few, 10)).getErrorClass());
      assertEquals(MPI.ERR_BUFFER, assertThrows(MPIException.class, () -> world.unpack(bytes, 999, objects, 1, MPI.OBJECT)).getErrorClass());
      int from = world.unpack(bytes, 0, number, 1, MPI.INT);
      assertEquals(MPI.ERR_COUNT, assertThrows(MPIException.class, () -> world.unpack(bytes, from, new Object[3], 3, MPI.OBJECT)).getErrorClass());
      int key = Comm.createKeyval();
      world.setAttr(key, "kept");
      Comm.freeKeyval(key);
      world.deleteAttr(key); // one by one, after its key (MPI 4.1, section 7.7.2)
      assertEquals(MPI.ERR_KEYVAL, assertThrows(MPIException.class, () -> world.deleteAttr(key)).getErrorClass());
      MPI.Finalize();
    }
  }
}
