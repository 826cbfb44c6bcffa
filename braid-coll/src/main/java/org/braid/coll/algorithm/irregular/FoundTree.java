package org.braid.coll.algorithm.irregular;

import java.util.List;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * What a rank that is not the root does to find its place in the tree of a gather or scatter whose shape depends on the lengths of blocks (TUW: Träff 2018, "Practical, distributed, low communication overhead algorithms for irregular gather and scatter operations"). Halves of an
 * {@linkplain Interval interval} of ranks become one subtree, led by the leader of the one with more bytes, so that the fewer bytes move; who leads and how much there is they tell each other, rank by rank, so that all of an interval know it in one round. Halves of more bytes than go together are not
 * joined: what they have goes straight to the root, and so does a block that is longer by itself. So no rank ever holds more of others' blocks.
 *
 * <pre>
 *   ranks 0 … 4, root 5      [0 1 2 3 4]                  level 0: 0 ⇄ 1, 3 ⇄ 4; 2 is alone
 *                        [0 1 2]      [3 4]               level 1: of [0 1 2] 0 ⇄ 2, and 2 ──> 1
 *                       [0 1] [2]    [3] [4]              level 2: 0 ⇄ 3, 1 ⇄ 4, and 4 ──> 2
 *
 *   pieces of rank 3's bundle, in the order of ranks:  | [0 1 2] | 3 | 4 |       those that do not come here are of no bytes
 * </pre>
 *
 * <p>Where all blocks are known to have one length, as in a simulation, peers are known where the schedule is made.
 */
final class FoundTree {
    /** Subtrees hold no more of others' blocks where nothing is said. */
    static final long USUAL_SUBTREE_BYTES = 64 << 10;

    private static final int WORDS_OF_LEVEL = 3;

    private final ScheduleBuilder steps;
    private final Shape shape;
    private final List<Interval> intervals; // with this rank, from it alone on
    private final int me;
    private final long known;
    private final long mostBytes;
    private final int found; // of each level: whom the subtree goes to if this rank leads it, who sends the other half, how many bytes
    private int bundle;

    FoundTree(ScheduleBuilder steps, long mostBytes, long known) {
        this.steps = steps;
        this.shape = steps.shape();
        this.me = shape.rank();
        this.known = known;
        this.mostBytes = mostBytes;
        this.intervals = Interval.above(me, shape.root(), shape.size());
        this.found = steps.lengths(WORDS_OF_LEVEL * intervals.size());
    }

    /** How many times halves may be joined. */
    int joins() {
        return intervals.size() - 1;
    }

    /** Finds them, with the length of the own block that stands there. */
    FoundTree find(int lengths, int own) {
        int subtrees = steps.lengths(4 * joins() + 2);
        steps.enter(me, lengths, own, subtrees, at(0));
        for (int level = 0; level < joins(); level++) {
            exchange(level, subtrees);
            steps.join(subtrees, 4 * level, at(level + 1));
            steps.findAbove(side(level), subtrees, 4 * level, 2, found, WORDS_OF_LEVEL * level);
            steps.findBelow(1 - side(level), subtrees, 4 * level, 2, found, WORDS_OF_LEVEL * level + 1);
        }
        steps.findAbove(0, subtrees, 4 * joins(), 1, found, WORDS_OF_LEVEL * joins());
        allocate(lengths, own);
        return this;
    }

    /** Where this rank's subtree of a level is among the words. */
    private int at(int level) {
        return 4 * level + (level == joins() ? 0 : 2 * side(level));
    }

    /** Which half this rank is in. */
    private int side(int level) {
        return intervals.get(level + 1).first().has(me) ? 0 : 1;
    }

    private Interval other(int level) {
        return intervals.get(level + 1).half(me, true);
    }

