package org.braid.boot.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * The rank server's ears on one host, without a socket or a file: every rank writes {@link PipePiece}s into one {@link RankPipe}, answers go down
 * each rank's control pipe. It costs every rank some 25 ms less than a socket (docs/boot.md).
 */
public final class PipeServer implements RankServer {
    /** Whoever understands what ranks say. Called in the server's thread. */
    public interface Words {
        /** Bytes of a process's stream; they are to be taken during the call. */
        void said(int pid, ByteBuffer bytes);

        /** What has come by now may be answered. */
        void settle();
    }

    private static final int MARKER_PID = 0;

    private final RankPipe pipe;
    private final long job;
    private final Words words;
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>(); // guarded by itself

    /**
     * It serves as soon as a thread runs it.
     *
     * @param jobLow the lower half of the number of the job whose envelopes are heard; others in the pipe are skipped
     * @param words hears them
     */
    public PipeServer(RankPipe pipe, long jobLow, Words words) {
        this.pipe = pipe;
        this.job = jobLow;
        this.words = words;
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
            words.said(pid, bytes);
        }
        words.settle();
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
