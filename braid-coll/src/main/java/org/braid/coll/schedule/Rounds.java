package org.braid.coll.schedule;

/**
 * The rounds of a pipeline while it is written. Each does what the one before does, one stride further on, so that the first few tell what the others are, and only these are written:
 *
 * <pre>
 *   Rounds rounds = steps.rounds(segments, 0);
 *   for (int segment = 0; segment &lt; segments; segment = rounds.next(segment)) {
 *       steps.receive(parent, OUT, segment, segment + 1);
 *       steps.send(child, OUT, segment, segment + 1);
 *   }
 * </pre>
 *
 * That each goes on by the same stride is the writer's word: two rounds do not tell. Those that turn out to be unlike each other in anything else are written one by one. Loops may follow each other.
 */
public final class Rounds {
    private final ScheduleBuilder steps;
    private final int count;
    private final int reach;
    private final int first;
    private int start;
    private int previous;

    /** Begins with the next step. */
    Rounds(ScheduleBuilder steps, int count, int reach) {
        this.steps = steps;
        this.count = count;
        this.reach = reach;
        this.first = steps.steps();
        this.start = first;
        this.previous = first;
    }

    /** Which round is to be written when that one has been; their number when no more are. */
    public int next(int round) {
        int end = steps.steps();
        int again = count - 1 - round;
        if (round > reach && again > 0 && steps.repeat(new Repetition(first, previous, start, end, round + 1), again)) {
            return count;
        }
        previous = start;
        start = end;
        return round + 1;
    }
}
