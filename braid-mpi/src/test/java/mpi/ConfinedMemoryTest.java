package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Memory that one thread alone may touch, in messages: whoever makes progress is any thread. */
class ConfinedMemoryTest {
  @Test
  void whatIsStartedWithMemoryOfOneThreadIsCarriedOnByOthers() {
    ThreadRanks.run(2, OneThread.class);
  }

  /** The thread that owns the memory does nothing in MPI until another one has seen everything come and go. */
  static final class OneThread implements Runnable {
    private static final int LONG = 300_000;
    private final Intracomm world = MPI.COMM_WORLD;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Datatype everySecond = Datatype.createVector(LONG / 2, 1, 2, MPI.INT);
      everySecond.commit();
      for (int length : new int[] {2, LONG}) {
        exchange(length, MPI.INT, length);
      }
      exchange(1, everySecond, LONG);
      assertEquals(0, World.completions().liveRequests());
      MPI.Finalize();
    }

    private void exchange(int count, Datatype type, int length) {
      int other = 1 - world.getRank();
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment sent = arena.allocate(ValueLayout.JAVA_INT, length);
        MemorySegment got = arena.allocate(ValueLayout.JAVA_INT, length);
        sent.setAtIndex(ValueLayout.JAVA_INT, length - 2, 1 + other);
        Request[] started = {world.iRecv(got, count, type, other, 1), world.iSend(sent, count, type, other, 1), world.isSend(sent, count, type, other, 2)};
        Thread polls = Thread.ofPlatform().start(() -> {
          world.recv(new int[length], length, MPI.INT, other, 2);
          world.sendRecv(new int[0], 0, MPI.INT, other, 3, new int[0], 0, MPI.INT, other, 3);
        });
        join(polls);
        Status status = Request.waitAllStatus(started)[0];
        assertEquals(count, status.getCount(type));
        assertEquals(world.getRank() + 1, got.getAtIndex(ValueLayout.JAVA_INT, length - 2));
        Request none = world.iRecv(got, count, type, other, 4);
        none.cancel();
        assertTrue(none.waitStatus().isCancelled());
        world.sendRecv(sent, length, MPI.INT, other, 5, got, length, MPI.INT, other, 5);
        assertEquals(world.getRank() + 1, got.getAtIndex(ValueLayout.JAVA_INT, length - 2));
      }
    }

    private static void join(Thread thread) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
