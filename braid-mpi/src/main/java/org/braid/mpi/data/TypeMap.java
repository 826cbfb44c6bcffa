package org.braid.mpi.data;

import org.jspecify.annotations.Nullable;

/**
 * An MPI type map (MPI 4.1, 5.1): which base elements at which byte displacements, and the bounds by which repeated elements are
 * laid out. Immutable.
 *
 * <pre>
 *   displacement 0 of the buffer
 *   |        lowerBound       run 0          run 1         upperBound
 *   +--------+---------------+######+-------+##########+--+
 *            |&lt;------------------ extent ----------------->|     element k lies k extents further
 *                            |&lt;---- true extent ---->|            size = bytes of all runs together
 * </pre>
 */
public final class TypeMap {
  /** No type has more bytes, or reaches farther: differences of such places do not overflow. */
  static final long FARTHEST_BYTES = 1L << 60;

  final Dataloop loop;
  private final long sizeBytes;
  private final long lowerBound;
  private final long upperBound;
  private final boolean explicitLower;
  private final boolean explicitUpper;
  private final boolean complex;
  private final boolean contiguous;
  private final @Nullable BaseType base;
  private @Nullable Layout layout; // made at the first use, by whatever thread: one is as good as the other

  TypeMap(Dataloop loop, Bounds bounds, boolean complex) {
    checkReach(loop.sizeBytes(), loop.first(), loop.last(), bounds.lower(), bounds.upper());
    this.loop = loop;
    this.sizeBytes = loop.sizeBytes();
    this.lowerBound = bounds.lower();
    this.upperBound = bounds.upper();
    this.explicitLower = bounds.explicitLower();
    this.explicitUpper = bounds.explicitUpper();
    this.complex = complex;
    this.base = loop.commonBase();
    this.contiguous = loop.isGapless() && loop.first() == 0 && upperBound - lowerBound == sizeBytes && lowerBound == 0;
  }

  private static void checkReach(long... places) {
    for (long place : places) {
      if (place < -FARTHEST_BYTES || place > FARTHEST_BYTES) {
        throw new ArithmeticException("it has " + place + " bytes, or reaches to byte " + place + ", and the farthest is " + FARTHEST_BYTES);
      }
    }
  }

  /** One element of {@code base}. */
  public static TypeMap of(BaseType base) {
    return new TypeMap(Runs.of(base, 1), new Bounds(0, base.bytes(), false, false), false);
  }

  /** A complex number: two elements of FLOAT or DOUBLE that products treat as one. */
  public static TypeMap complex(BaseType part) {
    return new TypeMap(Runs.of(part, 2), new Bounds(0, 2L * part.bytes(), false, false), true);
  }

  /** A pair (value, index) in C layout, for MAXLOC and MINLOC. */
  public static TypeMap pair(BaseType value, BaseType index) {
    return TypeMaps.struct(new long[] {1, 1}, new long[] {0, Runs.indexAtBytes(value, index)}, new TypeMap[] {of(value), of(index)});
  }

  /** MPI_LB: no elements, but fixes the lower bound of a struct to its displacement. */
  public static TypeMap lowerBoundMarker() {
    return new TypeMap(Runs.EMPTY, new Bounds(0, 0, true, false), false);
  }

  /** MPI_UB: no elements, but fixes the upper bound of a struct to its displacement. */
  public static TypeMap upperBoundMarker() {
    return new TypeMap(Runs.EMPTY, new Bounds(0, 0, false, true), false);
  }

  /** Bytes of data in one element, gaps not counted. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** Displacement in bytes at which an element begins (MPI 4.1, section 5.1.7). */
  public long lowerBoundBytes() {
    return lowerBound;
  }

  /** Displacement in bytes at which an element ends: its extent above the lower bound (MPI 4.1, section 5.1.7). */
  public long upperBoundBytes() {
    return upperBound;
  }

  /** Distance between successive elements in bytes. */
  public long extentBytes() {
    return upperBound - lowerBound;
  }

  /** Displacement of the first byte of data. */
  public long trueLowerBoundBytes() {
    return loop.first();
  }

  /** Bytes from the first to the last byte of data. */
  public long trueExtentBytes() {
    return loop.last() - loop.first();
  }

  /** Whether any number of elements is one gapless block in type-map order from displacement 0, so that nothing is packed. */
  public boolean isContiguous() {
    return contiguous;
  }

  /** Whether each element is a pair of real and imaginary part. */
  public boolean isComplex() {
    return complex;
  }

  /** The base type of all elements, or null if they are mixed or none. */
  public @Nullable BaseType base() {
    return base;
  }

  /** Number of base elements in one element of this type. */
  public long elements() {
    return loop.elements();
  }

  /** Base type of the {@code i}-th base element in type-map order. */
  public BaseType elementBase(long i) {
    return loop.elementBase(i);
  }

  /** Displacement of the {@code i}-th base element in type-map order. */
  public long elementAtBytes(long i) {
    return loop.elementAt(i);
  }

  /** Where the bytes of elements lie, whatever they mean: runs that touch are one. */
  public Layout layout() {
    Layout known = layout;
    if (known == null) {
      known = new Layout(loop.ofBytes(), extentBytes());
      layout = known;
    }
    return known;
  }

  /** Where the pairs lie that elements consist of, each as {@link #pair} has it and with what is between its value and its index; null if they consist of anything else. */
  public @Nullable Layout pairs() {
    Dataloop pairs = elements() < 2 ? null : loop.ofPairs(elementBase(0), elementBase(1));
    return pairs == null ? null : new Layout(pairs, extentBytes());
  }

  /** Where the base elements of elements lie, of which each run has one kind. */
  Layout elementLayout() {
    return new Layout(loop, extentBytes());
  }

  Bounds bounds() {
    return new Bounds(lowerBound, upperBound, explicitLower, explicitUpper);
  }

  /** The first byte that {@code count} elements touch, relative to the buffer's offset; 0 if they touch none. */
  public long firstTouched(long count) {
    return count == 0 || sizeBytes == 0 ? 0 : Math.min(loop.first(), Math.addExact(loop.first(), Math.multiplyExact(count - 1, extentBytes())));
  }

  /** One past the last byte that {@code count} elements touch, relative to the buffer's offset; 0 if they touch none. */
  public long endTouched(long count) {
    return count == 0 || sizeBytes == 0 ? 0 : Math.max(loop.last(), Math.addExact(loop.last(), Math.multiplyExact(count - 1, extentBytes())));
  }

  /** How many bytes {@code elements} base elements are, counted from the first of one element of this type on to the next. */
  public long bytesOf(long elements) {
    BaseType common = base();
    if (common != null || elements() == 0) {
      return common == null ? 0 : elements * common.bytes();
    }
    long bytes = elements / elements() * sizeBytes;
    for (long i = 0; i < elements % elements(); i++) {
      bytes += loop.elementBase(i).bytes();
    }
    return bytes;
  }

  /**
   * How many base elements {@code bytes} received bytes hold, counting a started element only if it is whole.
   *
   * @return the number, or -1 if the last base element is cut
   */
  public long elementsIn(long bytes) {
    if (sizeBytes == 0) {
      return bytes == 0 ? 0 : -1;
    }
    long rest = loop.elementsIn(bytes % sizeBytes);
    return rest < 0 ? -1 : bytes / sizeBytes * elements() + rest;
  }
}
