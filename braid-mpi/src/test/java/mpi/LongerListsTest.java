package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Topologies whose lists are longer than what is counted of them: programs reuse one list for many, and neither family's library looks at the rest. */
class LongerListsTest {
  private static final int UNUSED = 99;

  @Test
  void edgesBehindTheLastIndexAreIgnored() {
    ThreadRanks.run(2, Edges.class);
  }

  static final class Edges implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Graphcomm ends = Objects.requireNonNull(MPI.COMM_WORLD.Create_graph(new int[] {1, 2}, new int[] {1, 0, UNUSED}, false));
      assertArrayEquals(new int[] {1 - ends.Rank()}, ends.Neighbours(ends.Rank()));
      assertArrayEquals(new int[] {1, 0}, ends.Get().edges);
      ends.free();
      MPI.Finalize();
    }
  }

  @Test
  void dimensionsThatTheGridHasNotAreIgnored() {
    ThreadRanks.run(2, Flags.class);
  }

  static final class Flags implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      CartComm line = MPI.COMM_WORLD.createCart(new int[] {2}, new boolean[] {true, true, false}, false);
      assertEquals(1 - line.getRank(), line.getRank(new int[] {line.getRank() + 1, UNUSED}), "a ring");
      assertEquals(2, line.sub(new boolean[] {true, false}).getSize());
      CartComm point = line.sub(new boolean[4]);
      assertEquals(0, point.getTopo().getDimCount());
      assertEquals(0, point.sub(new boolean[4]).getRank(new int[1]));
      MPI.Finalize();
    }
  }

  @Test
  void weightsDegreesAndDestinationsOfNoEdgeAreIgnored() {
    ThreadRanks.run(2, Distributed.class);
  }

  static final class Distributed implements Runnable {
    private static final int[] LONG = {1, UNUSED, -UNUSED};

    @Override
    public void run() {
      MPI.Init(new String[0]);
      int[] other = {1 - MPI.COMM_WORLD.getRank()};
      check(other, MPI.COMM_WORLD.createDistGraphAdjacent(other, LONG, other, LONG, MPI.INFO_NULL, false));
      int[] self = {MPI.COMM_WORLD.getRank()};
      check(other, MPI.COMM_WORLD.createDistGraph(self, LONG, new int[] {other[0], UNUSED}, LONG, MPI.INFO_NULL, false));
      MPI.Finalize();
    }

    private static void check(int[] other, GraphComm comm) {
      DistGraphNeighbors neighbours = comm.getDistGraphNeighbors();
      assertTrue(neighbours.isWeighted());
      assertEquals(1, neighbours.getOutDegree());
      assertEquals(other[0], neighbours.getDestination(0));
      assertEquals(1, neighbours.getSourceWeight(0));
      comm.free();
    }
  }
}
