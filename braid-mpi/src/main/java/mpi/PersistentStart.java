package mpi;

/** What a persistent request starts, with the arguments that it was given once. */
interface PersistentStart {
  /** Starts it once more; the last one is over. */
  Request begin();

  /** Whether the request may be freed while it is active. */
  default boolean mayBeFreedWhileActive() {
    return true;
  }

  /** Of a partitioned send: these partitions may leave; none is marked if one is refused. */
  default void ready(int... partitions) {
    throw new MPIException(ErrorClasses.ERR_REQUEST, "pready: the request is no partitioned send; psendInit makes one");
  }

  /** As {@link #ready}, of all from {@code low} to {@code high}, which is not less. */
  default void readyRange(int low, int high) {
    ready(low);
  }

  /** Of a partitioned receive: whether this partition has come. */
  default boolean hasArrived(int partition) {
    throw new MPIException(ErrorClasses.ERR_REQUEST, "parrived: the request is no partitioned receive; precvInit makes one");
  }

  /** The request was freed. */
  default void end() {}
}
