package org.braid.launch.hosts;

import java.nio.ByteBuffer;
import org.braid.boot.threads.RankSet;

/**
 * The ranks of one join, and where they and their processes stand among the job's on the same host, to which other joins may bring some; in the order of their numbers, lowest first.
 *
 * <pre>
 *   0   4               8                       12
 *  +---+---------------+-----------------------+-----------------------
 *  | n | first process | processes on the host | n × (rank, place)     (little-endian)
 *  +---+---------------+-----------------------+-----------------------
 * </pre>
 *
 * @param ranks their numbers in the job
 * @param places of each among the job's ranks of the host
 * @param firstProcess the place of this join's first process among the job's of the host
 * @param processesOnHost how many the host will have
 */
public record JoinSeats(int[] ranks, int[] places, int firstProcess, int processesOnHost) {
    private static final int HEAD_BYTES = 12;
    private static final int RANK_BYTES = 8;

    int bytes() {
        return HEAD_BYTES + RANK_BYTES * ranks.length;
    }

    ByteBuffer put(ByteBuffer out) {
        out.putInt(ranks.length).putInt(firstProcess).putInt(processesOnHost);
        for (int i = 0; i < ranks.length; i++) {
            out.putInt(ranks[i]).putInt(places[i]);
        }
        return out;
    }

    /** @throws IllegalArgumentException if they cannot be meant */
    static JoinSeats read(ByteBuffer in) {
        int count = in.getInt();
        int firstProcess = in.getInt();
        int processesOnHost = in.getInt();
        if (count < 1 || count > in.remaining() / RANK_BYTES || firstProcess < 0 || processesOnHost <= firstProcess) {
            throw new IllegalArgumentException(count + " ranks, from process " + firstProcess + " of " + processesOnHost);
        }
        int[] ranks = new int[count];
        int[] places = new int[count];
        for (int i = 0; i < count; i++) {
            ranks[i] = in.getInt();
            places[i] = in.getInt();
            if (ranks[i] < 0 || i > 0 && ranks[i] <= ranks[i - 1]) {
                throw new IllegalArgumentException("rank " + ranks[i] + " out of its order");
            }
        }
        return new JoinSeats(ranks, places, firstProcess, processesOnHost);
    }

    /** Those from one place among them to before another one. */
    public RankSet part(int from, int to) {
        return RankSet.part(ranks, from, Math.min(to, ranks.length));
    }
}
