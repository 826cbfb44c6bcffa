package org.braid.boot.server;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sessions of the processes of one host, which share a pipe and are told apart by their numbers. Owned by the thread that drives the core. */
public final class PidSessions implements PipeServer.Words {
    /** Takes an answer to the process it is for; a process that is no rank of ours gets none. */
    public interface Answers {
        /**
         * Answers one question of a rank's.
         *
         * @param pid its process; of a rank that is a thread of its process what {@link #threadOf} understands
         */
        void answer(int pid, ByteBuffer frame);
    }

    /** The rank that is meant by such a number, if it is a thread of its process; -1 if the number is a process's. */
    public static int threadOf(int pid) {
        return pid < 0 ? PipePiece.rankOf(pid) : -1;
    }

    private final RankServerCore core;
    private final Answers answers;
    private final Map<Integer, Session> sessions = new HashMap<>();

    /**
     * Nobody has said anything yet.
     *
     * @param core decides what is answered
     * @param answers takes the answers to the ranks
     */
    public PidSessions(RankServerCore core, Answers answers) {
        this.core = core;
        this.answers = answers;
    }

    @Override
    public void said(int pid, ByteBuffer bytes) {
        Session session = session(pid);
        if (session != null) {
            core.received(session, bytes.order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    private @Nullable Session session(int pid) {
        Session session = sessions.get(pid);
        if (session == null) {
            session = core.open("", System.nanoTime());
            if (session != null) {
                Session opened = session;
                opened.settlesIn(core.unsettled(), () -> write(pid, opened));
                sessions.put(pid, opened);
            }
        }
        return session;
    }

    @Override
    public void settle() {
        core.tick(System.nanoTime());
        core.settle();
    }

    private void write(int pid, Session session) {
        for (ByteBuffer frame = session.outgoing(); frame != null; frame = session.outgoing()) {
            answers.answer(pid, frame);
            frame.position(frame.limit());
        }
        if (session.isClosing()) {
            core.closed(session);
            sessions.remove(pid);
        }
    }
}
