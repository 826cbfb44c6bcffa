package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.braid.base.ErrorCode;
import org.braid.mpix.CommName;
import org.braid.mpix.Confluence;
import org.braid.mpix.LocalComm;
import org.braid.mpix.Transformation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Generalized collectives: any number of senders, any number of receivers, a transformation between them (generalized communicators, section 6). */
@Timeout(60)
class ConfluenceTest {
  private static final int RANKS = 3;
  private static final int TAG = 5;
  private static final int ROUNDS = 3;

  /** A job of three ranks. */
  abstract static class Job implements Runnable {
    int rank;

    @Override
    public final void run() {
      MPI.Init(new String[0]);
      rank = MPI.COMM_WORLD.getRank();
      talk();
      MPI.COMM_WORLD.barrier();
      assertEquals(0, World.completions().liveRequests());
      MPI.Finalize();
    }

    abstract void talk();

    /** The senders of this rank: slot i is that of rank i mod 3. */
    List<LocalComm> senders(int count, CommName to) {
      List<LocalComm> own = new ArrayList<>();
      for (int slot = 0; slot < count; slot++) {
        if (slot % RANKS == rank) {
          LocalComm sender = LocalComm.create();
          sender.addSendSlot(to, slot);
          own.add(sender);
        }
      }
      return own;
    }

    /** The receivers of this rank, whose names go to rank 0: number j is that of rank j + 1 mod 3. */
    List<LocalComm> receivers(int count) {
      List<LocalComm> own = new ArrayList<>();
      for (int number = 0; number < count; number++) {
        if ((number + 1) % RANKS == rank) {
          LocalComm receiver = LocalComm.create();
          receiver.addReceiveSlots(1);
          MPI.COMM_WORLD.send(receiver.name().toBytes(), 1, CommName.CNAME, 0, number);
          own.add(receiver);
        }
      }
      return own;
    }

    /** At rank 0: a confluence of these numbers of senders and receivers; null elsewhere. */
    <A> @Nullable Confluence<A> confluence(int senders, int receivers, Class<A> array, Transformation<A> how, CommName[] named) {
      LocalComm object = rank == 0 ? LocalComm.create() : null;
      byte[] name = new byte[CommName.BYTES];
      if (object != null) {
        object.addReceiveSlots(senders);
        for (int number = 0; number < receivers; number++) {
          byte[] box = new byte[CommName.BYTES];
          MPI.COMM_WORLD.recv(box, 1, CommName.CNAME, (number + 1) % RANKS, number);
          object.addSendSlot(CommName.get(box, 0), 0);
        }
        name = object.name().toBytes();
      }
      Confluence<A> made = object == null ? null : Confluence.at(object, array, TAG, how);
      MPI.COMM_WORLD.bcast(name, 1, CommName.CNAME, 0);
      named[0] = CommName.get(name, 0);
      return made;
    }

    static void noSender(LocalComm receiver) {
      MPIException told = assertThrows(MPIException.class, () -> receiver.recv(new long[10], 10, MPI.LONG, 0, TAG));
      assertTrue(String.valueOf(told.getMessage()).contains(ErrorCode.MPI_NO_SENDER.id()), told::toString);
    }

    static long receive(LocalComm receiver) {
      long[] got = new long[1];
      receiver.recv(got, 1, MPI.LONG, 0, TAG);
      return got[0];
    }

    static void send(LocalComm sender, long value) {
      sender.send(new long[] {value}, 1, MPI.LONG, 0, TAG);
    }
  }

  private static long sum(List<long @Nullable []> parts) {
    return parts.stream().filter(Objects::nonNull).mapToLong(part -> Arrays.stream(part).sum()).sum();
  }

  @Test
  void anyNumberOfSendersAndReceiversMeetInEachRound() {
    ThreadRanks.run(RANKS, AllShapes.class);
  }

  static final class AllShapes extends Job {
    @Override
    void talk() {
      for (int senders = 1; senders <= 5; senders++) {
        for (int receivers = 0; receivers <= 4; receivers++) {
          meet(senders, receivers, false);
          meet(senders, receivers, true);
        }
      }
    }

