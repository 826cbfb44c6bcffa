package mpi;

import org.braid.base.BraidException;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** A persistent send or receive (MPI 4.1, section 3.9). */
record PersistentMessage(String call, Lco lco, Prequest.Mode mode, @Nullable Object buf, int offset, long count, Datatype type, int peer, int tag) implements PersistentStart {
  PersistentMessage {
    Buffers.check(lco, call, buf, offset, count, type);
    try {
      if (mode == Prequest.Mode.RECEIVE) {
        Buffers.checkWritable(lco, call, buf, offset, count, type);
        lco.checkReceive(peer, tag);
      } else {
        lco.checkSend(peer, tag);
      }
    } catch (BraidException e) {
      throw Errors.of(e);
    }
    type = Datatype.kept(type); // the program may free its own before a start
  }

  @Override
  public Request begin() {
    return switch (mode) {
      case STANDARD -> NonBlocking.send(lco, buf, offset, count, type, peer, tag);
      case SYNCHRONOUS -> NonBlocking.synchronousSend(lco, buf, offset, count, type, peer, tag);
      case BUFFERED -> bufferedSend();
      case RECEIVE -> NonBlocking.receive(lco, buf, offset, count, type, peer, tag);
    };
  }

  private Request bufferedSend() {
    World.buffered().send(lco, Outgoing.inPlace(lco, call, buf, offset, count, type), type.code, peer, tag);
    return Request.over();
  }
}
