package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.ErrorCode;
import org.braid.mpix.CommName;
import org.braid.mpix.LocalComm;
import org.junit.jupiter.api.function.Executable;

/** A program of two ranks: rank 0 has the receive slots, two of them, and rank 1 has a send slot that leads to the first one. */
abstract class SlotPair implements Runnable {
  static final int TAG = 3;
  static final int LONG = 500_000;

  LocalComm end = started();
  CommName receiver = end.name();

  @Override
  public final void run() {
    try {
      talk();
    } catch (Ended died) {
      return;
    }
    end.close();
    MPI.COMM_WORLD.barrier();
    assertEquals(0, World.completions().liveRequests());
    MPI.Finalize();
  }

  private void talk() {
    end.addReceiveSlots(2);
    if (MPI.COMM_WORLD.getRank() == 0) {
      MPI.COMM_WORLD.send(end.name().toBytes(), 1, CommName.CNAME, 1, 99);
      receiver();
    } else {
      end = LocalComm.create();
      receiver = LocalCommTest.name(0);
      end.addSendSlot(receiver, 0);
      sender();
    }
  }

  private static LocalComm started() {
    MPI.Init(new String[0]);
    return LocalComm.create();
  }

  abstract void receiver();

  abstract void sender();

  static void meet() {
    MPI.COMM_WORLD.barrier();
  }

  int receive(int source) {
    int[] got = new int[1];
    end.recv(got, 1, MPI.INT, source, TAG);
    return got[0];
  }

  void send(int value) {
    end.send(new int[] {value}, 1, MPI.INT, 0, TAG);
  }

  void renew() {
    end.addSendSlot(receiver, 0);
  }

  /** What a rank throws that ends as if it had been killed. */
  static final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  // ---- what calls are told

  static String told(int errorClass, ErrorCode code, Executable call) {
    MPIException thrown = assertThrows(MPIException.class, call);
    String message = String.valueOf(thrown.getMessage());
    assertEquals(errorClass, thrown.getErrorClass(), message);
    assertTrue(message.contains(code.id()), message);
    return message;
  }

  static String noSender(Executable call) {
    return told(MPI.ERR_OTHER, ErrorCode.MPI_NO_SENDER, call);
  }

  static String slotGone(Executable call) {
    return told(MPI.ERR_COMM, ErrorCode.MPI_SLOT_GONE, call);
  }

  static void contains(String part, String message) {
    assertTrue(message.contains(part), message);
  }
}
