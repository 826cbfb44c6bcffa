package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.coll.engine.Purpose;
import org.braid.coll.schedule.Neighbours;
import org.braid.mpi.comm.DistributedGraphs;
import org.braid.mpi.comm.Intracommunicators;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.topology.Cartesian;
import org.braid.mpi.topology.DistributedGraph;
import org.braid.mpi.topology.DistributedGraph.Edge;
import org.braid.mpi.topology.Graph;
import org.jspecify.annotations.Nullable;

/**
 * Makes communicators with a topology (MPI 4.1, section 8.5), once for both spellings: checks what the program gives, compares it with what the other members give, and splits. Ranks keep their
 * order: reordering is allowed, never asked for.
 */
final class Topologies {
  private Topologies() {}

  // ---- grids

  static CartComm createCart(Intracomm comm, int[] dims, boolean[] periods) {
    int size = checkedSize(comm, "createCart", dims, periods);
    agree(comm, Purpose.CREATE_CART, 31L * Arrays.hashCode(dims) + Arrays.hashCode(periods));
    int rank = comm.getRank();
    CartComm made = new CartComm(new Cartesian(dims, periods, Math.min(rank, size - 1)));
    join(made, comm, Purpose.CREATE_CART, rank < size ? 0 : Constants.UNDEFINED);
    return made;
  }

  static CartComm sub(Cartcomm comm, boolean[] remainDims) {
    boolean[] remain = Arguments.given(remainDims, ErrorClasses.ERR_ARG, "sub: the array of dimensions that remain");
    comm.checkLength("sub", "flags", remain.length);
    agree(comm, Purpose.SUB, Arrays.hashCode(remain));
    Cartesian grid = comm.topology();
    CartComm made = new CartComm(grid.sub(remain));
    join(made, comm, Purpose.SUB, grid.partOf(remain));
    return made;
  }

  static int map(Intracomm comm, int[] dims, boolean[] periods) {
    int size = checkedSize(comm, "map", dims, periods);
    return comm.getRank() < size ? comm.getRank() : Constants.UNDEFINED;
  }

  private static int checkedSize(Intracomm comm, String call, int[] dims, boolean[] periods) {
    comm.lco();
    Arguments.given(dims, ErrorClasses.ERR_ARG, call + ": the array of dimensions");
    Arguments.given(periods, ErrorClasses.ERR_ARG, call + ": the array of periods");
    if (periods.length != dims.length) {
      throw comm.refused(ErrorClasses.ERR_ARG, call, periods.length + " periods were given for " + dims.length + " dimensions");
    }
    for (int dim : dims) {
      if (dim < 1) {
        throw comm.refused(ErrorClasses.ERR_DIMS, call, "the dimensions are " + text(dims) + "; each has at least one rank");
      }
    }
    int size = Cartesian.size(dims);
    if (size < 0 || size > comm.getSize()) {
      throw comm.refused(ErrorClasses.ERR_DIMS, call, "a grid of " + text(dims) + " has more than the " + comm.getSize() + " ranks of the communicator");
    }
    return size;
  }

  /** Throws unless the ranks can be divided among the dimensions that are 0. */
  static void checkDivisible(int ranks, int[] dims) {
    Arguments.given(dims, ErrorClasses.ERR_ARG, "createDims: the array of dimensions");
    if (ranks < 1) {
      throw new MPIException(ErrorClasses.ERR_ARG, "createDims: " + ranks + " ranks were given; a grid has at least one");
    }
    long product = 1;
    boolean free = false;
    for (int dim : dims) {
      if (dim < 0) {
        throw new MPIException(ErrorClasses.ERR_DIMS, "createDims: the dimensions are " + text(dims) + "; give 0 for those to be found, and no negative ones");
      }
      free |= dim == 0;
      product = Math.min(Integer.MAX_VALUE + 1L, product * (dim == 0 ? 1 : dim));
    }
    if (ranks % product != 0 || !free && product != ranks) {
      throw new MPIException(ErrorClasses.ERR_DIMS, "createDims: " + ranks + " ranks cannot be divided among dimensions " + text(dims) + "; the product of those that are given does not divide them");
    }
  }

