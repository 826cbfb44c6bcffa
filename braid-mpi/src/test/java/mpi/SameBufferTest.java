package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One array as send and receive buffer, or parts of one that overlap: programs of the MPJ family live on it. Every call gives what it gives with two arrays, whether it works in place or on
 * a copy, and whatever views of the memory it is shown.
 */
class SameBufferTest {
  private static final int ROOM = 96;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void everyCallGivesWhatItGivesWithTwoArrays(int size) {
    ThreadRanks.run(size, EveryCall.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void theProgramOfTheIssuePrintsTheSum(int size) {
    ThreadRanks.run(size, Issue.class);
  }

  static final class Issue implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int size = MPI.COMM_WORLD.Size();
      double[] x = {MPI.COMM_WORLD.Rank() + 1};
      MPI.COMM_WORLD.Allreduce(x, 0, x, 0, 1, MPI.DOUBLE, MPI.SUM);
      assertEquals(size * (size + 1) / 2.0, x[0]);
      MPI.Finalize();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void whatTheRootOfAScatterSendsInPlaceIsOnlyRead(int size) {
    ThreadRanks.run(size, OnlyRead.class);
  }

  /** Short calls, so that the last of them go over shared memory. */
  static final class OnlyRead implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int[] places = new int[world.getSize()];
      Arrays.setAll(places, r -> r);
      int[] counts = new int[places.length];
      Arrays.fill(counts, 1);
      IntBuffer all = MPI.newIntBuffer(places.length).put(places).flip().asReadOnlyBuffer();
      int[] own = new int[1];
      for (int call = 0; call < 6; call++) {
        if (world.getRank() == 0) {
          world.scatter(all, 1, MPI.INT, 0);
          world.scatterv(all, counts, places, MPI.INT, 0);
        } else {
          world.scatter(own, 1, MPI.INT, 0);
          assertEquals(world.getRank(), own[0]);
          own[0] = -1;
          world.scatterv(own, 1, MPI.INT, 0);
          assertEquals(world.getRank(), own[0]);
        }
      }
      MPI.Finalize();
    }
  }

  /** A call with its two buffers and the elements at which the operand begins and the result goes. */
  private interface Call {
    void on(Object send, int sendOffset, Object receive, int receiveOffset);
  }

  /** The two buffers that a call is shown, of one piece of memory. */
  private interface Views {
    void show(double[] memory, Call call, int sendOffset, int receiveOffset);
  }

  static final class EveryCall implements Runnable {
    private final Intracomm world = MPI.COMM_WORLD;
    private int size;
    private int rank;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      size = world.getSize();
      rank = world.getRank();
      Map<String, Views> views = views();
      for (int count : new int[] {1, 2, 5}) {
        calls(count).forEach((name, call) -> views.forEach((kind, view) -> compare(name + " of " + kind, call, view, count)));
      }
      started();
      assertEquals(0, World.completions().liveRequests());
      MPI.Finalize();
    }

    private void compare(String name, Call call, Views view, int count) {
      for (int[] offsets : new int[][] {{0, 0}, {3, 3}, {0, 1}, {1, 0}, {count, 0}, {0, count}, {rank * count, 0}, {0, rank * count}}) {
        double[] memory = new double[ROOM];
        Arrays.setAll(memory, i -> 100 * rank + i);
        double[] expected = memory.clone();
        call.on(memory.clone(), offsets[0], expected, offsets[1]);
        view.show(memory, call, offsets[0], offsets[1]);
        assertArrayEquals(expected, memory, () -> name + " with " + count + " at " + Arrays.toString(offsets) + ", rank " + rank + " of " + size);
      }
    }

    private static Map<String, Views> views() {
      Map<String, Views> all = new LinkedHashMap<>();
      all.put("one array", (memory, call, from, to) -> call.on(memory, from, memory, to));
      all.put("an array and a buffer around it", (memory, call, from, to) -> call.on(memory, from, DoubleBuffer.wrap(memory), to));
      all.put("slices of an array", (memory, call, from, to) -> call.on(MPI.slice(memory, from), 0, MPI.slice(memory, to), 0));
      all.put("read-only and writable views", (memory, call, from, to) -> call.on(DoubleBuffer.wrap(memory).asReadOnlyBuffer(), from, memory, to));
      all.put("one direct buffer", (memory, call, from, to) -> direct(memory, bytes -> call.on(bytes.asDoubleBuffer(), from, bytes.asDoubleBuffer(), to)));
      all.put("slices of a direct buffer", (memory, call, from, to) -> direct(memory, bytes -> {
        DoubleBuffer whole = bytes.asDoubleBuffer();
        call.on(MPI.slice(whole, from), 0, MPI.slice(whole, to), 0);
      }));
      return all;
    }