    private void meet(int m, int n, boolean toEachItsOwn) {
      List<LocalComm> receivers = receivers(n);
      CommName[] there = new CommName[1];
      Confluence<long[]> confluence = confluence(m, n, long[].class, (parts, outs) -> toEachItsOwn ? ownSums(parts, outs) : List.of(new long[] {sum(parts)}), there);
      List<LocalComm> senders = senders(m, there[0]);
      for (int round = 0; round < ROUNDS; round++) {
        for (LocalComm sender : senders) {
          send(sender, round + 1);
        }
      }
      senders.forEach(LocalComm::close);
      for (int i = 0; i < receivers.size(); i++) {
        int number = (rank + RANKS - 1) % RANKS + i * RANKS;
        for (int round = 0; round < ROUNDS; round++) {
          assertEquals((long) m * (round + 1) + (toEachItsOwn ? number : 0), receive(receivers.get(i)));
        }
        noSender(receivers.get(i));
        receivers.get(i).close();
      }
      if (confluence != null) {
        assertEquals(ROUNDS, confluence.await());
        confluence.close();
      }
    }

    private static List<long[]> ownSums(List<long @Nullable []> parts, int outs) {
      List<long[]> results = new ArrayList<>();
      for (int number = 0; number < outs; number++) {
        results.add(new long[] {sum(parts) + number});
      }
      return results;
    }
  }

  @Test
  void aSenderThatHasGoneIsMissingAndTheOthersGoOn() {
    ThreadRanks.run(RANKS, Leaving.class);
  }

  static final class Leaving extends Job {
    @Override
    void talk() {
      List<LocalComm> receivers = receivers(1);
      CommName[] there = new CommName[1];
      Confluence<long[]> confluence = confluence(3, 1, long[].class, (parts, outs) -> List.of(new long[] {parts.stream().filter(Objects::nonNull).count()}), there);
      LocalComm sender = senders(3, there[0]).getFirst();
      for (int round = 0; round <= rank; round++) {
        send(sender, 1); // rank r for r + 1 rounds
      }
      sender.close();
      if (rank == 1) {
        assertEquals(3, receive(receivers.getFirst()));
        assertEquals(2, receive(receivers.getFirst()));
        assertEquals(1, receive(receivers.getFirst()));
        noSender(receivers.getFirst());
        receivers.getFirst().close();
      }
      if (confluence != null) {
        assertEquals(3, confluence.await());
      }
    }
  }

  @Test
  void aReceiverThatHasGoneIsNoneAnyMoreAndTheLastOneEndsIt() {
    ThreadRanks.run(RANKS, Parting.class);
  }

  static final class Parting extends Job {
    @Override
    void talk() {
      List<LocalComm> receivers = receivers(2);
      CommName[] there = new CommName[1];
      Confluence<long[]> confluence = confluence(1, 2, long[].class, (parts, outs) -> List.of(parts.getFirst()), there);
      List<LocalComm> sender = senders(1, there[0]);
      for (int round = 0; round < ROUNDS; round++) {
        if (rank == 0) {
          send(sender.getFirst(), round);
        } else if (rank == 1 || round == 0) {
          assertEquals(round, receive(receivers.getFirst()));
        }
        if (rank == 2 && round == 0) {
          receivers.getFirst().close();
        }
        MPI.COMM_WORLD.barrier();
      }
      if (rank == 1) {
        receivers.getFirst().close();
      }
      MPI.COMM_WORLD.barrier();
      if (confluence != null) {
        MPIException told = assertThrows(MPIException.class, () -> {
          while (true) {
            sender.getFirst().sSend(new long[1], 1, MPI.LONG, 0, TAG);
          }
        });
        assertTrue(String.valueOf(told.getMessage()).contains(ErrorCode.MPI_SLOT_GONE.id()), told::toString);
        assertTrue(confluence.await() >= ROUNDS);
        sender.getFirst().close();
      }
    }
  }

  @Test
  void whatTheTransformationThrowsIsToldAtItsOwnerAndTheOthersLearnThatItIsGone() {
    ThreadRanks.run(RANKS, Throwing.class);
  }

  static final class Throwing extends Job {
    private static final IllegalStateException THROWN = new IllegalStateException("thrown by a transformation");

    @Override
    void talk() {
      List<LocalComm> receivers = receivers(1);
      CommName[] there = new CommName[1];
      Confluence<long[]> confluence = confluence(1, 1, long[].class, (parts, outs) -> {
        if (Objects.requireNonNull(parts.getFirst())[0] == 2) {
          throw THROWN;
        }
        return List.of(parts.getFirst());
      }, there);
      List<LocalComm> sender = senders(1, there[0]);
      if (confluence != null) {
        send(sender.getFirst(), 1);
        send(sender.getFirst(), 2);
        MPIException told = assertThrows(MPIException.class, confluence::await);
        assertSame(THROWN, told.getCause());
        assertEquals(1, confluence.rounds());
        confluence.close();
        assertThrows(MPIException.class, () -> send(sender.getFirst(), 3));
        sender.getFirst().close();
      } else if (rank == 1) {
        assertEquals(1, receive(receivers.getFirst()));
        noSender(receivers.getFirst());
        receivers.getFirst().close();
      }
    }
  }