  // ---- graphs

  static GraphComm createGraph(Intracomm comm, int[] index, int[] edges) {
    checkGraph(comm, "createGraph", index, edges);
    agree(comm, Purpose.CREATE_GRAPH, 31L * Arrays.hashCode(index) + Arrays.hashCode(edges));
    int rank = comm.getRank();
    boolean isIn = rank < index.length;
    GraphComm made = new GraphComm(isIn ? new Graph(index, edges, rank) : new Graph(new int[1], new int[0], 0));
    join(made, comm, Purpose.CREATE_GRAPH, isIn ? 0 : Constants.UNDEFINED);
    return made;
  }

  static int map(Intracomm comm, int[] index, int[] edges) {
    checkGraph(comm, "map", index, edges);
    return comm.getRank() < index.length ? comm.getRank() : Constants.UNDEFINED;
  }

  private static void checkGraph(Intracomm comm, String call, int[] index, int[] edges) {
    comm.lco();
    Arguments.given(index, ErrorClasses.ERR_ARG, call + ": the array of indexes");
    Arguments.given(edges, ErrorClasses.ERR_ARG, call + ": the array of edges");
    if (index.length > comm.getSize()) {
      throw comm.refused(ErrorClasses.ERR_ARG, call, "a graph of " + index.length + " ranks has more than the " + comm.getSize() + " of the communicator");
    }
    int before = 0;
    for (int end : index) {
      if (end < before) {
        throw comm.refused(ErrorClasses.ERR_ARG, call, "the indexes " + text(index) + " fall; each counts the neighbours of all ranks so far");
      }
      before = end;
    }
    if (before != edges.length) {
      throw comm.refused(ErrorClasses.ERR_ARG, call, "the last index is " + before + ", but there are " + edges.length + " edges");
    }
    checkRanks(comm, call, "neighbours", edges, index.length);
  }

