package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpix.CommName;
import org.braid.mpix.LocalComm;
import org.braid.mpix.SlotName;
import org.junit.jupiter.api.Test;

/** Local communicators as objects of their own: slots, names that travel, and every point-to-point call on them (generalized communicators, sections 3 and 4). */
class LocalCommTest {
  private static final int TAG = 99;
  private static final int LONG = 200_000;

  /** Rank 0 receives at slot 0 of what it gives back; rank 1 sends through slot 0 of that. */
  static LocalComm channel(int rank) {
    LocalComm end = LocalComm.create();
    if (rank == 0) {
      end.addReceiveSlots(1);
      MPI.COMM_WORLD.send(end.name().toBytes(), 1, CommName.CNAME, 1, TAG);
    } else {
      end.addSendSlot(name(0), 0);
    }
    return end;
  }

  static CommName name(int from) {
    byte[] box = new byte[CommName.BYTES];
    MPI.COMM_WORLD.recv(box, 1, CommName.CNAME, from, TAG);
    return CommName.get(box, 0);
  }

  @Test
  void makingOneAndItsReceiveSlotsAndItsNameSendsNothing() {
    ThreadRanks.run(2, Making.class);
  }

  static final class Making implements Runnable {
    private static final String QUIET = "braid.test.quiet";

    @Override
    public void run() {
      MPI.Init(new String[0]);
      if (MPI.COMM_WORLD.getRank() == 1) {
        while (!Boolean.getBoolean(QUIET)) {
          Thread.onSpinWait(); // rank 0 would notice any message
        }
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
        return;
      }
      for (int i = 0; i < 100; i++) {
        LocalComm made = LocalComm.create();
        made.addReceiveSlots(3);
        SlotName single = made.addReceiveSlot();
        assertEquals(3, single.index());
        assertEquals(made.name(), CommName.get(made.name().toBytes(), 0));
        made.deleteReceiveSlot(1);
        made.close();
      }
      boolean met = World.process().context().hasMet();
      System.setProperty(QUIET, "true"); // ranks of a test share nothing but the process
      assertFalse(met, "no lane leads anywhere yet");
      MPI.COMM_WORLD.barrier();
      assertTrue(World.process().context().hasMet(), "else the test could not fail");
      MPI.Finalize();
    }
  }

  @Test
  void aChannelCarriesMessagesInTheirOrder() {
    ThreadRanks.run(2, Channel.class);
  }

