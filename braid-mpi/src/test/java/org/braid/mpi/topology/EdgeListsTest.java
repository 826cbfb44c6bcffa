package org.braid.mpi.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.mpi.topology.DistributedGraph.Edge;
import org.junit.jupiter.api.Test;

/** What all ranks keep of a distributed graph is what each rank has of itself. */
class EdgeListsTest {
  @Test
  void theListsOfAllAreThoseThatEachHasOfItself() {
    long seed = Long.getLong("braid.mpi.seed", 20_261_127L);
    Random random = new Random(seed);
    for (int trial = 0; trial < 200; trial++) {
      int ranks = 1 + random.nextInt(9);
      List<Edge> out = new ArrayList<>();
      for (int edge = random.nextInt(40); edge > 0; edge--) {
        out.add(new Edge(random.nextInt(ranks), random.nextInt(ranks), random.nextInt(5)));
      }
      List<Edge> in = new ArrayList<>(out);
      Collections.shuffle(in, random);
      EdgeLists all = EdgeLists.of(ranks, in, out, null);
      for (int rank = 0; rank < ranks; rank++) {
        int self = rank;
        DistributedGraph own = new DistributedGraph(in.stream().filter(edge -> edge.to() == self).toList(), out.stream().filter(edge -> edge.from() == self).toList(), true, all);
        assertEquals(text(own.neighbours()), text(Objects.requireNonNull(own.neighbours().all()).ofRank(rank)), "replay with -Dbraid.mpi.seed=" + seed);
      }
    }
  }

  private static String text(Neighbours lists) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lists.inDegree(); i++) {
      text.append(' ').append(lists.source(i)).append('/').append(lists.turn(i));
    }
    for (int j = 0; j < lists.outDegree(); j++) {
      text.append(" > ").append(lists.destination(j)).append('/').append(lists.turnOfDestination(j));
    }
    return text.toString();
  }

  @Test
  void ofTooManyRanksNobodyKeepsThem() {
    assertNull(EdgeLists.of(Neighbourhood.MOST_RANKS + 1, List.of(), List.of(), null));
    assertNull(new DistributedGraph(List.of(), List.of(), false, null).neighbours().all());
  }
}
