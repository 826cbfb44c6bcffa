package mpi;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Collectives, those of neighbours among them, take memory segments where they take arrays, and do the same with them. */
@Timeout(120)
@SuppressWarnings("NullAway") // fields are set when the job runs
class SegmentCollectivesTest {
  @Test
  void collectives() {
    ThreadRanks.run(2, Collective.class);
  }

  static final class Collective extends SegmentCalls {
    @Override
    void fill() {
      calls.put("bcast", (in, out) -> world.bcast(copy(in, out), 2, MPI.INT, 1));
      calls.put("*gather", (in, out) -> world.gather(in, 2, MPI.INT, out, 2, MPI.INT, 0));
      calls.put("*gatherv", (in, out) -> world.gatherv(in, 2, MPI.INT, out, one, at, MPI.INT, 0));
      calls.put("scatter", (in, out) -> world.scatter(in, 2, MPI.INT, out, 2, MPI.INT, 0));
      calls.put("scatterv", (in, out) -> world.scatterv(in, one, at, MPI.INT, out, 2, MPI.INT, 0));
      calls.put("allGather", (in, out) -> world.allGather(in, 2, MPI.INT, out, 2, MPI.INT));
      calls.put("allGather in place", (in, out) -> world.allGather(copy(in, out), 2, MPI.INT));
      calls.put("allGatherv", (in, out) -> world.allGatherv(in, 2, MPI.INT, out, one, at, MPI.INT));
      calls.put("allToAll", (in, out) -> world.allToAll(in, 2, MPI.INT, out, 2, MPI.INT));
      calls.put("allToAllv", (in, out) -> world.allToAllv(in, one, at, MPI.INT, out, one, at, MPI.INT));
      calls.put("allToAllw", (in, out) -> world.allToAllw(in, one, new int[] {0, 8}, ints, out, one, new int[] {0, 8}, ints));
      calls.put("*reduce", (in, out) -> world.reduce(in, out, 3, MPI.INT, MPI.SUM, 1));
      calls.put("allReduce", (in, out) -> world.allReduce(in, out, 3, MPI.INT, MPI.SUM));
      calls.put("allReduce in place", (in, out) -> world.allReduce(copy(in, out), 3, MPI.INT, MPI.MAX));
      calls.put("scan", (in, out) -> world.scan(in, out, 3, MPI.INT, MPI.SUM));
      calls.put("*exScan", (in, out) -> world.exScan(in, out, 3, MPI.INT, MPI.SUM));
      calls.put("reduceScatter", (in, out) -> world.reduceScatter(in, out, one, MPI.INT, MPI.SUM));
      calls.put("reduceScatterBlock", (in, out) -> world.reduceScatterBlock(in, out, 2, MPI.INT, MPI.SUM));
      calls.put("iBcast", (in, out) -> world.iBcast(copy(in, out), 2, MPI.INT, 1).waitFor());
      calls.put("*iGather", (in, out) -> world.iGather(in, 2, MPI.INT, out, 2, MPI.INT, 0).waitFor());
      calls.put("*iGatherv", (in, out) -> world.iGatherv(in, 2, MPI.INT, out, one, at, MPI.INT, 0).waitFor());
      calls.put("iScatter", (in, out) -> world.iScatter(in, 2, MPI.INT, out, 2, MPI.INT, 0).waitFor());
      calls.put("iScatterv", (in, out) -> world.iScatterv(in, one, at, MPI.INT, out, 2, MPI.INT, 0).waitFor());
      calls.put("iAllGather", (in, out) -> world.iAllGather(in, 2, MPI.INT, out, 2, MPI.INT).waitFor());
      calls.put("iAllGatherv", (in, out) -> world.iAllGatherv(in, 2, MPI.INT, out, one, at, MPI.INT).waitFor());
      calls.put("iAllToAll", (in, out) -> world.iAllToAll(in, 2, MPI.INT, out, 2, MPI.INT).waitFor());
      calls.put("iAllToAllv", (in, out) -> world.iAllToAllv(in, one, at, MPI.INT, out, one, at, MPI.INT).waitFor());
      calls.put("iAllToAllw", (in, out) -> world.iAllToAllw(in, one, new int[] {0, 8}, ints, out, one, new int[] {0, 8}, ints).waitFor());
      calls.put("*iReduce", (in, out) -> world.iReduce(in, out, 3, MPI.INT, MPI.SUM, 1).waitFor());
      calls.put("iAllReduce", (in, out) -> world.iAllReduce(in, out, 3, MPI.INT, MPI.SUM).waitFor());
      calls.put("iScan", (in, out) -> world.iScan(in, out, 3, MPI.INT, MPI.SUM).waitFor());
      calls.put("*iExScan", (in, out) -> world.iExScan(in, out, 3, MPI.INT, MPI.SUM).waitFor());
      calls.put("iReduceScatter", (in, out) -> world.iReduceScatter(in, out, one, MPI.INT, MPI.SUM).waitFor());
      calls.put("iReduceScatterBlock", (in, out) -> world.iReduceScatterBlock(in, out, 2, MPI.INT, MPI.SUM).waitFor());
      calls.put("bcastInit", (in, out) -> start(world.bcastInit(copy(in, out), 2, MPI.INT, 1, MPI.INFO_NULL)));
      calls.put("*gatherInit", (in, out) -> start(world.gatherInit(in, 2, MPI.INT, out, 2, MPI.INT, 0, MPI.INFO_NULL)));
      calls.put("*gathervInit", (in, out) -> start(world.gathervInit(in, 2, MPI.INT, out, one, at, MPI.INT, 0, MPI.INFO_NULL)));
      calls.put("scatterInit", (in, out) -> start(world.scatterInit(in, 2, MPI.INT, out, 2, MPI.INT, 0, MPI.INFO_NULL)));
      calls.put("scattervInit", (in, out) -> start(world.scattervInit(in, one, at, MPI.INT, out, 2, MPI.INT, 0, MPI.INFO_NULL)));
      calls.put("allGatherInit", (in, out) -> start(world.allGatherInit(in, 2, MPI.INT, out, 2, MPI.INT, MPI.INFO_NULL)));
      calls.put("allGathervInit", (in, out) -> start(world.allGathervInit(in, 2, MPI.INT, out, one, at, MPI.INT, MPI.INFO_NULL)));
      calls.put("allToAllInit", (in, out) -> start(world.allToAllInit(in, 2, MPI.INT, out, 2, MPI.INT, MPI.INFO_NULL)));
      calls.put("allToAllvInit", (in, out) -> start(world.allToAllvInit(in, one, at, MPI.INT, out, one, at, MPI.INT, MPI.INFO_NULL)));
      calls.put("allToAllwInit", (in, out) -> start(world.allToAllwInit(in, one, new int[] {0, 8}, ints, out, one, new int[] {0, 8}, ints, MPI.INFO_NULL)));
      calls.put("*reduceInit", (in, out) -> start(world.reduceInit(in, out, 3, MPI.INT, MPI.SUM, 1, MPI.INFO_NULL)));
      calls.put("allReduceInit", (in, out) -> start(world.allReduceInit(in, out, 3, MPI.INT, MPI.SUM, MPI.INFO_NULL)));
      calls.put("scanInit", (in, out) -> start(world.scanInit(in, out, 3, MPI.INT, MPI.SUM, MPI.INFO_NULL)));
      calls.put("*exScanInit", (in, out) -> start(world.exScanInit(in, out, 3, MPI.INT, MPI.SUM, MPI.INFO_NULL)));
      calls.put("reduceScatterInit", (in, out) -> start(world.reduceScatterInit(in, out, one, MPI.INT, MPI.SUM, MPI.INFO_NULL)));
      calls.put("reduceScatterBlockInit", (in, out) -> start(world.reduceScatterBlockInit(in, out, 2, MPI.INT, MPI.SUM, MPI.INFO_NULL)));
    }
  }

