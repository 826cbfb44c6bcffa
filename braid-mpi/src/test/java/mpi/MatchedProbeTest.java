package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A matched probe takes a message: whoever has it, and nobody else, receives it. */
class MatchedProbeTest {
  @Test
  void whatWasTakenMeetsNoOtherReceiveAndIsReceivedOnce() {
    ThreadRanks.run(2, Taken.class);
  }

  static final class Taken implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      if (world.getRank() == 0) {
        for (int value : new int[] {1, 2}) {
          world.send(new int[] {value, value}, 2, MPI.INT, 1, 7);
        }
        world.sSend(new int[] {3}, 1, MPI.INT, 1, 8);
        world.send(new byte[1_000_000], 1_000_000, MPI.BYTE, 1, 9);
        world.send(new Object[] {"text"}, 1, MPI.OBJECT, 1, 10);
      } else {
        receive(world);
      }
      MPI.Finalize();
    }

    private static void receive(Intracomm world) {
      Message first = new Message();
      assertTrue(first.isNull());
      Status status = first.mProbe(0, 7, world);
      assertEquals(2, status.getCount(MPI.INT));
      assertEquals(7, status.getTag());
      assertFalse(first.isNull());
      int[] in = new int[2];
      world.recv(in, 2, MPI.INT, 0, 7);
      assertArrayEquals(new int[] {2, 2}, in, "the first one is taken");
      assertEquals(0, first.mRecv(in, 2, MPI.INT).getSource());
      assertArrayEquals(new int[] {1, 1}, in);
      assertTrue(first.isNull());
      assertThrows(MPIException.class, () -> first.mRecv(new int[2], 2, MPI.INT));
      assertNull(new Message().imProbe(0, 7, world), "nothing is left");
      Message synchronous = new Message();
      synchronous.mProbe(MPI.ANY_SOURCE, 8, world);
      ByteBuffer direct = MPI.newByteBuffer(4).order(ByteOrder.nativeOrder());
      assertEquals(1, synchronous.imRecv(direct.asIntBuffer(), 1, MPI.INT).waitStatus().getCount(MPI.INT));
      assertEquals(3, direct.getInt(0));
      Message large = new Message();
      assertEquals(1_000_000, large.mProbe(0, 9, world).getCount(MPI.BYTE));
      assertEquals(1_000_000, large.mRecv(new byte[1_000_000], 1_000_000, MPI.BYTE).getCount(MPI.BYTE));
      Message object = new Message();
      object.mProbe(0, 10, world);
      Object[] text = new Object[1];
      object.mRecv(text, 1, MPI.OBJECT);
      assertEquals("text", text[0]);
    }
  }

  @Test
  void aMessageFromNobodyIsThereAtOnceAndEmpty() {
    ThreadRanks.run(1, FromNobody.class);
  }

  static final class FromNobody implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Message nobody = new Message();
      assertEquals(MPI.PROC_NULL, nobody.mProbe(MPI.PROC_NULL, 0, MPI.COMM_WORLD).getSource());
      assertTrue(nobody.isNoProc());
      assertFalse(nobody.isNull());
      assertEquals(0, nobody.mRecv(new int[1], 1, MPI.INT).getCount(MPI.INT));
      assertTrue(nobody.isNull());
      Status there = nobody.imProbe(MPI.PROC_NULL, 0, MPI.COMM_WORLD);
      assertTrue(there != null);
      assertEquals(MPI.PROC_NULL, nobody.imRecv(ByteBuffer.allocateDirect(4), 4, MPI.BYTE).waitStatus().getSource());
      MPI.Finalize();
    }
  }

  /** What a plain probe can't do: between its answer and the receive another thread may take the message. */
  @Test
  void threadsThatProbeAtTheSameTimeEachGetTheMessageThatTheyWereTold() {
    ThreadRanks.run(2, Threads.class);
  }

  static final class Threads implements Runnable {
    private static final int MESSAGES = 300;
    private static final int THREADS = 3;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      if (world.getRank() == 0) {
        for (int i = 0; i < MESSAGES; i++) {
          int length = 1 + i % 5;
          int[] data = new int[length];
          java.util.Arrays.fill(data, length);
          world.send(data, length, MPI.INT, 1, 0);
        }
      } else {
        AtomicInteger right = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
          threads.add(Thread.ofPlatform().start(() -> receiveSome(world, right)));
        }
        for (Thread thread : threads) {
          join(thread);
        }
        assertEquals(MESSAGES, right.get());
      }
      MPI.Finalize();
    }

    private static void receiveSome(Intracomm world, AtomicInteger right) {
      for (int i = 0; i < MESSAGES / THREADS; i++) {
        Message message = new Message();
        int length = message.mProbe(0, 0, world).getCount(MPI.INT);
        int[] in = new int[length];
        message.mRecv(in, length, MPI.INT);
        right.addAndGet(in[length - 1] == length ? 1 : 0);
      }
    }

    private static void join(Thread thread) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
