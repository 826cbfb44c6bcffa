package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Collectives of neighbours as programs call them, blocking and started: each block tells who sent it and which of its blocks it was. */
class NeighborsTest {
  private static final int UNTOUCHED = -7;

  /** As many blocks as a test wants told apart. */
  private static int told(int sender, int block) {
    return 1000 * sender + block;
  }

  @Test
  void everyGridOfUpToEightRanksGetsItsBlocksFromTheRightSides() {
    ThreadRanks.run(8, Grids.class);
  }

  static final class Grids implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      for (int x = 1; x <= 8; x++) {
        for (int y = 1; x * y <= 8; y++) {
          for (int z = 1; x * y * z <= 8; z++) {
            for (int rings = 0; rings < 8; rings++) {
              exchange(new int[] {x, y, z}, new boolean[] {(rings & 1) > 0, (rings & 2) > 0, (rings & 4) > 0});
            }
          }
        }
      }
      MPI.COMM_WORLD.barrier();
      MPI.Finalize();
    }

    private static void exchange(int[] dims, boolean[] periods) {
      CartComm grid = MPI.COMM_WORLD.createCart(dims, periods, false);
      if (grid.isNull()) {
        return;
      }
      int rank = grid.getRank();
      int[] sent = new int[6];
      Arrays.setAll(sent, block -> told(rank, block));
      int[] all = new int[6];
      int[] expectedAll = new int[6];
      int[] expected = new int[6];
      for (int d = 0; d < 3; d++) {
        ShiftParms along = grid.shift(d, 1);
        expected[2 * d] = along.rank_source == MPI.PROC_NULL ? UNTOUCHED : told(along.rank_source, 2 * d + 1);
        expected[2 * d + 1] = along.rank_dest == MPI.PROC_NULL ? UNTOUCHED : told(along.rank_dest, 2 * d);
        expectedAll[2 * d] = along.rank_source == MPI.PROC_NULL ? UNTOUCHED : along.rank_source;
        expectedAll[2 * d + 1] = along.rank_dest == MPI.PROC_NULL ? UNTOUCHED : along.rank_dest;
      }
      String where = Arrays.toString(dims) + Arrays.toString(periods);
      Arrays.fill(all, UNTOUCHED);
      grid.neighborAllGather(new int[] {rank}, 1, MPI.INT, all, 1, MPI.INT);
      assertArrayEquals(expectedAll, all, where);
      int[] received = new int[6];
      Arrays.fill(received, UNTOUCHED);
      grid.iNeighborAllToAll(sent, 1, MPI.INT, received, 1, MPI.INT).waitFor();
      assertArrayEquals(expected, received, where);
      Arrays.fill(received, UNTOUCHED);
      int[] ones = {1, 1, 1, 1, 1, 1};
      int[] backwards = {5, 4, 3, 2, 1, 0};
      int[] places = {0, 1, 2, 3, 4, 5};
      grid.neighborAllToAllv(sent, ones, places, MPI.INT, received, ones, backwards, MPI.INT);
      for (int i = 0; i < 6; i++) {
        assertEquals(expected[i], received[5 - i], where);
      }
      grid.free();
    }
  }

  @Test
  void aRankWithoutNeighboursMakesAndStartsWhatIsPersistentLikeAnyOther() {
    ThreadRanks.run(3, Apart.class);
  }

  static final class Apart implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      int[] none = {};
      int[] other = rank == 2 ? none : new int[] {1 - rank};
      for (Intracomm pair : List.of(MPI.COMM_WORLD.createGraph(new int[] {1, 2, 2}, new int[] {1, 0}, false), MPI.COMM_WORLD.createDistGraphAdjacent(other, other, MPI.INFO_NULL, false))) {
        int[] came = {UNTOUCHED, UNTOUCHED};
        Prequest gathered = pair.neighborAllGatherInit(new int[] {told(rank, 0), told(rank, 1)}, 2, MPI.INT, came, 2, MPI.INT, MPI.INFO_NULL);
        gathered.start();
        gathered.waitFor();
        assertArrayEquals(rank == 2 ? new int[] {UNTOUCHED, UNTOUCHED} : new int[] {told(1 - rank, 0), told(1 - rank, 1)}, came);
        gathered.free();
        pair.free();
      }
      MPI.Finalize();
    }
  }

  @Test
  void randomGraphsWithSeveralEdgesBetweenOnePairAndToOneself() {
    ThreadRanks.run(5, Graphs.class);
  }

  static final class Graphs implements Runnable {
    /** Set {@code -Dbraid.graph.seed=…} to replay one seed. */
    private static final Long REPLAYED = Long.getLong("braid.graph.seed");

    private record Edge(int from, int to) {}

    @Override
    public void run() {
      MPI.Init(new String[0]);
      long[] first = {REPLAYED == null ? System.nanoTime() : REPLAYED};
      MPI.COMM_WORLD.bcast(first, 1, MPI.LONG, 0);
      for (int run = 0; run < (REPLAYED == null ? 60 : 1); run++) {
        try {
          runSeed(first[0] + run);
        } catch (AssertionError | MPIException failed) {
          System.out.println("replay with -Dbraid.graph.seed=" + (first[0] + run));
          throw failed;
        }
      }
      MPI.COMM_WORLD.barrier();
      MPI.Finalize();
    }

    private static void runSeed(long seed) {
      Random random = new Random(seed);
      int size = MPI.COMM_WORLD.getSize();
      int rank = MPI.COMM_WORLD.getRank();
      List<Edge> edges = new ArrayList<>();
      for (int left = random.nextInt(15); left > 0; left--) {
        edges.add(new Edge(random.nextInt(size), random.nextInt(size)));
      }
      int[] sources = edges.stream().filter(edge -> edge.to == rank).mapToInt(Edge::from).toArray();
      int[] destinations = edges.stream().filter(edge -> edge.from == rank).mapToInt(Edge::to).toArray();
      GraphComm adjacent = MPI.COMM_WORLD.createDistGraphAdjacent(sources, destinations, MPI.INFO_NULL, false);
      exchange(adjacent, rank, edges, sources, destinations);
      int[] froms = edges.stream().mapToInt(Edge::from).toArray();
      int[] tos = edges.stream().mapToInt(Edge::to).toArray();
      int[] ones = new int[tos.length];
      Arrays.fill(ones, 1);
      int[] none = {};
      GraphComm declared =
          rank == 2
              ? MPI.COMM_WORLD.createDistGraph(froms, ones, tos, MPI.INFO_NULL, false)
              : MPI.COMM_WORLD.createDistGraph(none, none, none, MPI.INFO_NULL, false);
      exchange(declared, rank, edges, sources, destinations);
      adjacent.free();
      declared.free();
      MPI.COMM_WORLD.barrier();
    }

    private static void exchange(GraphComm graph, int rank, List<Edge> edges, int[] sources, int[] destinations) {
      int[] sent = new int[destinations.length];
      Arrays.setAll(sent, block -> told(rank, block));
      int[] expected = new int[sources.length];
      for (int i = 0; i < sources.length; i++) {
        expected[i] = told(sources[i], block(edges, sources, i, rank));
      }
      int[] received = new int[sources.length];
      Request request = graph.iNeighborAllToAll(sent, 1, MPI.INT, received, 1, MPI.INT);
      int[] all = new int[sources.length];
      graph.neighborAllGather(new int[] {rank}, 1, MPI.INT, all, 1, MPI.INT);
      request.waitFor();
      assertArrayEquals(expected, received);
      assertArrayEquals(sources, all);
      lengthsOfTheirOwn(graph, rank, expected, sources, destinations);
    }

    /** Block number of its sender: of the edges that begin there the one that is this rank's next from it. */
    private static int block(List<Edge> edges, int[] sources, int i, int rank) {
      int turn = 0;
      for (int before = 0; before < i; before++) {
        turn += sources[before] == sources[i] ? 1 : 0;
      }
      int block = 0;
      for (Edge edge : edges) {
        if (edge.from == sources[i]) {
          if (edge.to == rank && turn-- == 0) {
            return block;
          }
          block++;
        }
      }
      throw new AssertionError("no such edge");
    }

    /** Rank r sends r elements to each neighbour, in an allgather and in an alltoall. */
    private static void lengthsOfTheirOwn(GraphComm graph, int rank, int[] expected, int[] sources, int[] destinations) {
      int[] counts = sources.clone();
      int[] starts = new int[sources.length];
      for (int i = 1; i < starts.length; i++) {
        starts[i] = starts[i - 1] + counts[i - 1];
      }
      int total = Arrays.stream(counts).sum();
      int[] mine = new int[rank];
      Arrays.fill(mine, rank);
      long[] wide = new long[total];
      Arrays.fill(wide, UNTOUCHED);
      int[] received = new int[total];
      graph.neighborAllGatherv(mine, rank, MPI.INT, received, counts, starts, MPI.INT);
      int[] sendcounts = new int[destinations.length];
      int[] sendstarts = new int[destinations.length];
      long[] blocks = new long[destinations.length * rank];
      for (int j = 0; j < destinations.length; j++) {
        sendcounts[j] = rank;
        sendstarts[j] = j * rank;
        Arrays.fill(blocks, j * rank, (j + 1) * rank, told(rank, j));
      }
      graph.iNeighborAllToAllv(blocks, sendcounts, sendstarts, MPI.LONG, wide, counts, starts, MPI.LONG).waitFor();
      for (int i = 0; i < sources.length; i++) {
        for (int at = starts[i]; at < starts[i] + counts[i]; at++) {
          assertEquals(sources[i], received[at]);
          assertEquals(expected[i], wide[at]);
        }
      }
    }
  }

  @Test
  void typesWithGapsAndObjectsTravelToNeighboursTooAndNobodysBlocksStay() {
    ThreadRanks.run(3, Types.class);
  }

  static final class Types implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      CartComm line = MPI.COMM_WORLD.createCart(new int[] {3}, new boolean[1], false);
      Datatype everyOther = Datatype.createResized(Datatype.createVector(2, 1, 2, MPI.INT), 0, 16);
      everyOther.commit();
      int[] sent = {rank, 0, 10 + rank, 0, 20 + rank, 0, 30 + rank, 0};
      int[] received = {-1, -2, -3, -4, -5, -6, -7, -8};
      line.neighborAllToAll(sent, 1, everyOther, received, 1, everyOther);
      int below = rank - 1;
      int above = rank + 1;
      assertArrayEquals(
          new int[] {rank == 0 ? -1 : 20 + below, -2, rank == 0 ? -3 : 30 + below, -4, rank == 2 ? -5 : above, -6, rank == 2 ? -7 : 10 + above, -8}, received);
      String[] names = new String[2];
      line.neighborAllGather(new String[] {"rank " + rank}, 1, MPI.OBJECT, names, 1, MPI.OBJECT);
      assertArrayEquals(new String[] {rank == 0 ? null : "rank " + below, rank == 2 ? null : "rank " + above}, names);
      String[] told = new String[2];
      line.neighborAllToAll(new String[] {rank + " down", rank + " up"}, 1, MPI.OBJECT, told, 1, MPI.OBJECT);
      assertArrayEquals(new String[] {rank == 0 ? null : below + " up", rank == 2 ? null : above + " down"}, told);
      int[] same = {rank, rank};
      line.neighborAllToAll(same, 1, MPI.INT, same, 1, MPI.INT);
      assertArrayEquals(new int[] {rank == 0 ? rank : below, rank == 2 ? rank : above}, same, "one array for both");
      int[] index = {1, 3, 4};
      GraphComm graph = MPI.COMM_WORLD.createGraph(index, new int[] {1, 0, 2, 1}, false);
      int[] around = new int[rank == 1 ? 2 : 1];
      graph.neighborAllGather(new int[] {rank}, 1, MPI.INT, around, 1, MPI.INT);
      assertArrayEquals(rank == 1 ? new int[] {0, 2} : new int[] {1}, around);
      MPI.COMM_WORLD.barrier();
      MPI.Finalize();
    }
  }

  @Test
  void aBlockToOneselfHasOneLengthOnBothSides() {
    ThreadRanks.run(1, OwnBlocks.class);
  }

  static final class OwnBlocks implements Runnable {
    private static final int[] STARTS = {0, 3};

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      CartComm ring = world.createCart(new int[] {1}, new boolean[] {true}, false);
      int[] sent = {1, 2, 3, 4, 5, 6};
      int[] received = new int[6];
      for (int[] counts : new int[][] {{1, 2}, {3, 2}}) { // its block to the lower side, of two elements, is received as the upper one
        refused(() -> ring.neighborAllToAllv(sent, new int[] {2, 2}, STARTS, MPI.INT, received, counts, STARTS, MPI.INT));
        refused(() -> ring.iNeighborAllToAllv(sent, new int[] {2, 2}, STARTS, MPI.INT, received, counts, STARTS, MPI.INT));
        refused(() -> ring.neighborAllGatherv(sent, 2, MPI.INT, received, counts, STARTS, MPI.INT));
      }
      for (int count : new int[] {1, 3}) {
        int[] counts = {count};
        refused(() -> world.allToAllv(sent, new int[] {2}, new int[1], MPI.INT, received, counts, new int[1], MPI.INT));
        refused(() -> world.allToAllw(sent, new int[] {2}, new int[1], new Datatype[] {MPI.INT}, received, counts, new int[1], new Datatype[] {MPI.INT}));
      }
      assertArrayEquals(new int[6], received, "nothing was copied");
      ring.neighborAllToAllv(sent, new int[] {1, 2}, STARTS, MPI.INT, received, new int[] {2, 1}, STARTS, MPI.INT);
      assertArrayEquals(new int[] {4, 5, 0, 1, 0, 0}, received);
      MPI.Finalize();
    }

    private static void refused(Runnable call) {
      MPIException e = assertThrows(MPIException.class, call::run);
      assertEquals(MPI.ERR_COUNT, e.getErrorClass(), e.toString());
    }
  }

  @Test
  void blocksMayLieBeforeTheFirstElementOfASlice() {
    ThreadRanks.run(2, BeforeSlices.class);
  }

  static final class BeforeSlices implements Runnable {
    private static final int[] ONES = {1, 1};
    private static final int[] BACKWARDS = {-1, -2};

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      int other = 1 - rank;
      CartComm ring = world.createCart(new int[] {2}, new boolean[] {true}, false);
      int[] sent = {told(rank, 1), told(rank, 0), 0, 0};
      int[] received = new int[4];
      ring.neighborAllToAllv(MPI.slice(sent, 2), ONES, BACKWARDS, MPI.INT, MPI.slice(received, 2), ONES, BACKWARDS, MPI.INT);
      assertArrayEquals(new int[] {told(other, 0), told(other, 1), 0, 0}, received);
      byte[] bytes = {(byte) (10 + rank), (byte) (20 + rank), 0};
      byte[] took = new byte[3];
      world.allToAllv(MPI.slice(bytes, 2), ONES, BACKWARDS, MPI.BYTE, MPI.slice(took, 2), ONES, BACKWARDS, MPI.BYTE);
      assertArrayEquals(rank == 0 ? new byte[] {21, 20, 0} : new byte[] {11, 10, 0}, took);
      int[] all = new int[3];
      world.allGatherv(new int[] {rank + 1}, 1, MPI.INT, MPI.slice(all, 2), ONES, BACKWARDS, MPI.INT);
      assertArrayEquals(new int[] {2, 1, 0}, all);
      int[] typed = new int[4];
      Datatype[] ints = {MPI.INT, MPI.INT};
      int[] displs = {-4, -8};
      world.allToAllw(MPI.slice(sent, 2), ONES, displs, ints, MPI.slice(typed, 2), ONES, displs, ints);
      assertArrayEquals(new int[] {told(1, rank), told(0, rank), 0, 0}, typed);
      assertThrows(MPIException.class, () -> world.allToAllv(MPI.slice(sent, 1), ONES, BACKWARDS, MPI.INT, received, ONES, new int[2], MPI.INT));
      MPI.Finalize();
    }
  }

  @Test
  void aRankThatOnlySendsOrOnlyReceivesIsNotAskedForWhatItDoesNotUse() {
    ThreadRanks.run(2, OneWay.class);
  }

  static final class OneWay implements Runnable {
    private static final int[] NONE = {};

    @Override
    public void run() {
      MPI.Init(new String[0]);
      boolean sends = MPI.COMM_WORLD.getRank() == 0;
      GraphComm edge = MPI.COMM_WORLD.createDistGraphAdjacent(sends ? NONE : new int[1], sends ? new int[] {1} : NONE, MPI.INFO_NULL, false);
      for (Datatype unused : new Datatype[] {MPI.DOUBLE, MPI.OBJECT}) {
        int[] in = new int[2];
        Datatype sendtype = sends ? MPI.INT : unused;
        Datatype recvtype = sends ? unused : MPI.INT;
        int[] out = {3, 4};
        edge.neighborAllGather(out, sends ? 2 : -1, sendtype, in, sends ? -1 : 2, recvtype);
        assertArrayEquals(sends ? new int[2] : out, in);
        edge.iNeighborAllToAll(out, sends ? 1 : -1, sendtype, in, sends ? -1 : 1, recvtype).waitFor();
        edge.neighborAllGatherv(out, sends ? 2 : -1, sendtype, in, sends ? nothing() : new int[] {2}, sends ? nothing() : new int[1], recvtype);
        edge.neighborAllToAllv(out, sends ? new int[] {1} : nothing(), sends ? new int[] {1} : nothing(), sendtype, in, sends ? nothing() : new int[] {1}, sends ? nothing() : new int[1], recvtype);
        assertArrayEquals(sends ? new int[2] : new int[] {4, 4}, in);
        String[] words = new String[1];
        edge.neighborAllGather(sends ? new String[] {"one way"} : null, sends ? 1 : 0, sends ? MPI.OBJECT : MPI.INT, sends ? null : words, sends ? 0 : 1, sends ? MPI.INT : MPI.OBJECT);
        assertEquals(sends ? null : "one way", words[0]);
      }
      MPI.COMM_WORLD.barrier();
      MPI.Finalize();
    }

    @SuppressWarnings("NullAway") // what programs give for what is not used
    private static int[] nothing() {
      return null;
    }
  }
}
