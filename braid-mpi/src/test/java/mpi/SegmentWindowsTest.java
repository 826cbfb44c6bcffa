package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Windows lie in memory segments as in buffers, and accesses take them where they take arrays. */
@Timeout(120)
@SuppressWarnings("NullAway") // fields are set when the job runs
class SegmentWindowsTest {
  @Test
  void windows() {
    ThreadRanks.run(2, Windows.class);
  }

  static final class Windows extends SegmentCalls {
    private interface Access {
      Request start(Win win, Object in, Object out);
    }

    @Override
    void fill() {
      access("put", (win, in, out) -> {
        win.put(in, 2, MPI.INT, peer, 0, 2, MPI.INT);
        return null;
      });
      access("get", (win, in, out) -> {
        win.get(out, 2, MPI.INT, peer, 2, 2, MPI.INT);
        return null;
      });
      access("accumulate", (win, in, out) -> {
        win.accumulate(in, 2, MPI.INT, peer, 0, 2, MPI.INT, MPI.SUM);
        return null;
      });
      access("getAccumulate", (win, in, out) -> {
        win.getAccumulate(in, 2, MPI.INT, out, 2, MPI.INT, peer, 0, 2, MPI.INT, MPI.SUM);
        return null;
      });
      access("fetchAndOp", (win, in, out) -> {
        win.fetchAndOp(in, out, MPI.INT, peer, 1, MPI.SUM);
        return null;
      });
      access("compareAndSwap", (win, in, out) -> {
        win.compareAndSwap(in, new int[] {100 + peer}, out, MPI.INT, peer, 0);
        return null;
      });
      access("rPut", (win, in, out) -> win.rPut(in, 2, MPI.INT, peer, 0, 2, MPI.INT));
      access("rGet", (win, in, out) -> win.rGet(out, 2, MPI.INT, peer, 2, 2, MPI.INT));
      access("rAccumulate", (win, in, out) -> win.rAccumulate(in, 2, MPI.INT, peer, 0, 2, MPI.INT, MPI.SUM));
      access("rGetAccumulate", (win, in, out) -> win.rGetAccumulate(in, 2, MPI.INT, out, 2, MPI.INT, peer, 0, 2, MPI.INT, MPI.SUM));
    }

    /** The window's memory is of the kind of the others; what it holds afterwards is shown behind what was fetched. */
    private void access(String name, Access access) {
      calls.put(name, (in, out) -> {
        boolean isArray = in instanceof int[];
        Object memory = isArray ? new int[4] : ((MemorySegment) out).isNative() ? Arena.ofAuto().allocate(16) : MemorySegment.ofArray(new int[4]);
        MemorySegment seen = memory instanceof int[] array ? MemorySegment.ofArray(array) : (MemorySegment) memory;
        for (int i = 0; i < 4; i++) {
          seen.setAtIndex(ValueLayout.JAVA_INT, i, 100 + rank + i);
        }
        Win win = new Win(memory, isArray ? 4 : 16, isArray ? 1 : 4, MPI.INFO_NULL, world);
        win.lock(MPI.LOCK_EXCLUSIVE, peer, 0);
        Request request = access.start(win, in, out);
        if (request != null) {
          request.waitFor();
        }
        win.unlock(peer);
        world.barrier();
        win.lock(MPI.LOCK_SHARED, rank, 0);
        Object rest = out instanceof int[] array ? MPI.slice(java.nio.IntBuffer.wrap(array), 4) : ((MemorySegment) out).asSlice(16);
        win.get(rest, 4, MPI.INT, rank, 0, 4, MPI.INT);
        win.unlock(rank);
        win.free();
      });
    }

    @Override
    void finish() {
      Win dynamic = new Win(MPI.INFO_NULL, world);
      MemorySegment attached = Arena.ofAuto().allocate(8);
      dynamic.attach(attached, 8);
      assertEquals(0, dynamic.getDisplacement(attached));
      world.barrier();
      dynamic.lock(MPI.LOCK_EXCLUSIVE, peer, 0);
      dynamic.put(MemorySegment.ofArray(new int[] {rank + 5}), 1, MPI.INT, peer, 4, 1, MPI.INT);
      dynamic.unlock(peer);
      world.barrier();
      assertEquals(peer + 5, attached.getAtIndex(ValueLayout.JAVA_INT, 1));
      dynamic.detach(attached);
      dynamic.free();
    }
  }
}
