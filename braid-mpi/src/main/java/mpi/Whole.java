package mpi;

/** What a request stands for that is more than one communication: whoever finishes the request asks this for its status. It is the attachment of the request. */
interface Whole {
  /** What came of it; nothing changes by that. */
  Status look();

  /** What came of it, once; parts are given back. */
  Status finish();

  /** Whether it is a collective, which is neither taken back nor forgotten. */
  default boolean isCollective() {
    return false;
  }

  /** The program asks for it to be taken back. */
  void cancel(boolean isDone);

  /** Nobody will ask what came of it. */
  void free();
}
