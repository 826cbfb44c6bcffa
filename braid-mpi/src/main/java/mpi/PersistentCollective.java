package mpi;

import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.comm.PersistentSpace;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/**
 * A persistent collective (MPI 4.1, section 6.13): the call with its arguments, and a matching space of its own, in which its schedule stays known. Where the communicator's hints promise that all members
 * start their persistent collectives in one order, they share the communicator's.
 */
record PersistentCollective(Comm comm, Consumer<CollectiveCalls> call, CollectiveRuns runs, @Nullable Lco own) implements PersistentStart {
  private static final String STRICT = "mpi_assert_strict_persistent_collective_ordering";

  /** Collective over all members, unless they share the communicator's space. */
  static Prequest of(String name, Comm comm, Info info, Consumer<CollectiveCalls> call) {
    boolean isStrict = "true".equals(comm.getInfo().get(STRICT));
    if (isStrict) {
      checkInfo(name, info);
      checkOneStep(name, comm, call);
      return new Prequest(new PersistentCollective(comm, call, comm.collective(), null), null);
    }
    try {
      Lco own = PersistentSpace.create(comm.collective(), name, () -> {
        checkInfo(name, info);
        return said(comm, call);
      });
      return new Prequest(new PersistentCollective(comm, call, prepared(own, comm, call), own), null);
    } catch (BraidException e) {
      throw comm.failed(e);
    }
  }

  private static void checkInfo(String name, Info info) {
    Arguments.given(info, ErrorClasses.ERR_INFO, name + ": the info");
  }

  /** Where members share memory they make it now, since a start waits for nobody. */
  private static CollectiveRuns prepared(Lco own, Comm comm, Consumer<CollectiveCalls> call) {
    CollectiveRuns runs = ChosenCollectives.of(own, comm.algorithms(), comm.reproducible());
    runs.countFor(comm.collective());
    boolean isReady = false;
    try {
      call.accept(CollectiveCalls.prepared(runs, comm));
      isReady = true;
    } catch (ObjectsAside.Needed objects) {
      isReady = true; // its steps are blocking calls, before which they make it
    } finally {
      if (!isReady) {
        runs.close(own::close);
      }
    }
    return runs;
  }

  private static void checkOneStep(String name, Comm comm, Consumer<CollectiveCalls> call) {
    try {
      call.accept(CollectiveCalls.checked(comm));
    } catch (ObjectsAside.Needed severalSteps) {
      throw new MPIException(ErrorClasses.ERR_TYPE, name + ": elements of MPI.OBJECT, and reductions of more than 2 GiB, want a matching space of their own, and the hint " + STRICT + " says that there is none; leave it out");
    }
  }

  /** Throws what is wrong; of objects that is found when they are serialized. What takes several steps is right if it has come to the first. What members of two groups say is compared when they start. */
  private static long said(Comm comm, Consumer<CollectiveCalls> call) {
    CollectiveCalls checked = CollectiveCalls.checked(comm);
    try {
      call.accept(checked);
    } catch (ObjectsAside.Needed objects) {
      return 0;
    }
    return comm.isInter() ? 0 : checked.said();
  }

  @Override
  public Request begin() {
    CollectiveCalls calls = CollectiveCalls.startedIn(runs, comm);
    try {
      call.accept(calls);
    } catch (ObjectsAside.Needed objects) {
      return ObjectsAside.startAlone(() -> call.accept(CollectiveCalls.in(runs, comm)));
    }
    return calls.request();
  }

  @Override
  public boolean mayBeFreedWhileActive() {
    return false;
  }

  @Override
  public void end() {
    if (own == null) {
      return;
    }
    try {
      runs.close(own::close);
    } catch (BraidException membersDiffer) {
      throw comm.failed(membersDiffer);
    }
  }
}
