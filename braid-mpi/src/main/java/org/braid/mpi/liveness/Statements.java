package org.braid.mpi.liveness;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.mpi.liveness.deadlock.Blocked;
import org.braid.mpi.liveness.deadlock.Wait;

/**
 * What ranks have found out about their waits, as bytes.
 *
 * <pre>
 *   n, n × ( wait, m, m × wait, i64 waited ms, text )        wait: i64 rank, i32 number
 * </pre>
 */
final class Statements {
    /** In one message. */
    private static final int MOST = 1 << 12;

    /** More ranks than that are not waited for together: see {@link Deadlocks}. */
    private static final int MOST_AWAITED = Deadlocks.MOST_RANKS;

    private static final int WAIT_BYTES = Long.BYTES + Integer.BYTES;
    private static final int LEAST_BYTES = WAIT_BYTES + Integer.BYTES + Long.BYTES + Integer.BYTES;
    private static final int BYTES_PER_CHAR = 3;
    private static final int FIRST_BYTES = 256;

    private Statements() {}

    static byte[] put(List<Blocked> all) {
        PutBuffer to = new PutBuffer(FIRST_BYTES, Integer.MAX_VALUE);
        List<Blocked> some = all.subList(0, Math.min(all.size(), MOST));
        to.putInt(some.size());
        for (Blocked each : some) {
            put(to, each.in());
            to.putInt(each.on().size());
            for (Wait other : each.on()) {
                put(to, other);
            }
            to.putLong(each.waitedMs()).putString(each.call());
        }
        return to.toBytes();
    }

    private static void put(PutBuffer to, Wait wait) {
        to.putLong(wait.rank()).putInt(wait.number());
    }

    /** @throws org.braid.base.BraidException if the bytes are none of these */
    static List<Blocked> get(GetBuffer from) {
        List<Blocked> all = new ArrayList<>();
        for (int left = from.getCount("statements", MOST, LEAST_BYTES); left > 0; left--) {
            Wait in = getWait(from);
            List<Wait> on = new ArrayList<>();
            for (int waits = from.getCount("waits", MOST_AWAITED, WAIT_BYTES); waits > 0; waits--) {
                on.add(getWait(from));
            }
            all.add(new Blocked(in, on, from.getLong(), printable(from.getString(BYTES_PER_CHAR * WaitingCall.MOST_CHARS))));
        }
        return all;
    }

    private static Wait getWait(GetBuffer from) {
        return new Wait(from.getLong(), from.getInt());
    }

    private static String printable(String text) {
        StringBuilder clean = new StringBuilder(text);
        for (int i = 0; i < clean.length(); i++) {
            if (Character.isISOControl(clean.charAt(i))) {
                clean.setCharAt(i, ' ');
            }
        }
        return clean.toString();
    }
}
