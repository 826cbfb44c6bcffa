package mpi;

import java.util.Arrays;
import org.braid.mpi.data.ArrayMaps;

/** The constructors of types for parts of arrays (MPI 4.1, sections 5.1.3 and 5.1.4): checks the arguments, and finds which indices a rank has. */
final class ArrayTypes {
  private ArrayTypes() {}

  static Datatype subarray(int[] sizes, int[] subSizes, int[] starts, int order, Datatype old) {
    String call = "createSubarray";
    checkLengths(call, sizes, "sizes of the part", subSizes);
    checkLengths(call, sizes, "starts", starts);
    for (int d = 0; d < sizes.length; d++) {
      checkSize(call, sizes[d]);
      if (subSizes[d] < 1 || starts[d] < 0 || (long) starts[d] + subSizes[d] > sizes[d]) {
        throw wrong(call, "a part of " + subSizes[d] + " elements from " + starts[d] + " does not lie in dimension " + d + ", which has " + sizes[d]);
      }
    }
    boolean firstIsFastest = isFortran(call, order);
    return Derived.derived(old, map -> ArrayMaps.subarray(sizes, subSizes, starts, firstIsFastest, map));
  }

  static Datatype darray(int size, int rank, int[] sizes, int[] distributions, int[] arguments, int[] ranks, int order, Datatype old) {
    String call = "createDarray";
    checkLengths(call, sizes, "distributions", distributions);
    checkLengths(call, sizes, "arguments of distributions", arguments);
    checkLengths(call, sizes, "numbers of ranks", ranks);
    long product = 1;
    for (int along : ranks) {
      product *= Math.max(0, along);
      product = Math.min(product, Integer.MAX_VALUE + 1L);
    }
    if (product != size) {
      throw wrong(call, "the numbers of ranks " + Arrays.toString(ranks) + " do not multiply to " + size);
    }
    if (rank < 0 || rank >= size) {
      throw new MPIException(ErrorClasses.ERR_RANK, call + ": rank " + rank + " is not in 0.." + (size - 1));
    }
    int[][] indices = new int[sizes.length][];
    for (int d = sizes.length - 1, left = rank; d >= 0; d--) { // ranks are counted with the last dimension first, whatever the order of elements is
      checkSize(call, sizes[d]);
      indices[d] = ArrayMaps.dealt(sizes[d], blockLength(call, d, sizes[d], distributions[d], arguments[d], ranks[d]), ranks[d], left % ranks[d]);
      left /= ranks[d];
    }
    boolean firstIsFastest = isFortran(call, order);
    return Derived.derived(old, map -> ArrayMaps.of(sizes, indices, firstIsFastest, map));
  }

  private static int blockLength(String call, int d, int size, int distribution, int argument, int ranks) {
    boolean byDefault = argument == Constants.DISTRIBUTE_DFLT_DARG;
    if (!byDefault && argument < 1 && distribution != Constants.DISTRIBUTE_NONE) {
      throw wrong(call, "dimension " + d + " is divided into blocks of " + argument + "; give 1 or more, or MPI.DISTRIBUTE_DFLT_DARG");
    }
    return switch (distribution) {
      case Constants.DISTRIBUTE_NONE -> undivided(call, d, size, ranks);
      case Constants.DISTRIBUTE_CYCLIC -> byDefault ? 1 : argument;
      case Constants.DISTRIBUTE_BLOCK -> byDefault ? Math.ceilDiv(size, ranks) : block(call, d, size, argument, ranks);
      default -> throw wrong(call, "dimension " + d + " has distribution " + distribution + "; give MPI.DISTRIBUTE_BLOCK, DISTRIBUTE_CYCLIC or DISTRIBUTE_NONE");
    };
  }

  private static int undivided(String call, int d, int size, int ranks) {
    if (ranks != 1) {
      throw wrong(call, "dimension " + d + " is not divided, but " + ranks + " ranks share it");
    }
    return size;
  }

  private static int block(String call, int d, int size, int length, int ranks) {
    if ((long) length * ranks < size) {
      throw wrong(call, ranks + " blocks of " + length + " do not cover dimension " + d + ", which has " + size);
    }
    return length;
  }

  private static boolean isFortran(String call, int order) {
    if (order != Constants.ORDER_C && order != Constants.ORDER_FORTRAN) {
      throw wrong(call, "the order is " + order + "; give MPI.ORDER_C or MPI.ORDER_FORTRAN");
    }
    return order == Constants.ORDER_FORTRAN;
  }

  private static void checkLengths(String call, int[] sizes, String what, int[] others) {
    Arguments.given(sizes, ErrorClasses.ERR_ARG, call + ": the array of sizes");
    Arguments.given(others, ErrorClasses.ERR_ARG, call + ": the array of " + what);
    if (sizes.length == 0 || others.length != sizes.length) {
      throw wrong(call, others.length + " " + what + " were given for " + sizes.length + " dimensions");
    }
  }

  private static void checkSize(String call, int size) {
    if (size < 1) {
      throw wrong(call, "a dimension has " + size + " elements; give at least 1");
    }
  }

  private static MPIException wrong(String call, String why) {
    return new MPIException(ErrorClasses.ERR_ARG, call + ": " + why);
  }
}
