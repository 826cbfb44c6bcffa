package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a program does wrong with windows is refused with MPI's class, and a sentence that says where: nothing has changed, and the window stays of use. */
class WindowMistakesTest {
  @Test
  void everyMistakeIsRefusedWithItsClassAndTheWindowStaysOfUse() {
    ThreadRanks.run(2, Table.class);
  }

  /** Rank 0 makes the mistakes, with each way of carrying accesses. */
  static final class Table implements Runnable {
    private final List<String> wrong = new ArrayList<>();
    private final IntBuffer one = IntBuffer.allocate(1);
    private final IntBuffer two = IntBuffer.allocate(2);

    @Override
    public void run() {
      MPI.Init(new String[0]);
      for (String byMessages : new String[] {"false", "true"}) {
        Info info = new Info();
        info.set("braid_by_messages", byMessages);
        Win win = new Win(MPI.newIntBuffer(4), 4, 1, info, MPI.COMM_WORLD);
        Win dynamic = new Win(info, MPI.COMM_WORLD);
        if (MPI.COMM_WORLD.getRank() == 0) {
          epochs(win);
          accesses(win);
          memory(win, dynamic);
          one.put(0, 9);
          win.lock(MPI.LOCK_SHARED, 1, 0);
          win.put(one, 1, MPI.INT, 1, 3, 1, MPI.INT);
          win.unlock(1);
        } else {
          win.start(win.getGroup().incl(new int[] {0}), 0);
          win.complete();
        }
        MPI.COMM_WORLD.barrier();
        if (MPI.COMM_WORLD.getRank() == 1) {
          assertEquals(9, win.getAttr(MPI.WIN_BASE) instanceof IntBuffer memory ? memory.get(3) : 0);
        }
        win.setName("mine");
        win.free();
        dynamic.free();
        String where = " on window \"mine\" at rank " + MPI.COMM_WORLD.getRank() + ": the window was freed";
        refuse(MPI.ERR_WIN, "complete" + where, win::complete);
        refuse(MPI.ERR_WIN, "free" + where, win::free);
        refuse(MPI.ERR_WIN, "put" + where, () -> put(win, 1));
      }
      assertEquals(List.of(), wrong);
      MPI.Finalize();
    }

    private void refuse(int errorClass, String part, Runnable call) {
      MPIException refused = assertThrows(MPIException.class, call::run, part);
      if (refused.getErrorClass() != errorClass || !String.valueOf(refused.getMessage()).contains(part)) {
        wrong.add("expected class " + errorClass + " and \"" + part + "\", but was " + refused.getErrorClass() + ": " + refused.getMessage());
      }
    }

    private void put(Win win, int target) {
      win.put(one, 1, MPI.INT, target, 0, 1, MPI.INT);
    }

