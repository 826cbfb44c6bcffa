package org.braid.coll.engine;

import java.util.function.Predicate;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.agreement.Signature;
import org.braid.coll.engine.blocks.CallBuffers;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * One collective call: what the caller hands over, and how far it has come. Taken from {@link Engine#call}, described by the methods that return it, then run
 * or started; pooled, so nobody may touch it once it's done.
 */
public final class Call {
    /** In place of a root, of a member of the root's group that is not the root (MPI 4.1, section 6.2.3). */
    public static final int NO_ROOT = Signature.NO_ROOT;

    /** Code of every operator that a program brings itself: they cannot be told apart. */
    public static final int OWN_OPERATOR = 15;

    // What is asked for. Set by the caller.
    Operation operation = Operation.BARRIER;
    int root;
    final CallBuffers buffers = new CallBuffers();
    long parts = 1; // over a board, how many calls this one is made of, one after the other,
    long partElements; // and how much of its vector, or of each block, each of them moves, if there are several
    int type;
    int operator;
    boolean inPlace;
    @Nullable Purpose purpose;
    @Nullable Reducer reducer;
    Neighbours neighbours = Neighbours.NONE;
    @Nullable Operation standsFor;
    int rootSaid;
    long bytesSaid;

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
        buffers.reset();
        parts = 1;
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
        buffers.vector(elements, bytesPerElement);
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
        buffers.put(Schedule.IN, base, offsetBytes);
        return this;
    }

    /** Where the result goes, as {@link #in}. */
    public Call out(Object base, long offsetBytes) {
        buffers.put(Schedule.OUT, base, offsetBytes);
        return this;
    }

    /** Whether the caller's own memory, that has what goes in or takes what comes out, is such. */
    public boolean hasMemory(Predicate<Object> wanted) {
        return wanted.test(buffers.base(Schedule.IN)) || wanted.test(buffers.base(Schedule.OUT));
    }

    /** This member's operand lies in OUT already. */
    public Call inPlace() {
        inPlace = true;
        return this;
    }

    /** Blocks of IN: elements of each and where each starts, both in elements. The arrays must not change while the call runs. */
    public Call inTable(int[] counts, int[] starts) {
        buffers.inTable().set(counts, starts);
        return this;
    }

    /** Blocks of OUT, as {@link #inTable}. */
    public Call outTable(int[] counts, int[] starts) {
        buffers.outTable().set(counts, starts);
        return this;
    }

    /** As {@link #inTable(int[], int[])}, of counts and starts that an int may be too short for. */
    public Call inTable(long[] counts, long[] starts) {
        buffers.inTable().set(counts, starts);
        return this;
    }

    /** Blocks of OUT, as {@link #inTable(long[], long[])}. */
    public Call outTable(long[] counts, long[] starts) {
        buffers.outTable().set(counts, starts);
        return this;
    }

    /** Whether it is one of neighbours, of which this member has none. */
    public boolean reachesNobody() {
        return operation.isOfNeighbours() && neighbours.inDegree() == 0 && neighbours.outDegree() == 0;
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

    /** Lets go of the user's memory. */
    void forget() {
        buffers.forget();
        reducer = null;
    }
}
