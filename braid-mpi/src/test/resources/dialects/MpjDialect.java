import java.io.Serializable;
import mpi.*;

/** Uses the names and habits of MPJ Express and mpiJava 1.2: capitals, offsets, objects, no throws clauses. */
public class MpjDialect {
  static class Particle implements Serializable {
    double[] position = new double[3];
  }

  public static void main(String args[]) {
    String[] rest = MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    if (MPI.COMM_WORLD == null || rest == null) {
      return;
    }

    double matrix[][] = new double[4][4];
    MPI.COMM_WORLD.Bcast(matrix, 0, 4, MPI.OBJECT, 0);
    Particle[] particles = new Particle[size];
    MPI.COMM_WORLD.Allgather(new Particle[] {new Particle()}, 0, 1, MPI.OBJECT, particles, 0, 1, MPI.OBJECT);

    char[] message = "hello".toCharArray();
    Request send = MPI.COMM_WORLD.Isend(message, 0, message.length, MPI.CHAR, MPI.PROC_NULL, 99);
    send.Wait();
    Status status = MPI.COMM_WORLD.Recv(message, 1, 2, MPI.CHAR, MPI.PROC_NULL, MPI.ANY_TAG);
    int n = status.Get_count(MPI.CHAR) + status.source + status.tag + status.index + status.count;
    Status[] all = Request.Waitall(new Request[] {MPI.REQUEST_NULL});
    Status none = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG);
    boolean quiet = none == null && all.length == n;

    int[] in = {me, 1}, out = new int[2];
    MPI.COMM_WORLD.Allreduce(in, 0, out, 0, 1, MPI.INT2, MPI.MAXLOC);
    MPI.COMM_WORLD.Scan(in, 0, out, 0, 2, MPI.INT, new Op(new User_function() {
      public void Call(Object invec, int inoffset, Object inoutvec, int outoffset, int count, Datatype datatype) {
        for (int i = 0; i < count; i++) {
          ((int[]) inoutvec)[outoffset + i] += ((int[]) invec)[inoffset + i];
        }
      }
    }, true));

    byte[] space = new byte[1000 + MPI.BSEND_OVERHEAD];
    MPI.Buffer_attach(space);
    MPI.COMM_WORLD.Bsend(in, 0, 2, MPI.INT, MPI.PROC_NULL, 0);
    space = MPI.Buffer_detach();

    Datatype column = Datatype.Vector(4, 1, 4, MPI.DOUBLE);
    column.Commit();
    int position = MPI.COMM_WORLD.Pack(in, 0, 2, MPI.INT, space, 0);
    MPI.COMM_WORLD.Unpack(space, 0, out, 0, 2, MPI.INT);
    byte[] bytes = MPI.COMM_WORLD.Object_Serialize(particles, 0, size, MPI.OBJECT);
    MPI.COMM_WORLD.Object_Deserialize(particles, bytes, 0, size, MPI.OBJECT);

    Group evens = MPI.COMM_WORLD.Group().Incl(new int[] {0});
    Intracomm part = MPI.COMM_WORLD.Create(evens);
    Intracomm half = MPI.COMM_WORLD.Split(me % 2, position);
    Intracomm copy = (Intracomm) MPI.COMM_WORLD.clone();
    int upper = MPI.COMM_WORLD.Attr_get(MPI.TAG_UB);
    boolean same = Comm.Compare(copy, MPI.COMM_WORLD) == MPI.CONGRUENT && upper > 0;
    Prequest start = MPI.COMM_WORLD.Send_init(in, 0, 2, MPI.INT, MPI.PROC_NULL, 0);
    start.Start();
    start.Wait();
    try {
      MPI.COMM_WORLD.Send(in, 0, 3, MPI.INT, 0, 0);
    } catch (MPIException e) {
      quiet = e.getMessage() != null && same && part == half;
    }
    MPI.COMM_WORLD.Barrier();
    System.out.println(MPI.Get_processor_name() + " " + MPI.Wtime() + " " + quiet);
    MPI.Finalize();
  }
}