    private void epochs(Win win) {
      Group other = win.getGroup().incl(new int[] {1});
      refuse(MPI.ERR_RMA_SYNC, "put(target=1) at rank 0 on window", () -> put(win, 1));
      refuse(MPI.ERR_RMA_SYNC, "no start has opened", win::complete);
      refuse(MPI.ERR_RMA_SYNC, "no post has exposed", win::waitFor);
      refuse(MPI.ERR_RMA_SYNC, "no post has exposed", win::test);
      refuse(MPI.ERR_RMA_SYNC, "was not locked", () -> win.unlock(1));
      refuse(MPI.ERR_RMA_SYNC, "lockAll was not called", win::unlockAll);
      refuse(MPI.ERR_RMA_SYNC, "a flush needs", () -> win.flush(1));
      refuse(MPI.ERR_RMA_SYNC, "a flush needs", win::flushLocalAll);
      win.lock(MPI.LOCK_EXCLUSIVE, 1, 0);
      refuse(MPI.ERR_RMA_SYNC, "rank 0 was not locked", () -> put(win, 0));
      refuse(MPI.ERR_RMA_SYNC, "is locked by this rank already", () -> win.lock(MPI.LOCK_SHARED, 1, 0));
      refuse(MPI.ERR_RMA_SYNC, "call unlock first", () -> win.lockAll(0));
      refuse(MPI.ERR_RMA_SYNC, "call unlock first", () -> win.fence(0));
      refuse(MPI.ERR_RMA_SYNC, "call unlock first", () -> win.start(other, 0));
      refuse(MPI.ERR_RMA_SYNC, "call unlock first", win::free);
      win.unlock(1);
      win.lockAll(0);
      refuse(MPI.ERR_RMA_SYNC, "call unlockAll first", () -> win.lock(MPI.LOCK_SHARED, 1, 0));
      refuse(MPI.ERR_RMA_SYNC, "call unlockAll first", () -> win.post(other, 0));
      win.unlockAll();
      win.post(other, 0);
      refuse(MPI.ERR_RMA_SYNC, "exposed already", () -> win.post(other, 0));
      refuse(MPI.ERR_RMA_SYNC, "wait was not called", () -> win.fence(0));
      refuse(MPI.ERR_RMA_SYNC, "wait was not called", win::free);
      refuse(MPI.ERR_RMA_SYNC, "exposed by post", () -> win.lock(MPI.LOCK_SHARED, 0, 0));
      win.start(MPI.GROUP_EMPTY, 0);
      refuse(MPI.ERR_RMA_SYNC, "not in the group that start was given", () -> put(win, 1));
      refuse(MPI.ERR_RMA_SYNC, "not in the group that start was given", () -> win.rPut(one, 1, MPI.INT, 1, 0, 1, MPI.INT));
      win.complete();
      win.waitFor();
    }

