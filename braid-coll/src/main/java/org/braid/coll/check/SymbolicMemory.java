package org.braid.coll.check;

import java.util.Arrays;
import org.braid.coll.check.CheckFailure.Rule;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of one rank, holding symbolic values; every access is checked against the buffer's bounds and rights. An element is a byte; a length is one element, whose value is a {@link Term#length}. Where measured blocks lie is known when the step
 * that allocates them has run.
 */
final class SymbolicMemory {
    private final Instance instance;
    private final Schedule schedule;
    private final @Nullable Term[][] buffers;
    private final Positions positions;
    private final int[][] said; // of a buffer of measured blocks: where each would begin, if all had room
    private final int[][] starts; // and where each begins

    SymbolicMemory(Instance instance, Schedule schedule) {
        this.instance = instance;
        this.schedule = schedule;
        this.positions = new Positions(instance, schedule);
        this.buffers = new Term[schedule.buffers()][];
        this.said = new int[schedule.buffers()][];
        this.starts = new int[schedule.buffers()][];
        for (int buffer = 0; buffer < buffers.length; buffer++) {
            buffers[buffer] = new Term[schedule.layout(buffer) == Schedule.MEASURED ? 0 : positions.elements(buffer)];
        }
    }

    /** The values of the extent that stands at word {@code at} of the step. */
    @Nullable Term[] load(int step, int at) {
        int buffer = schedule.word(step, at);
        return Arrays.copyOfRange(buffers[buffer], start(step, at), end(step, at));
    }

    void store(int step, int at, @Nullable Term[] values) {
        System.arraycopy(values, 0, buffers[schedule.word(step, at)], start(step, at), values.length);
    }

    /** The values that another rank sends come into the target extent, which is as long. */
    void take(int step, SymbolicMemory sender, int send) {
        move(sender, send, step, sender.length(send, Schedule.SOURCE));
    }

    private void move(SymbolicMemory from, int source, int step, int length) {
        System.arraycopy(from.buffers[from.schedule.word(source, Schedule.SOURCE)], from.start(source, Schedule.SOURCE), buffers[schedule.word(step, Schedule.TARGET)], start(step, Schedule.TARGET), length);
    }

    /** The source's values are combined with those of the target, which they come before. */
    void reduce(int step) {
        @Nullable Term[] left = load(step, Schedule.SOURCE);
        @Nullable Term[] right = buffers[schedule.word(step, Schedule.TARGET)];
        int target = start(step, Schedule.TARGET);
        for (int at = 0; at < left.length; at++) {
            Term one = left[at];
            Term other = right[target + at];
            Term both = one == null || other == null ? null : Term.combined(one, other);
            if (both == null) {
                throw new CheckFailure(Rule.PROVENANCE, "rank " + schedule.shape().rank() + " step " + step + " combines " + one + " with " + other + "\n" + schedule);
            }
            right[target + at] = both;
        }
    }

    /** The values of one block; of a measured one that has no room as many that nobody knows. */
    @Nullable Term[] block(int buffer, int unit) {
        if (schedule.layout(buffer) != Schedule.MEASURED) {
            return Arrays.copyOfRange(buffers[buffer], positions.start(buffer, unit), positions.end(buffer, unit, unit + 1));
        }
        int length = said[buffer][unit + 1] - said[buffer][unit];
        return schedule.together(length) < length ? new Term[length] : Arrays.copyOfRange(buffers[buffer], starts[buffer][unit], starts[buffer][unit + 1]);
    }

    /** In which element of a place a unit begins that is shown out of a buffer, or comes into it. */
    int placeOf(int buffer, int unit) {
        return switch (schedule.layout(buffer)) {
            case Schedule.TABLE -> positions.has(Schedule.IN, unit) ? positions.end(Schedule.IN, 0, unit) : -1;
            case Schedule.MEASURED -> unit < 0 || unit >= starts[buffer].length ? -1 : starts[buffer][unit];
            default -> (int) Schedule.position(unit, instance.countAt(schedule.shape().rank()), schedule.layout(buffer));
        };
    }

    private int start(int step, int at) {
        return isMeasured(step, at) ? allocated(starts, step, at)[schedule.word(step, at + 1)] : positions.start(schedule.word(step, at), schedule.word(step, at + 1));
    }

    private int end(int step, int at) {
        return isMeasured(step, at) ? allocated(starts, step, at)[schedule.word(step, at + 2)] : positions.end(schedule.word(step, at), schedule.word(step, at + 1), schedule.word(step, at + 2));
    }

