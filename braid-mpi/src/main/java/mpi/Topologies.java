package mpi;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.braid.base.BraidException;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.schedule.Grid;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.topology.Reordering;
import org.braid.coll.topology.Topology;
import org.braid.mpi.comm.Intracommunicators;
import org.braid.mpi.comm.SameArguments;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.topology.Cartesian;
import org.braid.mpi.topology.Graph;
import org.jspecify.annotations.Nullable;

/**
 * Makes communicators whose topology every member gives as a whole (MPI 4.1, section 8.5), once for both spellings: checks what the program gives, compares it with what the other members give, and
 * splits. Where the program allows it and some ranks are nearer to each other than to others, they are numbered so that neighbours are near.
 */
final class Topologies {
  private Topologies() {}

  // ---- grids

  static CartComm createCart(Intracomm comm, int[] dims, boolean[] periods, boolean reorder) {
    Topology near = near(comm);
    agree(comm, Purpose.CREATE_CART, () -> {
      checkedSize(comm, "createCart", dims, periods);
      return allowing(near, reorder, words(dims, periods));
    });
    int rank = comm.getRank();
    int size = Cartesian.size(dims);
    int number = near != null && reorder && rank < size ? Reordering.ofGrid(near, dims, periods)[rank] : rank;
    CartComm made = new CartComm(new Cartesian(dims, Arrays.copyOf(periods, dims.length), Math.min(number, size - 1)));
    join(made, comm, Purpose.CREATE_CART, rank < size ? 0 : Constants.UNDEFINED, number);
    return made;
  }

  /** Who of the members is near whom; null where nobody is nearer than others, and ranks keep their numbers. */
  static @Nullable Topology near(Intracomm comm) {
    Topology known = Places.topology(comm.lco());
    return known == null || known.isFlat() ? null : known;
  }

  /** On which grid the members are, as they will be numbered: that of their communicator, along whose dimensions neighbours of all kinds can then send; null if they are on none, or may be numbered anew. */
  static @Nullable Grid grid(Intracomm comm, @Nullable Topology near, boolean reorder) {
    return comm.topology() instanceof Cartesian grid && (near == null || !reorder) ? grid.grid() : null;
  }

  /** Whether ranks may be numbered anew must be the same at all members only where they would be. */
  private static long[] allowing(@Nullable Topology near, boolean reorder, long[] words) {
    return near == null ? words : LongStream.concat(LongStream.of(words), LongStream.of(reorder ? 1 : 0)).toArray();
  }

  /** How many ranks each dimension has, those of rings as negative numbers. */
  private static long[] words(int[] dims, boolean[] periods) {
    long[] words = new long[dims.length];
    Arrays.setAll(words, d -> periods[d] ? -dims[d] : dims[d]);
    return words;
  }

  static CartComm sub(Cartcomm comm, boolean[] remainDims) {
    agree(comm, Purpose.SUB, () -> {
      comm.checkLength("sub", "flags", Arguments.given(remainDims, ErrorClasses.ERR_ARG, "sub: the array of dimensions that remain").length);
      return words(counted(comm, remainDims));
    });
    Cartesian grid = comm.topology();
    boolean[] remain = counted(comm, remainDims);
    CartComm made = new CartComm(grid.sub(remain));
    join(made, comm, Purpose.SUB, grid.partOf(remain));
    return made;
  }

  /** The flags of the dimensions that there are; those behind them are ignored. */
  private static boolean[] counted(Cartcomm comm, boolean[] flags) {
    return Arrays.copyOf(flags, comm.topology().dims().length);
  }

  private static long[] words(boolean[] flags) {
    long[] words = new long[flags.length];
    Arrays.setAll(words, i -> flags[i] ? 1 : 0);
    return words;
  }

  static int map(Intracomm comm, int[] dims, boolean[] periods) {
    int size = checkedSize(comm, "map", dims, periods);
    return comm.getRank() < size ? comm.getRank() : Constants.UNDEFINED;
  }

  private static int checkedSize(Intracomm comm, String call, int[] dims, boolean[] periods) {
    comm.lco();
    Arguments.given(dims, ErrorClasses.ERR_ARG, call + ": the array of dimensions");
    Arguments.given(periods, ErrorClasses.ERR_ARG, call + ": the array of periods");
    if (periods.length < dims.length) {
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

  static GraphComm createGraph(Intracomm comm, int[] index, int[] edges, boolean reorder) {
    Topology near = near(comm);
    agree(comm, Purpose.CREATE_GRAPH, () -> {
      checkGraph(comm, "createGraph", index, edges);
      return allowing(near, reorder, words(index, counted(index, edges)));
    });
    int rank = comm.getRank();
    boolean isIn = rank < index.length;
    int number = near != null && reorder && isIn ? Reordering.ofGraph(near, index, edges)[rank] : rank;
    Grid grid = index.length == comm.getSize() ? grid(comm, near, reorder) : null;
    GraphComm made = new GraphComm(isIn ? new Graph(index, counted(index, edges), number, grid) : new Graph(new int[1], new int[0], 0, null));
    join(made, comm, Purpose.CREATE_GRAPH, isIn ? 0 : Constants.UNDEFINED, number);
    return made;
  }

  /** How many ranks, the index, the edges. */
  private static long[] words(int[] index, int[] edges) {
    return LongStream.concat(LongStream.of(index.length), IntStream.concat(Arrays.stream(index), Arrays.stream(edges)).asLongStream()).toArray();
  }

  /** The edges that the last index counts. Those behind them are ignored, as MPI in C and MPJ Express do, who never see how many there are. */
  private static int[] counted(int[] index, int[] edges) {
    return Arrays.copyOf(edges, index.length == 0 ? 0 : index[index.length - 1]);
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
    if (before > edges.length) {
      throw comm.refused(ErrorClasses.ERR_ARG, call, "the last index is " + before + ", but there are " + edges.length + " edges");
    }
    checkRanks(comm, call, "neighbours", counted(index, edges), index.length);
  }

  // ---- common

  static void checkRanks(Intracomm comm, String call, String what, int[] ranks, int size) {
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

  /** Returns if all members give the same. A member whose arguments are wrong throws what {@code given} does. */
  private static void agree(Intracomm comm, Purpose purpose, Supplier<long[]> given) {
    try {
      SameArguments.agree(comm.collective(), purpose, given);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  static void join(Intracomm made, Intracomm comm, Purpose purpose, int colour) {
    join(made, comm, purpose, colour, 0);
  }

  /** @param number the rank in it, as a key */
  static void join(Intracomm made, Intracomm comm, Purpose purpose, int colour, int number) {
    made.inheritErrhandler(comm);
    try {
      Lco part = Intracommunicators.split(comm.collective(), purpose, colour, number);
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