    private void accesses(Win win) {
      win.lockAll(0);
      refuse(MPI.ERR_RANK, "rank 2 is not in 0..1", () -> put(win, 2));
      refuse(MPI.ERR_RANK, "rank -1 is not", () -> put(win, -1));
      refuse(MPI.ERR_DISP, "the displacement is -1", () -> win.put(one, 1, MPI.INT, 1, -1, 1, MPI.INT));
      refuse(MPI.ERR_RMA_RANGE, "bytes 16 to 19 of rank 1, whose part has 16", () -> win.put(one, 1, MPI.INT, 1, 4, 1, MPI.INT));
      refuse(MPI.ERR_RMA_RANGE, "get(target=1)", () -> win.get(two, 2, MPI.INT, 1, 3, 2, MPI.INT));
      refuse(MPI.ERR_RMA_RANGE, "accumulate(target=1)", () -> win.accumulate(one, 1, MPI.INT, 1, Integer.MAX_VALUE, 1, MPI.INT, MPI.SUM));
      refuse(MPI.ERR_COUNT, "the count is -1", () -> win.put(one, -1, MPI.INT, 1, 0, 1, MPI.INT));
      refuse(MPI.ERR_COUNT, "the target's count is -1", () -> win.put(one, 1, MPI.INT, 1, 0, -1, MPI.INT));
      refuse(MPI.ERR_BUFFER, "need elements 0 to 1", () -> win.put(one, 2, MPI.INT, 1, 0, 2, MPI.INT));
      refuse(MPI.ERR_TRUNCATE, "room for 4", () -> win.put(two, 2, MPI.INT, 1, 0, 1, MPI.INT));
      refuse(MPI.ERR_TRUNCATE, "room for 4", () -> win.get(one, 1, MPI.INT, 1, 0, 2, MPI.INT));
      refuse(MPI.ERR_TYPE, "the target's is FLOAT", () -> win.put(one, 1, MPI.INT, 1, 0, 1, MPI.FLOAT));
      refuse(MPI.ERR_TYPE, "at rank 0: the datatype was not committed", () -> win.put(one, 1, MPI.INT, 1, 0, 1, Datatype.createContiguous(1, MPI.INT)));
      refuse(MPI.ERR_TYPE, "different basic types", () -> win.accumulate(one, 1, MPI.INT, 1, 0, 1, MPI.FLOAT, MPI.SUM));
      refuse(MPI.ERR_TYPE, "cannot be compared", () -> win.compareAndSwap(bytes(), bytes(), bytes(), MPI.DOUBLE, 1, 0));
      refuse(MPI.ERR_OP, "at rank 0: the operation is null", () -> win.accumulate(one, 1, MPI.INT, 1, 0, 1, MPI.INT, missing()));
      refuse(MPI.ERR_TYPE, "at rank 0: the datatype is MPI.DATATYPE_NULL or was freed", () -> win.put(one, 1, freed(), 1, 0, 1, MPI.INT));
      refuse(MPI.ERR_OP, "not defined", () -> win.accumulate(one, 1, MPI.INT, 1, 0, 1, MPI.INT, MPI.MAXLOC));
      refuse(MPI.ERR_OP, "of type derived from INT", () -> win.accumulate(one, 1, MPI.INT, 1, 0, 1, committed(Datatype.createVector(2, 1, 2, MPI.INT)), MPI.MAXLOC));
      refuse(MPI.ERR_OP, "only predefined operations", () -> win.accumulate(one, 1, MPI.INT, 1, 0, 1, MPI.INT, ofTheProgram()));
      refuse(MPI.ERR_BUFFER, "read-only", () -> win.get(one.asReadOnlyBuffer(), 1, MPI.INT, 1, 0, 1, MPI.INT));
      refuse(MPI.ERR_BUFFER, "overlap", () -> win.fetchAndOp(one, one, MPI.INT, 1, 0, MPI.SUM));
      win.unlockAll();
      refuse(MPI.ERR_LOCKTYPE, "at rank 0: the type is 7", () -> win.lock(7, 1, 0));
      refuse(MPI.ERR_RANK, "rank 2 is not", () -> win.lock(MPI.LOCK_SHARED, 2, 0));
      refuse(MPI.ERR_ASSERT, "bits 64", () -> win.fence(64));
      refuse(MPI.ERR_ASSERT, "bits 16", () -> win.post(MPI.GROUP_EMPTY, MPI.MODE_NOSUCCEED));
      refuse(MPI.ERR_ASSERT, "the assertion", () -> win.start(MPI.GROUP_EMPTY, MPI.MODE_NOPUT));
      refuse(MPI.ERR_ASSERT, "the assertion", () -> win.lock(MPI.LOCK_SHARED, 1, MPI.MODE_NOPUT));
      refuse(MPI.ERR_ASSERT, "the assertion", () -> win.lockAll(MPI.MODE_NOPUT));
      refuse(MPI.ERR_GROUP, "MPI.GROUP_NULL", () -> win.post(MPI.GROUP_NULL, 0));
    }

    @SuppressWarnings("NullAway") // what programs give, whatever they should
    private static Op missing() {
      return null;
    }

    private static Datatype freed() {
      Datatype type = committed(Datatype.createContiguous(1, MPI.INT));
      type.free();
      return type;
    }

    private static Datatype committed(Datatype type) {
      type.commit();
      return type;
    }

    private static ByteBuffer bytes() {
      return ByteBuffer.allocate(8);
    }

    private static Op ofTheProgram() {
      return new Op(new User_function() {
        @Override
        public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {}
      }, true);
    }

