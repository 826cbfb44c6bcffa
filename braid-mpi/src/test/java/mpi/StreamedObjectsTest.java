package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objects whose stream is longer than a piece, between two ranks: every call that may meet them, and everything that may go wrong with them. */
@Timeout(60)
class StreamedObjectsTest {
  private static final int MIB = 1 << 20;
  private static final int HEAD_BYTES = 34;

  /** Some bytes that say what they are. */
  static final class Page implements Serializable {
    private static final long serialVersionUID = 1L;
    final int number;
    final byte[] bytes;

    Page(int number, int length) {
      this.number = number;
      this.bytes = new byte[length];
      new SplittableRandom(number).nextBytes(bytes);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Page page && page.number == number && java.util.Arrays.equals(page.bytes, bytes);
    }

    @Override
    public int hashCode() {
      return number;
    }
  }

  static List<Page> book(int pages, int bytesEach) {
    List<Page> book = new ArrayList<>();
    for (int i = 0; i < pages; i++) {
      book.add(new Page(i, bytesEach));
    }
    return book;
  }

  /** Leaves no request and no object behind. */
  abstract static class Job extends WorldProgram {
    private int objects;

    /** Requests that nobody asks for again are given back when others are wanted. */
    int forgotten;

    int other() {
      return 1 - rank;
    }

    @Override
    final void body() {
      objects = World.liveObjects();
      exchange();
    }

    abstract void exchange();

    @Override
    void leave() {
      int[] sum = {1};
      world.allReduce(sum, 1, MPI.INT, MPI.SUM);
      assertEquals(size, sum[0], "the communicator goes on");
      assertTrue(World.completions().liveRequests() <= forgotten, "requests are left");
      World.worldObject().newLco().close(); // looks for those that are idle since they were closed
      assertEquals(objects, World.liveObjects());
    }

    Object received(int source, int tag) {
      Object[] in = new Object[1];
      Status status = world.recv(in, 1, MPI.OBJECT, source, tag);
      assertEquals(1, status.getCount(MPI.OBJECT));
      return in[0];
    }

    void send(Object out, int tag) {
      world.send(new Object[] {out}, 1, MPI.OBJECT, other(), tag);
    }

    /** With tag 1, by either call. */
    void send(Object out, boolean starts) {
      if (starts) {
        world.iSend(new Object[] {out}, 1, MPI.OBJECT, other(), 1).waitFor();
      } else {
        send(out, 1);
      }
    }
  }

  @Test
  void theyComeAsTheyWereWhateverTheirLength() {
    ThreadRanks.run(2, Lengths.class);
  }

  static final class Lengths extends Job {
    @Override
    void exchange() {
      for (int length : new int[] {0, 1000, MIB - 400, MIB - 200, MIB, MIB + 1, 2 * MIB, 5 * MIB + 7, 20 * MIB}) {
        if (rank == 0) {
          send(new Page(length, length), 1);
          assertEquals(new Page(7, 7), received(1, 2));
        } else {
          assertEquals(new Page(length, length), received(0, 1));
          send(new Page(7, 7), 2);
        }
      }
    }
  }

  @Test
  void theyKeepTheirPlaceAmongOtherMessages() {
    ThreadRanks.run(2, Order.class);
  }

  static final class Order extends Job {
    @Override
    void exchange() {
      if (rank == 0) {
        send("first", 1);
        send(book(30, 100_000), 1);
        send("third", 1);
        send(book(20, 100_000), 1);
      } else {
        assertEquals("first", received(MPI.ANY_SOURCE, MPI.ANY_TAG));
        assertEquals(book(30, 100_000), received(MPI.ANY_SOURCE, MPI.ANY_TAG));
        assertEquals("third", received(0, 1));
        assertEquals(book(20, 100_000), received(MPI.ANY_SOURCE, 1));
      }
    }
  }

  @Test
  void probesFindThemAndMatchedOnesTakeThem() {
    ThreadRanks.run(2, Probed.class);
  }

