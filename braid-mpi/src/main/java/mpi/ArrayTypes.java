package mpi;

import java.util.Arrays;
import org.braid.mpi.data.ArrayMaps;
import org.jspecify.annotations.Nullable;

/** The constructors of types for parts of arrays (MPI 4.1, sections 5.1.3 and 5.1.4): checks the arguments, and finds which indices a rank has. */
final class ArrayTypes {
  private ArrayTypes() {}

  static Datatype subarray(String call, long @Nullable [] sizes, long @Nullable [] subSizes, long @Nullable [] starts, int order, Datatype old) {
    long[] whole = sizes(call, sizes);
    long[] part = longs(call, whole, "sizes of the part", subSizes);
    long[] from = longs(call, whole, "starts", starts);
    for (int d = 0; d < whole.length; d++) {
      checkSize(call, whole[d]);
      if (part[d] < 1 || from[d] < 0 || from[d] > whole[d] - part[d]) {
        throw wrong(call, "a part of " + part[d] + " elements from " + from[d] + " does not lie in dimension " + d + ", which has " + whole[d]);
      }
    }
    boolean firstIsFastest = isFortran(call, order);
    return Derived.derived(old, map -> ArrayMaps.subarray(whole, part, from, firstIsFastest, map));
  }

  static Datatype darray(
      String call, int size, int rank, long @Nullable [] sizes, int[] distributions, int[] arguments, int[] ranks, int order, Datatype old) {
    long[] whole = sizes(call, sizes);
    checkLengths(call, whole, "distributions", distributions);
    checkLengths(call, whole, "arguments of distributions", arguments);
    checkLengths(call, whole, "numbers of ranks", ranks);
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
    long[] blockLengths = new long[whole.length];
    for (int d = 0; d < whole.length; d++) {
      checkSize(call, whole[d]);
      blockLengths[d] = blockLength(call, d, whole[d], distributions[d], arguments[d], ranks[d]);
    }
    boolean firstIsFastest = isFortran(call, order);
    return Derived.derived(old, map -> ArrayMaps.of(whole, dealt(rank, whole, blockLengths, ranks), firstIsFastest, map));
  }

  private static ArrayMaps.Blocks[] dealt(int rank, long[] sizes, long[] blockLengths, int[] ranks) {
    ArrayMaps.Blocks[] blocks = new ArrayMaps.Blocks[sizes.length];
    for (int d = sizes.length - 1, left = rank; d >= 0; d--) { // ranks are counted with the last dimension first, whatever the order of elements is
      blocks[d] = ArrayMaps.dealt(sizes[d], blockLengths[d], ranks[d], left % ranks[d]);
      left /= ranks[d];
    }
    return blocks;
  }

  private static long blockLength(String call, int d, long size, int distribution, int argument, int ranks) {
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

  private static long undivided(String call, int d, long size, int ranks) {
    if (ranks != 1) {
      throw wrong(call, "dimension " + d + " is not divided, but " + ranks + " ranks share it");
    }
    return size;
  }

  private static long block(String call, int d, long size, int length, int ranks) {
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

  private static long[] sizes(String call, long @Nullable [] sizes) {
    return Arguments.given(sizes, ErrorClasses.ERR_ARG, call + ": the array of sizes");
  }

  private static long[] longs(String call, long[] sizes, String what, long @Nullable [] others) {
    long[] given = Arguments.given(others, ErrorClasses.ERR_ARG, call + ": the array of " + what);
    checkLength(call, sizes, what, given.length);
    return given;
  }

  private static void checkLengths(String call, long[] sizes, String what, int[] others) {
    checkLength(call, sizes, what, Arguments.given(others, ErrorClasses.ERR_ARG, call + ": the array of " + what).length);
  }

  private static void checkLength(String call, long[] sizes, String what, int length) {
    if (sizes.length == 0 || length != sizes.length) {
      throw wrong(call, length + " " + what + " were given for " + sizes.length + " dimensions");
    }
  }

  private static void checkSize(String call, long size) {
    if (size < 1) {
      throw wrong(call, "a dimension has " + size + " elements; give at least 1");
    }
  }

  private static MPIException wrong(String call, String why) {
    return new MPIException(ErrorClasses.ERR_ARG, call + ": " + why);
  }
}
