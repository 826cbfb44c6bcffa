package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.braid.mpix.Receive;
import org.braid.mpix.Receive.Received;
import org.junit.jupiter.api.Test;

/** Receives that make the memory for what comes. */
@SuppressWarnings("NullAway") // null arguments are among the mistakes
class ReceiveTest {
  /** A job of two ranks; rank 0 sends what rank 1 receives. */
  abstract static class Pair implements Runnable {
    final Intracomm world = MPI.COMM_WORLD;

    @Override
    public final void run() {
      MPI.Init(new String[0]);
      if (world.getRank() == 0) {
        send();
      } else {
        receive();
        assertEquals(0, World.completions().liveRequests());
      }
      world.barrier();
      MPI.Finalize();
    }

    abstract void send();

    abstract void receive();

    static void refused(int errorClass, Runnable call) {
      MPIException refused = assertThrows(MPIException.class, call::run);
      assertEquals(errorClass, refused.getErrorClass(), refused.getMessage());
    }
  }

  @Test
  void aReceiveThatIsRefusedLeavesNobodyWaiting() {
    ThreadRanks.run(2, Refused.class);
  }

  static final class Refused extends Pair {
    @Override
    void send() {
      world.send(new byte[4_000_000], 4_000_000, MPI.BYTE, 1, 0);
      world.send(new byte[] {5}, 1, MPI.BYTE, 1, 0);
    }

    @Override
    void receive() {
      Datatype uncommitted = Datatype.createContiguous(4, MPI.BYTE);
      refused(MPI.ERR_TYPE, () -> Receive.buffer(world, uncommitted, 0, 0));
      assertEquals(5, Receive.bytes(world, 0, 0).data()[0]);
      uncommitted.free();
    }
  }

  @Test
  void arraysOfEachKindHaveTheLengthOfTheirMessage() {
    ThreadRanks.run(2, Arrays.class);
  }

  static final class Arrays extends Pair {
    @Override
    void send() {
      world.send(new byte[] {1, 2, 3}, 3, MPI.BYTE, 1, 0);
      world.send(new boolean[] {true, false}, 2, MPI.BOOLEAN, 1, 1);
      world.send(new char[] {'x'}, 1, MPI.CHAR, 1, 2);
      world.send(new short[] {-1, 5}, 2, MPI.SHORT, 1, 3);
      world.send(new int[] {4, 5, 6, 7}, 4, MPI.INT, 1, 4);
      world.send(new long[] {Long.MIN_VALUE}, 1, MPI.LONG, 1, 5);
      world.send(new float[] {0.5f}, 1, MPI.FLOAT, 1, 6);
      world.send(new double[1_000_000], 1_000_000, MPI.DOUBLE, 1, 7);
      world.send(new int[0], 0, MPI.INT, 1, 8);
      world.send(new Object[] {"a", null, List.of(1, 2)}, 3, MPI.OBJECT, 1, 9);
    }

    @Override
    void receive() {
      Received<byte[]> bytes = Receive.bytes(world, MPI.ANY_SOURCE, MPI.ANY_TAG);
      assertArrayEquals(new byte[] {1, 2, 3}, bytes.data());
      assertEquals(0, bytes.source());
      assertEquals(0, bytes.tag());
      assertEquals(3, bytes.status().getCount(MPI.BYTE));
      assertArrayEquals(new boolean[] {true, false}, Receive.booleans(world, 0, 1).data());
      assertArrayEquals(new char[] {'x'}, Receive.chars(world, 0, 2).data());
      assertArrayEquals(new short[] {-1, 5}, Receive.shorts(world, 0, 3).data());
      assertArrayEquals(new int[] {4, 5, 6, 7}, Receive.ints(world, 0, 4).data());
      assertArrayEquals(new long[] {Long.MIN_VALUE}, Receive.longs(world, 0, 5).data());
      assertArrayEquals(new float[] {0.5f}, Receive.floats(world, 0, 6).data());
      assertEquals(1_000_000, Receive.doubles(world, 0, 7).data().length);
      assertEquals(0, Receive.ints(world, 0, 8).data().length);
      Received<Object[]> objects = Receive.objects(world, 0, 9);
      assertEquals(java.util.Arrays.asList("a", null, List.of(1, 2)), java.util.Arrays.asList(objects.data()));
      assertEquals(3, objects.status().getCount(MPI.OBJECT));
      assertEquals(9, objects.tag());
      assertEquals(0, Receive.doubles(world, MPI.PROC_NULL, 0).data().length);
      assertEquals(MPI.PROC_NULL, Receive.objects(world, MPI.PROC_NULL, 0).source());
    }
  }

  @Test
  void buffersAndSegmentsHoldElementsOfAnyType() {
    ThreadRanks.run(2, Memory.class);
  }

  static final class Memory extends Pair {
    private final Datatype gaps = Datatype.createResized(MPI.INT, 0, 16);

    @Override
    void send() {
      gaps.commit();
      world.send(new double[] {1, 2}, 2, MPI.DOUBLE, 1, 0);
      world.send(new double[100_000], 100_000, MPI.DOUBLE, 1, 1);
      world.send(new int[] {7, 0, 0, 0, 8, 0, 0, 0, 9}, 2, gaps, 1, 2);
    }

