package org.braid.boot.server;

import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.braid.base.os.Machine;
import org.braid.boot.ticket.Ticket;
import org.jspecify.annotations.Nullable;

/** Through the {@link RankPipe} that all ranks share; the answers come down this rank's control pipe. */
final class PipeConnection implements Connection {
    private final long job;
    private final int sender;
    private final OutputStream pipe;
    private final Answers answers;

    private PipeConnection(long job, int sender, OutputStream pipe, Answers answers) {
        this.job = job;
        this.sender = sender;
        this.pipe = pipe;
        this.answers = answers;
    }

    /** @param shared null for a rank that has a process of its own */
    static PipeConnection to(Ticket ticket, @Nullable SharedPipe shared, Answers answers) throws IOException {
        String path = ticket.server().substring(RankPipe.SCHEME.length());
        return shared == null
                ? new PipeConnection(ticket.jobLow(), (int) Machine.pid(), new FileOutputStream(path, true), answers)
                : new PipeConnection(ticket.jobLow(), PipePiece.senderOf(ticket.rank()), shared.to(path), answers);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        for (int at = 0; at < bytes.length; at += PipePiece.MAX_LENGTH) {
            pipe.write(PipePiece.of(job, sender, bytes, at, Math.min(PipePiece.MAX_LENGTH, bytes.length - at)));
        }
    }

    @Override
    public ByteBuffer readFrame() throws IOException {
        byte[] frame = answers.take();
        if (frame.length < RankProtocol.FRAME_HEAD) {
            throw new EOFException("the control pipe has ended");
        }
        return ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Answers on their way from the thread that reads the control pipe to whoever asked. */
    static final class Answers {
        private static final int CAPACITY = 2 * Session.MAX_WAITING_FRAMES;

        private final ArrayBlockingQueue<byte[]> frames = new ArrayBlockingQueue<>(CAPACITY);
        private volatile boolean ended;

        /** A server that answers what nobody asked has gone mad; its answers are dropped. */
        void put(byte[] frame) {
            frames.offer(frame);
        }

        void end() {
            ended = true;
        }

        /** Waits for a frame; empty once there will be none. Whoever left because of an interrupt would leave its answer to the next question. */
        byte[] take() {
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        byte[] frame = frames.poll(100, TimeUnit.MILLISECONDS);
                        if (frame != null) {
                            return frame;
                        }
                        if (ended) {
                            return new byte[0];
                        }
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