    /** Each rank with the one at its place in the other half; of the one more that the first half may have, the last one of the second half tells it. */
    private void exchange(int level, int subtrees) {
        Interval mine = intervals.get(level);
        Interval other = other(level);
        int place = me - mine.from();
        int peer = other.from() + Math.min(place, other.size() - 1);
        int theirs = 4 * level + 2 * (1 - side(level));
        steps.receive(peer, subtrees, theirs, theirs + 2);
        if (place < other.size()) {
            steps.send(peer, subtrees, at(level), at(level) + 2);
        }
        if (place == mine.size() - 1 && other.size() > mine.size()) {
            steps.send(peer + 1, subtrees, at(level), at(level) + 2);
        }
    }

    private void allocate(int lengths, int own) {
        if (known != Told.UNKNOWN) {
            bundle = steps.temporary(1, intervals.getLast().size()); // a block for each rank
            return;
        }
        int pieces = steps.lengths(intervals.size());
        steps.copy(lengths, own, own + 1, pieces, first(0));
        for (int level = 0; level < joins(); level++) {
            steps.copy(found, WORDS_OF_LEVEL * level + 2, WORDS_OF_LEVEL * level + 3, pieces, piece(level));
        }
        bundle = steps.allocate(pieces);
    }

    /** Where the other half that joins at a level is in the bundle. */
    private int piece(int level) {
        if (known != Told.UNKNOWN) {
            return other(level).from() - intervals.getLast().from();
        }
        return side(level) == 1 ? first(level + 1) : first(level) + level + 1;
    }

    /** Where this rank's subtree of a level begins there, which is of one piece more than the level: behind the halves before it that join later. */
    private int first(int level) {
        if (known != Told.UNKNOWN) {
            return intervals.get(level).from() - intervals.getLast().from();
        }
        int before = 0;
        for (int later = level; later < joins(); later++) {
            before += side(later);
        }
        return before;
    }

    /** The buffer of what is passed on. */
    int bundle() {
        return bundle;
    }

    /** Where the own block is there. */
    int own() {
        return first(0);
    }

    /** The half that joins at that level comes from below, if it comes here; or goes there. */
    void below(int level, boolean isUp) {
        int peer = known == Told.UNKNOWN ? Schedule.NOBODY : knownBelow(level);
        move(peer, WORDS_OF_LEVEL * level + 1, piece(level), piece(level) + (known == Told.UNKNOWN ? 1 : other(level).size()), isUp);
    }

    /** The subtree of that level goes above, if this rank leads it; or comes from there. */
    void above(int level, boolean isUp) {
        int peer = known == Told.UNKNOWN ? Schedule.NOBODY : knownAbove(level);
        move(peer, WORDS_OF_LEVEL * level, first(level), first(level) + (known == Told.UNKNOWN ? level + 1 : intervals.get(level).size()), !isUp);
    }

    private void move(int peer, int word, int from, int to, boolean receives) {
        if (known == Told.UNKNOWN && receives) {
            steps.receiveFound(found, word, bundle, from, to);
        } else if (known == Told.UNKNOWN) {
            steps.sendFound(found, word, bundle, from, to);
        } else if (peer != Schedule.NOBODY && receives) {
            steps.receive(peer, bundle, from, to);
        } else if (peer != Schedule.NOBODY) {
            steps.send(peer, bundle, from, to);
        }
    }

    /** Of blocks of one length the first rank leads, which has no fewer in its half. */
    private int knownAbove(int level) {
        Interval mine = intervals.get(level);
        if (!goesTogether(mine, known, mostBytes) || mine.from() != me) {
            return Schedule.NOBODY;
        }
        boolean isLast = level == joins() || !goesTogether(intervals.get(level + 1), known, mostBytes);
        return isLast ? shape.root() : intervals.get(level + 1).from() == me ? Schedule.NOBODY : intervals.get(level + 1).from();
    }

    private int knownBelow(int level) {
        Interval both = intervals.get(level + 1);
        return goesTogether(both, known, mostBytes) && both.from() == me ? other(level).from() : Schedule.NOBODY;
    }

    /** Whether an interval of ranks with blocks of one length becomes one subtree. */
    static boolean goesTogether(Interval interval, long bytes, long mostBytes) {
        return bytes <= mostBytes / interval.size();
    }
}