    private boolean isMeasured(int step, int at) {
        return schedule.layout(schedule.word(step, at)) == Schedule.MEASURED;
    }

    private int[] allocated(int[][] places, int step, int at) {
        int[] known = places[schedule.word(step, at)];
        require(known != null, step, "touches blocks whose lengths are not known yet");
        return known;
    }

    /** What the step does: one that moves a long block only does nothing, or sends or receives it. */
    int kind(int step) {
        int kind = schedule.word(step, Schedule.KIND);
        return switch (kind) {
            case Schedule.SEND_LONG -> isLong(step, Schedule.SOURCE) ? Schedule.SEND : Schedule.FENCE;
            case Schedule.RECEIVE_LONG -> isLong(step, Schedule.TARGET) ? Schedule.RECEIVE : Schedule.FENCE;
            default -> kind;
        };
    }

    private boolean isLong(int step, int at) {
        return length(step, at) > schedule.togetherBytes();
    }

    /** How long the blocks of an extent are, with room or without. */
    private int said(int step, int at) {
        return isMeasured(step, at) ? allocated(said, step, at)[schedule.word(step, at + 2)] - said[schedule.word(step, at)][schedule.word(step, at + 1)] : length(step, at);
    }

    /** The values that a copy moves: a block that has no room among the measured ones moves nothing. */
    void copy(int step) {
        require(said(step, Schedule.SOURCE) == said(step, Schedule.TARGET), step, "copies blocks of one length to those of another");
        boolean bundles = isMeasured(step, Schedule.SOURCE) != isMeasured(step, Schedule.TARGET);
        require(bundles || length(step, Schedule.SOURCE) == length(step, Schedule.TARGET), step, "copies blocks of which others have room");
        if (!bundles || schedule.together(said(step, Schedule.SOURCE)) > 0) {
            move(this, step, step, length(step, Schedule.SOURCE));
        }
    }

    /** The lengths of blocks of IN or OUT. */
    void measure(int step) {
        int from = schedule.word(step, Schedule.SOURCE_FROM);
        Term[] lengths = new Term[schedule.word(step, Schedule.SOURCE_TO) - from];
        for (int block = 0; block < lengths.length; block++) {
            int buffer = schedule.word(step, Schedule.SOURCE);
            lengths[block] = Term.length(positions.end(buffer, from + block, from + block + 1) - positions.start(buffer, from + block));
        }
        store(step, Schedule.TARGET, lengths);
    }

    void allocate(int step) {
        @Nullable Term[] lengths = load(step, Schedule.SOURCE);
        int buffer = schedule.word(step, Schedule.TARGET);
        said[buffer] = new int[lengths.length + 1];
        starts[buffer] = new int[lengths.length + 1];
        for (int block = 0; block < lengths.length; block++) {
            Term length = lengths[block];
            require(length != null && length.isLength(), step, "allocates blocks whose lengths nobody has said");
            int elements = length == null ? 0 : length.element();
            require(elements >= 0, step, "allocates a block of less than nothing");
            said[buffer][block + 1] = said[buffer][block] + elements;
            starts[buffer][block + 1] = starts[buffer][block] + (int) schedule.together(elements);
        }
        buffers[buffer] = new Term[starts[buffer][lengths.length]];
    }

    /** Which rank a word says, or that it is nobody. */
    int found(int step, int at) {
        @Nullable Term said = load(step, at)[0];
        require(said != null && said.isLength(), step, "goes to whom nobody has found");
        int peer = said == null ? Schedule.NOBODY : said.element();
        require(peer >= Schedule.NOBODY && peer < instance.size() && peer != schedule.shape().rank(), step, "goes to rank " + peer);
        return peer;
    }

    /** Subtrees from words to words. */
    void find(int step, int kind) {
        @Nullable Term[] words = load(step, Schedule.SOURCE);
        int[] numbers = new int[words.length];
        for (int at = 0; at < numbers.length; at++) {
            Term word = words[at];
            require(word != null && word.isLength(), step, "looks for subtrees that nobody has described");
            numbers[at] = word == null ? 0 : word.element();
        }
        int side = schedule.word(step, Schedule.PEER);
        int[] results = switch (kind) {
            case Schedule.ENTER -> new int[] {numbers[0] > schedule.togetherBytes() ? -1 : numbers[0], side};
            case Schedule.JOIN -> Subtrees.joined(numbers, schedule.togetherBytes());
            case Schedule.FIND_ABOVE -> new int[] {numbers[2 * side + 1] == schedule.shape().rank() ? above(numbers, side) : Schedule.NOBODY};
            default -> above(numbers, side) == schedule.shape().rank() ? new int[] {numbers[2 * side + 1], numbers[2 * side]} : new int[] {Schedule.NOBODY, 0};
        };
        Term[] said = new Term[results.length];
        for (int at = 0; at < said.length; at++) {
            said[at] = Term.length(results[at]);
        }
        store(step, Schedule.TARGET, said);
    }

