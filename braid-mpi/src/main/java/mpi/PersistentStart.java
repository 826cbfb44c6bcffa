package mpi;

/** What a persistent request starts, with the arguments that it was given once. */
interface PersistentStart {
  /** Starts it once more; the last one is over. */
  Request begin();

  /** Whether the request may be freed while it is active. */
  default boolean mayBeFreedWhileActive() {
    return true;
  }

  /** The request was freed. */
  default void end() {}
}