  @Test
  void neighbours() {
    ThreadRanks.run(2, Neighbours.class);
  }

  static final class Neighbours extends SegmentCalls {
    private CartComm ring;

    @Override
    void fill() {
      ring = world.createCart(new int[] {2}, new boolean[] {true}, false);
      calls.put("neighborAllGather", (in, out) -> ring.neighborAllGather(in, 2, MPI.INT, out, 2, MPI.INT));
      calls.put("neighborAllGatherv", (in, out) -> ring.neighborAllGatherv(in, 2, MPI.INT, out, one, at, MPI.INT));
      calls.put("neighborAllToAll", (in, out) -> ring.neighborAllToAll(in, 2, MPI.INT, out, 2, MPI.INT));
      calls.put("neighborAllToAllv", (in, out) -> ring.neighborAllToAllv(in, one, at, MPI.INT, out, one, at, MPI.INT));
      calls.put("iNeighborAllGather", (in, out) -> ring.iNeighborAllGather(in, 2, MPI.INT, out, 2, MPI.INT).waitFor());
      calls.put("iNeighborAllGatherv", (in, out) -> ring.iNeighborAllGatherv(in, 2, MPI.INT, out, one, at, MPI.INT).waitFor());
      calls.put("iNeighborAllToAll", (in, out) -> ring.iNeighborAllToAll(in, 2, MPI.INT, out, 2, MPI.INT).waitFor());
      calls.put("iNeighborAllToAllv", (in, out) -> ring.iNeighborAllToAllv(in, one, at, MPI.INT, out, one, at, MPI.INT).waitFor());
      calls.put("neighborAllGatherInit", (in, out) -> start(ring.neighborAllGatherInit(in, 2, MPI.INT, out, 2, MPI.INT, MPI.INFO_NULL)));
      calls.put("neighborAllGathervInit", (in, out) -> start(ring.neighborAllGathervInit(in, 2, MPI.INT, out, one, at, MPI.INT, MPI.INFO_NULL)));
      calls.put("neighborAllToAllInit", (in, out) -> start(ring.neighborAllToAllInit(in, 2, MPI.INT, out, 2, MPI.INT, MPI.INFO_NULL)));
      calls.put("neighborAllToAllvInit", (in, out) -> start(ring.neighborAllToAllvInit(in, one, at, MPI.INT, out, one, at, MPI.INT, MPI.INFO_NULL)));
    }

    @Override
    void finish() {
      ring.free();
    }
  }
}