    private int above(int[] numbers, int side) {
        return Subtrees.above(numbers, side, schedule.togetherBytes(), instance.root());
    }

    /** The length that was said is that of the block. */
    void compare(int step) {
        @Nullable Term said = load(step, Schedule.SOURCE)[0];
        require(said != null && said.isLength(), step, "compares a length that nobody has said");
        require(said == null || said.element() == length(step, Schedule.TARGET), step, "compares the length of another block");
    }

    /** How many elements an extent has. */
    int length(int step, int at) {
        return end(step, at) - start(step, at);
    }

    @Nullable Term get(int buffer, int element) {
        return buffers[buffer][element];
    }

    void set(int buffer, int element, Term value) {
        buffers[buffer][element] = value;
    }

    /** Where units lie that are not measured. */
    Positions positions() {
        return positions;
    }

    int elements(int buffer) {
        return buffers[buffer].length;
    }

    /** Every extent lies inside its buffer, nothing writes to IN, both sides of a local step are of one length. */
    void checkBounds() {
        for (int step = 0; step < schedule.steps(); step++) {
            int kind = schedule.word(step, Schedule.KIND);
            boolean local = kind == Schedule.COPY || kind == Schedule.REDUCE;
            boolean counts = kind == Schedule.MEASURE || kind == Schedule.ALLOCATE || kind == Schedule.COMPARE;
            boolean finds = kind >= Schedule.ENTER;
            if (local || counts || finds || kind == Schedule.SEND || kind == Schedule.SEND_LONG || kind == Schedule.SHOW) {
                checkExtent(step, Schedule.SOURCE);
            }
            if (local || counts || finds || kind == Schedule.RECEIVE || kind == Schedule.RECEIVE_LONG || kind == Schedule.SEE) {
                checkExtent(step, Schedule.TARGET);
                require(schedule.word(step, Schedule.TARGET) != Schedule.IN, step, "writes to IN");
            }
            require(!local || isMeasured(step, Schedule.SOURCE) || isMeasured(step, Schedule.TARGET) || length(step, Schedule.SOURCE) == length(step, Schedule.TARGET), step, "has two lengths");
            checkMeasures(step, kind);
        }
    }

    /** Lengths are of the caller's blocks, what is allocated is a whole buffer, and what goes by itself is one of the caller's blocks. */
    private void checkMeasures(int step, int kind) {
        if (kind == Schedule.COMPARE) {
            boolean isLength = schedule.layout(schedule.word(step, Schedule.SOURCE)) == Schedule.LENGTHS && units(step, Schedule.SOURCE) == 1;
            require(isLength && schedule.word(step, Schedule.TARGET) == Schedule.OUT && units(step, Schedule.TARGET) == 1, step, "compares something else than a length and one of the caller's blocks");
        }
        if (kind >= Schedule.ENTER) {
            checkFinds(step, kind);
        }
        if (kind < Schedule.MEASURE || kind > Schedule.RECEIVE_LONG) {
            return; // the place of a buffer may be that of a phase
        }
        int source = schedule.layout(schedule.word(step, Schedule.SOURCE));
        int target = schedule.layout(schedule.word(step, Schedule.TARGET));
        boolean allocates = kind == Schedule.ALLOCATE;
        require(!allocates || source == Schedule.LENGTHS && target == Schedule.MEASURED && units(step, Schedule.TARGET) == schedule.units(schedule.word(step, Schedule.TARGET)), step, "allocates something else than all blocks of a buffer");
        require(kind != Schedule.MEASURE || schedule.word(step, Schedule.SOURCE) < Schedule.FIRST_TEMPORARY && target == Schedule.LENGTHS, step, "measures something else than the caller's blocks");
        require(kind != Schedule.MEASURE && !allocates || units(step, Schedule.SOURCE) == units(step, Schedule.TARGET), step, "has more blocks than lengths, or fewer");
        require(kind != Schedule.SEND_LONG || schedule.word(step, Schedule.SOURCE) < Schedule.FIRST_TEMPORARY && units(step, Schedule.SOURCE) == 1, step, "sends something else than one of the caller's blocks by itself");
        require(kind != Schedule.RECEIVE_LONG || schedule.word(step, Schedule.TARGET) == Schedule.OUT && units(step, Schedule.TARGET) == 1, step, "receives something else than one of the caller's blocks by itself");
        require(kind != Schedule.RECEIVE_LONG || instance.operation() == Operation.ALLGATHERV || isCompared(step), step, "waits for a block by itself whose length nobody has compared: it may not come");
    }