    private void memory(Win win, Win dynamic) {
      refuse(MPI.ERR_RMA_FLAVOR, "is for dynamic windows", () -> win.attach(one, 1));
      refuse(MPI.ERR_RMA_FLAVOR, "is for shared memory", () -> win.sharedQuery(1));
      refuse(MPI.ERR_RMA_ATTACH, "is not attached", () -> dynamic.detach(one));
      dynamic.attach(two, 2);
      refuse(MPI.ERR_RMA_ATTACH, "attached already", () -> dynamic.attach(two, 1));
      refuse(MPI.ERR_BUFFER, "has 4", () -> dynamic.attach(one, 2));
      refuse(MPI.ERR_SIZE, "-1 elements", () -> dynamic.attach(one, -1));
      dynamic.detach(two);
      dynamic.lock(MPI.LOCK_SHARED, 1, 0);
      put(dynamic, 1);
      refuse(MPI.ERR_RMA_RANGE, "the target has given to the window, or attached", () -> dynamic.flush(1)); // by whoever executes it
      Request request = dynamic.rGet(one, 1, MPI.INT, 1, 0, 1, MPI.INT);
      refuse(MPI.ERR_RMA_RANGE, "rGet(target=1) at rank 0 on window", request::waitFor);
      dynamic.unlock(1); // of which the request has told
      dynamic.lock(MPI.LOCK_SHARED, 0, 0);
      refuse(MPI.ERR_RMA_RANGE, "the target has given to the window, or attached", () -> put(dynamic, 0));
      dynamic.unlock(0);
      refuse(MPI.ERR_KEYVAL, "was not made by createKeyval", () -> win.getAttr(99_999));
      refuse(MPI.ERR_KEYVAL, "is for predefined attributes", () -> win.setAttr(MPI.WIN_SIZE, 1));
      refuse(MPI.ERR_OTHER, "callErrhandler", () -> win.callErrhandler(MPI.ERR_OTHER));
    }
  }

  @Test
  void whatOneRankBringsWrongIsToldToAll() {
    ThreadRanks.run(3, WrongAtOne.class);
  }

