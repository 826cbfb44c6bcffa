package org.braid.mpi.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.algorithm.neighbors.NeighborExchange;
import org.braid.coll.check.Checker;
import org.braid.coll.check.Instance;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Every grid of up to eight ranks in up to four dimensions, with each choice of rings: places, neighbours, cuts, and what collectives of neighbours move. */
@Execution(CONCURRENT)
class CartesianTest {
  private record Grid(int[] dims, boolean[] periods) {
    int size() {
      return Cartesian.size(dims);
    }

    Cartesian at(int rank) {
      return new Cartesian(dims, periods, rank);
    }
  }

  private static List<Grid> grids() {
    List<Grid> all = new ArrayList<>();
    for (int count = 0; count <= 4; count++) {
      add(new int[count], 0, all);
    }
    return all;
  }

  private static void add(int[] dims, int at, List<Grid> all) {
    if (at < dims.length) {
      for (dims[at] = 1; dims[at] <= 8; dims[at]++) {
        add(dims, at + 1, all);
      }
      return;
    }
    if (Cartesian.size(dims) <= 8) {
      for (int rings = 0; rings < 1 << dims.length; rings++) {
        boolean[] periods = new boolean[dims.length];
        for (int d = 0; d < dims.length; d++) {
          periods[d] = (rings >> d & 1) == 1;
        }
        all.add(new Grid(dims.clone(), periods));
      }
    }
  }

  @Test
  void ranksAndCoordinatesAreEachOthersInverseTheLastDimensionFirst() {
    for (Grid grid : grids()) {
      Cartesian any = grid.at(0);
      for (int rank = 0; rank < grid.size(); rank++) {
        assertEquals(rank, any.rankAt(any.coordsOf(rank)));
      }
    }
    assertArrayEquals(new int[] {0, 1}, new Cartesian(new int[] {2, 3}, new boolean[2], 0).coordsOf(1));
  }

  @Test
  void ringsCountRoundAndOtherDimensionsEnd() {
    Cartesian grid = new Cartesian(new int[] {2, 3}, new boolean[] {true, false}, 4);
    assertEquals(4, grid.rankAt(new int[] {-3, 1}));
    assertEquals(Neighbours.NOBODY, grid.rankAt(new int[] {0, 3}));
    assertEquals(1, grid.at(4, 0, Integer.MAX_VALUE));
    assertEquals(Neighbours.NOBODY, grid.at(4, 1, 2));
    assertEquals(-1, Cartesian.size(new int[] {1 << 20, 1 << 20}));
  }

  @Test
  void whatGoesInOneDirectionComesFromTheOppositeOneAlsoInRingsOfOneAndTwo() {
    for (Grid grid : grids()) {
      for (int rank = 0; rank < grid.size(); rank++) {
        Neighbours own = grid.at(rank).neighbours();
        for (int d = 0; d < grid.dims.length; d++) {
          assertComesFrom(grid, own, rank, 2 * d, 2 * d + 1, grid.at(rank).at(rank, d, -1));
          assertComesFrom(grid, own, rank, 2 * d + 1, 2 * d, grid.at(rank).at(rank, d, 1));
        }
      }
    }
  }

  private static void assertComesFrom(Grid grid, Neighbours own, int rank, int slot, int block, int source) {
    assertEquals(source, own.source(slot));
    assertEquals(source, own.destination(slot));
    if (source != Neighbours.NOBODY) {
      Neighbours theirs = grid.at(source).neighbours();
      assertEquals(rank, theirs.destination(block));
      assertEquals(own.turn(slot), theirs.turnOfDestination(block), () -> grid + " rank " + rank + " slot " + slot);
    }
  }

  @Test
  void everyCollectiveOfNeighboursIsProved() {
    int proven = 0;
    for (Grid grid : grids()) {
      for (Operation operation : List.of(Operation.NEIGHBOR_ALLGATHER, Operation.NEIGHBOR_ALLGATHERV, Operation.NEIGHBOR_ALLTOALL, Operation.NEIGHBOR_ALLTOALLV)) {
        Schedule[] schedules = new Schedule[grid.size()];
        for (int rank = 0; rank < schedules.length; rank++) {
          schedules[rank] = new NeighborExchange().generate(new Shape(operation, schedules.length, rank, 0, true, false, grid.at(rank).neighbours()));
        }
        for (int count : new int[] {0, 1, 3}) {
          Checker.check(new Instance(operation, schedules.length, 0, count, true), schedules);
          proven++;
        }
      }
    }
    assertTrue(proven > 12_000, proven + " cases");
  }

  /** Ranks on two hosts, in blocks and in turn, one host with as many as the other or one more: what goes between them goes together, whatever the grid. */
  @Test
  void everyCollectiveOfNeighboursIsProvedWhereEdgesCrossTogether() {
    int proven = 0;
    for (Grid grid : grids()) {
      for (int turn = 0; turn < 2; turn++) {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < grid.size(); rank++) {
          places.add(Place.of("host" + (turn == 0 ? 2 * rank / grid.size() : rank % 2)));
        }
        Topology hosts = Topology.of(List.of("host"), places);
        for (Algorithm algorithm : List.of(Algorithm.MULTILEVEL_NEIGHBOR_ALLGATHER, Algorithm.MULTILEVEL_NEIGHBOR_ALLTOALL, Algorithm.MULTILEVEL_NEIGHBOR_ALLTOALLV)) {
          Operation operation = Arrays.stream(Operation.values()).filter(algorithm::serves).findFirst().orElseThrow();
          Schedule[] schedules = new Schedule[grid.size()];
          for (int rank = 0; rank < schedules.length; rank++) {
            schedules[rank] = algorithm.generate(new Shape(operation, schedules.length, rank, 0, true, false, grid.at(rank).neighbours()).in(hosts), Tuning.parse("edges=1", algorithm.keys()), 1);
          }
          Checker.check(new Instance(operation, schedules.length, 0, 3, true), schedules);
          proven++;
        }
      }
    }
    assertTrue(proven > 6_000, proven + " cases");
  }

  @Test
  void aCutKeepsNeighboursInWhatRemains() {
    for (Grid grid : grids()) {
      int dims = grid.dims.length;
      for (int mask = 0; mask < 1 << dims; mask++) {
        boolean[] remain = new boolean[dims];
        for (int d = 0; d < dims; d++) {
          remain[d] = (mask >> d & 1) == 1;
        }
        assertCut(grid, remain);
      }
    }
  }

  private static void assertCut(Grid grid, boolean[] remain) {
    List<List<Integer>> parts = new ArrayList<>();
    for (int rank = 0; rank < grid.size(); rank++) {
      Cartesian part = grid.at(rank).sub(remain);
      int number = grid.at(rank).partOf(remain);
      while (parts.size() <= number) {
        parts.add(new ArrayList<>());
      }
      assertEquals(parts.get(number).size(), part.rank(), "ranks of a part keep their order");
      parts.get(number).add(rank);
      int kept = 0;
      int[] coords = grid.at(rank).coordsOf(rank);
      for (int d = 0; d < remain.length; d++) {
        if (remain[d]) {
          assertEquals(coords[d], part.coordsOf(part.rank())[kept]);
          assertEquals(grid.dims[d], part.dims()[kept]);
          assertEquals(grid.periods[d], part.periods()[kept]);
          kept++;
        }
      }
      assertEquals(kept, part.dims().length);
    }
  }
}