  static final class Probed extends Job {
    @Override
    void exchange() {
      if (rank == 0) {
        for (int i = 0; i < 4; i++) {
          send(book(5 + i, MIB), 3);
        }
        return;
      }
      Status seen = world.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
      assertEquals(0, seen.getSource());
      assertEquals(3, seen.getTag());
      assertEquals(MIB + HEAD_BYTES, seen.getCount(MPI.BYTE), "a probe tells the bytes of the head");
      assertEquals(book(5, MIB), received(seen.getSource(), seen.getTag()));
      Message taken = new Message();
      taken.mProbe(0, 3, world);
      Object[] in = new Object[1];
      taken.mRecv(in, 1, MPI.OBJECT);
      assertEquals(book(6, MIB), in[0]);
      taken.mProbe(0, 3, world);
      assertEquals(1, taken.imRecv(in, 1, MPI.OBJECT).waitStatus().getCount(MPI.OBJECT));
      assertEquals(book(7, MIB), in[0]);
      taken.mProbe(0, 3, world);
      assertArrayEquals(new Object[] {book(8, MIB)}, taken.receiveObjects());
    }
  }

  @Test
  void bothWaysAtOnceIsNoDeadlock() {
    ThreadRanks.run(2, Crossing.class);
  }

  static final class Crossing extends Job {
    @Override
    void exchange() {
      Object[] in = new Object[1];
      Object[] out = {book(12 + rank, MIB)};
      world.sendRecv(out, 1, MPI.OBJECT, other(), 4, in, 1, MPI.OBJECT, other(), 4);
      assertEquals(book(12 + other(), MIB), in[0]);
      Request coming = world.iRecv(in, 1, MPI.OBJECT, MPI.ANY_SOURCE, 5);
      world.sSend(out, 1, MPI.OBJECT, other(), 5);
      coming.waitFor();
      assertEquals(book(12 + other(), MIB), in[0]);
      Request own = world.iRecv(in, 1, MPI.OBJECT, rank, 6);
      world.send(out, 1, MPI.OBJECT, rank, 6);
      assertEquals(1, own.waitStatus().getCount(MPI.OBJECT));
      assertEquals(out[0], in[0]);
      world.send(out, 1, MPI.OBJECT, MPI.PROC_NULL, 7);
    }
  }

  @Test
  void aReceiveThatWasStartedGoesOnWhileOthersAreTested() {
    ThreadRanks.run(2, Started.class);
  }

  static final class Started extends Job {
    @Override
    void exchange() {
      if (rank == 0) {
        send(book(10, MIB), 1);
        send("later", 2);
        Prequest again = world.sendInit(new Object[] {book(3, MIB)}, 1, MPI.OBJECT, 1, 3);
        again.start();
        again.waitFor();
        again.free();
        return;
      }
      Object[] long_ = new Object[1];
      Object[] short_ = new Object[1];
      Request[] both = {world.iRecv(long_, 1, MPI.OBJECT, 0, 1), world.iRecv(short_, 1, MPI.OBJECT, 0, 2)};
      while (!Request.testAll(both)) {
        Thread.onSpinWait();
      }
      assertEquals(book(10, MIB), long_[0]);
      assertEquals("later", short_[0]);
      Prequest again = world.recvInit(long_, 1, MPI.OBJECT, 0, 3);
      again.start();
      again.waitFor();
      again.free();
      assertEquals(book(3, MIB), long_[0]);
    }
  }

  @Test
  void aSendThatWasStartedWaitsForNobody() {
    ThreadRanks.run(2, StartedSends.class);
  }

  static final class StartedSends extends Job {
    @Override
    void exchange() {
      Object[] out = {book(20 + rank, MIB)};
      Object[] in = new Object[3];
      Request[] sends = {world.iSend(out, 1, MPI.OBJECT, other(), 1), world.isSend(out, 1, MPI.OBJECT, other(), 2), world.iSend(out, 1, MPI.OBJECT, other(), 3)};
      world.barrier();
      assertFalse(sends[1].test(), "no receive has met it");
      assertEquals(1, world.Recv(in, 2, 1, MPI.OBJECT, other(), 3).getCount(MPI.OBJECT));
      assertEquals(1, world.Recv(in, 0, 1, MPI.OBJECT, other(), 1).getCount(MPI.OBJECT));
      assertEquals(1, world.Recv(in, 1, 1, MPI.OBJECT, other(), 2).getCount(MPI.OBJECT));
      Request.waitAll(sends);
      List<Page> expected = book(20 + other(), MIB);
      assertArrayEquals(new Object[] {expected, expected, expected}, in);
      Request both = world.iSendRecv(out, 1, MPI.OBJECT, other(), 4, in, 1, MPI.OBJECT, other(), 4);
      both.waitFor();
      assertEquals(expected, in[0]);
      world.iSend(out, 1, MPI.OBJECT, MPI.PROC_NULL, 5).waitFor();
      world.iSend(out, 1, MPI.OBJECT, other(), 6).free();
      forgotten = 1;
      assertEquals(expected, received(other(), 6));
      world.barrier();
      world.sendRecvReplace(out, 1, MPI.OBJECT, other(), 7, other(), 7);
      assertEquals(expected, out[0]);
    }
  }

