package org.braid.coll.engine;

import java.util.Arrays;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.agreement.Signature;
import org.braid.coll.engine.blocks.BlockTable;
import org.braid.coll.engine.blocks.MeasuredBlocks;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * One collective call: what the caller hands over, and how far it has come. Taken from {@link Engine#call}, described by the methods that return it, then run
 * or started; pooled, so nobody may touch it once it's done.
 */
public final class Call {
    static final Object NOTHING = new byte[0];
    /** In place of a root, of a member of the root's group that is not the root (MPI 4.1, section 6.2.3). */
    public static final int NO_ROOT = Signature.NO_ROOT;

    /** Code of every operator that a program brings itself: they cannot be told apart. */
    public static final int OWN_OPERATOR = 15;

    // What is asked for. Set by the caller.
    Operation operation = Operation.BARRIER;
    int root;
    long count;
    long spacing; // elements from one block of IN and OUT to the next, where only a part of each is looked at; 0 for count
    long sliceFrom; // of each block of a table only the elements from this one on are there,
    long sliceElements; // at most so many; 0 for all
    int tableUnit = 1; // elements that one in a table stands for
    long parts = 1; // over a board, how many calls this one is made of, one after the other,
    long partElements; // and how much of its vector, or of each block, each of them moves, if there are several
    int elementBytes = 1;
    int type;
    int operator;
    boolean inPlace;
    @Nullable Purpose purpose;
    @Nullable Reducer reducer;
    final BlockTable inTable = new BlockTable();
    final BlockTable outTable = new BlockTable();
    Neighbours neighbours = Neighbours.NONE;
    @Nullable Operation standsFor;
    int rootSaid;
    long bytesSaid;

    // Memory by buffer of the schedule: IN, OUT, temporaries; offsets in bytes.
    Object[] bases = {NOTHING, NOTHING, NOTHING, NOTHING};
    long[] offsets = new long[4];
    @Nullable MeasuredBlocks[] measured = {}; // of buffers of that layout, where their blocks are

    // How far it has come. Owned by the engine.
    @Nullable Schedule schedule;
    int plan; // its name, see PlanName
    int tag;
    long signature;
    boolean straight;
    boolean complete;
    @Nullable Finish finish;
    @Nullable Throwable failure;
    int firstTicket;
    int tickets;

    // StraightRun: the next step, and the set of steps under way.
    int next;
    long underWay;

    // GraphRun: what each step still waits for; steps that may start; transfers under way.
    int[] waiting = {};
    int[] ready = {};
    int readyFirst;
    int readyEnd;
    int[] transfers = {};
    int transferCount;
    int left;

    // Over a board: among which calls, if it was started there; its phases, with what they are marked, and how far it has come in parts.
    @Nullable Line line;
    boolean announces; // that it was made, and nothing else
    long firstPhase;
    long lastPhase;
    long mark;
    long part;
    long partPhase;

    // Where the schedule has a loop; null before the first one.
    @Nullable WindowRun windowRun;

    /** The calls over some memory that were started, of which each goes on behind those before it. */
    interface Line {
        /** Goes on without waiting; true if the call is over. */
        boolean advance(Call call, Schedule schedule);

        /** The call that goes on next; null if none is left. */
        @Nullable Call first();

        /** Whether what the first of them waits for is there after some looks. */
        boolean comesSoon(Call call);

        /** Before somebody sleeps until what the call {@linkplain #collect waits for} is done; false if it can go on. */
        boolean mayRest(Call call, Schedule schedule);

        /** Puts the ticket, if there is one, without which the call does not go on behind the first {@code at}; returns how many there are then. */
        int collect(Call call, int[] tickets, int at);

        /** Whom the call waits for; a negative number if nobody. */
        int awaitedRank(Call call, Schedule schedule);

        /** The call has failed. */
        void abandon(Call call, Throwable failed);
    }

    Call reset(Operation newOperation) {
        operation = newOperation;
        root = 0;
        count = 0;
        spacing = 0;
        sliceElements = 0;
        tableUnit = 1;
        parts = 1;
        elementBytes = 1;
        type = 0;
        operator = 0;
        inPlace = false;
        purpose = null;
        neighbours = Neighbours.NONE;
        standsFor = null;
        finish = null;
        failure = null;
        complete = false;
        line = null;
        announces = false;
        return this;
    }

    /** The root of a rooted operation. */
    public Call root(int rank) {
        root = rank;
        return this;
    }

    /**
     * The size of the vector, or of the one block that isn't in a table.
     *
     * @param elements per block
     * @param bytesPerElement of one element; operands are never cut inside one
     */
    public Call count(long elements, int bytesPerElement) {
        count = elements;
        elementBytes = bytesPerElement;
        return this;
    }

    /**
     * Which type the elements have; calls with unequal codes don't belong together.
     *
     * @param code 1 to 10 for MPI's BYTE, CHAR, SHORT, BOOLEAN, INT, LONG, FLOAT, DOUBLE, PACKED, OBJECT, or 0 for unknown
     */
    public Call type(int code) {
        type = code;
        return this;
    }

    /** Where this member's operand or blocks lie: user memory (see {@link org.braid.base.memory.Memory}), bytes from its element 0. */
    public Call in(Object base, long offsetBytes) {
        bases[Schedule.IN] = base;
        offsets[Schedule.IN] = offsetBytes;
        return this;
    }

    /** Where the result goes, as {@link #in}. */
    public Call out(Object base, long offsetBytes) {
        bases[Schedule.OUT] = base;
        offsets[Schedule.OUT] = offsetBytes;
        return this;
    }

    /** This member's operand lies in OUT already. */
    public Call inPlace() {
        inPlace = true;
        return this;
    }

    /** Blocks of IN: elements of each and where each starts, both in elements. The arrays must not change while the call runs. */
    public Call inTable(int[] counts, int[] starts) {
        inTable.set(counts, starts);
        return this;
    }

    /** Blocks of OUT, as {@link #inTable}. */
    public Call outTable(int[] counts, int[] starts) {
        outTable.set(counts, starts);
        return this;
    }

    /** As {@link #inTable(int[], int[])}, of counts and starts that an int may be too short for. */
    public Call inTable(long[] counts, long[] starts) {
        inTable.set(counts, starts);
        return this;
    }

    /** Blocks of OUT, as {@link #inTable(long[], long[])}. */
    public Call outTable(long[] counts, long[] starts) {
        outTable.set(counts, starts);
        return this;
    }

    /** Whom an operation of neighbours reaches, always the same object for the same ones; everybody, if nothing is said. */
    public Call neighbours(Neighbours those) {
        neighbours = those;
        return this;
    }

    /** By which name the program made this call, if not by that of its operation. */
    public Call purpose(Purpose name) {
        purpose = name;
        return this;
    }

    /**
     * Which operation the program called, if another one carries it out: that one's name, root and size are what the members compare.
     *
     * @param root of a rooted operation; {@link #NO_ROOT} at a member that does not know it
     * @param bytes the size that all members know alike, or 0
     */
    public Call standsFor(Operation called, int root, long bytes) {
        standsFor = called;
        rootSaid = root;
        bytesSaid = bytes;
        return this;
    }

    /** What carries out a part of that call: members compare what it says. */
    Call saidAs(Call other, long bytes) {
        type = other.type;
        operator = other.operator;
        purpose = other.purpose;
        return standsFor(other.operation, other.root, bytes);
    }

    /** What combines two operands of a reduction. */
    public Call reducer(Reducer bound) {
        reducer = bound;
        return this;
    }

    /**
     * Which operator the reducer is, so that members who mean different ones are told.
     *
     * @param code 1 to 14 for MPI's own in the order of its list (MPI 4.1, 6.9.2), {@link #OWN_OPERATOR}, or 0 for unknown
     */
    public Call operator(int code) {
        operator = code;
        return this;
    }

    boolean isCommutative() {
        return reducer == null || reducer.isCommutative();
    }

    /** Byte offset of a unit from the base of its buffer. */
    long offset(Schedule steps, int buffer, int unit) {
        int layout = steps.layout(buffer);
        if (layout < Schedule.TABLE) {
            return layout == Schedule.LENGTHS ? (long) unit * Long.BYTES : layout == Schedule.MEASURED ? blocks(buffer).start(unit) : offsets[buffer] + cutStart(buffer, layout, unit) * elementBytes;
        }
        long element = layout == Schedule.TABLE ? start(buffer, unit) : isSpaced(steps, buffer) ? unit * spacing : Schedule.position(unit, count, layout);
        return offsets[buffer] + element * elementBytes;
    }

    /** Whether more lies between the blocks of a buffer than their elements: what the steps move of them does not follow each other. */
    boolean isSpaced(Schedule steps, int buffer) {
        int layout = steps.layout(buffer);
        return buffer < Schedule.FIRST_TEMPORARY && (layout == 1 && spacing != 0 || layout == Schedule.TABLE && sliceElements != 0);
    }

    /** Bytes are its elements from now on: so members whose types are made up of unequal units see alike what a part of a block is. */
    void countInBytes() {
        count *= elementBytes;
        tableUnit *= elementBytes;
        elementBytes = 1;
    }

    /** Only the elements {@code [from, from + elements)} of the vector, or of each block, are there from now on, of {@code all} in a vector or block that is in no table. In temporaries, what is there of the blocks of a table follows each other. */
    void slice(long from, long elements, long all) {
        long gone = (from - (sliceElements == 0 ? 0 : sliceFrom)) * elementBytes;
        offsets[Schedule.IN] += gone;
        offsets[Schedule.OUT] += gone;
        spacing = all;
        count = Math.clamp(all - from, 0, elements);
        sliceFrom = from;
        sliceElements = elements;
    }

    /** Bytes in the units {@code [from, to)}; of measured blocks, of those that have room. */
    long bytes(Schedule steps, int buffer, int from, int to) {
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
    long lengthBytes(Schedule steps, int buffer, int from, int to) {
        return steps.layout(buffer) == Schedule.MEASURED ? blocks(buffer).lengthBytes(from, to) : bytes(steps, buffer, from, to);
    }

    /** Where the measured blocks of a buffer are. */
    MeasuredBlocks blocks(int buffer) {
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
    long elements(Schedule steps, int buffer, int from, int to) {
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
    long inTotal() {
        return tableUnit * inTable.total();
    }

    /** Elements of all blocks of OUT together. */
    long outTotal() {
        return tableUnit * outTable.total();
    }

    /** Elements of the first {@code blocks} blocks of IN together, of each of which no more than {@code mostOfEach} count. */
    long inTotal(int blocks, long mostOfEach) {
        long sum = 0;
        for (int block = 0; block < blocks; block++) {
            sum += Math.min(mostOfEach, count(Schedule.IN, block));
        }
        return sum;
    }

    /** Elements of the longest of the first {@code blocks} blocks of a buffer. */
    long longest(int buffer, int blocks) {
        long longest = 0;
        for (int block = 0; block < blocks; block++) {
            longest = Math.max(longest, count(buffer, block));
        }
        return longest;
    }

    /** Of the lengths in bytes of all blocks of IN (see {@link BlockTable#hash}). */
    int inHash() {
        return inTable.hash(tableUnit * elementBytes);
    }

    /** Of the lengths of all blocks of OUT, as {@link #inHash}. */
    int outHash() {
        return outTable.hash(tableUnit * elementBytes);
    }

    /** Lets go of the user's memory. */
    void forget() {
        for (int buffer = 0; buffer < bases.length; buffer++) {
            bases[buffer] = NOTHING;
        }
        reducer = null;
        inTable.clear();
        outTable.clear();
    }
}