    private static void direct(double[] memory, java.util.function.Consumer<ByteBuffer> use) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(8 * memory.length).order(ByteOrder.nativeOrder());
      bytes.asDoubleBuffer().put(memory);
      use.accept(bytes);
      bytes.asDoubleBuffer().get(memory);
    }

    private int[] table(IntUnaryOperator each) {
      int[] all = new int[size];
      Arrays.setAll(all, each);
      return all;
    }

    private Map<String, Call> calls(int n) {
      Datatype type = MPI.DOUBLE;
      int root = size - 1;
      int[] counts = table(r -> n);
      int[] starts = table(r -> r * n);
      int[] backwards = table(r -> (size - 1 - r) * n);
      Map<String, Call> calls = new LinkedHashMap<>();
      calls.put("Allreduce", (s, from, r, to) -> world.Allreduce(s, from, r, to, n, type, MPI.SUM));
      calls.put("Reduce", (s, from, r, to) -> world.Reduce(s, from, r, to, n, type, MPI.SUM, root));
      calls.put("Scan", (s, from, r, to) -> world.Scan(s, from, r, to, n, type, MPI.SUM));
      calls.put("Reduce_scatter", (s, from, r, to) -> world.Reduce_scatter(s, from, r, to, counts, type, MPI.SUM));
      calls.put("Gather", (s, from, r, to) -> world.Gather(s, from, n, type, r, to, n, type, root));
      calls.put("Gatherv", (s, from, r, to) -> world.Gatherv(s, from, n, type, r, to, counts, backwards, type, root));
      calls.put("Allgather", (s, from, r, to) -> world.Allgather(s, from, n, type, r, to, n, type));
      calls.put("Allgatherv", (s, from, r, to) -> world.Allgatherv(s, from, n, type, r, to, counts, backwards, type));
      calls.put("Scatter", (s, from, r, to) -> world.Scatter(s, from, n, type, r, to, n, type, root));
      calls.put("Scatterv", (s, from, r, to) -> world.Scatterv(s, from, counts, backwards, type, r, to, n, type, root));
      calls.put("Alltoall", (s, from, r, to) -> world.Alltoall(s, from, n, type, r, to, n, type));
      calls.put("Alltoallv", (s, from, r, to) -> world.Alltoallv(s, from, counts, starts, type, r, to, counts, backwards, type));
      calls.put("Sendrecv", (s, from, r, to) -> world.Sendrecv(s, from, n, type, (rank + 1) % size, 0, r, to, n, type, (rank + size - 1) % size, 0));
      calls.put("Op.Call", (s, from, r, to) -> MPI.SUM.Call(s, from, r, to, n, type));
      return calls;
    }

    /** A type with gaps, the forms that only start, and a program's own operator. */
    private void started() {
      double[] x = new double[ROOM];
      Arrays.setAll(x, i -> 100 * rank + i);
      double[] expected = new double[ROOM];
      world.allReduce(x.clone(), expected, ROOM, MPI.DOUBLE, MPI.MAX);
      world.iAllReduce(x, x, ROOM, MPI.DOUBLE, MPI.MAX).waitFor();
      assertArrayEquals(expected, x);
      Datatype pair = Datatype.createResized(MPI.DOUBLE, 0, 16);
      pair.commit();
      double[] y = new double[ROOM];
      Arrays.setAll(y, i -> 100 * rank + i);
      double[] gathered = y.clone();
      world.allGather(y.clone(), 2, pair, gathered, 2, pair);
      world.iAllGather(y, 2, pair, y, 2, pair).waitFor();
      assertArrayEquals(gathered, y);
      double[] z = {rank, 7};
      world.scan(z, z, 1, MPI.DOUBLE, new Op(new Sum(), false));
      assertArrayEquals(new double[] {rank * (rank + 1) / 2.0, 7}, z);
    }
  }

  private static final class Sum extends User_function {
    @Override
    public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
      for (int i = 0; i < count; i++) {
        ((double[]) inout)[inoutOffset + i] += ((double[]) in)[inOffset + i];
      }
    }
  }
}