  static GraphComm createDistGraph(Intracomm comm, int[] sources, int[] degrees, int[] destinations, int @Nullable [] weights, Info info) {
    String call = "createDistGraph";
    checkLists(comm, call, sources, destinations, info);
    Arguments.given(degrees, ErrorClasses.ERR_ARG, call + ": the array of degrees");
    if (degrees.length != sources.length) {
      throw comm.refused(ErrorClasses.ERR_ARG, call, degrees.length + " degrees were given for " + sources.length + " sources");
    }
    long total = 0;
    for (int degree : degrees) {
      if (degree < 0) {
        throw comm.refused(ErrorClasses.ERR_ARG, call, "the degrees are " + text(degrees) + "; none is negative");
      }
      total += degree;
    }
    if (total != destinations.length) {
      throw comm.refused(ErrorClasses.ERR_ARG, call, "the degrees add up to " + total + ", but there are " + destinations.length + " destinations");
    }
    checkWeights(comm, call, weights, destinations.length);
    List<Edge> edges = new ArrayList<>();
    for (int source = 0; source < sources.length; source++) {
      for (int left = degrees[source]; left > 0; left--) {
        int at = edges.size();
        edges.add(new Edge(sources[source], destinations[at], weights == null ? 1 : weights[at]));
      }
    }
    try {
      return joined(DistributedGraphs.declared(comm.collective(), edges, weights != null), comm, Purpose.CREATE_DIST_GRAPH);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  static GraphComm createDistGraphAdjacent(
      Intracomm comm, int[] sources, int @Nullable [] sourceWeights, int[] destinations, int @Nullable [] destWeights, Info info) {
    String call = "createDistGraphAdjacent";
    checkLists(comm, call, sources, destinations, info);
    checkWeights(comm, call, sourceWeights, sources.length);
    checkWeights(comm, call, destWeights, destinations.length);
    int self = comm.getRank();
    List<Edge> in = new ArrayList<>();
    for (int i = 0; i < sources.length; i++) {
      in.add(new Edge(sources[i], self, sourceWeights == null ? 1 : sourceWeights[i]));
    }
    List<Edge> out = new ArrayList<>();
    for (int i = 0; i < destinations.length; i++) {
      out.add(new Edge(self, destinations[i], destWeights == null ? 1 : destWeights[i]));
    }
    try {
      return joined(DistributedGraphs.adjacent(comm.collective(), in, out, sourceWeights != null), comm, Purpose.CREATE_DIST_GRAPH_ADJACENT);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private static GraphComm joined(DistributedGraph graph, Intracomm comm, Purpose purpose) {
    GraphComm made = new GraphComm(graph);
    join(made, comm, purpose, 0);
    return made;
  }

  private static void checkLists(Intracomm comm, String call, int[] sources, int[] destinations, Info info) {
    comm.lco();
    Arguments.given(sources, ErrorClasses.ERR_ARG, call + ": the array of sources");
    Arguments.given(destinations, ErrorClasses.ERR_ARG, call + ": the array of destinations");
    Arguments.given(info, ErrorClasses.ERR_INFO, call + ": the info");
    checkRanks(comm, call, "sources", sources, comm.getSize());
    checkRanks(comm, call, "destinations", destinations, comm.getSize());
  }

  private static void checkWeights(Intracomm comm, String call, int @Nullable [] weights, int edges) {
    if (weights != null && weights.length != edges) {
      throw comm.refused(ErrorClasses.ERR_ARG, call, weights.length + " weights were given for " + edges + " edges");
    }
    for (int weight : weights == null ? new int[0] : weights) {
      if (weight < 0) {
        throw comm.refused(ErrorClasses.ERR_ARG, call, "the weights are " + text(weights) + "; none is negative");
      }
    }
  }

  // ---- common

  private static void checkRanks(Intracomm comm, String call, String what, int[] ranks, int size) {
    for (int rank : ranks) {
      if (rank < 0 || rank >= size) {
        throw comm.refused(ErrorClasses.ERR_RANK, call, "rank " + rank + " among the " + what + " is not in 0.." + (size - 1));
      }
    }
  }

  static void checkRank(Intracomm comm, String call, int rank, int size) {
    if (rank < 0 || rank >= size) {
      throw comm.refused(ErrorClasses.ERR_RANK, call, "rank " + rank + " is not in 0.." + (size - 1));
    }
  }

  /** MPI's name for a rank that is none. */
  static int orNull(int rank) {
    return rank == Neighbours.NOBODY ? Constants.PROC_NULL : rank;
  }

  /** All members must give the same: each compares what it gave with what the others did. */
  private static void agree(Intracomm comm, Purpose purpose, long given) {
    long[] all;
    try {
      all = comm.collective().allgather(purpose, new long[] {given});
    } catch (BraidException e) {
      throw Errors.of(e);
    }
    for (int rank = 0; rank < all.length; rank++) {
      if (all[rank] != given) {
        throw comm.refused(ErrorClasses.ERR_ARG, purpose.text(), "rank " + rank + " has given other arguments; all ranks must give the same");
      }
    }
  }

  private static void join(Intracomm made, Intracomm comm, Purpose purpose, int colour) {
    made.inheritErrhandler(comm);
    try {
      Lco part = Intracommunicators.split(comm.collective(), purpose, colour, 0);
      if (part == null) {
        made.becomeNull();
      } else {
        made.bind(part);
      }
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  static String text(int @Nullable [] numbers) {
    if (numbers == null || numbers.length <= 16) {
      return Arrays.toString(numbers);
    }
    return Arrays.toString(Arrays.copyOf(numbers, 16)).replace("]", ", …]");
  }
}
