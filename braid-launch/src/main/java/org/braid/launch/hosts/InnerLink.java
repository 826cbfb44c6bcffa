package org.braid.launch.hosts;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** What the two ends of a connection say to each other about one job more, beside the first: each of its frames travels inside of a JOB frame. It ends with the connection. */
final class InnerLink implements PeerLink {
    private static final int KIND = 0xff;

    private final PeerLink outer;
    private final int job;
    private volatile @Nullable Listener listener;
    private @Nullable String why; // the connection has ended; guarded by this

    /** @param job by which both ends know it */
    InnerLink(PeerLink outer, int job) {
        this.outer = outer;
        this.job = job;
    }

    @Override
    public String there() {
        return outer.there();
    }

    @Override
    public long heardNs() {
        return outer.heardNs();
    }

    @Override
    public void expectSilence(boolean isExpected) {}

    @Override
    public void start(Listener hears, String name) {
        String before;
        synchronized (this) {
            listener = hears;
            before = why;
        }
        if (before != null) {
            hears.ended(before);
        }
    }

    /** A frame has come for this one, in the thread that reads; nobody hears it before this was started. */
    void heard(ByteBuffer frame) throws InterruptedException {
        int head = frame.getInt();
        Listener hears = listener;
        if (head >>> 8 != frame.remaining()) {
            close("a frame inside of another one has not the length that it says");
        } else if (hears != null) {
            hears.heard(head & KIND, frame.slice().order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    /** Nothing comes any more. */
    void ended(String reason) {
        Listener hears;
        synchronized (this) {
            hears = why == null ? listener : null;
            why = why == null ? reason : why;
        }
        if (hears != null) {
            hears.ended(reason);
        }
    }

    private byte[] wrapped(byte[] frame) {
        return HostProtocol.frame(HostProtocol.JOB, Integer.BYTES + frame.length).putInt(job).put(frame).array();
    }

    @Override
    public void send(byte[] frame) {
        outer.send(wrapped(frame));
    }

    @Override
    public void sendPatiently(byte[] frame) {
        outer.sendPatiently(wrapped(frame));
    }

    /** The connection goes on. */
    @Override
    public void finish() {}

    /** Likewise. */
    @Override
    public void awaitEnd() {}

    /** Who makes no sense about one job makes none at all. */
    @Override
    public void close(String reason) {
        outer.close(reason);
    }
}
