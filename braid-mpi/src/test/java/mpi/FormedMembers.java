package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.mpix.CommName;
import org.braid.mpix.LocalComm;
import org.junit.jupiter.api.function.Executable;

/** All members' objects of this process, so many of them, and the names of all. */
record FormedMembers(LocalComm[] own, CommName[] names) {
  static FormedMembers of(int count) {
    LocalComm[] own = new LocalComm[count];
    CommName[] ownNames = new CommName[count];
    for (int i = 0; i < count; i++) {
      own[i] = LocalComm.create();
      own[i].addReceiveSlots(count * MPI.COMM_WORLD.getSize());
      ownNames[i] = own[i].name();
    }
    byte[] box = new byte[count * MPI.COMM_WORLD.getSize() * CommName.BYTES];
    MPI.COMM_WORLD.allGather(CommName.toBytes(ownNames), count, CommName.CNAME, box, count, CommName.CNAME);
    return new FormedMembers(own, CommName.all(box));
  }

  int rankOf(int index) {
    return own.length * MPI.COMM_WORLD.getRank() + index;
  }

  void connect() {
    for (int i = 0; i < own.length; i++) {
      int[] slots = new int[names.length];
      Arrays.fill(slots, rankOf(i));
      own[i].addSendSlots(names, slots);
    }
  }

  /** Each object in a thread of its own. */
  void run(Body body) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < own.length; i++) {
      int index = i;
      Thread thread = new Thread(() -> {
        try {
          body.run(own[index], rankOf(index));
        } catch (Throwable e) {
          failure.compareAndSet(null, e);
        }
      });
      thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
      thread.start();
      threads.add(thread);
    }
    for (Thread each : threads) {
      try {
        each.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    if (failure.get() != null) {
      throw new AssertionError("a member failed", failure.get());
    }
  }

  /** What a member does. */
  interface Body {
    void run(LocalComm object, int rank);
  }

  static String told(int errorClass, Executable call) {
    MPIException thrown = assertThrows(MPIException.class, call);
    assertEquals(errorClass, thrown.getErrorClass(), thrown.getMessage());
    return String.valueOf(thrown.getMessage());
  }

  static void contains(String part, String message) {
    assertTrue(message.contains(part), message);
  }
}
