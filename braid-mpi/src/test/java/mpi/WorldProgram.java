package mpi;

/** What each rank of a job does with its world, between Init and Finalize: for {@link ThreadRanks}, which makes one for each rank. */
@SuppressWarnings("NullAway") // the world is there when the program runs
abstract class WorldProgram implements Runnable {
  Intracomm world;
  int rank;
  int size;

  @Override
  public final void run() {
    MPI.Init(new String[0]);
    world = MPI.COMM_WORLD;
    rank = world.getRank();
    size = world.getSize();
    body();
    leave();
    MPI.Finalize();
  }

  abstract void body();

  /** What is to hold before Finalize. */
  void leave() {}
}
