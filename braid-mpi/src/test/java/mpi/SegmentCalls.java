package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.Map;

/** A job of two ranks that does each call with arrays first, and then with segments of each kind. */
@SuppressWarnings("NullAway") // fields are set when the job runs
abstract class SegmentCalls implements Runnable {
  private static final int N = 8;

  /** A call that reads from one memory and writes to another. */
  interface Call {
    void run(Object in, Object out);
  }

  /** Memory of N ints. */
  private interface Kind {
    MemorySegment make();
  }

  final Intracomm world = MPI.COMM_WORLD;
  final int[] one = {2, 2};
  final int[] at = {0, 2};
  final Datatype[] ints = {MPI.INT, MPI.INT};
  final Map<String, Call> calls = new LinkedHashMap<>();
  int rank;
  int peer;

  @Override
  public final void run() {
    MPI.Init(new String[0]);
    rank = world.getRank();
    peer = 1 - rank;
    fill();
    try (Arena arena = Arena.ofShared()) {
      kinds(arena).forEach((kind, memory) -> calls.forEach((name, call) -> compare(name, kind, memory, call)));
    }
    finish();
    MPI.Finalize();
  }

  private static Map<String, Kind> kinds(Arena arena) {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    kinds.put("over int[]", () -> MemorySegment.ofArray(new int[N]));
    kinds.put("over byte[], from byte 1 on", () -> MemorySegment.ofArray(new byte[4 * N + 1]).asSlice(1));
    kinds.put("native", () -> arena.allocate(4 * N, 4));
    kinds.put("native, from byte 3 on", () -> arena.allocate(4 * N + 3).asSlice(3));
    return kinds;
  }

  abstract void fill();

  void finish() {}

  private void compare(String name, String kind, Kind memory, Call call) {
    int[] in = new int[N];
    int[] out = new int[N];
    MemorySegment inSegment = memory.make();
    MemorySegment outSegment = memory.make();
    for (int i = 0; i < N; i++) {
      in[i] = 10 * rank + i + 1;
      inSegment.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * i, in[i]);
    }
    call.run(in, out);
    call.run(inSegment.asReadOnly(), outSegment);
    int changed = 0;
    for (int i = 0; i < N; i++) {
      int element = i;
      assertEquals(out[i], outSegment.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i), () -> name + " " + kind + ", element " + element + " at rank " + rank);
      changed |= out[i];
    }
    if (!name.startsWith("*")) { // those give something to each rank
      assertTrue(changed != 0, name);
    }
  }

  static void start(Prequest request) {
    request.start();
    request.waitFor();
    request.free();
  }

  /** The elements of one memory are in the other one, which the call then works on in place. */
  static Object copy(Object in, Object out) {
    for (int i = 0; i < N; i++) {
      if (out instanceof int[] array && in instanceof int[] from) {
        array[i] = from[i];
      } else if (out instanceof MemorySegment segment && in instanceof MemorySegment from) {
        segment.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * i, from.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i));
      }
    }
    return out;
  }
}
