package org.braid.boot.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.braid.boot.ticket.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * The rank server on one host, without a socket or a file: every rank writes {@link PipePiece}s into one {@link RankPipe}, answers go down
 * each rank's control pipe. It costs every rank some 25 ms less than a socket (docs/boot.md).
 */
public final class PipeServer implements RankServer {
    /** Takes an answer to the process it is for; a process that is no rank of ours gets none. */
    public interface Answers {
        /** Answers one question of a rank's. */
        void answer(int pid, ByteBuffer frame);
    }

    private static final int MARKER_PID = 0;

    private final RankPipe pipe;
    private final long job;
    private final RankServerCore core;
    private final Answers answers;
    private final Map<Integer, Session> sessions = new HashMap<>();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>(); // guarded by itself

    /**
     * It serves as soon as a thread runs it.
     *
     * @param job the ticket of any rank of the job whose envelopes are heard; others in the pipe are skipped
     * @param core decides what is answered
     * @param answers takes the answers to the ranks
     */
    public PipeServer(RankPipe pipe, Ticket job, RankServerCore core, Answers answers) {
        this.pipe = pipe;
        this.job = job.jobLow();
        this.core = core;
        this.answers = answers;
    }

    @Override
    public void run() {
        PipePiece.Reader reader = new PipePiece.Reader(job, this::piece);
        try {
            while (pipe.read(reader.space()) >= 0) {
                reader.advance();
            }
        } catch (IOException e) {
            // Interrupted: the job is over.
        }
    }

    private void piece(int pid, ByteBuffer bytes) {
        if (pid == MARKER_PID) {
            runNextTask();
        } else {
            Session session = session(pid);
            if (session != null) {
                core.received(session, bytes.order(ByteOrder.LITTLE_ENDIAN));
            }
        }
        core.tick(System.nanoTime());
        answerAll();
    }

    private @Nullable Session session(int pid) {
        Session session = sessions.get(pid);
        if (session == null) {
            session = core.open("", new byte[0], System.nanoTime());
            if (session != null) {
                sessions.put(pid, session);
            }
        }
        return session;
    }

    /** All of them, for what one rank says may be what another one waits for. */
    private void answerAll() {
        for (Iterator<Map.Entry<Integer, Session>> each = sessions.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Integer, Session> entry = each.next();
            Session session = entry.getValue();
            for (ByteBuffer frame = session.outgoing(); frame != null; frame = session.outgoing()) {
                answers.answer(entry.getKey(), frame);
                frame.position(frame.limit());
            }
            if (session.isClosing()) {
                core.closed(session);
                each.remove();
            }
        }
    }

    /** A marker of our own goes through the same pipe: what was written before it is handled before it. */
    @Override
    public void afterArrived(Runnable task) {
        synchronized (tasks) {
            tasks.add(task);
        }
        try {
            pipe.write(PipePiece.of(job, MARKER_PID, new byte[0], 0, 0));
        } catch (IOException e) {
            runNextTask();
        }
    }

    private void runNextTask() {
        Runnable task;
        synchronized (tasks) {
            task = tasks.poll();
        }
        if (task != null) {
            task.run();
        }
    }
}
