package org.braid.coll.sim;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * One rank under way: how far each step is, when its processor and its port are free, which sends wait for them.
 *
 * <p>A step's state is twice the number of predecessors that it waits for, the window counted as one if that has not come to it; a receive's is one more until its message is there. The state of a send that waits for the port is the next such send.
 */
final class Process {
    private static final int NONE = -1;
    private static final int FEW_STEPS = 64;
    private static final long LONG_AGO = Long.MIN_VALUE / 4;

    final int rank;
    final Structure structure;
    private final long[] lengths;
    private final int[] peers;
    private final @Nullable Schedule shared;
    private final int[] states;
    private long[] receives = {}; // peer and step of each receive, ascending; made for long schedules at the first message
    private final BitSet complete = new BitSet(); // of schedules with a window, those that are complete
    private int retired; // the first step that is not
    private int matched; // the place there of the one that was matched last
    private int firstSend = NONE;
    private int lastSend = NONE;
    long processorFreePs;
    long sendFreePs = LONG_AGO;
    long receiveFreePs = LONG_AGO;
    long endPs;
    boolean isSendPending;
    boolean hasEntered;
    int stepsLeft;

    /** @param shared what it shows and sees in memory that others share; null if nothing */
    Process(int rank, Structure structure, long[] lengths, int[] peers, @Nullable Schedule shared) {
        this.rank = rank;
        this.structure = structure;
        this.lengths = lengths;
        this.peers = peers;
        this.shared = shared;
        this.states = new int[peers.length];
        this.stepsLeft = peers.length;
        for (int step = 0; step < states.length; step++) {
            states[step] = 2 * (structure.waits()[step] + (step < structure.window() ? 0 : 1)) + (kind(step) == Schedule.RECEIVE ? 1 : 0);
        }
    }

    int kind(int step) {
        return structure.kinds()[step];
    }

    long bytes(int step) {
        return lengths[step];
    }

    /** Who shows and sees, in which phases. */
    Schedule shared() {
        return Objects.requireNonNull(shared, "a schedule of messages alone");
    }

    /** The other end of a message that has not been matched yet. */
    int peer(int step) {
        return peers[step];
    }

    /** Over which channel the message of a matched receive comes. */
    int channel(int step) {
        return ~peers[step];
    }

    boolean isFree(int step) {
        return states[step] >> 1 == 0;
    }

    /** One predecessor less; whether none is left. */
    boolean countDown(int step) {
        states[step] -= 2;
        return isFree(step);
    }

    /** Of a schedule with a window: the step is complete. */
    void retire(int step) {
        complete.set(step);
    }

    /** The next step that the window comes to, which waits for one predecessor less; -1 for none. */
    int entering() {
        while (complete.get(retired)) {
            retired++;
            if (retired - 1 + structure.window() < structure.steps()) {
                return retired - 1 + structure.window();
            }
        }
        return NONE;
    }

    /** Whether the message of a receive is there. */
    boolean hasArrived(int step) {
        return (states[step] & 1) == 0;
    }

    void arrived(int step) {
        states[step] &= ~1;
    }

    void enqueue(int step) {
        states[step] = NONE;
        if (firstSend == NONE) {
            firstSend = step;
        } else {
            states[lastSend] = step;
        }
        lastSend = step;
    }

    boolean hasSends() {
        return firstSend != NONE;
    }

    /** The send that has waited longest. */
    int firstSend() {
        return firstSend;
    }

    void dequeue() {
        firstSend = states[firstSend];
    }

    /**
     * The receive that the next message of a rank comes into; it is taken at once, since messages of a pair keep their order. In place of its peer it keeps the channel from then on.
     *
     * @throws IllegalStateException if there is none: the schedules do not fit together
     */
    int match(int sender, int channel) {
        int step = peers.length <= FEW_STEPS ? scan(sender) : search(sender);
        if (step < 0) {
            throw new IllegalStateException("rank " + rank + " expects no message of rank " + sender);
        }
        peers[step] = ~channel;
        return step;
    }

    private int scan(int sender) {
        for (int step = 0; step < peers.length; step++) {
            if (peers[step] == sender && kind(step) == Schedule.RECEIVE) {
                return step;
            }
        }
        return NONE;
    }

    private int search(int sender) {
        if (receives.length == 0) {
            receives = sorted();
        }
        int at = beside(sender);
        at = at == NONE ? first(sender) : at;
        matched = at == NONE ? matched : at;
        return at == NONE ? NONE : (int) receives[at];
    }

    /** In rings and exchanges it is next to the one before: the place in {@link #receives}, or none. */
    private int beside(int sender) {
        for (int at = Math.max(0, matched - 1); at < Math.min(matched + 2, receives.length); at++) {
            if (receives[at] >>> 32 == sender && !isMatched(at) && (at == 0 || receives[at - 1] >>> 32 != sender || isMatched(at - 1))) {
                return at;
            }
        }
        return NONE;
    }

    private boolean isMatched(int at) {
        return peers[(int) receives[at]] < 0;
    }

    /** The place of the first that has not been matched. */
    private int first(int sender) {
        int low = 0;
        int high = receives.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            boolean isBefore = receives[middle] >>> 32 < sender || receives[middle] >>> 32 == sender && isMatched(middle);
            low = isBefore ? middle + 1 : low;
            high = isBefore ? high : middle;
        }
        return low < receives.length && receives[low] >>> 32 == sender ? low : NONE;
    }

    private long[] sorted() {
        long[] all = new long[peers.length];
        int count = 0;
        for (int step = 0; step < peers.length; step++) {
            if (kind(step) == Schedule.RECEIVE) {
                all[count++] = (long) peers[step] << 32 | step;
            }
        }
        long[] sorted = Arrays.copyOf(all, count);
        Arrays.sort(sorted);
        return sorted;
    }
}
