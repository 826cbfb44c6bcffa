package mpi;

/** Something a program may give back before the job ends. Braid needs no such call: the garbage collector does the same. */
public interface Freeable {
  /** Marks the object as null; later uses of it are errors. */
  void free();
}
