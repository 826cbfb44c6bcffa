package org.braid.coll.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes a schedule the way a paper writes an algorithm: one step after the other. Dependencies are derived, never written by hand: from
 * the extents that steps read and write ({@link Hazards}), from the order of messages between one pair, and from {@link #fence} and {@link #after}.
 */
public final class ScheduleBuilder {
    /** Whom a message goes to that is not needed. */
    public static final int NOBODY = -1;

    private final Shape shape;
    private final IntList words = new IntList();
    private final IntList layouts = new IntList();
    private final IntList units = new IntList();
    private final RowsBuilder rows = new RowsBuilder();
    private final MessageOrder sends = new MessageOrder(rows);
    private final MessageOrder receives = new MessageOrder(rows);
    private final List<Hazards> hazards = new ArrayList<>();
    private int fence = -1;
    private long togetherBytes = Long.MAX_VALUE;
    private Sharing sharing = Sharing.BY_ALL;
    private int shown = -1; // the last phase: members show in their order
    private final List<Loops.Written> loops = new ArrayList<>();

    /** No step yet; IN and OUT have the layouts and lengths that the operation gives them at this rank. */
    public ScheduleBuilder(Shape shape) {
        this.shape = shape;
        addBuffer(shape.operation().inLayout(), inUnits());
        addBuffer(shape.operation().outLayout(), outUnits());
    }

    /** For which operation, rank and size the schedule is made. */
    public Shape shape() {
        return shape;
    }

    private int inUnits() {
        return switch (shape.operation()) {
            case BARRIER, BCAST -> 0;
            case SCATTER, SCATTERV -> shape.isRoot() ? shape.size() : 0;
            case ALLTOALL, ALLTOALLV, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> shape.size();
            case NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV -> shape.neighbours().outDegree();
            case NEIGHBOR_REDUCE -> Math.min(1, shape.neighbours().outDegree());
            default -> shape.inPlace() ? 0 : 1;
        };
    }

    private int outUnits() {
        return switch (shape.operation()) {
            case BARRIER -> 0;
            case REDUCE -> shape.isRoot() ? 1 : 0;
            case GATHER, GATHERV -> shape.isRoot() ? shape.size() : 0;
            case BCAST, ALLREDUCE, SCAN, EXSCAN -> 1;
            case SCATTER, SCATTERV -> shape.inPlace() ? 0 : 1;
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV -> shape.neighbours().inDegree();
            case NEIGHBOR_REDUCE -> Math.min(1, shape.neighbours().inDegree());
            default -> shape.size();
        };
    }

    private int addBuffer(int layout, int size) {
        layouts.add(layout);
        units.add(size);
        hazards.add(new Hazards());
        return layouts.size() - 1;
    }

    /** Cuts the single block of IN and of OUT, or each of their blocks, into {@code cuts} nearly equal parts; before the first step. */
    public ScheduleBuilder cut(int cuts) {
        for (int buffer = Schedule.IN; buffer <= Schedule.OUT; buffer++) {
            layouts.set(buffer, layouts.get(buffer) == Schedule.TABLE ? Schedule.tableOf(cuts) : cuts);
            units.set(buffer, units.get(buffer) * cuts);
        }
        return this;
    }

    /** Longer blocks go by themselves, by {@link #sendIfLong}, instead of together with others. */
    public ScheduleBuilder together(long mostBytes) {
        togetherBytes = mostBytes;
        return this;
    }

    /** These ranks, in ascending order, share the memory in which they show each other something; all, if nothing is said. Before the first step. */
    public ScheduleBuilder sharedBy(int[] members) {
        sharing = new Sharing(members.clone(), sharing.placeUnits());
        return this;
    }

    /** How many units a member may show in each phase, and so how many phases there are at least; one, if nothing is said. The same at all who share the memory. */
    public ScheduleBuilder places(int... units) {
        sharing = new Sharing(sharing.members(), units.clone());
        return this;
    }

    /** A new temporary for the lengths of so many blocks. */
    public int lengths(int blocks) {
        return addBuffer(Schedule.LENGTHS, blocks);
    }

    /** target = how long the blocks {@code [from, to)} of IN or OUT are: as the caller says, whatever lies there. */
    public void measure(int buffer, int from, int to, int lengths, int lengthsFrom) {
        int step = begin(Schedule.MEASURE, -1, buffer, from, to, lengths, lengthsFrom, lengthsFrom + to - from);
        access(step, lengths, lengthsFrom, lengthsFrom + to - from, true);
    }

    /** Fails unless that is the length of the block of OUT, as the caller says, whatever lies there, and whatever is still to come. */
    public void compare(int lengths, int at, int block) {
        int step = begin(Schedule.COMPARE, -1, lengths, at, at + 1, Schedule.OUT, block, block + 1);
        access(step, lengths, at, at + 1, false);
    }

    /** A new temporary with room for blocks as long as all of {@code lengths} say. */
    public int allocate(int lengths) {
        int blocks = units.get(lengths);
        int buffer = addBuffer(Schedule.MEASURED, blocks);
        local(Schedule.ALLOCATE, lengths, 0, blocks, buffer, 0);
        return buffer;
    }

    /** Sends a block of IN or OUT that is too long to go together with others; else it does nothing, as {@link #receiveIfLong} there. */
    public void sendIfLong(int peer, int buffer, int block) {
        int step = begin(Schedule.SEND_LONG, peer, buffer, block, block + 1, 0, 0, 0);
        access(step, buffer, block, block + 1, false);
        sends.put(step, peer, fence);
    }

    /** What the peer sends by {@link #sendIfLong}. */
    public void receiveIfLong(int peer, int buffer, int block) {
        int step = begin(Schedule.RECEIVE_LONG, peer, 0, 0, 0, buffer, block, block + 1);
        access(step, buffer, block, block + 1, true);
        receives.put(step, peer, fence);
    }

    /** target = the subtree that a rank's block begins: two words from {@code to} on, of a buffer of lengths. */
    public void enter(int rank, int lengths, int at, int subtrees, int to) {
        find(Schedule.ENTER, rank, lengths, at, at + 1, subtrees, to, to + 2);
    }

    /** target = what becomes of two subtrees, four words from {@code from} on. */
    public void join(int subtrees, int from, int to) {
        find(Schedule.JOIN, -1, subtrees, from, from + 4, subtrees, to, to + 2);
    }

    /**
     * target = whom this rank sends to that leads a subtree, if it does: one word.
     *
     * @param side which one of the subtrees at {@code from}: 0 or 1
     * @param count how many there are: two, or one that goes straight to the root
     */
    public void findAbove(int side, int subtrees, int from, int count, int found, int at) {
        find(Schedule.FIND_ABOVE, side, subtrees, from, from + 2 * count, found, at, at + 1);
    }

    /** target = who sends a subtree to this rank, if anybody does, and how many bytes: two words; likewise. */
    public void findBelow(int side, int subtrees, int from, int count, int found, int at) {
        find(Schedule.FIND_BELOW, side, subtrees, from, from + 2 * count, found, at, at + 2);
    }

    private void find(int kind, int peer, int source, int from, int to, int target, int targetFrom, int targetTo) {
        int step = begin(kind, peer, source, from, to, target, targetFrom, targetTo);
        access(step, source, from, to, false);
        access(step, target, targetFrom, targetTo, true);
    }

    /** Sends units {@code [from, to)} to the rank that the word says, if any. */
    public void sendFound(int found, int at, int buffer, int from, int to) {
        int step = begin(Schedule.SEND_FOUND, -1, buffer, from, to, found, at, at + 1);
        access(step, buffer, from, to, false);
        access(step, found, at, at + 1, false);
        sends.putToAnybody(step, fence);
    }

    /** Receives what the rank sends that the word says, if any. */
    public void receiveFound(int found, int at, int buffer, int from, int to) {
        int step = begin(Schedule.RECEIVE_FOUND, -1, found, at, at + 1, buffer, from, to);
        access(step, found, at, at + 1, false);
        access(step, buffer, from, to, true);
        receives.putToAnybody(step, fence);
    }

    /** A new temporary of {@code size} units; it's bound to scratch memory of the kind that the reducer wants. */
    public int temporary(int layout, int size) {
        return addBuffer(layout, size);
    }

    /** As many units as the buffer has, and its layout, in a new temporary. */
    public int temporaryLike(int buffer) {
        return addBuffer(layouts.get(buffer), units.get(buffer));
    }

    /** As {@link Schedule#layout}, of a buffer made so far. */
    public int layout(int buffer) {
        return layouts.get(buffer);
    }

    /** Sends units {@code [from, to)} of the buffer to rank {@code peer}; the step's index. */
    public int send(int peer, int buffer, int from, int to) {
        int step = begin(Schedule.SEND, peer, buffer, from, to, 0, 0, 0);
        access(step, buffer, from, to, false);
        sends.put(step, peer, fence);
        return step;
    }

    /** The next message of rank {@code peer} comes into units {@code [from, to)} of the buffer; the step's index. */
    public int receive(int peer, int buffer, int from, int to) {
        int step = begin(Schedule.RECEIVE, peer, 0, 0, 0, buffer, from, to);
        access(step, buffer, from, to, true);
        receives.put(step, peer, fence);
        return step;
    }

    /** target = source, {@code to - from} units. */
    public int copy(int source, int from, int to, int target, int targetFrom) {
        return local(Schedule.COPY, source, from, to, target, targetFrom);
    }

    /** target = source ∘ target: the source is the left operand, as in an MPI user function. */
    public int reduce(int source, int from, int to, int target, int targetFrom) {
        return local(Schedule.REDUCE, source, from, to, target, targetFrom);
    }

    /** All members may read units {@code [from, to)} of the buffer, in that phase, which comes behind those shown before; the step's index. */
    public int show(int phase, int buffer, int from, int to) {
        if (phase <= shown) {
            throw new IllegalStateException("phase " + phase + " is shown behind phase " + shown);
        }
        shown = phase;
        int step = begin(Schedule.SHOW, -1, buffer, from, to, phase, 0, 0);
        access(step, buffer, from, to, false);
        return step;
    }

    /**
     * Units {@code [from, to)} of what a member has shown in that phase come into the target from unit {@code targetFrom} on; the step's index.
     *
     * @param peer a member's number among those who share the memory, or {@link Schedule#EVERYBODY}: those of the first one, then those of the second, and so on
     */
    public int see(int peer, int phase, int from, int to, int target, int targetFrom) {
        int targetTo = targetFrom + (peer == Schedule.EVERYBODY ? sharing.count(shape.size()) : 1) * (to - from);
        int step = begin(Schedule.SEE, peer, phase, from, to, target, targetFrom, targetTo);
        access(step, target, targetFrom, targetTo, true);
        return step;
    }

    private int local(int kind, int source, int from, int to, int target, int targetFrom) {
        int step = begin(kind, -1, source, from, to, target, targetFrom, targetFrom + to - from);
        access(step, source, from, to, false);
        access(step, target, targetFrom, targetFrom + to - from, true);
        return step;
    }

    /**
     * Adds the steps of a schedule that some of these ranks have made as if they were all: a level of a multilevel operation.
     *
     * @param part made for this rank's index among them
     * @param members rank {@code i} of the part is rank {@code members[i]} here
     * @param in the buffer that the part knows as IN; its units are those of the part
     * @param out the buffer that the part knows as OUT
     */
    public void append(Schedule part, int[] members, int in, int out) {
        int[] buffers = new int[part.buffers()];
        buffers[Schedule.IN] = in;
        buffers[Schedule.OUT] = out;
        for (int buffer = Schedule.FIRST_TEMPORARY; buffer < buffers.length; buffer++) {
            buffers[buffer] = temporary(part.layout(buffer), part.units(buffer));
        }
        int[] peers = new int[part.steps()];
        for (int step = 0; step < peers.length; step++) {
            int peer = part.word(step, Schedule.PEER);
            peers[step] = peer < 0 ? peer : members[peer];
        }
        append(new Inlay(part, peers, buffers, 0), 0, part.steps());
    }

    /** Adds the steps {@code [from, to)} of such a part; those before have been added. */
    public void append(Inlay inlay, int from, int to) {
        for (int step = from; step < to; step++) {
            inlay.places[step] = steps();
            append(inlay, step);
            for (int at = inlay.part.firstPredecessor(step); at < inlay.part.firstPredecessor(step + 1); at++) {
                int earlier = inlay.part.predecessor(at);
                if (earlier >= 0 && !inlay.isLeftOut(step) && !inlay.isLeftOut(earlier)) {
                    after(inlay.places[earlier]);
                }
            }
        }
    }

    private void append(Inlay inlay, int step) {
        Schedule part = inlay.part;
        int source = inlay.buffers[part.word(step, Schedule.SOURCE)];
        int sourceFrom = inlay.unit + part.word(step, Schedule.SOURCE_FROM);
        int sourceTo = inlay.unit + part.word(step, Schedule.SOURCE_TO);
        int target = inlay.buffers[part.word(step, Schedule.TARGET)];
        int targetFrom = inlay.unit + part.word(step, Schedule.TARGET_FROM);
        switch (inlay.isLeftOut(step) ? Schedule.FENCE : part.word(step, Schedule.KIND)) {
            case Schedule.SEND -> send(inlay.peers[step], source, sourceFrom, sourceTo);
            case Schedule.RECEIVE -> receive(inlay.peers[step], target, targetFrom, inlay.unit + part.word(step, Schedule.TARGET_TO));
            case Schedule.COPY -> copy(source, sourceFrom, sourceTo, target, targetFrom);
            case Schedule.REDUCE -> reduce(source, sourceFrom, sourceTo, target, targetFrom);
            default -> begin(Schedule.FENCE, -1, 0, 0, 0, 0, 0, 0); // what it keeps apart names it
        }
    }

    /**
     * The rounds of a pipeline, which begins with the next step.
     *
     * @param count how many there are
     * @param reach how many rounds back the farthest is that a step waits for, in a round or behind all of them
     */
    public Rounds rounds(int count, int reach) {
        return new Rounds(this, count, reach);
    }

    /** Has the last round done so many times more, if the two that were written last are like each other; false, and nothing else, if they are not, or cannot be held once. */
    boolean repeat(Repetition rounds, int times) {
        if (rounds.width() == 0) {
            return rounds.previous() == rounds.last();
        }
        boolean isAlike = rounds.last() - rounds.previous() == rounds.width() && fence < rounds.first() && rounds.waitsAlike(rows);
        int held = rows.place(rounds.last());
        int[] further = isAlike ? rounds.strides(words, held) : new int[0];
        int later = Math.multiplyExact(rounds.width(), times);
        if (further.length == 0 || !new Extents(rounds, words, held, further).repeat(hazards, units, times)) {
            return false;
        }
        loops.add(new Loops.Written(held, rounds.width(), times, further));
        for (int line = held; line < held + rounds.width(); line++) {
            int peer = words.get(line * Schedule.STRIDE + Schedule.PEER);
            sends.postpone(peer, rounds, later);
            receives.postpone(peer, rounds, later);
        }
        rows.skip(later);
        return true;
    }

    /** Every step before is complete before any step behind starts. */
    public int fence() {
        int start = fence < 0 ? 0 : fence;
        int step = begin(Schedule.FENCE, -1, 0, 0, 0, 0, 0, 0);
        for (int earlier = start; earlier < step; earlier++) {
            rows.add(earlier);
        }
        fence = step;
        return step;
    }

    /** The step added last also waits until {@code earlier} is complete. */
    public void after(int earlier) {
        rows.add(earlier);
    }

    /** Steps written so far. */
    public int steps() {
        return rows.rows();
    }

    /** Whether a step written before waits for a message. */
    public boolean isReceive(int step) {
        return word(step, Schedule.KIND) == Schedule.RECEIVE;
    }

    private int begin(int kind, int peer, int source, int from, int to, int target, int targetFrom, int targetTo) {
        int step = rows.begin();
        words.add(kind, peer, source, from, to, target, targetFrom, targetTo);
        if (fence >= 0) {
            rows.add(fence);
        }
        return step;
    }

    private void access(int step, int buffer, int from, int to, boolean write) {
        hazards.get(buffer).access(step, from, to, write, rows);
    }

    private int word(int step, int at) {
        return words.get(rows.place(step) * Schedule.STRIDE + at);
    }

    /** The schedule of the steps written so far. */
    public Schedule build() {
        Rows predecessors = rows.build();
        return new Schedule(shape, words.toArray(), layouts.toArray(), units.toArray(), togetherBytes, predecessors, sharing, loops.isEmpty() ? null : Loops.of(loops, predecessors));
    }
}