  @Test
  void aProgramOfOneThreadSendsThemWhole() {
    ThreadRanks.run(2, OneThread.class);
  }

  static final class OneThread implements Runnable {
    @Override
    public void run() {
      MPI.InitThread(new String[0], MPI.THREAD_SERIALIZED);
      Intracomm world = MPI.COMM_WORLD;
      int other = 1 - world.getRank();
      Object[] in = new Object[1];
      Object[] out = {book(5, MIB)};
      world.sendRecv(out, 1, MPI.OBJECT, other, 1, in, 1, MPI.OBJECT, other, 1);
      assertEquals(out[0], in[0]);
      Request sent = world.iSend(out, 1, MPI.OBJECT, other, 2);
      assertTrue(world.probe(other, 2).getCount(MPI.BYTE) > 5 * MIB);
      world.recv(in, 1, MPI.OBJECT, other, 2);
      assertEquals(out[0], in[0]);
      sent.waitFor();
      MPI.Finalize();
    }
  }

  // ---- what goes wrong

  static void refused(int errorClass, String text, org.junit.jupiter.api.function.Executable call) {
    MPIException told = assertThrows(MPIException.class, call);
    String message = String.valueOf(told.getMessage());
    assertEquals(errorClass, told.getErrorClass(), message);
    assertTrue(message.contains(text), message);
  }

  @Test
  void whatCannotBeWrittenIsToldAtBothEnds() {
    ThreadRanks.run(2, Unwritable.class);
  }

  static final class Unwritable extends Job {
    @Override
    void exchange() {
      List<Object> half = new ArrayList<>(book(12, MIB));
      half.add(new Object());
      forgotten = 1; // the one of the send that was started and refused
      for (int i = 0; i < 3; i++) {
        boolean starts = i == 1;
        if (rank == 0) {
          refused(MPI.ERR_TYPE, "java.lang.Object", () -> send(half, starts));
        } else if (i < 2) {
          refused(MPI.ERR_TYPE, "its sender could not write it", () -> received(0, 1));
        } else {
          Request started = world.iRecv(new Object[1], 1, MPI.OBJECT, 0, 1);
          refused(MPI.ERR_TYPE, "its sender could not write it", started::waitFor);
        }
      }
    }
  }

  /** Refuses to be read, in the middle of what others would read. */
  static final class Unreadable implements Externalizable {
    private static final long serialVersionUID = 1L;

