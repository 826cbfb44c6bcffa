package org.braid.boot.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Hello;
import org.braid.boot.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * The rank server's mind: who may join, who is who, and who waits for whose table. A pure state machine: connections, bytes and the time
 * come in, frames and {@link Listener} calls go out. One thread drives it.
 *
 * <p>Everything is bounded: sessions that have not joined, bytes and time before joining, tables, texts, waiting frames, one lookup per
 * session, remembered failures.
 */
public final class RankServerCore {
    public static final long JOIN_DEADLINE_NS = 5_000_000_000L;
    public static final int MAX_STRANGERS = 64;
    public static final int MAX_FAILURES = 10;
    private static final int MAX_SOURCES = 256;

    /** What the job's keeper wants to know. */
    public interface Listener {
        /** The rank has left its table: it is inside MPI now. */
        void registered(int rank);

        /** Somebody needs this rank's table without promises: it is to be asked for it. Once per rank. */
        void wholeWanted(int rank);

        void finished(int rank);

        /** Somebody has waited long for this rank, which is inside MPI. */
        void awaited(int rank);

        /** The rank has answered a PING. */
        void alive(int rank);

        void aborted(int rank, int code, String reason);

        void noted(int rank, String text);

        /** A fallback was taken, or the like; several ranks may say the same. */
        void noticed(int rank, String text);

        void inputWanted(int rank, int bytes);

        void phases(int rank, long mainNs, long initNs, long finalizeNs);

        /** Somebody was not let in, or a member broke the protocol; for {@code -v}. */
        void refused(String source, String reason);
    }

    private final Ticket job;
    private final boolean challenges;
    private final Listener listener;
    private final List<Session> sessions = new ArrayList<>();
    private final byte[] @Nullable [] tables;
    private final @Nullable Session[] members;
    private final boolean[] gone;
    private final boolean[] whole; // the table holds no promise any more
    private final boolean[] askedForWhole;
    private final Map<String, Integer> failures = new LinkedHashMap<>();
    private int strangers;

    /** @param challenges true where the connection itself does not say who the peer is (any network) */
    public RankServerCore(Ticket job, boolean challenges, Listener listener) {
        this.job = job;
        this.challenges = challenges;
        this.listener = listener;
        this.tables = new byte[job.size()][];
        this.members = new Session[job.size()];
        this.gone = new boolean[job.size()];
        this.whole = new boolean[job.size()];
        this.askedForWhole = new boolean[job.size()];
    }

    /**
     * A connection was accepted.
     *
     * @param source where from, for the count of failures; "" for this host
     * @param nonce {@link RankProtocol#NONCE_BYTES} random bytes, used if this server challenges
     * @return null if it must be closed at once: too many strangers, or a source that failed too often
     */
    public @Nullable Session open(String source, byte[] nonce, long nowNs) {
        if (strangers == MAX_STRANGERS || failures.getOrDefault(source, 0) >= MAX_FAILURES) {
            return null;
        }
        Session session = new Session(source, nonce, nowNs + JOIN_DEADLINE_NS);
        sessions.add(session);
        strangers++;
        return session;
    }

    /** The connection has ended, or was closed as the session asked for. */
    public void closed(Session session) {
        if (sessions.remove(session) && session.rank < 0) {
            strangers--;
        }
    }

    /** Bytes have come; all are consumed. */
    public void received(Session session, ByteBuffer bytes) {
        while (bytes.hasRemaining() && !session.isClosing()) {
            ByteBuffer in = session.in;
            int take = Math.min(session.wanted - in.position(), bytes.remaining());
            in.put(in.position(), bytes, bytes.position(), take).position(in.position() + take);
            bytes.position(bytes.position() + take);
            if (in.position() == session.wanted) {
                unitIsComplete(session);
            }
        }
        bytes.position(bytes.limit());
    }

    /** The hello, a frame's head, or a whole frame is there. */
    private void unitIsComplete(Session session) {
        ByteBuffer in = session.in.flip();
        if (session.state == Session.State.GREETING) {
            greet(session, in);
        } else if (session.wanted == RankProtocol.FRAME_HEAD && in.getInt(0) >>> 8 != 0) {
            expectPayload(session, in.getInt(0) >>> 8);
            return;
        } else {
            handle(session, in.getInt() & 0xff, in);
        }
        session.in.clear();
        session.wanted = RankProtocol.FRAME_HEAD;
    }

