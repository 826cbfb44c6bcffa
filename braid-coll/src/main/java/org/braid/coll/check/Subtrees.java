package org.braid.coll.check;

import org.braid.coll.schedule.Schedule;

/** What becomes of two subtrees, of which each is two numbers, its bytes and its leader: stated here anew, apart from what runs schedules. */
final class Subtrees {
    private static final int CLOSED = -1;

    private Subtrees() {}

    /** Both as one, led by whoever has more. */
    static int[] joined(int[] pair, long mostBytes) {
        boolean isClosed = pair[0] == CLOSED || pair[2] == CLOSED || (long) pair[0] + pair[2] > mostBytes;
        return new int[] {isClosed ? CLOSED : pair[0] + pair[2], pair[2] > pair[0] ? pair[3] : pair[1]};
    }

    /** Whom the subtree on that side goes to. */
    static int above(int[] numbers, int side, long mostBytes, int root) {
        if (numbers[2 * side] == CLOSED) {
            return Schedule.NOBODY;
        }
        int[] both = numbers.length == 2 ? new int[] {CLOSED, 0} : joined(numbers, mostBytes);
        return both[0] == CLOSED ? root : both[1] == numbers[2 * side + 1] ? Schedule.NOBODY : both[1];
    }
}
