package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What cannot be received into, or was not committed, is refused at the call: ERR_BUFFER and ERR_TYPE, before anything is sent or posted. */
class UnusableBuffersTest {
  private static final int N = 64;

  @Test
  void everyCallThatWritesRefusesMemoryThatIsReadOnly() {
    ThreadRanks.run(1, ReadOnly.class);
  }

  @Test
  void callsThatOnlyReadTakeReadOnlyMemory() {
    ThreadRanks.run(1, Read.class);
  }

  @Test
  void memoryThatIsClosedOrOfAnotherThreadIsRefusedAtTheCall() {
    ThreadRanks.run(1, Closed.class);
  }

  @Test
  void everyCallRefusesATypeThatWasNotCommitted() {
    ThreadRanks.run(1, Uncommitted.class);
  }

  private static Map<String, Object> readOnly() {
    Map<String, Object> all = new LinkedHashMap<>();
    ByteBuffer direct = ByteBuffer.allocateDirect(4 * N).order(ByteOrder.nativeOrder());
    all.put("direct bytes", direct.asReadOnlyBuffer());
    all.put("heap bytes", ByteBuffer.allocate(4 * N).asReadOnlyBuffer());
    all.put("direct ints", direct.asIntBuffer().asReadOnlyBuffer());
    all.put("heap ints", IntBuffer.allocate(N).asReadOnlyBuffer());
    all.put("a segment", Arena.ofAuto().allocate(4 * N).asReadOnly());
    return all;
  }

  private static void refused(String what, int errorClass, String why, Runnable call) {
    MPIException thrown = assertThrows(MPIException.class, call::run, what);
    assertEquals(errorClass, thrown.getErrorClass(), () -> what + ": " + thrown.getMessage());
    assertTrue(String.valueOf(thrown.getMessage()).contains(why), () -> what + ": " + thrown.getMessage());
  }

  static final class ReadOnly implements Runnable {
    private final Intracomm world = MPI.COMM_WORLD;
    private final int[] full = new int[N];
    private final int[] one = {1};
    private final int[] zero = {0};

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Map<String, Consumer<Object>> calls = writingCalls();
      readOnly().forEach((kind, memory) -> calls.forEach((name, call) ->
          refused(name + " into " + kind, MPI.ERR_BUFFER, "read-only", () -> call.accept(memory))));
      assertEquals(0, World.completions().liveRequests());
      MPI.Finalize();
    }