    private void expectPayload(Session session, int length) {
        if (length > session.in.capacity() - RankProtocol.FRAME_HEAD) {
            refuse(session, ErrorCode.INPUT_OUT_OF_RANGE, "a frame of " + length + " bytes is too long");
            return;
        }
        session.in.limit(session.in.capacity()).position(RankProtocol.FRAME_HEAD);
        session.wanted = RankProtocol.FRAME_HEAD + length;
    }

    private void greet(Session session, ByteBuffer in) {
        BraidException refusal;
        try {
            refusal = RankProtocol.hello(job.build()).refusal(Hello.get(in), "the process that wants to join");
        } catch (BraidException e) {
            refusal = e;
        }
        if (refusal != null) {
            fail(session, refusal.code(), refusal.what() + ": " + refusal.why());
            return;
        }
        session.state = Session.State.JOINING;
        if (challenges) {
            session.send(frame(RankProtocol.CHALLENGE, RankProtocol.NONCE_BYTES).put(session.nonce));
        }
    }

    private void handle(Session session, int kind, ByteBuffer in) {
        if (session.state == Session.State.JOINING) {
            join(session, kind, in);
            return;
        }
        switch (kind) {
            case RankProtocol.REGISTER -> register(session, in);
            case RankProtocol.LOOKUP -> lookup(session, in);
            case RankProtocol.WHOLE -> lookupWhole(session, in);
            case RankProtocol.KEPT -> kept(session, in);
            case RankProtocol.LEAVE -> leave(session, true);
            case RankProtocol.ALIVE -> listener.alive(session.rank);
            case RankProtocol.HAS_LEFT -> {
                if (fits(session, in, 8, 8)) {
                    tellWhetherLeft(session, in.getInt(), in.getInt());
                }
            }
            case RankProtocol.FINISHED -> {
                leave(session, false);
                listener.finished(session.rank);
            }
            case RankProtocol.ABORT -> {
                if (fits(session, in, 4, 4 + RankProtocol.MAX_TEXT_BYTES)) {
                    listener.aborted(session.rank, in.getInt(), text(in));
                }
            }
            case RankProtocol.NOTE -> {
                if (fits(session, in, 0, RankProtocol.MAX_TEXT_BYTES)) {
                    listener.noted(session.rank, text(in));
                }
            }
            case RankProtocol.NOTICE -> {
                if (fits(session, in, 0, RankProtocol.MAX_TEXT_BYTES)) {
                    listener.noticed(session.rank, text(in));
                }
            }
            case RankProtocol.WANT_INPUT -> {
                if (fits(session, in, 4, 4)) {
                    listener.inputWanted(session.rank, in.getInt());
                }
            }
            case RankProtocol.PHASES -> {
                if (fits(session, in, 24, 24)) {
                    listener.phases(session.rank, in.getLong(), in.getLong(), in.getLong());
                }
            }
            default -> refuse(session, ErrorCode.FRAME_REFUSED, "frames of kind " + kind + " are unknown");
        }
    }

    private boolean fits(Session session, ByteBuffer in, int least, int most) {
        if (in.remaining() >= least && in.remaining() <= most) {
            return true;
        }
        refuse(session, ErrorCode.INPUT_OUT_OF_RANGE, "a frame of " + in.remaining() + " bytes has the wrong length");
        return false;
    }

    private void join(Session session, int kind, ByteBuffer in) {
        int expected = challenges ? RankProtocol.PROVE : RankProtocol.JOIN;
        int length = challenges ? RankProtocol.PROVE_BYTES : RankProtocol.JOIN_BYTES;
        if (kind != expected || in.remaining() != length) {
            fail(session, ErrorCode.JOIN_REFUSED, "a join was expected");
            return;
        }
        long jobHigh = in.getLong();
        long jobLow = in.getLong();
        int rank = in.getInt();
        int size = in.getInt();
        if (jobHigh != job.jobHigh() || jobLow != job.jobLow()) {
            fail(session, ErrorCode.OTHER_JOB, "this is the rank server of another job");
        } else if (!isProved(session, in, rank, size)) {
            fail(session, ErrorCode.JOIN_REFUSED, "the job's secret was not proved");
        } else if (size != job.size()) {
            refuse(session, ErrorCode.JOB_SIZE_DIFFERS, "the job has " + job.size() + " ranks, you expect " + size);
        } else if (rank < 0 || rank >= size) {
            refuse(session, ErrorCode.JOB_SIZE_DIFFERS, "rank " + rank + " is not among the job's " + size);
        } else if (members[rank] != null || gone[rank]) {
            refuse(session, ErrorCode.RANK_DUPLICATE, "rank " + rank + " has joined before; the first one stays");
        } else {
            admit(session, rank, size, in);
        }
    }

