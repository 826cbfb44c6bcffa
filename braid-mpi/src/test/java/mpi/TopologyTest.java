package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Communicators with a topology in both spellings: what they answer, what becomes of it in copies and cuts, and each mistake with its class. */
class TopologyTest {
  @Test
  void aGridInBothSpellings() {
    ThreadRanks.run(7, Grid.class);
  }

  static final class Grid implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      int[] dims = new int[2];
      CartComm.createDims(6, dims);
      assertArrayEquals(new int[] {3, 2}, dims);
      CartComm grid = MPI.COMM_WORLD.createCart(dims, new boolean[] {true, false}, true);
      Cartcomm same = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {true, false}, false);
      if (rank == 6) {
        assertTrue(grid.isNull());
        assertNull(same);
        assertEquals(MPI.ERR_COMM, assertThrows(MPIException.class, grid::getTopo).getErrorClass());
      } else {
        Cartcomm twin = Objects.requireNonNull(same);
        look(grid, rank);
        assertArrayEquals(grid.getCoords(5), twin.Coords(5));
        assertEquals(MPI.CART, twin.Topo_test());
        assertEquals(MPI.CONGRUENT, Comm.compare(grid, twin));
        copies(grid);
        cuts(grid, rank);
        twin.Free();
        grid.free();
      }
      MPI.COMM_WORLD.Barrier();
      MPI.Finalize();
    }

    private static void look(CartComm grid, int rank) {
      assertEquals(MPI.CART, grid.getTopology());
      assertEquals(6, grid.getSize());
      assertEquals(rank, grid.map(new int[] {6}, new boolean[1]));
      assertEquals(rank < 4 ? rank : MPI.UNDEFINED, grid.Map(new int[] {2, 2}, new boolean[2]));
      CartParms shape = grid.getTopo();
      assertArrayEquals(new int[] {3, 2}, shape.dims);
      assertArrayEquals(new int[] {rank / 2, rank % 2}, shape.coords);
      assertEquals(2, shape.getDimCount());
      assertTrue(shape.getPeriod(0));
      assertFalse(shape.periods[1]);
      assertEquals(rank % 2, shape.getCoord(1));
      assertEquals(2, shape.getDim(1));
      assertEquals(rank, grid.getRank(shape.coords));
      assertEquals(rank, grid.Rank(new int[] {rank / 2 - 3, rank % 2}));
      ShiftParms ring = grid.shift(0, 1);
      assertEquals((rank + 4) % 6, ring.getRankSource());
      assertEquals((rank + 2) % 6, ring.rank_dest);
      ShiftParms row = grid.Shift(1, -1);
      assertEquals(rank % 2 == 1 ? MPI.PROC_NULL : rank + 1, row.rank_source);
      assertEquals(rank % 2 == 0 ? MPI.PROC_NULL : rank - 1, row.getRankDest());
      ShiftParms still = grid.shift(1, 0);
      assertEquals(rank, still.rank_source);
      assertEquals(rank, still.rank_dest);
    }

    /** A copy is one of the same kind with the same topology, by whichever call it was made. */
    private static void copies(CartComm grid) {
      Comm plain = grid;
      Comm started = grid.iDup();
      started.getRequest().waitFor();
      for (Comm copy : new Comm[] {plain.dup(), grid.clone(), grid.dupWithInfo(MPI.INFO_NULL), started}) {
        CartComm cart = assertInstanceOf(CartComm.class, copy);
        assertArrayEquals(grid.getTopo().coords, cart.getTopo().coords);
        cart.barrier();
        cart.free();
      }
    }

    private static void cuts(CartComm grid, int rank) {
      CartComm column = grid.sub(new boolean[] {true, false});
      assertEquals(3, column.getSize());
      assertArrayEquals(new int[] {3}, column.getTopo().dims);
      assertTrue(column.getTopo().periods[0]);
      assertEquals(rank / 2, column.getRank());
      Cartcomm alone = grid.Sub(new boolean[2]);
      assertEquals(1, alone.Size());
      assertEquals(0, alone.Get().getDimCount());
      assertEquals(0, alone.Rank(new int[0]));
    }
  }

  @Test
  void aGraphInBothSpellings() {
    ThreadRanks.run(5, Graphs.class);
  }

  static final class Graphs implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      int[] index = {2, 3, 4, 6};
      int[] edges = {1, 3, 0, 3, 0, 2};
      GraphComm graph = MPI.COMM_WORLD.createGraph(index, edges, false);
      Graphcomm same = MPI.COMM_WORLD.Create_graph(index, edges, true);
      if (rank == 4) {
        assertTrue(graph.isNull());
        assertNull(same);
      } else {
        Graphcomm twin = Objects.requireNonNull(same);
        assertEquals(MPI.GRAPH, graph.getTopology());
        assertArrayEquals(new int[] {0, 2}, graph.getNeighbors(3));
        assertEquals(rank < 2 ? rank : MPI.UNDEFINED, graph.map(new int[] {1, 2}, new int[] {1, 0}));
        assertArrayEquals(new int[] {1, 3}, twin.Neighbours(0));
        GraphParms parms = graph.dup().getDims();
        assertArrayEquals(index, parms.index);
        assertArrayEquals(edges, twin.Get().edges);
        assertEquals(4, parms.getIndexCount());
        assertEquals(6, parms.getEdgeCount());
        assertEquals(3, parms.getIndex(1));
        assertEquals(2, parms.getEdge(5));
        assertEquals(MPI.ERR_TOPOLOGY, assertThrows(MPIException.class, graph::getDistGraphNeighbors).getErrorClass());
        assertEquals(MPI.ERR_RANK, assertThrows(MPIException.class, () -> graph.getNeighbors(4)).getErrorClass());
      }
      MPI.COMM_WORLD.barrier();
      MPI.Finalize();
    }
  }

  @Test
  void aDistributedGraphWhoeverSaysItsEdges() {
    ThreadRanks.run(3, Distributed.class);
  }

  static final class Distributed implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      boolean says = rank == 1;
      GraphComm declared =
          MPI.COMM_WORLD.createDistGraph(
              says ? new int[] {0, 2} : new int[0], says ? new int[] {2, 1} : new int[0], says ? new int[] {1, 1, 0} : new int[0], says ? new int[] {5, 6, 7} : new int[0], MPI.INFO_NULL, false);
      assertEquals(MPI.DIST_GRAPH, declared.getTopology());
      DistGraphNeighbors own = declared.dup().getDistGraphNeighbors();
      assertTrue(own.isWeighted());
      assertEquals(rank == 0 ? 1 : rank == 1 ? 2 : 0, own.getInDegree());
      assertEquals(rank == 0 ? 2 : rank == 1 ? 0 : 1, own.getOutDegree());
      if (rank == 1) {
        assertEquals(0, own.getSource(1));
        assertEquals(6, own.getSourceWeight(1));
      }
      for (int wrong : new int[] {-1, 2}) {
        assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> own.getSource(wrong)).getErrorClass());
        assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> own.getSourceWeight(wrong)).getErrorClass());
        assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> own.getDestination(wrong)).getErrorClass());
        assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> own.getDestinationWeight(wrong)).getErrorClass());
      }
      if (rank == 2) {
        assertEquals(0, own.getDestination(0));
        assertEquals(7, own.getDestinationWeight(0));
      }
      GraphComm ring = MPI.COMM_WORLD.createDistGraphAdjacent(new int[] {(rank + 2) % 3}, new int[] {(rank + 1) % 3}, new Info(), false);
      assertFalse(ring.getDistGraphNeighbors().isWeighted());
      assertEquals(1, ring.getDistGraphNeighbors().getSourceWeight(0));
      assertEquals(MPI.ERR_TOPOLOGY, assertThrows(MPIException.class, ring::getDims).getErrorClass());
      MPI.COMM_WORLD.barrier();
      MPI.Finalize();
    }
  }

  @Test
  void membersThatGiveDifferentThingsAreToldSo() {
    ThreadRanks.run(2, Different.class);
  }

  static final class Different implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      refused(MPI.ERR_ARG, "other arguments", () -> world.createCart(new int[] {1 + rank}, new boolean[1], false));
      refused(MPI.ERR_ARG, "other arguments", () -> world.createGraph(new int[] {2 * rank}, new int[2 * rank], false));
      refused(MPI.ERR_ARG, "weights", () -> {
        if (rank == 0) {
          world.createDistGraph(new int[0], new int[0], new int[0], new int[0], MPI.INFO_NULL, false);
        } else {
          world.createDistGraph(new int[0], new int[0], new int[0], MPI.INFO_NULL, false);
        }
      });
      refused(MPI.ERR_ARG, "names rank 1 as a destination 1 times more", () -> world.createDistGraphAdjacent(new int[0], rank == 0 ? new int[] {1} : new int[0], MPI.INFO_NULL, false));
      refused(MPI.ERR_ARG, "names rank 1 as a source 2 times more", () -> world.createDistGraphAdjacent(rank == 0 ? new int[] {1, 1} : new int[0], new int[0], MPI.INFO_NULL, false));
      Intracomm another = world.dup(); // which is of no use afterwards
      refused(MPI.ERR_OTHER, "createGraph", () -> {
        if (rank == 0) {
          another.createCart(new int[] {2}, new boolean[1], false);
        } else {
          another.createGraph(new int[2], new int[0], false);
        }
      });
      MPI.Finalize();
    }
  }

  @Test
  void gridsThatASumCouldTakeForOneAnotherAreToldApart() {
    ThreadRanks.run(7, Alike.class);
  }

  /** Arrays.hashCode of the one's dimensions and periods, times 31 and added, is the other's. */
  static final class Alike implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      boolean odd = world.getRank() == 3;
      refused(MPI.ERR_ARG, "rank 3 has given other arguments", () -> world.createCart(new int[] {1, odd ? 7 : 1}, new boolean[] {odd, false}, false));
      refused(MPI.ERR_ARG, "rank 3 has given other arguments", () -> world.createCart(new int[] {1}, new boolean[] {odd}, false));
      refused(MPI.ERR_ARG, "rank 3 has given other arguments", () -> world.createCart(odd ? new int[0] : new int[] {1}, new boolean[odd ? 0 : 1], false));
      refused(MPI.ERR_ARG, "rank 3 has given other arguments", () -> world.createGraph(new int[] {2, 2}, odd ? new int[] {0, 1} : new int[] {1, 0}, false));
      CartComm plane = world.createCart(new int[] {7, 1}, new boolean[2], false);
      refused(MPI.ERR_ARG, "rank 3 has given other arguments", () -> plane.sub(new boolean[] {odd, !odd}));
      plane.barrier();
      MPI.Finalize();
    }
  }

  @Test
  void wrongArgumentsOfOneMemberAreToldToAllAndTheCommunicatorStaysOfUse() {
    ThreadRanks.run(3, OneIsWrong.class);
  }

  static final class OneIsWrong implements Runnable {
    private static final int[] NONE = {};

    @Override
    public void run() {
      MPI.Init(new String[0]);
      for (int rank = 0; rank < 3; rank++) {
        everyCall(MPI.COMM_WORLD, rank);
      }
      MPI.Finalize();
    }

    private static void everyCall(Intracomm world, int wrong) {
      boolean mine = world.getRank() == wrong;
      CartComm line = world.createCart(new int[] {3}, new boolean[1], false);
      told(mine, wrong, MPI.ERR_DIMS, "[0]", () -> world.createCart(new int[] {mine ? 0 : 3}, new boolean[1], false));
      told(mine, wrong, MPI.ERR_ARG, "0 flags", () -> line.sub(new boolean[mine ? 0 : 1]));
      told(mine, wrong, MPI.ERR_RANK, "rank 7 among", () -> world.createGraph(new int[] {1}, new int[] {mine ? 7 : 0}, false));
      told(mine, wrong, MPI.ERR_ARG, "[-1]", () -> world.createDistGraph(new int[1], new int[] {mine ? -1 : 1}, new int[1], MPI.INFO_NULL, false));
      told(mine, wrong, MPI.ERR_RANK, "rank -5", () -> world.createDistGraphAdjacent(mine ? new int[] {-5} : NONE, NONE, MPI.INFO_NULL, false));
      line.barrier();
      world.barrier();
    }

    /** Whoever has made the mistake gets what it is, the others whose it is. */
    private static void told(boolean mine, int wrong, int errorClass, String words, Runnable call) {
      refused(mine ? errorClass : MPI.ERR_ARG, mine ? words : "the arguments of rank " + wrong + " are wrong", call);
    }
  }

  @Test
  void bothEndsOfAnEdgeGiveItOneWeight() {
    ThreadRanks.run(2, Weights.class);
  }

  static final class Weights implements Runnable {
    private static final int[] NONE = {};

    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      DistGraphNeighbors two = graph(rank, new int[] {5, 6}, new int[] {6, 5}).getDistGraphNeighbors();
      assertTrue(two.isWeighted());
      assertEquals(rank == 0 ? 5 : 6, rank == 0 ? two.getDestinationWeight(0) : two.getSourceWeight(0), "in the order of each end");
      refused(MPI.ERR_ARG, "rank 1 has 1 more edges from rank 0 of weight 6 than rank 0 says", () -> graph(rank, new int[] {5, 5}, new int[] {6, 5}));
      refused(MPI.ERR_ARG, "weights were given only for edges that end here", () -> MPI.COMM_WORLD.createDistGraphAdjacent(new int[] {rank}, new int[1], new int[] {rank}, none(), MPI.INFO_NULL, false));
      assertTrue(MPI.COMM_WORLD.createDistGraphAdjacent(NONE, none(), NONE, NONE, MPI.INFO_NULL, false).getDistGraphNeighbors().isWeighted());
      MPI.COMM_WORLD.barrier();
      MPI.Finalize();
    }

    /** Two edges from rank 0 to rank 1. */
    private static GraphComm graph(int rank, int[] atSource, int[] atDestination) {
      return rank == 0
          ? MPI.COMM_WORLD.createDistGraphAdjacent(NONE, NONE, new int[] {1, 1}, atSource, MPI.INFO_NULL, false)
          : MPI.COMM_WORLD.createDistGraphAdjacent(new int[2], atDestination, NONE, NONE, MPI.INFO_NULL, false);
    }

    @SuppressWarnings("NullAway") // what programs give, whatever they should
    private static int[] none() {
      return null;
    }
  }

  @Test
  void everyMistakeHasItsClassAndItsValues() {
    ThreadRanks.run(1, Mistakes.class);
  }

  static final class Mistakes implements Runnable {
    private static final boolean[] ONE = new boolean[1];

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      refused(MPI.ERR_DIMS, "[-2]", () -> world.createCart(new int[] {-2}, ONE, false));
      refused(MPI.ERR_DIMS, "[0]", () -> world.createCart(new int[] {0}, ONE, false));
      refused(MPI.ERR_DIMS, "createCart on MPI.COMM_WORLD at rank 0: a grid of [2, 1]", () -> world.createCart(new int[] {2, 1}, new boolean[2], false));
      refused(MPI.ERR_DIMS, "more than the 1 ranks", () -> world.createCart(new int[] {1 << 30, 1 << 30, 1 << 30}, new boolean[3], false));
      refused(MPI.ERR_ARG, "1 periods were given for 2", () -> world.createCart(new int[] {1, 1}, ONE, false));
      refused(MPI.ERR_ARG, "is null", () -> world.Create_cart(nothing(), ONE, false));
      refused(MPI.ERR_DIMS, "[3, 0]", () -> CartComm.createDims(4, new int[] {3, 0}));
      refused(MPI.ERR_DIMS, "[2, 3]", () -> Cartcomm.Dims_create(12, new int[] {2, 3}));
      refused(MPI.ERR_DIMS, "[-1]", () -> CartComm.createDims(4, new int[] {-1}));
      refused(MPI.ERR_ARG, "0 ranks", () -> CartComm.createDims(0, new int[1]));
      CartComm grid = world.createCart(new int[] {1, 1}, new boolean[] {true, false}, false);
      refused(MPI.ERR_ARG, "[0, 1] lie outside", () -> grid.getRank(new int[] {0, 1}));
      refused(MPI.ERR_ARG, "1 coordinates were given for 2", () -> grid.getRank(new int[1]));
      refused(MPI.ERR_RANK, "rank 1", () -> grid.getCoords(1));
      refused(MPI.ERR_DIMS, "dimension 2", () -> grid.shift(2, 1));
      refused(MPI.ERR_ARG, "1 flags", () -> grid.sub(ONE));
      graphs(world);
      refused(MPI.ERR_TOPOLOGY, "has no topology", () -> world.neighborAllGather(new int[1], 1, MPI.INT, new int[1], 1, MPI.INT));
      refused(MPI.ERR_COUNT, "4 bytes", () -> grid.neighborAllToAll(new int[4], 1, MPI.INT, new int[8], 2, MPI.INT));
      refused(MPI.ERR_ARG, "3 counts", () -> grid.neighborAllGatherv(new int[1], 1, MPI.INT, new int[4], new int[3], new int[4], MPI.INT));
      refused(MPI.ERR_BUFFER, "3", () -> grid.neighborAllGather(new int[1], 1, MPI.INT, new int[3], 1, MPI.INT));
      grid.free();
      refused(MPI.ERR_COMM, "freed", () -> grid.neighborAllGather(new int[1], 1, MPI.INT, new int[4], 1, MPI.INT));
      refused(MPI.ERR_COMM, "freed", grid::getTopology);
      MPI.Finalize();
    }

    private static void graphs(Intracomm world) {
      refused(MPI.ERR_ARG, "2 ranks", () -> world.createGraph(new int[2], new int[0], false));
      refused(MPI.ERR_ARG, "[-1]", () -> world.createGraph(new int[] {-1}, new int[0], false));
      refused(MPI.ERR_ARG, "last index is 1", () -> world.createGraph(new int[] {1}, new int[0], false));
      refused(MPI.ERR_RANK, "rank 1 among", () -> world.createGraph(new int[] {1}, new int[] {1}, false));
      refused(MPI.ERR_RANK, "rank -1 among the sources", () -> world.createDistGraphAdjacent(new int[] {-1}, new int[0], MPI.INFO_NULL, false));
      refused(MPI.ERR_RANK, "rank 5 among the destinations", () -> world.createDistGraph(new int[1], new int[] {1}, new int[] {5}, MPI.INFO_NULL, false));
      refused(MPI.ERR_ARG, "1 degrees", () -> world.createDistGraph(new int[2], new int[1], new int[0], MPI.INFO_NULL, false));
      refused(MPI.ERR_ARG, "add up to 2", () -> world.createDistGraph(new int[1], new int[] {2}, new int[1], MPI.INFO_NULL, false));
      refused(MPI.ERR_ARG, "[-1]", () -> world.createDistGraph(new int[1], new int[] {-1}, new int[0], MPI.INFO_NULL, false));
      refused(MPI.ERR_ARG, "0 weights", () -> world.createDistGraph(new int[1], new int[] {1}, new int[1], new int[0], MPI.INFO_NULL, false));
      refused(MPI.ERR_ARG, "[-3]", () -> world.createDistGraphAdjacent(new int[1], new int[] {-3}, new int[1], new int[1], MPI.INFO_NULL, false));
    }

    @SuppressWarnings("NullAway") // what programs give, whatever they should
    private static int[] nothing() {
      return null;
    }
  }

  private static void refused(int errorClass, String words, Runnable call) {
    MPIException e = assertThrows(MPIException.class, call::run);
    String text = String.valueOf(e.getMessage());
    assertTrue(text.contains(words), text);
    assertEquals(errorClass, e.getErrorClass(), text);
  }
}
