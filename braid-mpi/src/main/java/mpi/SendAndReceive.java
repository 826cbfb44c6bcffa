package mpi;

import org.braid.base.BraidException;
import org.braid.mpi.completion.Joined;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** A send and a receive that one request stands for (MPI 4.1, section 3.10): its status is the receive's. */
record SendAndReceive(Request send, Request receive) implements Whole {
  /**
   * Starts both, the receive first. Of a send buffer that overlaps the other a copy is sent, or of any if {@code copies}.
   *
   * @param call as users of MPI write it
   */
  static Request start(
      String call, Lco lco, @Nullable Object sendbuf, long sendcount, Datatype sendtype, int dest, int sendtag,
      @Nullable Object recvbuf, long recvcount, Datatype recvtype, int source, int recvtag, boolean copies) {
    Buffers.check(lco, call, sendbuf, 0, sendcount, sendtype);
    Buffers.checkWritable(lco, call, recvbuf, 0, recvcount, recvtype);
    checkEnvelopes(lco, dest, sendtag, source, recvtag);
    boolean aside = copies || Buffers.overlap(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype);
    Outgoing copy = aside ? Outgoing.copyOf(lco, call, sendbuf, 0, sendcount, sendtype) : null;
    Request receive = NonBlocking.receive(call, lco, recvbuf, 0, recvcount, recvtype, source, recvtag);
    try {
      Request send = copy == null ? NonBlocking.sendRare(call, lco, sendbuf, 0, sendcount, sendtype, dest, sendtag, false) : NonBlocking.start(copy, lco, sendtype, dest, sendtag, false);
      return joined(new SendAndReceive(send, receive));
    } catch (Throwable refused) { // the program's own code, too, if it writes objects
      receive.cancel();
      receive.free();
      throw refused;
    }
  }

  /** Before the receive takes a message that a refused send could not bring back. */
  static void checkEnvelopes(Lco lco, int dest, int sendtag, int source, int recvtag) {
    try {
      lco.checkSend(dest, sendtag);
      lco.checkReceive(source, recvtag);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private static Request joined(SendAndReceive both) {
    org.braid.mpi.p2p.Request whole = World.machines().start(new Joined(World.completions(), both.send, both.receive));
    whole.attach(both);
    return new Request(whole, null);
  }

  @Override
  public Status look() {
    Status known = receive.getStatus();
    return known == null ? new Status() : known;
  }

  @Override
  public Status finish() {
    try {
      send.waitFor();
    } catch (Throwable failed) {
      receive.free();
      throw failed;
    }
    return receive.waitStatus();
  }

  @Override
  public void cancel(boolean isDone) {
    receive.cancel();
  }

  @Override
  public void free() {
    send.free();
    receive.free();
  }
}
