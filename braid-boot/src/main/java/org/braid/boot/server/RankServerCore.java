package org.braid.boot.server;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.braid.base.ErrorCode;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.names.NameRequest;
import org.braid.boot.ticket.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * The rank server's mind. A pure state machine: connections, bytes and the time come in, frames and {@link RankListener} calls go out. One
 * thread drives it. Here bytes become frames and frames find who answers them: {@link Admission} decides who may join, {@link Tables} who
 * waits for whose table, {@link Leaving} who waits for whose end.
 *
 * <p>Everything is bounded: sessions that have not joined, bytes and time before joining, tables, texts, waiting frames, one lookup per
 * session, remembered failures.
 */
public final class RankServerCore {
    private final RankListener listener;
    private final Members members;
    private final Strangers strangers = new Strangers();
    private final Admission admission;
    private final Tables tables;
    private final Leaving leaving;
    private final MapPages mapPages;
    private final ArrayDeque<Session> unsettled = new ArrayDeque<>(); // at most once each

    /**
     * It knows nobody yet, of a job on one host.
     *
     * @param job the ticket of any rank: which job, how many ranks, which secret
     * @param listener hears what ranks say
     */
    public RankServerCore(Ticket job, RankListener listener) {
        this(job, listener, null);
    }

    /**
     * The same of a job over several hosts.
     *
     * @param map which rank is where
     */
    public RankServerCore(Ticket job, RankListener listener, @Nullable HostMap map) {
        this.mapPages = new MapPages(map);
        this.listener = listener;
        this.members = new Members(job.size());
        this.admission = new Admission(job, members, strangers);
        this.tables = new Tables(members, listener);
        this.leaving = new Leaving(members, listener);
    }

    /**
     * A connection was accepted.
     *
     * @param source where from, for the count of failures; "" for this host
     * @return null if it must be closed at once: too many strangers, or a source that failed too often
     */
    @Nullable Session open(String source, long nowNs) {
        return strangers.open(source, nowNs, listener);
    }

    /** Where sessions wait whose connections do not look by themselves whether there is something to write. */
    Queue<Session> unsettled() {
        return unsettled;
    }

    /** Has all that waits written, whoever's it is: what one rank says may be what another one waits for. It costs what there is to say, however many ranks there are. */
    public void settle() {
        for (Session session = unsettled.poll(); session != null; session = unsettled.poll()) {
            session.settle();
        }
    }

    /** The connection has ended, or was closed as the session asked for. */
    void closed(Session session) {
        strangers.remove(session);
    }

    /**
     * Bytes have come; all are consumed.
     *
     * @param session whose they are, as {@link #open} made it
     * @param bytes from any place in the stream; what is no frame costs the session, with a reason
     */
    void received(Session session, ByteBuffer bytes) {
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
            admission.greet(session, in);
        } else if (session.wanted == RankProtocol.FRAME_HEAD && in.getInt(0) >>> 8 != 0) {
            expectPayload(session, in.getInt(0) >>> 8);
            return;
        } else {
            handle(session, in.getInt() & 0xff, in);
        }
        session.in.clear();
        session.wanted = RankProtocol.FRAME_HEAD;
    }

    private static void expectPayload(Session session, int length) {
        if (length > session.in.capacity() - RankProtocol.FRAME_HEAD) {
            session.refuse(ErrorCode.INPUT_OUT_OF_RANGE, "a frame of " + length + " bytes is too long");
            return;
        }
        session.in.limit(session.in.capacity()).position(RankProtocol.FRAME_HEAD);
        session.wanted = RankProtocol.FRAME_HEAD + length;
    }

    private void handle(Session session, int kind, ByteBuffer in) {
        if (session.state == Session.State.JOINING) {
            admission.join(session, kind, in);
            return;
        }
        switch (kind) {
            case RankProtocol.REGISTER -> tables.register(session, in);
            case RankProtocol.KEPT -> tables.kept(session, in);
            case RankProtocol.LOOKUP -> tables.lookup(session, in);
            case RankProtocol.LOOKUP_NOW -> tables.lookupNow(session, in);
            case RankProtocol.WHOLE -> tables.lookupWhole(session, in);
            case RankProtocol.LEAVE -> leaving.waitForAll(session);
            case RankProtocol.FINISHED -> leaving.finish(session);
            case RankProtocol.HOSTS -> mapPages.tell(session, in);
            case RankProtocol.HAS_LEFT -> leaving.tellWhetherLeft(session, in);
            default -> tellListener(session, kind, in);
        }
    }

    /** What ranks say to the job's keeper alone. */
    private void tellListener(Session session, int kind, ByteBuffer in) {
        int rank = session.rank;
        switch (kind) {
            case RankProtocol.ALIVE -> listener.alive(rank);
            case RankProtocol.ABORT -> {
                if (session.fits(in, 4, 4 + RankProtocol.MAX_TEXT_BYTES)) {
                    listener.aborted(rank, in.getInt(), RankProtocol.text(in));
                }
            }
            case RankProtocol.EXITED -> {
                if (session.fits(in, 4, 4)) {
                    gone(rank);
                    listener.exited(rank, in.getInt());
                }
            }
            case RankProtocol.NOTE -> {
                if (session.fits(in, 0, RankProtocol.MAX_TEXT_BYTES)) {
                    listener.noted(rank, RankProtocol.text(in));
                }
            }
            case RankProtocol.NOTICE -> {
                if (session.fits(in, 0, RankProtocol.MAX_TEXT_BYTES)) {
                    listener.noticed(rank, RankProtocol.text(in));
                }
            }
            case RankProtocol.AWAIT_INPUT -> {
                if (session.fits(in, 8, 8)) {
                    listener.inputAwaited(rank, in.getLong());
                }
            }
            case RankProtocol.SPAWN -> listener.spawnAsked(rank, rest(in));
            case RankProtocol.NAME -> {
                if (session.fits(in, 0, NameRequest.MAX_BYTES)) {
                    listener.nameAsked(rank, rest(in));
                }
            }
            case RankProtocol.PHASES -> {
                if (session.fits(in, 24, 24)) {
                    listener.phases(rank, in.getLong(), in.getLong(), in.getLong());
                }
            }
            default -> session.refuse(ErrorCode.FRAME_REFUSED, "frames of kind " + kind + " are unknown");
        }
    }

    private static byte[] rest(ByteBuffer in) {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return bytes;
    }

    /** The process of a rank has ended; it will never register any more. */
    public void gone(int rank) {
        if (members.isGone(rank)) {
            return;
        }
        members.setGone(rank);
        tables.answerWaiting(rank);
        leaving.gone(rank);
        listener.gone(rank);
    }

    /** Lets time pass: whoever has not joined by its deadline is shown the door. */
    void tick(long nowNs) {
        strangers.tick(nowNs);
    }

    /** When {@link #tick} wants to be called, or {@link Long#MAX_VALUE}. */
    long deadlineNs() {
        return strangers.deadlineNs();
    }
}