  static final class WrongAtOne implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      boolean wrong = MPI.COMM_WORLD.getRank() == 1;
      refuse(wrong, MPI.ERR_SIZE, () -> new Win(IntBuffer.allocate(4), wrong ? -4 : 4, 1, MPI.INFO_NULL, MPI.COMM_WORLD));
      refuse(wrong, MPI.ERR_DISP, () -> new Win(IntBuffer.allocate(4), 4, wrong ? 0 : 1, MPI.INFO_NULL, MPI.COMM_WORLD));
      refuse(wrong, MPI.ERR_BUFFER, () -> new Win(IntBuffer.allocate(4), wrong ? 5 : 4, 1, MPI.INFO_NULL, MPI.COMM_WORLD));
      refuse(wrong, MPI.ERR_BUFFER, () -> new Win(wrong ? IntBuffer.allocate(4).asReadOnlyBuffer() : IntBuffer.allocate(4), 4, 1, MPI.INFO_NULL, MPI.COMM_WORLD));
      refuse(wrong, MPI.ERR_ARG, () -> new Win(4, 1, MPI.INFO_NULL, MPI.COMM_WORLD, null, wrong ? 5 : Win.FLAVOR_PRIVATE));
      refuse(true, MPI.ERR_ARG, () -> new Win(4, 1, MPI.INFO_NULL, MPI.COMM_WORLD, null, wrong ? Win.FLAVOR_SHARED : Win.FLAVOR_PRIVATE));
      refuse(true, MPI.ERR_SIZE, () -> new Win(1 << 30, 1, MPI.INFO_NULL, MPI.COMM_WORLD, null, Win.FLAVOR_SHARED));
      refuse(true, MPI.ERR_RMA_SHARED, () -> new Win(4, 1, byMessages(), MPI.COMM_WORLD, null, Win.FLAVOR_SHARED));
      MPI.COMM_WORLD.barrier();
      MPI.Finalize();
    }

    private static Info byMessages() {
      Info info = new Info();
      info.set("braid_by_messages", "true");
      return info;
    }

    private static void refuse(boolean itself, int errorClass, Runnable call) {
      MPIException refused = assertThrows(MPIException.class, call::run);
      assertEquals(itself ? errorClass : MPI.ERR_ARG, refused.getErrorClass(), refused.getMessage());
      assertTrue(itself || String.valueOf(refused.getMessage()).contains("rank 1"), refused.getMessage());
    }
  }

  @Test
  void whatOneSideAloneAssertsIsToldAndLaterEpochsAreAsIfItHadNot() {
    ThreadRanks.run(2, OneSidedAssertion.class);
  }

  /** Rank 0 accesses rank 1. */
  static final class OneSidedAssertion implements Runnable {
    private static final int LOOKS = 1000;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      IntBuffer memory = MPI.newIntBuffer(1);
      Win win = new Win(memory, 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
      Group other = win.getGroup().incl(new int[] {1 - rank});
      for (int[] assertions : new int[][] {{0, MPI.MODE_NOCHECK}, {MPI.MODE_NOCHECK, 0}, {MPI.MODE_NOCHECK, MPI.MODE_NOCHECK}}) {
        memory.put(0, 0);
        if (rank == 0) {
          asserting(win, other, assertions[0] == assertions[1], assertions[1]);
        } else {
          posting(win, other, assertions[0], memory);
        }
      }
      win.free();
      MPI.Finalize();
    }

    private static void asserting(Win win, Group target, boolean areSame, int assertion) {
      MPI.COMM_WORLD.barrier();
      win.start(target, assertion);
      if (areSame) {
        win.complete();
      } else {
        MPIException told = assertThrows(MPIException.class, win::complete);
        assertEquals(MPI.ERR_ASSERT, told.getErrorClass());
        assertTrue(String.valueOf(told.getMessage()).contains("complete(target=1)"), told.getMessage());
      }
      MPI.COMM_WORLD.barrier();
      win.start(target, 0);
      win.put(IntBuffer.wrap(new int[] {99}), 1, MPI.INT, 1, 0, 1, MPI.INT);
      win.complete();
    }

    /** A put that does not wait for the second post would be overwritten. */
    private static void posting(Win win, Group origin, int assertion, IntBuffer memory) {
      win.post(origin, assertion);
      MPI.COMM_WORLD.barrier();
      win.waitFor();
      MPI.COMM_WORLD.barrier();
      for (int i = 0; i < LOOKS && memory.get(0) == 0; i++) {
        MPI.COMM_WORLD.iProbe(0, 1);
      }
      memory.put(0, 7);
      win.post(origin, 0);
      win.waitFor();
      assertEquals(99, memory.get(0));
    }
  }

  @Test
  void anAccessThatIsRefusedHasOpenedNoEpoch() {
    ThreadRanks.run(2, RefusedAccess.class);
  }

  static final class RefusedAccess implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Win win = new Win(MPI.INFO_NULL, MPI.COMM_WORLD);
      win.fence(0);
      MPIException refused = assertThrows(MPIException.class, () -> win.put(IntBuffer.allocate(1), 1, MPI.INT, MPI.COMM_WORLD.getRank(), 4096, 1, MPI.INT));
      assertEquals(MPI.ERR_RMA_RANGE, refused.getErrorClass());
      win.fence(MPI.MODE_NOPRECEDE);
      win.post(MPI.GROUP_EMPTY, 0);
      win.waitFor();
      win.free();
      MPI.Finalize();
    }
  }

  @Test
  void aFenceThatDeniesWhatCameBeforeIsRefused() {
    ThreadRanks.run(1, DeniedAccess.class);
  }

  static final class DeniedAccess implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Win win = new Win(IntBuffer.allocate(4), 4, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
      win.fence(0);
      win.put(IntBuffer.allocate(1), 1, MPI.INT, 0, 0, 1, MPI.INT);
      MPIException refused = assertThrows(MPIException.class, () -> win.fence(MPI.MODE_NOPRECEDE));
      assertEquals(MPI.ERR_ASSERT, refused.getErrorClass());
      assertEquals(MPI.ERR_RMA_SYNC, assertThrows(MPIException.class, win::free).getErrorClass());
      assertEquals(MPI.ERR_RMA_SYNC, assertThrows(MPIException.class, MPI::Finalize).getErrorClass()); // others might wait for the epoch's end
      win.fence(0);
      win.free();
      assertEquals(MPI.ERR_COMM, assertThrows(MPIException.class, () -> new Win(MPI.INFO_NULL, MPI.COMM_NULL)).getErrorClass());
      MPI.Finalize();
    }
  }
}