    private Map<String, Consumer<Object>> writingCalls() {
      Map<String, Consumer<Object>> calls = new LinkedHashMap<>();
      calls.put("recv", memory -> world.recv(memory, 1, MPI.INT, 0, 0));
      calls.put("Irecv", memory -> world.Irecv(memory, 0, 1, MPI.INT, 0, 0));
      calls.put("Recv_init", memory -> world.Recv_init(memory, 0, 1, MPI.INT, 0, 0));
      calls.put("sendRecv", memory -> world.sendRecv(full, 1, MPI.INT, 0, 0, memory, 1, MPI.INT, 0, 0));
      calls.put("sendRecvReplace", memory -> world.sendRecvReplace(memory, 1, MPI.INT, 0, 0, 0, 0));
      calls.put("gather", memory -> world.gather(full, 1, MPI.INT, memory, 1, MPI.INT, 0));
      calls.put("gatherv", memory -> world.gatherv(full, 1, MPI.INT, memory, one, zero, MPI.INT, 0));
      calls.put("scatter", memory -> world.scatter(full, 1, MPI.INT, memory, 1, MPI.INT, 0));
      calls.put("scatterv", memory -> world.scatterv(full, one, zero, MPI.INT, memory, 1, MPI.INT, 0));
      calls.put("allGather", memory -> world.allGather(full, 1, MPI.INT, memory, 1, MPI.INT));
      calls.put("iAllGather", memory -> world.iAllGather(full, 1, MPI.INT, memory, 1, MPI.INT));
      calls.put("allGatherv", memory -> world.allGatherv(full, 1, MPI.INT, memory, one, zero, MPI.INT));
      calls.put("allToAll", memory -> world.allToAll(full, 1, MPI.INT, memory, 1, MPI.INT));
      calls.put("allToAllv", memory -> world.allToAllv(full, one, zero, MPI.INT, memory, one, zero, MPI.INT));
      calls.put("allToAllw", memory -> world.allToAllw(full, one, zero, new Datatype[] {MPI.INT}, memory, one, zero, new Datatype[] {MPI.INT}));
      calls.put("reduce", memory -> world.reduce(full, memory, 1, MPI.INT, MPI.SUM, 0));
      calls.put("allReduce", memory -> world.allReduce(full, memory, 1, MPI.INT, MPI.SUM));
      calls.put("allReduce in place", memory -> world.allReduce(memory, 1, MPI.INT, MPI.SUM));
      calls.put("scan", memory -> world.scan(full, memory, 1, MPI.INT, MPI.SUM));
      calls.put("exScan", memory -> world.exScan(full, memory, 1, MPI.INT, MPI.SUM));
      calls.put("reduceScatter", memory -> world.reduceScatter(full, memory, one, MPI.INT, MPI.SUM));
      calls.put("reduceScatterBlock", memory -> world.reduceScatterBlock(full, memory, 1, MPI.INT, MPI.SUM));
      calls.put("unpack", memory -> world.unpack(new byte[4], 0, memory, 1, MPI.INT));
      calls.put("reduceLocal", memory -> Comm.reduceLocal(full, memory, 1, MPI.INT, MPI.SUM));
      return calls;
    }
  }

  static final class Read implements Runnable {
    private final Intracomm world = MPI.COMM_WORLD;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      readOnly().forEach((kind, memory) -> {
        world.send(memory, 1, MPI.INT, 0, 0);
        world.recv(new int[1], 1, MPI.INT, 0, 0);
        world.bcast(memory, 1, MPI.INT, 0);
        world.allReduce(memory, new int[1], 1, MPI.INT, MPI.SUM);
        world.iRecv(memory, 0, MPI.INT, MPI.PROC_NULL, 0).waitFor();
      });
      assertEquals(0, World.completions().liveRequests());
      MPI.Finalize();
    }
  }

  static final class Closed implements Runnable {
    private final Intracomm world = MPI.COMM_WORLD;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      MemorySegment closed;
      try (Arena arena = Arena.ofShared()) {
        closed = arena.allocate(4);
      }
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment ours = arena.allocate(4);
        refused("send of closed memory", MPI.ERR_BUFFER, "was closed", () -> world.send(closed, 1, MPI.INT, 0, 0));
        refused("recv into closed memory", MPI.ERR_BUFFER, "was closed", () -> world.recv(closed, 1, MPI.INT, 0, 0));
        Thread other = Thread.ofPlatform().start(() -> refused("iRecv in another thread", MPI.ERR_BUFFER, "another thread", () -> world.iRecv(ours, 1, MPI.INT, 0, 0)));
        join(other);
      }
      ByteBuffer view;
      try (Arena arena = Arena.ofShared()) {
        view = arena.allocate(4).asByteBuffer();
      }
      refused("send of a view of closed memory", MPI.ERR_BUFFER, "", () -> world.send(view, 1, MPI.INT, 0, 0));
      assertEquals(0, World.completions().liveRequests());
      MPI.Finalize();
    }

    private static void join(Thread other) {
      try {
        other.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  static final class Uncommitted implements Runnable {
    private final Intracomm world = MPI.COMM_WORLD;
    private final int[] data = new int[N];
    private final int[] one = {1};
    private final int[] zero = {0};

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Map<String, Consumer<Datatype>> calls = calls();
      Datatype plain = Datatype.createContiguous(1, MPI.INT);
      Datatype withGaps = Datatype.createVector(2, 1, 2, MPI.INT);
      calls.forEach((name, call) -> refused(name, MPI.ERR_TYPE, "was not committed", () -> call.accept(plain)));
      calls.forEach((name, call) -> refused(name, MPI.ERR_TYPE, "was not committed", () -> call.accept(withGaps)));
      assertEquals(0, World.completions().liveRequests());
      plain.commit();
      Datatype ofCommitted = Datatype.createContiguous(2, plain);
      refused("a type made of a committed one", MPI.ERR_TYPE, "was not committed", () -> world.send(data, 1, ofCommitted, 0, 0));
      world.send(data, 1, plain.dup(), 0, 0);
      world.recv(data, 1, plain, 0, 0);
      MPI.Finalize();
    }

    private Map<String, Consumer<Datatype>> calls() {
      Map<String, Consumer<Datatype>> calls = new LinkedHashMap<>();
      calls.put("send", type -> world.send(data, 1, type, 0, 0));
      calls.put("sSend", type -> world.sSend(data, 1, type, 0, 0));
      calls.put("bSend", type -> world.bSend(data, 1, type, 0, 0));
      calls.put("iSend", type -> world.iSend(data, 1, type, 0, 0));
      calls.put("recv", type -> world.recv(data, 1, type, 0, 0));
      calls.put("iRecv", type -> world.iRecv(data, 1, type, 0, 0));
      calls.put("Send_init", type -> world.Send_init(data, 0, 1, type, 0, 0));
      calls.put("sendRecv", type -> world.sendRecv(data, 1, MPI.INT, 0, 0, data, 1, type, 0, 0));
      calls.put("sendRecvReplace", type -> world.sendRecvReplace(data, 1, type, 0, 0, 0, 0));
      calls.put("bcast", type -> world.bcast(data, 1, type, 0));
      calls.put("gather", type -> world.gather(data, 1, type, data, 1, type, 0));
      calls.put("allGatherv", type -> world.allGatherv(data, 1, type, data, one, zero, type));
      calls.put("allToAllw", type -> world.allToAllw(data, one, zero, new Datatype[] {type}, data, one, zero, new Datatype[] {type}));
      calls.put("allReduce", type -> world.allReduce(data, data, 1, type, MPI.SUM));
      calls.put("pack", type -> world.pack(data, 1, type, new byte[N], 0));
      calls.put("unpack", type -> world.unpack(new byte[N], 0, data, 1, type));
      return calls;
    }
  }
}
