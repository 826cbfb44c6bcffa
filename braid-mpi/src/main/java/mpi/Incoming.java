package mpi;

/** Where received objects belong: how many bytes they take only their message tells, which lands in an array of its own. */
record Incoming(Object[] buf, int offset, int count, Datatype type) {
  /** Puts the objects where the user wants them and tells what came. */
  Status deliver(byte[] bytes, int length, int source, int tag) {
    return Status.ofObjects(source, tag, Objects.decode(bytes, length, buf, offset, count, type));
  }
}