    private boolean isProved(Session session, ByteBuffer in, int rank, int size) {
        if (!challenges) {
            return job.secret().matches(in.array(), in.position(), in.remaining());
        }
        byte[] proof = new byte[32];
        in.get(in.position() + RankProtocol.NONCE_BYTES, proof);
        return java.security.MessageDigest.isEqual(proof, proof("client", rank, size, clientNonce(in), session));
    }

    private static byte[] clientNonce(ByteBuffer in) {
        byte[] nonce = new byte[RankProtocol.NONCE_BYTES];
        in.get(in.position(), nonce);
        return nonce;
    }

    private byte[] proof(String role, int rank, int size, byte[] clientNonce, Session session) {
        return Proof.of(job.secret(), role, job.jobHigh(), job.jobLow(), rank, size, clientNonce, session.nonce);
    }

    private void admit(Session session, int rank, int size, ByteBuffer in) {
        byte[] answer = challenges ? proof("server", rank, size, clientNonce(in), session) : new byte[0];
        session.send(frame(RankProtocol.WELCOME, answer.length).put(answer));
        session.state = Session.State.JOINED;
        session.rank = rank;
        session.in = RankProtocol.buffer(RankProtocol.FRAME_HEAD + RankProtocol.MAX_FRAME);
        members[rank] = session;
        strangers--;
    }

    private void register(Session session, ByteBuffer in) {
        if (tables[session.rank] != null) {
            refuse(session, ErrorCode.FRAME_REFUSED, "rank " + session.rank + " has registered before");
        } else if (fits(session, in, 0, RankProtocol.MAX_TABLE_BYTES)) {
            byte[] table = new byte[in.remaining()];
            in.get(table);
            tables[session.rank] = table;
            listener.registered(session.rank);
            answerWaiting(session.rank);
        }
    }

    private void kept(Session session, ByteBuffer in) {
        if (!askedForWhole[session.rank]) {
            refuse(session, ErrorCode.FRAME_REFUSED, "nobody has asked rank " + session.rank + " for its whole table");
        } else if (fits(session, in, 0, RankProtocol.MAX_TABLE_BYTES)) {
            byte[] table = new byte[in.remaining()];
            in.get(table);
            tables[session.rank] = table;
            whole[session.rank] = true;
            answerWaiting(session.rank);
        }
    }

    private void lookupWhole(Session session, ByteBuffer in) {
        if (!fits(session, in, 4, 4)) {
            return;
        }
        int rank = in.getInt();
        if (rank < 0 || rank >= job.size() || session.lookupFirst >= 0 || tables[rank] == null) {
            refuse(session, ErrorCode.INPUT_OUT_OF_RANGE, "rank " + rank + " has promised nothing");
            return;
        }
        session.lookupFirst = rank;
        session.lookupCount = 1;
        session.lookupWhole = true;
        if (isAnswered(session)) {
            answer(session);
        } else if (!askedForWhole[rank]) {
            askedForWhole[rank] = true;
            listener.wholeWanted(rank);
        }
    }

    /** Whether there is all that this session has asked for, or will never be. */
    private boolean isAnswered(Session session) {
        int rank = session.lookupFirst;
        return gone[rank] || (session.lookupWhole ? whole[rank] : tables[rank] != null);
    }

    private void lookup(Session session, ByteBuffer in) {
        if (!fits(session, in, 8, 8)) {
            return;
        }
        int first = in.getInt();
        int count = in.getInt();
        if (first < 0 || first >= job.size() || count < 1 || session.lookupFirst >= 0) {
            refuse(session, ErrorCode.INPUT_OUT_OF_RANGE, "a lookup of " + count + " ranks from " + first + " is out of range");
            return;
        }
        session.lookupFirst = first;
        session.lookupCount = Math.min(count, job.size() - first);
        if (isAnswered(session)) {
            answer(session);
        }
    }

    /** A rank is known now, or never will be: whoever waited for it gets an answer. */
    private void answerWaiting(int rank) {
        for (Session session : sessions) {
            if (session.lookupFirst == rank && isAnswered(session)) {
                answer(session);
            }
        }
    }

