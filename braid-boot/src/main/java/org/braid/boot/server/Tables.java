package org.braid.boot.server;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The descriptor tables that ranks have left, and who waits for whose. A table may hold promises, such as a socket to listen at; the rank
 * keeps them when somebody wants its table whole. A session has one lookup at a time, and it waits for that lookup's first rank.
 */
final class Tables {
    /**
     * What a session has asked for.
     *
     * @param whole without promises; then it is one rank's
     */
    record Lookup(int first, int count, boolean whole) {}

    private final Members members;
    private final RankListener listener;
    private final byte[] @Nullable [] tables;
    private final boolean[] whole; // the table holds no promise any more
    private final boolean[] askedForWhole;
    private final Map<Integer, List<Session>> waiting = new HashMap<>(); // by the rank that they wait for; each session in one list at most

    Tables(Members members, RankListener listener) {
        this.members = members;
        this.listener = listener;
        this.tables = new byte[members.size()][];
        this.whole = new boolean[members.size()];
        this.askedForWhole = new boolean[members.size()];
    }

    // ---- what ranks leave

    /** REGISTER */
    void register(Session session, ByteBuffer in) {
        int rank = session.rank;
        if (tables[rank] != null) {
            session.refuse(ErrorCode.FRAME_REFUSED, "rank " + rank + " has registered before");
        } else if (session.fits(in, 0, RankProtocol.MAX_TABLE_BYTES)) {
            tables[rank] = rest(in);
            listener.registered(rank);
            answerWaiting(rank);
        }
    }

    /** KEPT */
    void kept(Session session, ByteBuffer in) {
        int rank = session.rank;
        if (!askedForWhole[rank]) {
            session.refuse(ErrorCode.FRAME_REFUSED, "nobody has asked rank " + rank + " for its whole table");
        } else if (session.fits(in, 0, RankProtocol.MAX_TABLE_BYTES)) {
            tables[rank] = rest(in);
            whole[rank] = true;
            answerWaiting(rank);
        }
    }

    private static byte[] rest(ByteBuffer in) {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return bytes;
    }

    // ---- what ranks look up

    /** LOOKUP */
    void lookup(Session session, ByteBuffer in) {
        Lookup wanted = take(session, in);
        if (wanted != null) {
            answer(session, wanted);
        }
    }

    /** LOOKUP_NOW */
    void lookupNow(Session session, ByteBuffer in) {
        Lookup wanted = take(session, in);
        if (wanted != null) {
            session.send(page(wanted.first, wanted.count));
        }
    }

    private @Nullable Lookup take(Session session, ByteBuffer in) {
        if (!session.fits(in, 8, 8)) {
            return null;
        }
        int first = in.getInt();
        int count = in.getInt();
        if (!members.contains(first) || count < 1 || session.lookup != null) {
            session.refuse(ErrorCode.INPUT_OUT_OF_RANGE, "a lookup of " + count + " ranks from " + first + " is out of range");
            return null;
        }
        return new Lookup(first, Math.min(count, members.size() - first), false);
    }

    /** WHOLE: of a rank that has ended there is nothing to tell, whatever it had left. */
    void lookupWhole(Session session, ByteBuffer in) {
        if (!session.fits(in, 4, 4)) {
            return;
        }
        int rank = in.getInt();
        if (!members.contains(rank) || session.lookup != null || tables[rank] == null && !members.isGone(rank)) {
            session.refuse(ErrorCode.INPUT_OUT_OF_RANGE, "rank " + rank + " has promised nothing");
            return;
        }
        if (!answer(session, new Lookup(rank, 1, true)) && !askedForWhole[rank]) {
            askedForWhole[rank] = true;
            listener.wholeWanted(rank);
        }
    }

    // ---- answers

    /** A rank is known now, or never will be: whoever waited for it gets an answer. */
    void answerWaiting(int rank) {
        List<Session> asked = waiting.remove(rank);
        for (int i = 0; asked != null && i < asked.size(); i++) {
            Lookup lookup = asked.get(i).lookup;
            if (lookup != null) {
                answer(asked.get(i), lookup);
            }
        }
    }

    /** Answers if there is what the session has asked for, or never will be; else it waits. Whether it has its answer. */
    private boolean answer(Session session, Lookup lookup) {
        boolean known = isKnown(lookup);
        session.lookup = known ? null : lookup;
        if (known) {
            boolean ended = lookup.whole && members.isGone(lookup.first);
            session.send(ended ? nothing(lookup.first) : page(lookup.first, lookup.count));
        } else {
            waiting.computeIfAbsent(lookup.first, _ -> new ArrayList<>()).add(session);
        }
        return known;
    }

    private boolean isKnown(Lookup lookup) {
        int rank = lookup.first;
        return members.isGone(rank) || (lookup.whole ? whole[rank] : tables[rank] != null);
    }

    /** As many of the ranks from {@code first} as fit. */
    private ByteBuffer page(int first, int count) {
        int entries = 0;
        int bytes = 8;
        while (entries < count && bytes + entryBytes(first + entries) <= RankProtocol.MAX_PAGE_BYTES) {
            bytes += entryBytes(first + entries);
            entries++;
        }
        ByteBuffer page = RankProtocol.frame(RankProtocol.PAGE, bytes).putInt(first).putInt(entries);
        for (int i = 0; i < entries; i++) {
            putEntry(page, tables[first + i]);
        }
        return page;
    }

    private static ByteBuffer nothing(int rank) {
        ByteBuffer page = RankProtocol.frame(RankProtocol.PAGE, 12).putInt(rank).putInt(1);
        putEntry(page, null);
        return page;
    }

    private int entryBytes(int rank) {
        byte[] table = tables[rank];
        return 4 + (table == null ? 0 : table.length);
    }

    private static void putEntry(ByteBuffer page, byte @Nullable [] table) {
        if (table == null) {
            page.putInt(-1);
        } else {
            page.putInt(table.length).put(table);
        }
    }
}