    public Unreadable() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeInt(1);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
      throw new IOException("it does not want to be read");
    }
  }

  @Test
  void whatCannotBeReadIsToldToTheReaderAlone() {
    ThreadRanks.run(2, Unread.class);
  }

  static final class Unread extends Job {
    @Override
    void exchange() {
      List<Object> pages = new ArrayList<>(book(3, MIB));
      pages.add(new Unreadable());
      pages.addAll(book(40, MIB));
      for (int i = 0; i < 2; i++) {
        if (rank == 0) {
          send(pages, i == 1);
        } else if (i == 0) {
          refused(MPI.ERR_TYPE, "does not want to be read", () -> received(0, 1));
        } else {
          Request started = world.iRecv(new Object[1], 1, MPI.OBJECT, 0, 1);
          refused(MPI.ERR_TYPE, "does not want to be read", started::waitFor);
        }
      }
    }
  }

  @Test
  void whoReceivesThemForSomethingElseIsToldAndTheSenderGoesOn() {
    ThreadRanks.run(2, Misfits.class);
  }

  static final class Misfits extends Job {
    @Override
    void exchange() {
      Object[] two = {book(2, MIB), book(2, MIB)};
      if (rank == 0) {
        for (int i = 0; i < 2; i++) {
          world.send(two, 2, MPI.OBJECT, 1, 1);
          world.iSend(two, 2, MPI.OBJECT, 1, 1).waitFor();
        }
        world.send(new Object[] {1, book(2, MIB)}, 2, MPI.OBJECT, 1, 1);
        return;
      }
      refused(MPI.ERR_TYPE, "another datatype", () -> world.recv(new int[10], 10, MPI.INT, 0, 1));
      refused(MPI.ERR_TRUNCATE, "room for 1", () -> world.recv(new Object[1], 1, MPI.OBJECT, 0, 1));
      Request started = world.iRecv(new Object[1], 1, MPI.OBJECT, 0, 1);
      refused(MPI.ERR_TRUNCATE, "room for 1", started::waitFor);
      refused(MPI.ERR_TRUNCATE, "truncated", () -> world.recv(new byte[10], 10, MPI.PACKED, 0, 1));
      refused(MPI.ERR_TYPE, "Receive into Object[] or", () -> world.recv(new String[2], 2, MPI.OBJECT, 0, 1));
    }
  }

  @Test
  void whoFreesACommunicatorLetsItsSendersGo() {
    ThreadRanks.run(2, Freed.class);
  }

  static final class Freed extends Job {
    @Override
    void exchange() {
      Intracomm own = world.dup();
      if (rank == 0) {
        own.send(new Object[] {book(5, MIB)}, 1, MPI.OBJECT, 1, 1);
      } else {
        assertEquals(0, own.probe(0, 1).getSource());
      }
      own.free();
    }
  }

  @Test
  void theFilterAsksOfThemAsOfOthers() {
    ThreadRanks.run(2, Filtered.class);
  }

  static final class Filtered extends Job {
    @Override
    void exchange() {
      try {
        System.setProperty("braid.object-limit", String.valueOf(2 * MIB));
        world.barrier();
        if (rank == 0) {
          send(new Page(1, 3 * MIB), 1);
          send(new Page(1, 2 * MIB), 1);
        } else {
          refused(MPI.ERR_TYPE, "filter status: REJECTED", () -> received(0, 1));
          assertEquals(new Page(1, 2 * MIB), received(0, 1));
          System.setProperty("braid.object-limit", "much");
        }
        world.barrier();
        if (rank == 0) {
          send(new Page(1, 2 * MIB), 1);
        } else {
          refused(MPI.ERR_ARG, "braid.object-limit is 'much'", () -> received(0, 1));
        }
        world.barrier();
      } finally {
        System.clearProperty("braid.object-limit");
      }
    }
  }

  @Test
  void partsOfAnArrayAndDerivedTypesAreStreamedToo() {
    ThreadRanks.run(2, Parts.class);
  }

  static final class Parts extends Job {
    @Override
    void exchange() {
      Object[] out = new Object[9];
      Object[] in = new Object[9];
      for (int i = 0; i < out.length; i++) {
        out[i] = new Page(i, MIB / 2);
      }
      Datatype everySecond = Datatype.createVector(4, 1, 2, MPI.OBJECT);
      everySecond.commit();
      if (rank == 0) {
        world.Send(out, 3, 6, MPI.OBJECT, 1, 1);
        world.send(out, 1, everySecond, 1, 2);
      } else {
        assertEquals(6, world.Recv(in, 2, 6, MPI.OBJECT, 0, 1).getCount(MPI.OBJECT));
        assertArrayEquals(java.util.Arrays.copyOfRange(out, 3, 9), java.util.Arrays.copyOfRange(in, 2, 8));
        assertFalse(in[0] != null || in[8] != null);
        assertEquals(1, world.recv(in, 1, everySecond, 0, 2).getCount(everySecond));
        assertArrayEquals(new Object[] {out[0], out[2], out[4], out[6]}, new Object[] {in[0], in[2], in[4], in[6]});
      }
      everySecond.free();
    }
  }
}