  @Test
  void aTransformationThatReturnsNullHearsThat() {
    ThreadRanks.run(RANKS, Returning.class);
  }

  @SuppressWarnings("NullAway") // that is what is tested
  static final class Returning extends Job {
    @Override
    void talk() {
      List<LocalComm> receivers = receivers(1);
      CommName[] there = new CommName[1];
      Confluence<long[]> confluence = confluence(1, 1, long[].class, (parts, outs) -> null, there);
      List<LocalComm> sender = senders(1, there[0]);
      if (confluence != null) {
        send(sender.getFirst(), 1);
        MPIException told = assertThrows(MPIException.class, confluence::await);
        assertTrue(String.valueOf(told.getMessage()).contains("its transformation returned null"), told.getMessage());
        sender.getFirst().close();
      } else if (rank == 1) {
        noSender(receivers.getFirst());
        receivers.getFirst().close();
      }
    }
  }

  @Test
  void resultsThatFitNoNumberOfReceiversAndMessagesOfAnotherTypeEndIt() {
    ThreadRanks.run(RANKS, Misfits.class);
  }

  static final class Misfits extends Job {
    @Override
    void talk() {
      List<LocalComm> receivers = receivers(1);
      CommName[] there = new CommName[1];
      Confluence<long[]> confluence = confluence(1, 1, long[].class, (parts, outs) -> List.of(new long[1], new long[1], new long[1]), there);
      List<LocalComm> sender = senders(1, there[0]);
      if (confluence != null) {
        send(sender.getFirst(), 1);
        assertEquals(MPI.ERR_COUNT, assertThrows(MPIException.class, confluence::await).getErrorClass());
        sender.getFirst().close();
      }
      if (rank == 1) {
        noSender(receivers.getFirst());
        receivers.getFirst().close();
      }
      Confluence<long[]> ofLongs = confluence(1, 0, long[].class, (parts, outs) -> Collections.singletonList(parts.getFirst()), there);
      List<LocalComm> ofInts = senders(1, there[0]);
      if (ofLongs != null) {
        ofInts.getFirst().send(new int[2], 2, MPI.INT, 0, TAG);
        assertEquals(MPI.ERR_TYPE, assertThrows(MPIException.class, ofLongs::await).getErrorClass());
        ofInts.getFirst().close();
      }
    }
  }

  @Test
  void oneThatIsClosedEndsAndItsSendersAreTold() {
    ThreadRanks.run(RANKS, Closing.class);
  }

  static final class Closing extends Job {
    @Override
    void talk() {
      CommName[] there = new CommName[1];
      Confluence<long[]> confluence = confluence(2, 0, long[].class, (parts, outs) -> Collections.singletonList(parts.getFirst()), there);
      List<LocalComm> sender = senders(2, there[0]);
      if (confluence != null) {
        send(sender.getFirst(), 1); // a round that never is: the other one sends nothing
        confluence.close();
        assertEquals(0, confluence.await());
      }
      MPI.COMM_WORLD.barrier();
      if (rank < 2) {
        MPIException told = assertThrows(MPIException.class, () -> sender.getFirst().sSend(new long[1], 1, MPI.LONG, 0, TAG));
        assertTrue(String.valueOf(told.getMessage()).contains(ErrorCode.MPI_SLOT_GONE.id()), told::toString);
        sender.getFirst().close();
      }
    }
  }

  @Test
  void theRoundThatItIsClosedInIsDelivered() {
    ThreadRanks.run(1, ClosedInRound.class);
  }

  /** Closed by another thread, by the transformation itself, and awaited there. */
  static final class ClosedInRound extends Job {
    @Override
    void talk() {
      for (boolean byItself : new boolean[] {false, true}) {
        closed(byItself);
      }
    }

