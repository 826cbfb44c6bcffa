package org.braid.mpi.data;

import java.util.Arrays;

/**
 * Where the bytes of repeated elements of a type lie, counted as one stream: byte {@code position} of all data, in type-map order, lies at a displacement from the first element (MPI 4.1, sections 5.1 and 14.1.1). Immutable; of the
 * size of one element's description, however many elements there are; runs of one element that are too many to be listed are a list that is repeated.
 *
 * <pre>
 *   stream         0     before[1]  before[2]         size                     2 size
 *   element 0      |#####|          |#########|        | element 1 |#####|       |
 *   displacement   at[0]            at[1]              extent + at[0]
 *
 *   repeated       | list, listBytes long | list | …    | element 1 …        time t of the list lies t * stepBytes further
 * </pre>
 */
public final class Layout {
    private final long[] at;
    private final long[] before;
    private final int[] width;
    private final long sizeBytes;
    private final long extentBytes;
    private final long placeBits;
    private final long listBytes;
    private final long times;
    private final long stepBytes;

    private Layout(long[] at, long[] before, int[] width, long times, long stepBytes, long extentBytes) {
        this.at = at;
        this.before = before;
        this.width = width;
        this.listBytes = before[at.length];
        this.times = times;
        this.stepBytes = stepBytes;
        this.sizeBytes = listBytes * times;
        this.extentBytes = extentBytes;
        this.placeBits = bits(at) | bits(before) | stepBytes | extentBytes;
    }

    private static long bits(long[] numbers) {
        long bits = 0;
        for (long number : numbers) {
            bits |= number;
        }
        return bits;
    }

    /** The places of the bytes, whatever they mean: runs that touch are one. */
    public static Layout ofBytes(TypeMap map) {
        return of(map, true);
    }

    /** The places of base elements, of which each run has one kind. */
    static Layout ofElements(TypeMap map) {
        return of(map, false);
    }

    private static Layout of(TypeMap map, boolean bytesAlone) {
        Runs runs = map.runs;
        long[] at = new long[runs.length()];
        long[] before = new long[runs.length() + 1];
        int[] width = new int[runs.length()];
        int length = 0;
        for (int r = 0; r < runs.length(); r++) {
            int of = bytesAlone ? 1 : runs.base[r].bytes();
            boolean joins = length > 0 && width[length - 1] == of && at[length - 1] + before[length] - before[length - 1] == runs.at[r];
            if (runs.bytes(r) > 0 && !joins) {
                at[length] = runs.at[r];
                width[length] = of;
                before[length + 1] = before[length];
                length++;
            }
            before[length] += runs.bytes(r);
        }
        boolean isOneRun = length == 1 && runs.stepBytes == before[1] && bytesAlone; // base elements may be cut otherwise
        before[length] *= isOneRun ? runs.times : 1;
        return new Layout(Arrays.copyOf(at, length), Arrays.copyOf(before, length + 1), Arrays.copyOf(width, length), isOneRun ? 1 : runs.times, isOneRun ? 0 : runs.stepBytes, map.extentBytes());
    }

    /** Bytes of data in one element. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** From element to element. */
    long extentBytes() {
        return extentBytes;
    }

    /** Bytes of data in the runs that are listed. */
    long listBytes() {
        return listBytes;
    }

    /** How often one element has them. */
    long times() {
        return times;
    }

    /** From one time to the next. */
    long stepBytes() {
        return stepBytes;
    }

    /** Whether all elements together are one run without gaps. */
    public boolean isDense() {
        return at.length == 1 && times == 1 && sizeBytes == extentBytes;
    }

    /** Whether the stream goes upwards only, from displacements that are not negative, also from element to element, and no byte is named twice. */
    public boolean isRising() {
        long end = 0;
        for (int r = 0; r < at.length; r++) {
            if (at[r] < end) {
                return false;
            }
            end = at[r] + runBytes(r);
        }
        return at.length == 0 || (times == 1 || end - at[0] <= stepBytes) && (times - 1) * stepBytes + end - at[0] <= extentBytes;
    }

    /** The displacement of a byte of the stream; there must be data at all. */
    public long displacementOf(long position) {
        return cursor(position).displacement();
    }

    /** How many bytes of the stream lie below a displacement, if the stream is {@linkplain #isRising rising}. */
    public long bytesBelow(long displacement) {
        if (at.length == 0 || displacement <= at[0]) {
            return 0;
        }
        long element = (displacement - at[0]) / extentBytes;
        long inElement = displacement - element * extentBytes;
        long time = times == 1 ? 0 : Math.min(times - 1, (inElement - at[0]) / stepBytes);
        long within = inElement - time * stepBytes;
        int r = Arrays.binarySearch(at, within);
        int run = r >= 0 ? r : -r - 2;
        return element * sizeBytes + time * listBytes + before[run] + Math.min(runBytes(run), within - at[run]);
    }

    /** Walks over the stream from a position on; there must be data at all. */
    public LayoutCursor cursor(long position) {
        return new LayoutCursor(this, position);
    }

    /** The run in which byte {@code rest} of the list's stream lies. */
    int runOf(long rest) {
        int r = Arrays.binarySearch(before, rest);
        return r >= 0 ? r : -r - 2;
    }

    /** The union of the bits of all places, lengths and the extent: what no unit of memory may split. */
    long placeBits() {
        return placeBits;
    }

    /** The first run behind {@code run} that does not lie within {@code length} bytes of the stream from the begin of {@code run} on, or the number of runs. */
    int runBehind(int run, long length) {
        long end = before[run] + length;
        if (end >= listBytes) {
            return at.length;
        }
        return runOf(end);
    }

    /** Runs of data in one element. */
    public long runs() {
        return at.length * times;
    }

    /** Those of them that are listed. */
    int listed() {
        return at.length;
    }

    long at(int run) {
        return at[run];
    }

    long before(int run) {
        return before[run];
    }

    long runBytes(int run) {
        return before[run + 1] - before[run];
    }

    int width(int run) {
        return width[run];
    }
}
