package org.braid.coll.engine.blocks;

import java.util.Arrays;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of one call, by their numbers in its schedule: in which memory each lies, and where there the units begin that the schedule speaks of, and how long they are.
 *
 * <pre>
 *   layout of the buffer       its unit u begins at (elements from the buffer's offset, unless it says bytes)
 *   n &gt; 0, one vector          position(u) of n equal parts of all elements
 *   1, of a call in parts      u times the spacing of the blocks, of which only a slice is there
 *   TABLE                      where the caller's table says
 *   TABLE, with cuts           a part of the block of that table
 *   LENGTHS                    u longs, in bytes
 *   MEASURED                   where the lengths that have come say, in bytes
 * </pre>
 */
public final class CallBuffers {
    private static final Object NOTHING = new byte[0];

    private long count; // elements of the vector, or of the one block that is in no table
    private long spacing; // elements from one block of IN and OUT to the next, where only a part of each is looked at; 0 for count
    private long sliceFrom; // of each block of a table only the elements from this one on are there,
    private long sliceElements; // at most so many; 0 for all
    private int tableUnit = 1; // elements that one in a table stands for
    private int elementBytes = 1;
    private final BlockTable inTable = new BlockTable();
    private final BlockTable outTable = new BlockTable();

    // Memory by buffer: IN, OUT, temporaries; offsets in bytes.
    private Object[] bases = {NOTHING, NOTHING, NOTHING, NOTHING};
    private long[] offsets = new long[4];
    private @Nullable MeasuredBlocks[] measured = {}; // of buffers of that layout, where their blocks are

    /** For another call; what memory there is stays. */
    public void reset() {
        count = 0;
        elementBytes = 1;
        spacing = 0;
        sliceElements = 0;
        tableUnit = 1;
    }

    /** The size of the vector, or of the one block that is in no table. */
    public void vector(long elements, int bytesPerElement) {
        count = elements;
        elementBytes = bytesPerElement;
    }

    /** Elements of the vector, or of the one block that is in no table. */
    public long count() {
        return count;
    }

    /** Bytes of one element. */
    public int elementBytes() {
        return elementBytes;
    }

    /** Elements from one block of IN and OUT to the next, where only a part of each is looked at; 0 elsewhere. */
    public long spacing() {
        return spacing;
    }

    /** Which blocks of IN the caller names. */
    public BlockTable inTable() {
        return inTable;
    }

    /** Which blocks of OUT the caller names. */
    public BlockTable outTable() {
        return outTable;
    }

    /** Where a buffer lies. */
    public void put(int buffer, Object base, long offsetBytes) {
        bases[buffer] = base;
        offsets[buffer] = offsetBytes;
    }

    /** There is room for so many of them. */
    public void provide(int buffers) {
        if (bases.length < buffers) {
            Object[] more = Arrays.copyOf(bases, buffers);
            long[] moreOffsets = Arrays.copyOf(offsets, buffers);
            Arrays.fill(more, bases.length, buffers, NOTHING);
            bases = more;
            offsets = moreOffsets;
        }
    }

    /** In which memory a buffer lies. */
    public Object base(int buffer) {
        return bases[buffer];
    }

    /** Whether a buffer lies in some memory. */
    public boolean has(int buffer) {
        return bases[buffer] != NOTHING;
    }

    /** A buffer lies nowhere. */
    public void drop(int buffer) {
        bases[buffer] = NOTHING;
    }

    /** Lets go of all memory. */
    public void forget() {
        Arrays.fill(bases, NOTHING);
        inTable.clear();
        outTable.clear();
    }

    /** Byte offset of a unit from the base of its buffer. */
    public long offset(Schedule steps, int buffer, int unit) {
        int layout = steps.layout(buffer);
        if (layout < Schedule.TABLE) {
            return layout == Schedule.LENGTHS ? (long) unit * Long.BYTES : layout == Schedule.MEASURED ? blocks(buffer).start(unit) : offsets[buffer] + cutStart(buffer, layout, unit) * elementBytes;
        }
        long element = layout == Schedule.TABLE ? start(buffer, unit) : isSpaced(steps, buffer) ? unit * spacing : Schedule.position(unit, count, layout);
        return offsets[buffer] + element * elementBytes;
    }

    /** Whether more lies between the blocks of a buffer than their elements: what the steps move of them does not follow each other. */
    public boolean isSpaced(Schedule steps, int buffer) {
        int layout = steps.layout(buffer);
        return buffer < Schedule.FIRST_TEMPORARY && (layout == 1 && spacing != 0 || layout == Schedule.TABLE && sliceElements != 0);
    }

    /** Bytes are its elements from now on: so members whose types are made up of unequal units see alike what a part of a block is. */
    public void countInBytes() {
        count *= elementBytes;
        tableUnit *= elementBytes;
        elementBytes = 1;
    }

    /** Only the elements {@code [from, from + elements)} of the vector, or of each block, are there from now on, of {@code all} in a vector or block that is in no table. In temporaries, what is there of the blocks of a table follows each other. */
    public void slice(long from, long elements, long all) {
        long gone = (from - (sliceElements == 0 ? 0 : sliceFrom)) * elementBytes;
        offsets[Schedule.IN] += gone;
        offsets[Schedule.OUT] += gone;
        spacing = all;
        count = Math.clamp(all - from, 0, elements);
        sliceFrom = from;
        sliceElements = elements;
    }

    /** Bytes in the units {@code [from, to)}; of measured blocks, of those that have room. */
    public long bytes(Schedule steps, int buffer, int from, int to) {
        int layout = steps.layout(buffer);
        if (layout >= Schedule.TABLE) {
            return elements(steps, buffer, from, to) * elementBytes;
        }
        if (layout == Schedule.LENGTHS) {
            return (long) (to - from) * Long.BYTES;
        }
        return layout == Schedule.MEASURED ? blocks(buffer).start(to) - blocks(buffer).start(from) : elements(steps, buffer, from, to) * elementBytes;
    }

    /** How long the blocks {@code [from, to)} are, whether they have room or not. */
    public long lengthBytes(Schedule steps, int buffer, int from, int to) {
        return steps.layout(buffer) == Schedule.MEASURED ? blocks(buffer).lengthBytes(from, to) : bytes(steps, buffer, from, to);
    }

    /** Where the measured blocks of a buffer are. */
    public MeasuredBlocks blocks(int buffer) {
        if (measured.length <= buffer) {
            measured = Arrays.copyOf(measured, buffer + 1);
        }
        MeasuredBlocks known = measured[buffer];
        if (known == null) {
            known = new MeasuredBlocks();
            measured[buffer] = known;
        }
        return known;
    }

    /** Elements in the units {@code [from, to)}. */
    public long elements(Schedule steps, int buffer, int from, int to) {
        int layout = steps.layout(buffer);
        if (layout > Schedule.TABLE) {
            return Schedule.position(to, count, layout) - Schedule.position(from, count, layout);
        }
        if (layout != Schedule.TABLE) {
            return to == from ? 0 : cutEnd(buffer, layout, to - 1) - cutStart(buffer, layout, from);
        }
        if (sliceElements != 0) {
            return sliced(buffer, from, to);
        }
        return to == from ? 0 : start(buffer, to - 1) + count(buffer, to - 1) - start(buffer, from);
    }

    private long sliced(int buffer, int from, int to) {
        long sum = 0;
        for (int block = from; block < to; block++) {
            sum += count(buffer, block);
        }
        return sum;
    }

    /** Where a cut of a block of the table begins. */
    private long cutStart(int buffer, int layout, int unit) {
        int cuts = Schedule.cuts(layout);
        int block = unit / cuts;
        return start(buffer, block) + Schedule.position(unit - block * cuts, count(buffer, block), cuts);
    }

    /** Behind its last element. */
    private long cutEnd(int buffer, int layout, int unit) {
        int cuts = Schedule.cuts(layout);
        int block = unit / cuts;
        return start(buffer, block) + Schedule.position(unit - block * cuts + 1, count(buffer, block), cuts);
    }

    /** Temporaries use the table of IN. */
    private long start(int buffer, int block) {
        if (sliceElements != 0 && buffer >= Schedule.FIRST_TEMPORARY) {
            return sliced(Schedule.IN, 0, block);
        }
        return tableUnit * table(buffer).start(block);
    }

    private long count(int buffer, int block) {
        long whole = tableUnit * table(buffer).count(block);
        return sliceElements == 0 ? whole : Math.clamp(whole - sliceFrom, 0, sliceElements);
    }

    private BlockTable table(int buffer) {
        return buffer == Schedule.OUT ? outTable : inTable;
    }

    /** Elements of all blocks of IN together. */
    public long inTotal() {
        return tableUnit * inTable.total();
    }

    /** Elements of all blocks of OUT together. */
    public long outTotal() {
        return tableUnit * outTable.total();
    }

    /** Elements of the first {@code blocks} blocks of IN together, of each of which no more than {@code mostOfEach} count. */
    public long inTotal(int blocks, long mostOfEach) {
        long sum = 0;
        for (int block = 0; block < blocks; block++) {
            sum += Math.min(mostOfEach, count(Schedule.IN, block));
        }
        return sum;
    }

    /** Elements of the longest of the first {@code blocks} blocks of a buffer. */
    public long longest(int buffer, int blocks) {
        long longest = 0;
        for (int block = 0; block < blocks; block++) {
            longest = Math.max(longest, count(buffer, block));
        }
        return longest;
    }

    /** Of the lengths in bytes of all blocks of IN (see {@link BlockTable#hash}). */
    public int inHash() {
        return inTable.hash(tableUnit * elementBytes);
    }

    /** Of the lengths of all blocks of OUT, as {@link #inHash}. */
    public int outHash() {
        return outTable.hash(tableUnit * elementBytes);
    }
}