    private static void closed(boolean byItself) {
      LocalComm receiver = LocalComm.create();
      receiver.addReceiveSlots(1);
      LocalComm object = LocalComm.create();
      object.addReceiveSlots(1);
      object.addSendSlot(receiver.name(), 0);
      LocalComm sender = LocalComm.create();
      sender.addSendSlot(object.name(), 0);
      CompletableFuture<Confluence<long[]>> own = new CompletableFuture<>();
      CompletableFuture<Boolean> begun = new CompletableFuture<>();
      CompletableFuture<Thread> closing = new CompletableFuture<>();
      Confluence<long[]> confluence = Confluence.at(object, long[].class, TAG, (parts, outs) -> {
        MPIException told = assertThrows(MPIException.class, () -> own.join().await());
        assertTrue(String.valueOf(told.getMessage()).contains("another thread"), told::toString);
        if (byItself) {
          own.join().close();
        } else {
          begun.complete(true);
          Thread closer = closing.join();
          while (closer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
          }
        }
        return Collections.singletonList(parts.getFirst());
      });
      own.complete(confluence);
      send(sender, 42);
      if (!byItself) {
        Thread closer = Thread.ofPlatform().unstarted(confluence::close);
        begun.join();
        closer.start();
        closing.complete(closer);
      }
      assertEquals(42, receive(receiver));
      assertEquals(1, confluence.await());
      confluence.close();
      sender.close();
      receiver.close();
    }
  }

  @Test
  void longResultsOfOneGoToAnotherOne() {
    ThreadRanks.run(RANKS, Tree.class);
  }

  /** Every rank has a confluence of two senders of its own; those of all lead to one at rank 0, and that to every rank. */
  static final class Tree extends Job {
    private static final int LENGTH = 100_000;

    @Override
    void talk() {
      List<LocalComm> receivers = receivers(RANKS);
      CommName[] top = new CommName[1];
      Confluence<double[]> all = confluence(RANKS, RANKS, double[].class, (parts, outs) -> List.of(added(parts)), top);
      LocalComm near = LocalComm.create();
      near.addReceiveSlots(2);
      near.addSendSlot(top[0], rank);
      CommName nearName = near.name();
      try (Confluence<double[]> mine = Confluence.at(near, double[].class, TAG, (parts, outs) -> List.of(added(parts)))) {
        for (int slot = 0; slot < 2; slot++) {
          LocalComm sender = LocalComm.create();
          sender.addSendSlot(nearName, slot);
          double[] data = new double[LENGTH];
          Arrays.setAll(data, i -> i);
          sender.send(data, LENGTH, MPI.DOUBLE, 0, TAG);
          sender.close();
        }
        double[] got = new double[LENGTH];
        receivers.getFirst().recv(got, LENGTH, MPI.DOUBLE, 0, TAG);
        double[] expected = new double[LENGTH];
        Arrays.setAll(expected, i -> 2.0 * RANKS * i);
        assertArrayEquals(expected, got);
        assertEquals(1, mine.await());
      }
      if (all != null) {
        assertEquals(1, all.await());
      }
      receivers.getFirst().close();
    }

    private static double[] added(List<double @Nullable []> parts) {
      double[] sum = new double[LENGTH];
      parts.stream().filter(Objects::nonNull).forEach(part -> Arrays.setAll(sum, i -> sum[i] + part[i]));
      return sum;
    }
  }

  @Test
  void whatCannotBeginIsRefusedAndTheCommunicatorStaysTheCallers() {
    ThreadRanks.run(1, Refused.class);
  }

  static final class Refused extends Job {
    @Override
    void talk() {
      try (LocalComm object = LocalComm.create()) {
        Transformation<long[]> same = (parts, outs) -> Collections.singletonList(parts.getFirst());
        assertEquals(MPI.ERR_RANK, refusal(() -> Confluence.at(object, long[].class, TAG, same)));
        object.addReceiveSlots(1);
        assertEquals(MPI.ERR_TAG, refusal(() -> Confluence.at(object, long[].class, -1, same)));
        assertEquals(MPI.ERR_TYPE, refusal(() -> Confluence.at(object, String[].class, TAG, (parts, outs) -> List.of())));
        assertEquals(MPI.ERR_COMM, refusal(() -> Confluence.at(LocalComm.of(MPI.COMM_WORLD), long[].class, TAG, same)));
        object.addSendSlot(object.name(), 0);
        object.send(new long[1], 1, MPI.LONG, 0, TAG);
        assertEquals(0, receive(object));
      }
    }

    private static int refusal(org.junit.jupiter.api.function.Executable begin) {
      return assertThrows(MPIException.class, begin).getErrorClass();
    }
  }
}
