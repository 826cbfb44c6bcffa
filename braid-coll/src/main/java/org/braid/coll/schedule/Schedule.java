package org.braid.coll.schedule;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One rank's part of one collective, as immutable data: it may be shared, cached, printed, checked and executed.
 *
 * <p>Step {@code i} occupies words {@code 8i … 8i+7}:
 * <pre>
 *  | kind | peer | source | from | to | target | from | to |
 *     0      1       2       3     4      5       6     7
 *
 *  SEND     peer, source            the source extent goes to the peer
 *  RECEIVE  peer, target            the next message of the peer comes into the target extent
 *  COPY     source, target          target = source
 *  REDUCE   source, target          target = source ∘ target   (left operand first: order is explicit)
 *  FENCE                            nothing; others depend on it
 *  SHOW     source, phase           all members may read the source extent from now on; the phase stands in the place of the target
 *  SEE      peer, phase, target     as soon as the peer has shown in that phase: units {@code [from, to)} of it come into the target extent;
 *                                   of {@link #EVERYBODY}, one member's behind the other's; the phase stands in the place of the source,
 *                                   and the peer is a member's number among those who {@link #sharing share} the memory; of a target
 *                                   of layout {@link #LENGTHS} only how long they are
 *
 *  MEASURE       source, target        target, of layout {@link #LENGTHS} = how long the source's blocks of IN or OUT are
 *  ALLOCATE      source, target        the target, of layout {@link #MEASURED}, gets room for blocks as long as the source, of layout {@link #LENGTHS}, says
 *  SEND_LONG     peer, source          a SEND if the one block is longer than travels together, else nothing
 *  RECEIVE_LONG  peer, target          a RECEIVE, likewise
 *  COMPARE       source, target        fails unless the source, of layout {@link #LENGTHS}, says how long the target's blocks of OUT are, which it does not touch
 *
 *  ENTER          rank, source, target  target = (bytes, rank), if the length that the source says goes together with others, else (-1, rank)
 *  JOIN           source, target        target = what becomes of the two subtrees (bytes, leader), (bytes, leader) of the source, all of layout {@link #LENGTHS}: their bytes together, and the leader of the one with more, the first one if none has; -1 if one has -1,
 *                                       or they are too many to go together
 *  FIND_ABOVE     side, source, target  target = whom this rank's subtree, the first or second one of the source, goes to: -1 if it has -1 bytes, or its leader leads both, or another rank leads it; the root if they are not joined, or the source has no other one
 *  FIND_BELOW     side, source, target  target = (leader, bytes) of that subtree, if it comes to this rank, else (-1, 0)
 *  SEND_FOUND     source, target        a SEND to the rank that the target, of layout {@link #LENGTHS}, says; nothing if it says -1
 *  RECEIVE_FOUND  source, target        a RECEIVE from the rank that the source says, likewise
 * </pre>
 *
 * <p>Members that show and see share memory: all ranks, or those of one host, of which each host has its own. No message goes between them. Every member shows at most once in a phase, and all who share count as many phases.
 *
 * <p>Buffers are symbols: {@link #IN}, {@link #OUT}, then temporaries. An extent is {@code [from, to)} in <em>units</em>. The layout d of
 * the buffer says what a unit is when the caller's {@code count} is bound: d = 1, a block of {@code count} elements; d &gt; 1, one of the d cuts
 * of {@code count} elements, cut k beginning at element ⌊k·count/d⌋ (so counts smaller than d are legal, some cuts are empty); d = {@link #TABLE}, the
 * k-th block of the table of counts and displacements given by the caller (temporaries use the table of IN); below {@link #MEASURED}, one of the d cuts of such a block ({@link #tableOf}), unit j·d + k being cut k of block j. One schedule serves every count.
 *
 * <p>Blocks whose lengths only others know are held in temporaries of layout {@link #MEASURED}, of which an ALLOCATE says how long each block is; where lengths are kept and sent, the layout is {@link #LENGTHS}: 8 bytes for each. A block that is longer than
 * {@link #togetherBytes} has its length there, but no room: it goes by itself. A COPY between a block of IN or OUT and a measured one fails if they are not of one length.
 *
 * <p>Dependencies are a graph in compressed rows: an entry {@code p >= 0} of step i's row says "i starts after p is complete", an entry
 * {@code ~p} says "i starts after p has started" (it keeps the messages of one pair in order). Entries always name earlier steps.
 *
 * <p>Rounds of a pipeline that are like each other are held once ({@link Loop}), however many there are. Steps have the numbers, words and predecessors that they would have if all were {@linkplain #writtenOut written out}; one of those that are under way at once is at
 * most {@link #window} steps behind the first.
 */
public final class Schedule {
    public static final int SEND = 0, RECEIVE = 1, COPY = 2, REDUCE = 3, FENCE = 4, MEASURE = 5, ALLOCATE = 6, SEND_LONG = 7, RECEIVE_LONG = 8, SHOW = 9, SEE = 10, COMPARE = 11, ENTER = 12, JOIN = 13, FIND_ABOVE = 14, FIND_BELOW = 15, SEND_FOUND = 16, RECEIVE_FOUND = 17;
    /** In place of a rank that a step has found: there is none. */
    public static final int NOBODY = -1;
    /** The peer of a SEE that takes what all members have shown, its own included. */
    public static final int EVERYBODY = -1;
    public static final int IN = 0, OUT = 1, FIRST_TEMPORARY = 2;
    /** Layout of a buffer whose units are the blocks of a table. */
    public static final int TABLE = 0;
    /** Layout of a buffer whose units are lengths, each a long. */
    public static final int LENGTHS = -1;
    /** Layout of a buffer whose units are blocks as long as an {@link #ALLOCATE} has been told. */
    public static final int MEASURED = -2;
    /** Words of one step and the places in it. */
    public static final int STRIDE = 8, KIND = 0, PEER = 1, SOURCE = 2, SOURCE_FROM = 3, SOURCE_TO = 4, TARGET = 5, TARGET_FROM = 6, TARGET_TO = 7;
    /** Longest schedule that has {@link #waitMask masks}. */
    public static final int MASKED_STEPS = 64;

    private final Shape shape;
    private final int[] words;
    private final int[] layouts;
    private final int[] units;
    private final long togetherBytes;
    private final Rows predecessors;
    private final Rows successors;
    private final long[] waitMasks;
    private final int phases;
    private final Sharing sharing;
    private final @Nullable Loops loops;
    private final int writtenAgain; // from this step on words stand elsewhere

    Schedule(Shape shape, int[] words, int[] layouts, int[] units, long togetherBytes, Rows predecessors, Sharing sharing) {
        this(shape, words, layouts, units, togetherBytes, predecessors, sharing, null);
    }

    /** @param loops which of these steps are done several times; null for none */
    Schedule(Shape shape, int[] words, int[] layouts, int[] units, long togetherBytes, Rows predecessors, Sharing sharing, @Nullable Loops loops) {
        this.shape = shape;
        this.words = words;
        this.layouts = layouts;
        this.units = units;
        this.togetherBytes = togetherBytes;
        this.predecessors = predecessors;
        this.loops = loops;
        this.writtenAgain = loops == null ? Integer.MAX_VALUE : loops.writtenAgain();
        this.successors = loops == null ? predecessors.inverted() : Rows.NONE;
        this.waitMasks = loops == null && predecessors.rows() <= MASKED_STEPS ? predecessors.masks() : new long[0];
        this.sharing = sharing;
        this.phases = countPhases();
    }

    /**
     * The same steps of a call in which only some ranks take part.
     *
     * @param whole what all ranks call
     * @param members rank {@code i} of this schedule is rank {@code members[i]} there
     */
    public Schedule among(Shape whole, int[] members) {
        int[] renamed = words.clone();
        for (int at = 0; at < renamed.length; at += STRIDE) {
            int kind = renamed[at + KIND];
            if (kind >= ENTER) {
                throw new IllegalStateException("ranks that a step finds cannot be renamed");
            }
            if (kind == SEND || kind == RECEIVE || kind == SEND_LONG || kind == RECEIVE_LONG) {
                renamed[at + PEER] = members[renamed[at + PEER]];
            }
        }
        return new Schedule(whole, renamed, layouts, units, togetherBytes, predecessors, sharing, loops);
    }

    /** The same steps without a loop, for whoever looks at all of them. */
    public Schedule writtenOut() {
        if (loops == null) {
            return this;
        }
        int[] all = new int[Math.multiplyExact(steps(), STRIDE)];
        for (int at = 0; at < all.length; at++) {
            all[at] = word(at / STRIDE, at % STRIDE);
        }
        int[] starts = new int[steps() + 1];
        for (int step = 0; step < starts.length; step++) {
            starts[step] = firstPredecessor(step);
        }
        int[] entries = new int[starts[steps()]];
        for (int at = 0; at < entries.length; at++) {
            entries[at] = predecessor(at);
        }
        return new Schedule(shape, all, layouts, units, togetherBytes, new Rows(starts, entries), sharing);
    }

    /** Whether rounds are held once that are done several times. */
    public boolean isLooped() {
        return loops != null;
    }

    /** How many steps at most may be under way, those not counted that are complete behind the last one that all before it are: all, unless it has a loops. A power of two then. */
    public int window() {
        return loops == null ? steps() : loops.window();
    }

    @Nullable Loops loops() {
        return loops;
    }

    /** Of the steps as they are held. */
    Rows held() {
        return predecessors;
    }

    /** For which operation, rank and size it was made. */
    public Shape shape() {
        return shape;
    }

    /** In how many phases members show each other something, whether this one does in all of them or not; 0 where all goes by messages. */
    public int phases() {
        return phases;
    }

    /** How many ranks share the memory in which this one shows and sees. */
    public int sharing() {
        return sharing.count(shape.size());
    }

    /** The rank of one of those who share it. */
    public int member(int number) {
        return sharing.member(number);
    }

    /** The most units that one of them shows in a phase: places are as long. Units of a table, or measured ones, lie where they lie in their buffer; others from the place's beginning on. */
    public int placeUnits(int phase) {
        return sharing.placeUnits(phase);
    }

    Sharing shared() {
        return sharing;
    }

    private int countPhases() {
        int count = 0;
        for (int at = 0; at < words.length; at += STRIDE) {
            int kind = words[at + KIND];
            count = kind == SHOW || kind == SEE ? Math.max(count, 1 + words[at + phaseAt(kind)]) : count;
        }
        return count == 0 ? 0 : Math.max(count, sharing.places());
    }

    /** In which word such a step has its phase. */
    private static int phaseAt(int kind) {
        return kind == SHOW ? TARGET : SOURCE;
    }

    /** Number of steps; each is named by its index from 0. */
    public int steps() {
        return loops == null ? words.length / STRIDE : words.length / STRIDE + loops.skipped();
    }

    /** One word of a step; {@code at} is one of {@link #KIND} … {@link #TARGET_TO}. */
    public int word(int step, int at) {
        return step < writtenAgain || loops == null ? words[step * STRIDE + at] : loops.word(words, step, at);
    }

    /** Likewise of a step that is held under its own number, as all are where there is no loop: what runs them looks no further. */
    public int written(int step, int at) {
        return words[step * STRIDE + at];
    }

    /** All buffers: IN, OUT and the temporaries. */
    public int buffers() {
        return layouts.length;
    }

    /** How long a block of bytes may be that travels together with others; {@link Long#MAX_VALUE} if there is no such bound. */
    public long togetherBytes() {
        return togetherBytes;
    }

    /** Whether what members show lies in slots for blocks of lengths that only some of them know, each with its length: where {@link #togetherBytes} bounds blocks. */
    public boolean hasSlots() {
        return togetherBytes < Long.MAX_VALUE && phases > 0;
    }

    /** How much of a block of so many bytes travels together with others: all of it, or nothing. */
    public long together(long bytes) {
        return bytes > togetherBytes ? 0 : bytes;
    }

    /** How many parts a block of the buffer is cut into, at least 1; or {@link #TABLE}, {@link #LENGTHS} or {@link #MEASURED}. */
    public int layout(int buffer) {
        return layouts[buffer];
    }

    /** The number of units in the buffer that the steps may touch. */
    public int units(int buffer) {
        return units[buffer];
    }

    /** Where a step's row of predecessors begins: entries {@code firstPredecessor(i)} to {@code firstPredecessor(i + 1) - 1} are those of step i. */
    public int firstPredecessor(int step) {
        return step < writtenAgain || loops == null ? predecessors.first(step) : loops.firstEntry(predecessors, step);
    }

    /** One entry of all rows: {@code p} if the step starts after p is complete, {@code ~p} if after p has started. */
    public int predecessor(int at) {
        return loops == null ? predecessors.entry(at) : loops.entry(predecessors, at);
    }

    /** How many units further on in each round the extent lies that begins at that word of a held step; 0 of one that is in no loops. */
    public int stride(int step, int at) {
        return loops == null ? 0 : loops.stride(step, at);
    }

    /** How many steps are held, of each round of a loop one: what {@link #written} and the following tell of. */
    public int heldSteps() {
        return predecessors.rows();
    }

    /** Which step a held one is in its first round, or at all; only for a schedule that {@link #isLooped}, as the following. */
    public int number(int held) {
        return rounds().number(held);
    }

    /** By how many steps each round of a held step is behind the one before. */
    public int width(int held) {
        return rounds().width(held);
    }

    /** How many rounds a held step has after the first; 0 of one that is in no loop. */
    public int again(int held) {
        return rounds().again(held);
    }

    /** Where the row of a held step begins: its predecessors in its first round. */
    public int firstHeld(int held) {
        return predecessors.first(held);
    }

    /** One entry of these rows, as {@link #predecessor}. */
    public int heldEntry(int at) {
        return predecessors.entry(at);
    }

    /** The same step of the next round; {@link #NOBODY} if there is none. */
    public int nextRound(int step) {
        return loops == null ? NOBODY : loops.nextRound(step);
    }

    private Loops rounds() {
        return Objects.requireNonNull(loops, "a schedule without a loop");
    }

    /** Length of a step's row of predecessors. */
    public int predecessorCount(int step) {
        return firstPredecessor(step + 1) - firstPredecessor(step);
    }

    /** As for predecessors, but the entries name later steps; {@code ~s} is released by this step's start, {@code s} by its completion. Only for schedules without a loops. */
    public int firstSuccessor(int step) {
        return successors.first(step);
    }

    /** One entry of all rows of successors. */
    public int successor(int at) {
        return successors.entry(at);
    }

    /** Whether the steps are few enough for one machine word to say which are under way, and there is no loops. */
    public boolean isMasked() {
        return waitMasks.length > 0 || words.length == 0;
    }

    /** Bit p is set if the step starts only after step p is complete; only for {@link #isMasked} schedules. */
    public long waitMask(int step) {
        return waitMasks[step];
    }

    /** The layout of a buffer whose units are cuts of the blocks of a table: each of its blocks in so many, at least 1. */
    static int tableOf(int cuts) {
        return cuts == 1 ? TABLE : MEASURED + 1 - cuts;
    }

    /** Whether the units of a buffer of that layout are cuts of the blocks of a table, at least two of each. */
    public static boolean isCutTable(int layout) {
        return layout < MEASURED;
    }

    /** In how many units a buffer of that layout has each of its blocks. */
    public static int cuts(int layout) {
        return isCutTable(layout) ? MEASURED + 1 - layout : Math.max(1, layout);
    }

    /** Where unit {@code unit} begins, in elements, in a buffer whose layout is {@code layout >= 1}; {@code count} elements a block. */
    public static long position(int unit, long count, int layout) {
        return layout == 1 ? unit * count : unit * count / layout;
    }

    @Override
    public String toString() {
        return ScheduleText.of(this);
    }
}
