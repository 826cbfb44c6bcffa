package mpi;

import java.util.function.Consumer;
import org.braid.mpi.coll.Prepared;

/** One call of those with counts of type long, blocking, started or persistent as whoever asks for it wants. */
record LargeCall(String name, Comm comm, Consumer<CollectiveCalls> call) implements Prepared<Request, Prequest, Info> {
  /** @throws MPIException ERR_COMM for null */
  static LargeCall of(String name, Comm comm, Consumer<CollectiveCalls> call) {
    return new LargeCall(name, Arguments.comm(comm, name), call);
  }

  @Override
  public void run() {
    call.accept(comm.calls());
  }

  @Override
  public Request start() {
    return comm.started(call);
  }

  @Override
  public Prequest persistent(Info hints) {
    return comm.persistent(name, hints, call);
  }
}
