package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every call that takes a buffer takes a memory segment, heap or native, aligned or not: none is missing in the tests of {@link SegmentCalls}, and what cannot be used is refused. */
@Timeout(120)
class SegmentsEverywhereTest {
  @Test
  void whatCannotBeUsedIsRefusedAtTheCall() {
    ThreadRanks.run(1, Refused.class);
  }

  static final class Refused implements Runnable {
    private final Intracomm world = MPI.COMM_WORLD;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Arena ended = Arena.ofShared();
      MemorySegment closed = ended.allocate(32);
      ended.close();
      MemorySegment readOnly = MemorySegment.ofArray(new int[8]).asReadOnly();
      Win win = new Win(MPI.newIntBuffer(8), 8, 1, MPI.INFO_NULL, world);
      for (MemorySegment wrong : List.of(closed, readOnly)) {
        refused("recvInit", () -> world.recvInit(wrong, 1, MPI.INT, 0, 0));
        refused("precvInit", () -> world.precvInit(wrong, 1, 1, MPI.INT, 0, 0, MPI.INFO_NULL));
        refused("iAllReduce", () -> world.iAllReduce(new int[1], wrong, 1, MPI.INT, MPI.SUM));
        refused("allGatherInit", () -> world.allGatherInit(new int[1], 1, MPI.INT, wrong, 1, MPI.INT, MPI.INFO_NULL));
        refused("a window", () -> new Win(wrong, 8, 1, MPI.INFO_NULL, world));
        win.lock(MPI.LOCK_SHARED, 0, 0);
        refused("get", () -> win.get(wrong, 1, MPI.INT, 0, 0, 1, MPI.INT));
        refused("fetchAndOp", () -> win.fetchAndOp(new int[1], wrong, MPI.INT, 0, 0, MPI.SUM));
        win.unlock(0);
      }
      refused("sendInit", () -> world.sendInit(closed, 1, MPI.INT, 0, 0));
      refused("psendInit", () -> world.psendInit(closed, 1, 1, MPI.INT, 0, 0, MPI.INFO_NULL));
      refused("bcastInit", () -> world.bcastInit(closed, 1, MPI.INT, 0, MPI.INFO_NULL));
      win.lock(MPI.LOCK_SHARED, 0, 0);
      refused("put", () -> win.put(closed, 1, MPI.INT, 0, 0, 1, MPI.INT));
      refused("rPut", () -> win.rPut(closed, 1, MPI.INT, 0, 0, 1, MPI.INT));
      win.unlock(0);
      try (Arena confined = Arena.ofConfined()) {
        refused("a window of one thread's memory", () -> new Win(confined.allocate(8), 8, 1, MPI.INFO_NULL, world));
      }
      refused("a window over no memory", () -> new Win((Object) "text", 1, 1, MPI.INFO_NULL, world));
      win.free();
      assertEquals(0, World.completions().liveRequests());
      MPI.Finalize();
    }

    private static void refused(String what, Runnable call) {
      MPIException refused = assertThrows(MPIException.class, call::run, what);
      assertEquals(MPI.ERR_BUFFER, refused.getErrorClass(), () -> what + ": " + refused.getMessage());
    }
  }

  /** A call that takes memory and is not here would be one that takes no segment. */
  @Test
  void noPublicCallTakesABufferAndNoSegment() {
    TreeSet<String> only = new TreeSet<>();
    for (Class<?> type : List.of(Comm.class, Intracomm.class, Intercomm.class, CartComm.class, GraphComm.class, Win.class, File.class, Message.class, Datatype.class, Op.class)) {
      for (var method : type.getMethods()) {
        for (Class<?> parameter : method.getParameterTypes()) {
          if (java.nio.Buffer.class.isAssignableFrom(parameter) && !hasTwin(type, method)) {
            only.add(type.getSimpleName() + "." + method.getName());
          }
        }
      }
    }
    assertEquals(new TreeSet<>(), only);
  }

  private static boolean hasTwin(Class<?> type, java.lang.reflect.Method method) {
    Class<?>[] wide = method.getParameterTypes();
    for (int i = 0; i < wide.length; i++) {
      wide[i] = java.nio.Buffer.class.isAssignableFrom(wide[i]) ? Object.class : wide[i];
    }
    try {
      return type.getMethod(method.getName(), wide) != null;
    } catch (NoSuchMethodException none) {
      return false;
    }
  }
}