    private void answer(Session session) {
        int first = session.lookupFirst;
        int entries = 0;
        int bytes = 8;
        while (entries < session.lookupCount) {
            byte[] table = tables[first + entries];
            int entry = 4 + (table == null ? 0 : table.length);
            if (bytes + entry > RankProtocol.MAX_PAGE_BYTES) {
                break;
            }
            bytes += entry;
            entries++;
        }
        ByteBuffer page = frame(RankProtocol.PAGE, bytes).putInt(first).putInt(entries);
        for (int i = 0; i < entries; i++) {
            byte[] table = tables[first + i];
            page.putInt(table == null ? -1 : table.length);
            if (table != null) {
                page.put(table);
            }
        }
        session.lookupFirst = -1;
        session.lookupWhole = false;
        session.send(page);
    }

    /** A rank has finished; if it waits for the others, it says so once more when it goes. */
    private void leave(Session session, boolean waits) {
        if (!session.leaving) {
            session.finished++;
        }
        session.leaving = waits;
        tellIfAllLeft();
    }

    private void tellWhetherLeft(Session session, int rank, int askerFinished) {
        if (rank < 0 || rank >= job.size()) {
            refuse(session, ErrorCode.INPUT_OUT_OF_RANGE, "there is no rank " + rank);
            return;
        }
        int state = whetherLeft(rank, askerFinished);
        if (state != 0) {
            session.send(frame(RankProtocol.LEFT, 12).putInt(rank).putInt(askerFinished).putInt(state));
        } else if (members[rank] != null) {
            listener.awaited(rank);
        }
    }

    /** 0 while the rank has not left. */
    private int whetherLeft(int rank, int askerFinished) {
        Session member = members[rank];
        if (gone[rank]) {
            return RankProtocol.HAS_ENDED;
        }
        if (member == null || member.finished <= askerFinished) {
            return 0;
        }
        return member.leaving ? RankProtocol.LEAVING : RankProtocol.HAS_FINISHED;
    }

    private void tellIfAllLeft() {
        int least = Integer.MAX_VALUE;
        for (int rank = 0; rank < members.length; rank++) {
            Session member = members[rank];
            least = gone[rank] ? least : Math.min(least, member == null ? 0 : member.finished);
        }
        for (Session member : members) {
            if (member != null && member.leaving && !member.toldAllLeft() && member.finished <= least) {
                member.allLeftTold = member.finished;
                member.send(frame(RankProtocol.ALL_LEFT, 0));
            }
        }
    }

    /** The process of a rank has ended; it will never register any more. */
    public void gone(int rank) {
        gone[rank] = true;
        answerWaiting(rank);
        tellIfAllLeft();
    }

    /** Lets time pass: whoever has not joined by its deadline is shown the door. */
    public void tick(long nowNs) {
        for (Session session : sessions) {
            if (session.rank < 0 && !session.isClosing() && nowNs - session.deadlineNs >= 0) {
                refuse(session, ErrorCode.JOIN_REFUSED, "no join came within 5 s");
            }
        }
    }

    /** When {@link #tick} wants to be called, or {@link Long#MAX_VALUE}. */
    public long deadlineNs() {
        long earliest = Long.MAX_VALUE;
        if (strangers > 0) {
            for (Session session : sessions) {
                if (session.rank < 0 && !session.isClosing()) {
                    earliest = Math.min(earliest, session.deadlineNs);
                }
            }
        }
        return earliest;
    }

    /** Refusals that look like an attack count against their source. */
    private void fail(Session session, ErrorCode code, String reason) {
        if (!session.source.isEmpty()) {
            failures.merge(session.source, 1, Integer::sum);
            if (failures.size() > MAX_SOURCES) {
                failures.remove(failures.keySet().iterator().next());
            }
        }
        refuse(session, code, reason);
    }

    private void refuse(Session session, ErrorCode code, String reason) {
        String said = code.id() + " " + reason;
        byte[] text = RankProtocol.text(said);
        session.send(frame(RankProtocol.REFUSED, text.length).put(text));
        session.state = Session.State.CLOSING;
        listener.refused(session.source, said);
    }

    private static ByteBuffer frame(int kind, int length) {
        return RankProtocol.putHead(RankProtocol.buffer(RankProtocol.FRAME_HEAD + length), kind, length);
    }

    private static String text(ByteBuffer in) {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
