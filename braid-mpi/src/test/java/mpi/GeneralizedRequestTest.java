package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Requests that stand for something else than one message: the program's own, a send and a receive; and looks at requests that change nothing. */
@SuppressWarnings("NullAway") // a status or a message that is not there fails the test
class GeneralizedRequestTest {
  @Test
  void theProgramCompletesItsOwnRequestsAndSaysWhatCameOfThem() {
    ThreadRanks.run(1, Own.class);
  }

  static final class Own implements Runnable {
    private final List<String> turns = new ArrayList<>();

    private Request start(int elements) {
      return Request.grequestStart(
          status -> {
            turns.add("query");
            status.setElements(MPI.INT, elements);
          },
          () -> turns.add("free"),
          done -> turns.add("cancel " + done));
    }

    @Override
    public void run() {
      MPI.Init(new String[0]);
      int live = World.completions().liveRequests();
      Request waited = start(5);
      assertNull(waited.testStatus());
      assertNull(waited.getStatus());
      Thread.ofPlatform().start(waited::grequestComplete);
      assertEquals(5, waited.waitStatus().getCount(MPI.INT));
      assertTrue(waited.isNull());
      turns("query", "free");

      Request looked = start(7);
      looked.grequestComplete();
      assertEquals(7, looked.getStatus().getElements(MPI.INT));
      looked.cancel();
      assertEquals(MPI.ERR_REQUEST, assertThrows(MPIException.class, looked::grequestComplete).getErrorClass());
      assertTrue(looked.test());
      turns("query", "cancel true", "query", "free");

      Request freed = start(1);
      freed.cancel();
      freed.free();
      turns("cancel false");
      freed.grequestComplete();
      turns("free");

      Request first = start(1);
      Request second = start(2);
      Request[] both = {first, null, second};
      assertNull(Request.getStatusAll(both));
      assertNull(Request.getStatusAny(both));
      assertEquals(0, Request.getStatusSome(both).length);
      second.grequestComplete();
      assertEquals(2, Request.getStatusAny(both).getIndex());
      assertEquals(2, Request.getStatusSome(both)[0].getCount(MPI.INT));
      first.grequestComplete();
      assertEquals(1, Request.getStatusAll(both)[0].getCount(MPI.INT));
      turns.clear();
      Status[] all = Request.waitAllStatus(both);
      assertEquals(3, all[0].getCount(MPI.INT) + all[2].getCount(MPI.INT));
      turns("query", "free", "query", "free");
      assertEquals(MPI.UNDEFINED, Request.getStatusAny(both).getIndex());
      assertNull(Request.getStatusSome(both));

      assertEquals(MPI.ERR_REQUEST, assertThrows(MPIException.class, MPI.REQUEST_NULL::grequestComplete).getErrorClass());
      assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> Request.grequestStart(nothing(), () -> {}, done -> {})).getErrorClass());
      Request throwing = Request.grequestStart(status -> { throw new IllegalStateException("no answer"); }, () -> turns.add("free"), done -> {});
      throwing.grequestComplete();
      assertThrown("the query", throwing::waitFor);
      turns("free");
      Request unfreed = Request.grequestStart(status -> {}, () -> { throw new IllegalStateException("no answer"); }, done -> { throw new IllegalStateException("no answer"); });
      assertThrown("the code to cancel it by", unfreed::cancel);
      unfreed.grequestComplete();
      assertThrown("the code to free it by", unfreed::waitFor);
      assertEquals(live + 1, World.completions().liveRequests()); // the pool takes the one that was freed first back when it wants one
      MPI.Finalize();
    }

    private static void assertThrown(String where, Executable call) {
      MPIException told = assertThrows(MPIException.class, call);
      assertEquals(MPI.ERR_OTHER, told.getErrorClass());
      assertTrue(told.getMessage().startsWith(where + " that grequestStart was given threw"), told.getMessage());
      assertEquals("no answer", assertInstanceOf(IllegalStateException.class, told.getCause()).getMessage());
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what programs give, whatever they should
    private static <T> T nothing() {
      return null;
    }

    private void turns(String... expected) {
      assertEquals(List.of(expected), turns);
      turns.clear();
    }
  }

  @Test
  void oneRequestSendsAndReceives() {
    ThreadRanks.run(4, Both.class);
  }

  static final class Both implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      int right = (rank + 1) % 4;
      int left = (rank + 3) % 4;
      for (int n : new int[] {1, 300_000}) {
        int[] mine = new int[n];
        java.util.Arrays.fill(mine, rank);
        int[] theirs = new int[n + 1];
        Request both = world.iSendRecv(mine, n, MPI.INT, right, 1, theirs, n + 1, MPI.INT, left, MPI.ANY_TAG);
        Status status = both.waitStatus();
        assertEquals(left, status.getSource());
        assertEquals(n, status.getCount(MPI.INT));
        assertEquals(left, theirs[n - 1]);
        Request replace = world.iSendRecvReplace(mine, n, MPI.INT, right, 2, left, 2);
        while (!replace.test()) {
          Thread.onSpinWait();
        }
        assertEquals(left, mine[n - 1]);
        assertTrue(replace.isNull());
      }
      String[] word = {"of " + rank};
      assertEquals(1, world.iSendRecvReplace(word, 1, MPI.OBJECT, right, 3, left, 3).waitStatus().getCount(MPI.OBJECT));
      assertEquals("of " + left, word[0]);

      Datatype everySecond = Datatype.createVector(2, 1, 2, MPI.INT);
      everySecond.commit();
      int[] spread = {rank, -1, rank + 10};
      Request[] several = {world.iSendRecvReplace(spread, 1, everySecond, right, 4, left, 4), world.iSendRecv(word, 0, MPI.OBJECT, MPI.PROC_NULL, 5, word, 1, MPI.OBJECT, MPI.PROC_NULL, 5)};
      Request.waitAll(several);
      assertArrayEquals(new int[] {left, -1, left + 10}, spread);

      Request shorter = world.iSendRecv(new int[2], 2, MPI.INT, right, 6, new int[1], 1, MPI.INT, left, 6);
      assertEquals(MPI.ERR_TRUNCATE, assertThrows(MPIException.class, shorter::waitFor).getErrorClass());
      assertEquals(MPI.ERR_RANK, assertThrows(MPIException.class, () -> world.iSendRecv(mine(1), 1, MPI.INT, 9, 7, mine(1), 1, MPI.INT, left, 7)).getErrorClass());
      Request freed = world.iSendRecv(mine(1), 1, MPI.INT, right, 8, mine(1), 1, MPI.INT, left, 8);
      freed.free();
      Request cancelled = world.iSendRecv(mine(1), 1, MPI.INT, MPI.PROC_NULL, 9, mine(1), 1, MPI.INT, left, 9);
      assertNull(cancelled.testStatus());
      cancelled.cancel();
      assertTrue(cancelled.waitStatus().isCancelled());
      world.barrier();
      assertNotNull(world.iSendRecv(mine(1), 1, MPI.INT, rank, 1, mine(1), 1, MPI.INT, rank, 1).waitStatus());
      MPI.Finalize();
    }

    private static int[] mine(int n) {
      return new int[n];
    }
  }

  @Test
  void errorClassesAndCodesThatTheProgramAdds() {
    ThreadRanks.run(1, Errors.class);
  }

  static final class Errors implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int own = MPI.addErrorClass();
      assertTrue(own > MPI.ERR_LASTCODE);
      assertEquals(own, MPI.COMM_WORLD.getAttr(MPI.LASTUSEDCODE));
      int code = MPI.addErrorCode(own);
      int truncated = MPI.addErrorCode(MPI.ERR_TRUNCATE);
      assertEquals(truncated, MPI.COMM_WORLD.getAttr(MPI.LASTUSEDCODE));
      MPI.addErrorString(code, "the solver diverges");
      assertEquals("the solver diverges", MPI.getErrorString(code));
      assertEquals("", MPI.getErrorString(truncated));
      assertTrue(MPI.getErrorString(MPI.ERR_RANK).startsWith("MPI.ERR_RANK: "));
      assertEquals(own, MPI.getErrorClass(code));
      assertEquals(MPI.ERR_TRUNCATE, MPI.getErrorClass(truncated));
      MPIException e = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.callErrhandler(code));
      assertTrue(e.getMessage().startsWith("the solver diverges"), e.getMessage());
      assertEquals(own, e.getErrorClass());
      assertEquals(code, e.getErrorCode());
      for (Runnable mistake : List.<Runnable>of(
          () -> MPI.addErrorCode(code), () -> MPI.addErrorString(MPI.ERR_RANK, "x"), () -> MPI.getErrorString(truncated + 1), () -> MPI.removeErrorClass(own),
          () -> MPI.removeErrorClass(code), () -> MPI.removeErrorCode(own), () -> MPI.getErrorClass(-5))) {
        assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, mistake::run).getErrorClass());
      }
      MPI.removeErrorString(code);
      assertEquals("", MPI.getErrorString(code));
      MPI.removeErrorCode(code);
      MPI.removeErrorClass(own);
      assertThrows(MPIException.class, () -> MPI.getErrorString(code));
      MPI.Finalize();
    }
  }

  @Test
  void external32IsTheSameOnAllMachines() {
    ThreadRanks.run(1, External.class);
  }

  static final class External implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      byte[] bytes = new byte[64];
      int end = MPI.INT.packExternal("external32", new int[] {0x01020304, -1}, 2, bytes, 1);
      assertEquals(9, end);
      assertArrayEquals(new byte[] {0, 1, 2, 3, 4, -1, -1, -1, -1, 0}, java.util.Arrays.copyOf(bytes, 10));
      end = MPI.DOUBLE.packExternal("external32", new double[] {-2.5}, 1, bytes, end);
      assertEquals(-2.5, java.nio.ByteBuffer.wrap(bytes).getDouble(9));
      Datatype everySecond = Datatype.createVector(2, 1, 2, MPI.SHORT);
      everySecond.commit();
      assertEquals(4, everySecond.packExternalSize("external32", 1));
      assertEquals(end + 4, everySecond.packExternal("external32", new short[] {0x0102, 5, 0x0304}, 1, bytes, end));
      short[] back = {9, 9, 9};
      assertEquals(end + 4, everySecond.unpackExternal("external32", bytes, end, back, 1));
      assertArrayEquals(new short[] {0x0102, 9, 0x0304}, back);
      int[] ints = new int[2];
      byte[] before = bytes.clone();
      assertEquals(9, MPI.INT.unpackExternal("external32", bytes, 1, ints, 2));
      assertArrayEquals(new int[] {0x01020304, -1}, ints);
      assertArrayEquals(before, bytes);
      assertEquals(MPI.ERR_BUFFER, assertThrows(MPIException.class, () -> MPI.INT.packExternal("external32", new int[2], 2, bytes, 60)).getErrorClass());
      assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> MPI.INT.packExternal("native", new int[2], 2, bytes, 0)).getErrorClass());
      assertEquals(MPI.ERR_TYPE, assertThrows(MPIException.class, () -> MPI.OBJECT.packExternalSize("external32", 1)).getErrorClass());
      assertEquals(MPI.ERR_COUNT, assertThrows(MPIException.class, () -> MPI.INT.packExternalSize("external32", -1)).getErrorClass());
      MPI.Finalize();
    }
  }
}
