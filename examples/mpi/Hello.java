import mpi.MPI;

/** Every rank says hello; rank 0 prints the greetings in the order of ranks. Try: ./braid run -n 4 examples/mpi/Hello.java */
public class Hello {
  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();

    char[] greeting = ("hello from rank " + rank + " of " + size).toCharArray();
    if (rank != 0) {
      MPI.COMM_WORLD.Send(greeting, 0, greeting.length, MPI.CHAR, 0, 0);
    } else {
      System.out.println(greeting);
      for (int source = 1; source < size; source++) {
        System.out.println(receiveLine(source));
      }
    }
    MPI.Finalize();
  }

  /** Asks how long the message is before it is received. */
  private static char[] receiveLine(int source) {
    int length = MPI.COMM_WORLD.Probe(source, 0).Get_count(MPI.CHAR);
    char[] line = new char[length];
    MPI.COMM_WORLD.Recv(line, 0, length, MPI.CHAR, source, 0);
    return line;
  }
}
