package org.braid.boot.server;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** One connection as the core sees it. Owned by the thread that drives the core. */
public final class Session {
    /** Frames waiting to be written; a client that reads nothing is cut off, not waited for. */
    static final int MAX_WAITING_FRAMES = 16;

    enum State {
        /** Nothing, or only a part of the hello, has come. */
        GREETING,
        /** The hello was right; JOIN or PROVE must follow. */
        JOINING,
        /** A member of the job. */
        JOINED,
        /** Refused or ended: write what is waiting, then close. */
        CLOSING
    }

    final String source;
    final byte[] nonce;
    final long deadlineNs;
    final ArrayDeque<ByteBuffer> waiting = new ArrayDeque<>();
    ByteBuffer in = RankProtocol.buffer(RankProtocol.FRAME_HEAD + RankProtocol.MAX_FRAME_BEFORE_JOIN);
    int wanted = org.braid.base.wire.Hello.BYTES; // bytes that complete the unit being read
    State state = State.GREETING;
    int rank = -1;
    int lookupFirst = -1;
    int lookupCount;
    boolean lookupWhole;
    int finished; // how often this rank has called MPI.Finalize
    boolean leaving; // the last of them waits for the others
    int allLeftTold; // the last of them of which it was told that all have come so far

    Session(String source, byte[] nonce, long deadlineNs) {
        this.source = source;
        this.nonce = nonce;
        this.deadlineNs = deadlineNs;
    }

    boolean toldAllLeft() {
        return allLeftTold == finished;
    }

    void send(ByteBuffer frame) {
        if (waiting.size() == MAX_WAITING_FRAMES) {
            state = State.CLOSING;
            return;
        }
        waiting.add(frame.flip());
    }

    /** What to write next, or null. */
    public @org.jspecify.annotations.Nullable ByteBuffer outgoing() {
        while (!waiting.isEmpty() && !waiting.peek().hasRemaining()) {
            waiting.poll();
        }
        return waiting.peek();
    }

    /** Nothing more is read; close once {@link #outgoing()} is null. */
    public boolean isClosing() {
        return state == State.CLOSING;
    }
}
