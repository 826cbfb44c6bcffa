package org.braid.boot.server;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Hello;
import org.jspecify.annotations.Nullable;

/** One connection as the core sees it. Owned by the thread that drives the core. */
final class Session {
    /** Frames waiting to be written; a client that reads nothing is cut off, not waited for. */
    static final int MAX_WAITING_FRAMES = 16;

    enum State {
        /** Nothing, or only a part of the hello, has come. */
        GREETING,
        /** The hello was right; a JOIN must follow. */
        JOINING,
        /** A member of the job. */
        JOINED,
        /** Refused or ended: write what is waiting, then close. */
        CLOSING
    }

    final String source;
    final long deadlineNs;
    private final RankListener listener;
    final ArrayDeque<ByteBuffer> waiting = new ArrayDeque<>();
    ByteBuffer in = RankProtocol.buffer(RankProtocol.FRAME_HEAD + RankProtocol.MAX_FRAME_BEFORE_JOIN);
    int wanted = Hello.BYTES; // bytes that complete the unit being read
    State state = State.GREETING;
    int rank = -1;
    Tables.@Nullable Lookup lookup; // the one that it waits for
    private @Nullable Queue<Session> unsettled;
    private Runnable writer = () -> {};
    private boolean isUnsettled;

    Session(String source, long deadlineNs, RankListener listener) {
        this.source = source;
        this.deadlineNs = deadlineNs;
        this.listener = listener;
    }

    /**
     * Its connection does not look by itself whether there is something to write.
     *
     * @param unsettled gets this session whenever there may be something new
     * @param writer writes what waits, and closes a session that is closing
     */
    void settlesIn(Queue<Session> unsettled, Runnable writer) {
        this.unsettled = unsettled;
        this.writer = writer;
    }

    void settle() {
        isUnsettled = false;
        writer.run();
    }

    private void unsettle() {
        if (unsettled != null && !isUnsettled) {
            isUnsettled = true;
            unsettled.add(this);
        }
    }

    /** It is this rank from now on, and may say more at a time. */
    void join(int asRank) {
        state = State.JOINED;
        rank = asRank;
        in = RankProtocol.buffer(RankProtocol.FRAME_HEAD + RankProtocol.MAX_FRAME);
    }

    /** Whether a payload has a length that its kind may have, in bytes; refused if not. */
    boolean fits(ByteBuffer payload, int least, int most) {
        if (payload.remaining() >= least && payload.remaining() <= most) {
            return true;
        }
        refuse(ErrorCode.INPUT_OUT_OF_RANGE, "a frame of " + payload.remaining() + " bytes has the wrong length");
        return false;
    }

    /** Says why, and listens no more. */
    void refuse(ErrorCode code, String reason) {
        String said = code.id() + " " + reason;
        byte[] text = RankProtocol.text(said);
        send(RankProtocol.frame(RankProtocol.REFUSED, text.length).put(text));
        state = State.CLOSING;
        listener.refused(source, said);
    }

    /** A frame, written up to its position, goes out after those that wait; if they are too many, this session ends. */
    void send(ByteBuffer frame) {
        unsettle();
        if (waiting.size() == MAX_WAITING_FRAMES) {
            state = State.CLOSING;
            return;
        }
        waiting.add(frame.flip());
    }

    /** What is to be written next; null for nothing. */
    @Nullable ByteBuffer outgoing() {
        while (!waiting.isEmpty() && !waiting.peek().hasRemaining()) {
            waiting.poll();
        }
        return waiting.peek();
    }

    /** Nothing more is read; close once {@link #outgoing()} is null. */
    boolean isClosing() {
        return state == State.CLOSING;
    }
}