  /** Figure 2. */
  static final class Channel implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      int[] message = {11};
      try (LocalComm end = channel(rank)) {
        if (rank == 0) {
          for (int expected = 10; expected >= 0; expected--) {
            Status status = end.recv(message, 1, MPI.INT, 0, TAG);
            assertEquals(expected, message[0]);
            assertEquals(0, status.getSource());
          }
        } else {
          for (message[0] = 10; message[0] >= 0; message[0]--) {
            end.send(message, 1, MPI.INT, 0, TAG);
          }
        }
        assertEquals(rank, end.numSendSlots());
        assertEquals(1 - rank, end.numReceiveSlots());
      }
      MPI.Finalize();
    }
  }

  @Test
  void everyPointToPointCallGoesByThem() {
    ThreadRanks.run(2, Calls.class);
  }

  static final class Calls implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      try (LocalComm end = channel(rank)) {
        if (rank == 0) {
          receives(end);
        } else {
          sends(end);
        }
        MPI.COMM_WORLD.barrier(); // a look for what cannot come any more would be told so
      }
      MPI.Finalize();
    }

    private static void sends(LocalComm end) {
      double[] some = {1.5, 2.5};
      end.send(some, 2, MPI.DOUBLE, 0, 1);
      end.sSend(some, 2, MPI.DOUBLE, 0, 2);
      Request.waitAll(new Request[] {end.iSend(some, 2, MPI.DOUBLE, 0, 3), end.isSend(some, 2, MPI.DOUBLE, 0, 4)});
      IntBuffer direct = MPI.newIntBuffer(LONG);
      direct.put(LONG - 1, 77);
      end.send(direct, LONG, MPI.INT, 0, 5);
      end.sSend(direct, LONG, MPI.INT, 0, 5);
      end.send(new Object[] {"an object", List.of(1, 2)}, 2, MPI.OBJECT, 0, 6);
      end.send(new int[] {1, 0, 2, 0}, 1, everyOther(), 0, 7);
      Prequest again = end.Send_init(some, 0, 2, MPI.DOUBLE, 0, 8);
      for (int round = 0; round < 3; round++) {
        some[0] = round;
        again.start();
        again.waitFor();
      }
      end.send(some, 1, MPI.DOUBLE, 0, 9);
      end.send(some, 1, MPI.DOUBLE, MPI.PROC_NULL, 10);
    }

    private static void receives(LocalComm end) {
      double[] some = new double[2];
      for (int tag = 1; tag <= 4; tag++) {
        Status status = tag % 2 == 0 ? end.recv(some, 2, MPI.DOUBLE, MPI.ANY_SOURCE, tag) : end.iRecv(some, 2, MPI.DOUBLE, 0, tag).waitStatus();
        assertEquals(2, status.getCount(MPI.DOUBLE));
        assertArrayEquals(new double[] {1.5, 2.5}, some);
      }
      int[] many = new int[LONG];
      for (int i = 0; i < 2; i++) {
        many[LONG - 1] = 0;
        end.recv(many, LONG, MPI.INT, 0, 5);
        assertEquals(77, many[LONG - 1]);
      }
      Object[] objects = new Object[2];
      end.recv(objects, 2, MPI.OBJECT, 0, 6);
      assertArrayEquals(new Object[] {"an object", List.of(1, 2)}, objects);
      int[] holes = {0, 5, 0, 5};
      end.recv(holes, 1, everyOther(), 0, 7);
      assertArrayEquals(new int[] {1, 5, 2, 5}, holes);
      Prequest again = end.Recv_init(some, 0, 2, MPI.DOUBLE, 0, 8);
      for (int round = 0; round < 3; round++) {
        again.start();
        again.waitFor();
        assertEquals(round, some[0]);
      }
      assertEquals(1, end.probe(MPI.ANY_SOURCE, 9).getCount(MPI.DOUBLE));
      assertNotNull(end.iProbe(0, 9));
      assertNull(end.iProbe(0, 1));
      Message found = new Message();
      assertNotNull(found.imProbe(0, 9, end));
      assertEquals(1, found.mRecv(some, 1, MPI.DOUBLE).getCount(MPI.DOUBLE));
      assertEquals(MPI.PROC_NULL, end.recv(some, 1, MPI.DOUBLE, MPI.PROC_NULL, 0).getSource());
    }

    private static Datatype everyOther() {
      Datatype type = Datatype.createVector(2, 1, 2, MPI.INT);
      type.commit();
      return type;
    }
  }

  @Test
  void aRingOfSlotsWithinOneProcessSendsToItself() {
    ThreadRanks.run(1, Alone.class);
  }

  static final class Alone implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      try (LocalComm self = LocalComm.create(); LocalComm other = LocalComm.create()) {
        self.addReceiveSlots(1);
        other.addReceiveSlots(2);
        self.addSendSlots(new CommName[] {self.name(), other.name(), other.name()}, new int[] {0, 1, 0});
        int[] got = new int[1];
        assertEquals(0, self.sendRecv(new int[] {4}, 1, MPI.INT, 0, TAG, got, 1, MPI.INT, 0, TAG).getSource());
        assertEquals(4, got[0]);
        for (int slot = 1; slot <= 2; slot++) {
          self.send(new int[] {slot}, 1, MPI.INT, slot, TAG);
        }
        assertEquals(1, other.recv(got, 1, MPI.INT, 1, TAG).getSource());
        assertEquals(1, got[0]);
        assertEquals(0, other.recv(got, 1, MPI.INT, MPI.ANY_SOURCE, TAG).getSource());
        assertEquals(2, got[0]);
      }
      MPI.Finalize();
    }
  }

  @Test
  void aNameTravelsAlsoAsAnObjectAndAmongOthersOfItsKind() {
    ThreadRanks.run(2, Names.class);
  }

  static final class Names implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      List<LocalComm> made = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        made.add(LocalComm.create());
      }
      byte[] all = new byte[6 * CommName.BYTES];
      MPI.COMM_WORLD.allGather(CommName.toBytes(made.get(0).name(), made.get(1).name(), made.get(2).name()), 3, CommName.CNAME, all, 3, CommName.CNAME);
      CommName[] names = CommName.all(all);
      for (int i = 0; i < 3; i++) {
        assertEquals(made.get(i).name(), names[3 * rank + i]);
        assertTrue(names[3 * rank + i].toString().endsWith(" of rank " + rank), names[3 * rank + i].toString());
      }
      Object[] object = {made.get(0).name()};
      MPI.COMM_WORLD.sendRecvReplace(object, 1, MPI.OBJECT, 1 - rank, TAG, 1 - rank, TAG);
      assertEquals(names[3 * (1 - rank)], object[0]);
      assertEquals(6, java.util.Set.of(names).size());
      made.forEach(LocalComm::free);
      MPI.Finalize();
    }
  }

  @Test
  void aSlotNameLeadsToItsSlotAndTheNameOfTheWholeDoesNot() {
    ThreadRanks.run(2, Single.class);
  }

  static final class Single implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      LocalComm end = LocalComm.create();
      int[] message = {42};
      if (rank == 0) {
        end.addReceiveSlots(1);
        SlotName single = end.addReceiveSlot();
        MPI.COMM_WORLD.send(end.name().toBytes(), 1, CommName.CNAME, 1, TAG);
        MPI.COMM_WORLD.send(single.toBytes(), 1, SlotName.SNAME, 1, TAG);
        assertEquals(1, end.recv(message, 1, MPI.INT, 1, TAG).getSource());
        MPI.COMM_WORLD.barrier();
        assertNull(end.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG), "what came by the name alone was refused");
        MPI.COMM_WORLD.barrier();
      } else {
        CommName whole = name(0);
        byte[] box = new byte[SlotName.BYTES];
        MPI.COMM_WORLD.recv(box, 1, SlotName.SNAME, 0, TAG);
        SlotName single = SlotName.get(box, 0);
        end.addSendSlot(whole, 1);
        MPIException refused = assertThrows(MPIException.class, () -> end.sSend(message, 1, MPI.INT, 0, TAG));
        assertEquals(MPI.ERR_COMM, refused.getErrorClass());
        assertTrue(String.valueOf(refused.getMessage()).contains("takes only who shows its slot name"), refused.getMessage());
        end.addSendSlot(single);
        end.addSendSlot(end.sendSlot(1)); // a capability is handed on
        end.sSend(message, 1, MPI.INT, 2, TAG);
        MPI.COMM_WORLD.barrier();
        MPI.COMM_WORLD.barrier();
      }
      end.free();
      MPI.Finalize();
    }
  }

  @Test
  void theFirstOfSeveralThreadsThatReceiveGetsTheMessage() {
    ThreadRanks.run(1, FirstThread.class);
  }

  /** Section 3: the others stay blocked. */
  static final class FirstThread implements Runnable {
    @Override
    public void run() {
      MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
      try (LocalComm receiver = LocalComm.create(); LocalComm sender = LocalComm.create()) {
        receiver.addReceiveSlots(1);
        sender.addSendSlot(receiver.name(), 0);
        List<Request> waiting = new ArrayList<>();
        int[][] got = new int[5][1];
        for (int[] each : got) {
          waiting.add(receiver.iRecv(each, 1, MPI.INT, 0, TAG)); // in the order in which threads would come
        }
        for (int i = 0; i < 5; i++) {
          sender.send(new int[] {100 + i}, 1, MPI.INT, 0, TAG);
          waiting.get(i).waitFor();
          assertEquals(100 + i, got[i][0]);
          assertTrue(i == 4 || !waiting.get(i + 1).test());
        }
      }
      MPI.Finalize();
    }
  }

  @Test
  void aCallRunsAHandlerByItsNameWhileTheReceiverComputes() {
    ThreadRanks.run(3, Called.class);
  }

  /** Section 6. Rank 0 calls MPI no more until both others have come and gone, one after the other. */
  static final class Called implements Runnable {
    private static final int CALLS = 50;

    @Override
    public void run() {
      MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
      int rank = MPI.COMM_WORLD.getRank();
      LocalComm end = LocalComm.create();
      end.addReceiveSlots(rank == 0 ? 2 : 0);
      byte[] name = end.name().toBytes();
      AtomicLong sum = new AtomicLong();
      AtomicInteger calls = new AtomicInteger();
      if (rank == 0) {
        end.onCall("add", (slot, data) -> {
          sum.addAndGet((slot + 1L) * ByteBuffer.wrap(data).order(ByteOrder.nativeOrder()).getLong());
          calls.incrementAndGet();
        });
        end.onCall("throws", (slot, data) -> {
          Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> sum.addAndGet(data.length));
          throw new IllegalStateException("the handler's own");
        });
      }
      MPI.COMM_WORLD.bcast(name, 1, CommName.CNAME, 0);
      if (rank == 0) {
        while (calls.get() < 2 * CALLS) {
          Thread.onSpinWait();
        }
      } else {
        if (rank == 2) {
          MPI.COMM_WORLD.recv(new int[0], 0, MPI.INT, 1, TAG);
        }
        end.addSendSlot(CommName.get(name, 0), rank - 1);
        for (long i = 1; i <= CALLS; i++) {
          end.call("add", new long[] {i}, 1, MPI.LONG, 0);
        }
        end.call("throws", new byte[100_000], 100_000, MPI.BYTE, 0);
        end.call("throws", new byte[1], 1, MPI.BYTE, 0);
        end.free();
        if (rank == 1) {
          MPI.COMM_WORLD.send(new int[0], 0, MPI.INT, 2, TAG);
        }
      }
      MPI.COMM_WORLD.barrier();
      while (rank == 0 && sum.get() != 3L * CALLS * (CALLS + 1) / 2 + 2 * 100_001) {
        Thread.onSpinWait();
      }
      end.close();
      MPI.Finalize();
    }
  }

  /** A failure of the layers below is no news of the loop's own: a handler's may be that of another object. */
  @Test
  void aHandlerThatThrowsWhatBraidThrowsIsToldAndGoesOn() throws InterruptedException {
    List<RuntimeException> thrown = List.of(
        new BraidException(ErrorCode.MPI_FINALIZED, "what", "why", "to do"),
        new MpiFailure(ErrorClass.COMM, "what", "why", "to do"),
        new MPIException(MPI.ERR_COMM, "the handler's own"));
    BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
    LocalComm owner = LocalComm.create();
    owner.addReceiveSlots(1);
    owner.onCall("throws", (slot, data) -> {
      Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> told.add(failure));
      throw thrown.get(data[0]);
    });
    LocalComm caller = LocalComm.create();
    caller.addSendSlot(owner.name(), 0);
    for (byte i = 0; i < thrown.size(); i++) {
      caller.call("throws", new byte[] {i}, 1, MPI.BYTE, 0);
      assertSame(thrown.get(i), told.poll(20, TimeUnit.SECONDS));
    }
    caller.free();
    owner.free();
  }

  private static void refused(Runnable call) {
    MPIException refused = assertThrows(MPIException.class, call::run);
    assertEquals(MPI.ERR_ARG, refused.getErrorClass(), refused.getMessage());
  }

  /** Each bit of a name that means anything, or should mean nothing. */
  @Test
  void aNameOfWhichOneBitIsWrongIsNone() {
    LocalComm owner = LocalComm.create();
    byte[] slot = owner.addReceiveSlot().toBytes();
    byte[] name = owner.name().toBytes();
    for (int bit = 0; bit < 8 * SlotName.BYTES; bit++) {
      int at = bit / 8;
      int wrong = 1 << bit % 8;
      slot[at] ^= (byte) wrong;
      refused(() -> SlotName.get(slot, 0));
      slot[at] ^= (byte) wrong;
      if (at < CommName.BYTES) {
        name[at] ^= (byte) wrong;
        refused(() -> CommName.get(name, 0));
        refused(() -> CommName.all(name));
        name[at] ^= (byte) wrong;
      }
    }
    assertEquals(owner.name(), CommName.get(name, 0));
    assertEquals(0, SlotName.get(slot, 0).index());
    owner.free();
  }

  @Test
  void aHandlerHasANameOfItsOwn() {
    LocalComm owner = LocalComm.create();
    owner.addReceiveSlots(1);
    owner.onCall("one", (slot, data) -> {});
    refused(() -> owner.onCall("one", (slot, data) -> {}));
    owner.onCall("another", (slot, data) -> {});
    LocalComm caller = LocalComm.create();
    caller.addSendSlot(owner.name(), 0);
    for (String none : List.of("", "x".repeat(256), "a\nb")) {
      refused(() -> owner.onCall(none, (slot, data) -> {}));
      refused(() -> caller.call(none, new int[1], 1, MPI.INT, 0));
    }
    owner.onCall("a handler", (slot, data) -> {});
    caller.free();
    owner.free();
  }

  @Test
  void memoryOfEveryKindCarriesNames() {
    byte[] nonsense = new byte[CommName.BYTES];
    assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> CommName.get(nonsense, 0)).getErrorClass());
    assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> CommName.get(new byte[3], 0)).getErrorClass());
    LocalComm withoutSlots = LocalComm.create();
    String refused = String.valueOf(assertThrows(MPIException.class, () -> withoutSlots.send(new int[1], 1, MPI.INT, 0, TAG)).getMessage());
    assertTrue(refused.contains("Add slots first"), refused);
    withoutSlots.free();
    assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> SlotName.get(new byte[SlotName.BYTES], 0)).getErrorClass());
    assertEquals(CommName.BYTES, CommName.CNAME.getByteSize());
    assertEquals(ByteBuffer.allocate(SlotName.BYTES).capacity(), SlotName.SNAME.getByteSize());
  }
}
