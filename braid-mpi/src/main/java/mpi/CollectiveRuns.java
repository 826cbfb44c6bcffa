package mpi;

import org.braid.coll.engine.Call;
import org.braid.coll.engine.Engine;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Selection;
import org.braid.mpi.Lco;
import org.braid.mpi.LcoPort;

/** The schedule engine of one communicator. MPI orders the collectives of a communicator; the lock only keeps mistakes harmless. */
final class CollectiveRuns {
  private final Engine engine;

  CollectiveRuns(Lco lco) {
    engine = new Engine(new LcoPort(lco), World.isCrowded(), selection());
  }

  /** Braid's rules, behind those that BRAID_COLL sets, which must be the same at every rank. */
  private static Selection selection() {
    String byHand = System.getenv("BRAID_COLL");
    return byHand == null ? Selection.defaults() : Selection.defaults().with(byHand);
  }

  synchronized Call call(Operation operation) {
    return engine.call(operation);
  }

  synchronized void run(Call call) {
    engine.run(call);
  }
}