    /** What is found is so from words, and stands in words, as many as it takes. */
    private void checkFinds(int step, int kind) {
        int source = units(step, Schedule.SOURCE);
        int target = units(step, Schedule.TARGET);
        int side = schedule.word(step, Schedule.PEER);
        boolean isCounted = switch (kind) {
            case Schedule.ENTER -> source == 1 && target == 2 && side >= 0 && side < instance.size();
            case Schedule.JOIN -> source == 4 && target == 2;
            case Schedule.FIND_ABOVE -> (source == 2 || source == 4) && target == 1 && side >= 0 && 2 * side < source;
            case Schedule.FIND_BELOW -> (source == 2 || source == 4) && target == 2 && side >= 0 && 2 * side < source;
            case Schedule.SEND_FOUND -> target == 1;
            default -> source == 1;
        };
        boolean isFromWords = kind == Schedule.SEND_FOUND || schedule.layout(schedule.word(step, Schedule.SOURCE)) == Schedule.LENGTHS;
        boolean isToWords = kind == Schedule.RECEIVE_FOUND || schedule.layout(schedule.word(step, Schedule.TARGET)) == Schedule.LENGTHS;
        require(isCounted && isFromWords && isToWords, step, "finds something else than ranks and lengths among them");
    }

    /** Whether another step, which does not wait for it, compares how long the block is with what is expected: of an allgatherv all have said so before. */
    private boolean isCompared(int receive) {
        int block = schedule.word(receive, Schedule.TARGET_FROM);
        for (int step = 0; step < schedule.steps(); step++) {
            int kind = schedule.word(step, Schedule.KIND);
            boolean compares = kind == Schedule.COMPARE || step < receive && (kind == Schedule.COPY || kind == Schedule.SEE);
            boolean isThere = schedule.word(step, Schedule.TARGET) == Schedule.OUT && schedule.word(step, Schedule.TARGET_FROM) <= block && block < schedule.word(step, Schedule.TARGET_TO);
            if (compares && isThere) {
                return true;
            }
        }
        return false;
    }

    private int units(int step, int at) {
        return schedule.word(step, at + 2) - schedule.word(step, at + 1);
    }

    private void checkExtent(int step, int at) {
        int buffer = schedule.word(step, at);
        int from = schedule.word(step, at + 1);
        int to = schedule.word(step, at + 2);
        require(buffer >= 0 && buffer < schedule.buffers(), step, "names no buffer");
        require(0 <= from && from <= to && to <= schedule.units(buffer), step, "leaves its buffer");
        int cuts = Schedule.cuts(schedule.layout(buffer));
        boolean isTable = schedule.layout(buffer) == Schedule.TABLE || Schedule.isCutTable(schedule.layout(buffer));
        boolean scattered = isTable && instance.operation() != Operation.REDUCE_SCATTER && schedule.word(step, Schedule.KIND) != Schedule.MEASURE && !(schedule.hasSlots() && schedule.word(step, Schedule.KIND) == Schedule.SHOW);
        require(!scattered || to == from || from / cuts == (to - 1) / cuts, step, "takes blocks together that aren't neighbours");
        boolean ownBlockOnly = instance.operation() == Operation.REDUCE_SCATTER || instance.operation() == Operation.REDUCE_SCATTER_BLOCK;
        int rank = schedule.shape().rank();
        require(!ownBlockOnly || buffer != Schedule.OUT || from >= rank * cuts && to <= (rank + 1) * cuts && from < to, step, "touches a block of OUT that isn't there");
    }

    private void require(boolean condition, int step, String problem) {
        if (!condition) {
            throw new CheckFailure(Rule.BOUNDS, "rank " + schedule.shape().rank() + " step " + step + ' ' + problem + "\n" + schedule);
        }
    }
}