    @Override
    void receive() {
      gaps.commit();
      Received<ByteBuffer> buffer = Receive.buffer(world, MPI.DOUBLE, 0, 0);
      assertEquals(16, buffer.data().capacity());
      assertEquals(2, buffer.data().getDouble(8));
      MemorySegment gone;
      try (Arena arena = Arena.ofConfined()) {
        gone = Receive.memory(world, MPI.DOUBLE, 0, 1, arena).data();
        assertEquals(800_000, gone.byteSize());
        Received<MemorySegment> spread = Receive.memory(world, gaps, 0, 2, arena);
        assertEquals(2, spread.status().getCount(gaps));
        assertEquals(8, spread.data().get(ValueLayout.JAVA_INT, 16));
      }
      assertTrue(!gone.scope().isAlive());
    }
  }

  @Test
  void elementsWhoseDataLieBehindTheirExtentHaveRoomForThem() {
    ThreadRanks.run(2, Behind.class);
  }

  /** Two columns of a matrix, and an element that begins at a displacement. */
  static final class Behind extends Pair {
    private final Datatype column = Datatype.createResized(Datatype.createVector(3, 1, 4, MPI.INT), 0, 4);
    private final Datatype displaced = Datatype.createIndexed(new int[] {2}, new int[] {5}, MPI.INT);
    private final int[] matrix = new int[12];

    private void prepare() {
      column.commit();
      displaced.commit();
      for (int i = 0; i < matrix.length; i++) {
        matrix[i] = i;
      }
    }

    @Override
    void send() {
      prepare();
      for (int tag = 0; tag < 2; tag++) {
        world.send(matrix, 2, column, 1, tag);
        world.send(matrix, 1, displaced, 1, tag);
      }
    }

    @Override
    void receive() {
      prepare();
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment columns = Receive.memory(world, column, 0, 0, arena).data();
        assertEquals(40, columns.byteSize());
        assertEquals(9, columns.get(ValueLayout.JAVA_INT, 36));
        assertEquals(6, Receive.memory(world, displaced, 0, 0, arena).data().get(ValueLayout.JAVA_INT, 24));
      }
      ByteBuffer columns = Receive.buffer(world, column, 0, 1).data();
      assertEquals(40, columns.capacity());
      assertEquals(8, columns.getInt(32));
      assertEquals(28, Receive.buffer(world, displaced, 0, 1).data().capacity());
    }
  }

  @Test
  void eachOfSeveralThreadsGetsAMessageOfItsOwn() {
    ThreadRanks.run(2, Threads.class);
  }

  /** Messages of different lengths, which a probe and a receive apart would mix up. */
  static final class Threads extends Pair {
    private static final int MESSAGES = 400;
    private final BitSet seen = new BitSet();

    @Override
    void send() {
      for (int n = 1; n <= MESSAGES; n++) {
        int[] data = new int[n];
        java.util.Arrays.fill(data, n);
        world.send(data, n, MPI.INT, 1, 0);
      }
    }

    @Override
    void receive() {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Runnable takes = () -> {
          for (int n = 0; n < MESSAGES / 4; n++) {
            int[] data = Receive.ints(world, MPI.ANY_SOURCE, MPI.ANY_TAG).data();
            note(data.length, java.util.Arrays.stream(data).allMatch(each -> each == data.length));
          }
        };
        threads.add(i % 2 == 0 ? Thread.ofPlatform().start(takes) : Thread.ofVirtual().start(takes));
      }
      for (Thread thread : threads) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      assertEquals(MESSAGES, seen.cardinality());
    }

    private synchronized void note(int length, boolean isWhole) {
      if (isWhole) {
        seen.set(length);
      }
    }
  }

  @Test
  void mistakesAreThoseOfAReceive() {
    ThreadRanks.run(2, Mistakes.class);
  }

  static final class Mistakes extends Pair {
    @Override
    void send() {
      world.send(new long[] {1}, 1, MPI.LONG, 1, 0);
      world.send(new byte[12], 12, MPI.PACKED, 1, 1);
      world.send(new int[2], 2, MPI.INT, 1, 2);
      world.send(new int[] {5}, 1, MPI.INT, 1, 3);
      world.send(new int[] {5}, 1, MPI.INT, 1, 4);
    }

    @Override
    void receive() {
      refused(MPI.ERR_TYPE, () -> Receive.doubles(world, 0, 0));
      refused(MPI.ERR_TYPE, () -> Receive.doubles(world, 0, 1)); // one and a half of them
      Arena closed = Arena.ofShared();
      closed.close();
      refused(MPI.ERR_BUFFER, () -> Receive.memory(world, MPI.INT, 0, 2, closed));
      refused(MPI.ERR_TYPE, () -> Receive.objects(world, 0, 3));
      refused(MPI.ERR_TYPE, () -> Receive.buffer(world, null, 0, 4));
      refused(MPI.ERR_TYPE, () -> Receive.buffer(world, MPI.OBJECT, 0, 4));
      refused(MPI.ERR_BUFFER, () -> Receive.memory(world, MPI.INT, 0, 4, null));
      Datatype before = Datatype.createVector(2, 1, -1, MPI.INT); // its second block lies before its beginning
      before.commit();
      refused(MPI.ERR_TYPE, () -> Receive.buffer(world, before, 0, 4));
      refused(MPI.ERR_RANK, () -> Receive.ints(world, 2, 4));
      refused(MPI.ERR_COMM, () -> Receive.ints(null, 0, 4));
      assertArrayEquals(new int[] {5}, Receive.ints(world, 0, 4).data()); // no mistake of arguments has taken it
      assertEquals(null, world.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
    }
  }
}
