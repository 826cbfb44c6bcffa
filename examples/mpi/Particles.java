import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import org.braid.mpix.Receive;
import org.braid.mpix.Scope;
import org.braid.mpix.record.Length;
import org.braid.mpix.record.RecordArray;
import org.braid.mpix.record.RecordType;

/** Particles on a ring, each a record, which go to the rank in whose part they are: nobody knows beforehand how many will come. Try: ./braid run -n 4 examples/mpi/Particles.java */
public class Particles {
  record Particle(int id, @Length(2) double[] speed, double place) {
    Particle moved() {
      double next = (place + speed[0]) % 1.0;
      return new Particle(id, speed, next < 0 ? next + 1 : next);
    }
  }

  record Census(int count, int least, int greatest, double energy) {
    static Census of(Particle p) {
      return new Census(1, p.id(), p.id(), (p.speed()[0] * p.speed()[0] + p.speed()[1] * p.speed()[1]) / 2);
    }

    Census plus(Census other) {
      return new Census(count + other.count, Math.min(least, other.least), Math.max(greatest, other.greatest), energy + other.energy);
    }
  }

  private static final Census NOBODY = new Census(0, Integer.MAX_VALUE, -1, 0);
  private static final RecordType<Particle> PARTICLE = RecordType.of(Particle.class);

  public static void main(String[] args) {
    MPI.Init(args);
    try (Scope scope = new Scope()) {
      Intracomm comm = scope.add(MPI.COMM_WORLD.dup());
      List<Particle> mine = new ArrayList<>();
      for (int id = comm.getRank(); id < 1000; id += comm.getSize()) {
        mine.add(new Particle(id, new double[] {(id % 7 - 3) / 64.0, id % 5 / 64.0}, id / 1000.0));
      }
      for (int step = 0; step < 20; step++) {
        mine = exchanged(comm, mine.stream().map(Particle::moved).toList());
      }
      report(scope, comm, mine);
    }
    MPI.Finalize();
  }

  /** Each particle where its place is. */
  private static List<Particle> exchanged(Intracomm comm, List<Particle> all) {
    int size = comm.getSize();
    Datatype type = PARTICLE.datatype();
    List<Request> sends = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      int owner = rank;
      RecordArray<Particle> leaving = PARTICLE.copyOf(all.stream().filter(p -> (int) (p.place() * size) == owner).toList());
      sends.add(comm.iSend(leaving.memory(), leaving.size(), type, owner, 0));
    }
    List<Particle> here = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      for (int rank = 0; rank < size; rank++) {
        here.addAll(PARTICLE.over(Receive.memory(comm, type, rank, 0, arena).data()));
      }
    }
    Request.waitAll(sends.toArray(new Request[0]));
    return here;
  }

  private static void report(Scope scope, Intracomm comm, List<Particle> mine) {
    RecordType<Census> census = RecordType.of(Census.class);
    Op sum = scope.add(census.operation(Census::plus, true));
    RecordArray<Census> counted = census.copyOf(mine.stream().map(Census::of).reduce(NOBODY, Census::plus));
    RecordArray<Census> total = census.allocate(1);
    comm.reduce(counted.memory(), total.memory(), 1, census.datatype(), sum, 0);
    if (comm.getRank() == 0) {
      Census all = total.getFirst();
      System.out.printf(Locale.ROOT, "%d particles, from %d to %d, energy %.6f%n", all.count(), all.least(), all.greatest(), all.energy());
    }
  }
}
