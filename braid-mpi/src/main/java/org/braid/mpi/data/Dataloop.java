package org.braid.mpi.data;

import org.jspecify.annotations.Nullable;

/**
 * The data of a type map, in type-map order, as loops in loops ("dataloops": Ross, Miller, Gropp, Implementing Fast and Reusable Datatype Processing, EuroPVM/MPI 2003): a list of runs, a loop again and again at one distance, or some
 * loops one after the other. Immutable, and as large as what is written below, however often a loop is repeated.
 *
 * <pre>
 *   {@link Runs}         |##  #    ####|                          so many bytes each, from at[r] on
 *   {@link Repetition}   |loop|    |loop|    |loop|    …          time t lies t * step further
 *   {@link Sequence}     |one loop|  |another|    …               each moved by at[i]
 * </pre>
 *
 * <p>Positions count the bytes of data, displacements are where they lie. At most {@link DataloopBuilder#MOST_REPETITIONS} repetitions are one in another, and of two sequences one in another the inner one is repeated: so whatever walks over
 * a loop may call itself.
 */
abstract sealed class Dataloop permits Runs, Repetition, Sequence {
  private final long sizeBytes;
  private final long elements;
  private final long first;
  private final long last;

  Dataloop(long sizeBytes, long elements, long first, long last) {
    this.sizeBytes = sizeBytes;
    this.elements = elements;
    this.first = first;
    this.last = last;
  }

  /** Bytes of data. */
  final long sizeBytes() {
    return sizeBytes;
  }

  /** Base elements. */
  final long elements() {
    return elements;
  }

  /** Lowest displacement of any byte; 0 if there is none. */
  final long first() {
    return first;
  }

  /** One past the highest displacement of any byte; 0 if there is none. */
  final long last() {
    return last;
  }

  /** How many runs there are in all. */
  abstract long runs();

  /** What the description is long: runs that are listed, and loops of sequences. */
  abstract long listed();

  /** The most repetitions that are one in another. */
  abstract int repetitions();

  /** Whether all bytes lie in one piece, in their order. */
  abstract boolean isGapless();

  /** Whether the data go upwards only, and name no byte twice. */
  abstract boolean isRising();

  /** The union of the bits of all displacements, lengths and distances: what no unit of memory may split. */
  abstract long placeBits();

  /** Bytes of the largest base element; 1 if there is none. */
  abstract int alignmentBytes();

  /** The type of all base elements, or null if they are mixed or none. */
  abstract @Nullable BaseType commonBase();

  /** The type of that base element. */
  abstract BaseType elementBase(long i);

  /** The displacement of that base element. */
  abstract long elementAt(long i);

  /** Whole base elements in the first {@code bytes} bytes, of which there are as many, or -1 if the last one is cut. */
  abstract long elementsIn(long bytes);

  /** The lowest displacement among the first {@code bytes} bytes, of which there are as many, and at least one. */
  abstract long firstOf(long bytes);

  /** One past the highest displacement among them. */
  abstract long lastOf(long bytes);

  /** How many bytes lie below a displacement, if they are {@linkplain #isRising rising}. */
  abstract long bytesBelow(long displacement);

  /** The same data, {@code shift} bytes further. */
  abstract Dataloop moved(long shift);

  /** The places of the bytes, whatever they mean: runs that touch are one. */
  abstract Dataloop ofBytes();

  /** The places of pairs, if the data are such: each is one run, with what lies between its value and its index as C has them. Null if they are anything else. */
  abstract @Nullable Dataloop ofPairs(BaseType value, BaseType index);

  /** Has the {@code length} bytes from {@code position} on moved, list by list; see {@link RunsMover#move}. */
  abstract void move(long position, long length, Object memory, long place, Object packed, long at, boolean gathers, RunsMover mover);

  /**
   * Sets a cursor to a position.
   *
   * @param place of displacement 0
   * @param more how often this loop comes again, if it is a list, each time {@code step} bytes further
   */
  abstract void find(long position, long place, long more, long step, LayoutCursor cursor);
}
