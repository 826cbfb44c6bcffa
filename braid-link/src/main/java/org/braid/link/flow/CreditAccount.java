package org.braid.link.flow;

/**
 * The receiver's end of a credit: what was consumed of one peer's payload, and which total to grant next. A grant is due when a quarter of the window was consumed; a receiver whose
 * window is small announces anything that is owed when it is idle, so that a sender whose next message needs the whole window gets it. Nothing here allocates.
 */
public final class CreditAccount {
    private final long windowBytes;
    private final long quarterBytes;
    private long consumedBytes;
    private long announcedBytes; // part of consumedBytes that the peer was told

    /** An account that grants {@code windowBytes} ahead of what was consumed. */
    public CreditAccount(long windowBytes) {
        if (windowBytes <= 0) throw new IllegalArgumentException("windowBytes=" + windowBytes + " must be positive");
        this.windowBytes = windowBytes;
        this.quarterBytes = Math.max(1, windowBytes / 4);
    }

    /** Payload was handed over and its memory is free again. */
    public void consumed(int bytes) {
        consumedBytes += bytes;
    }

    /** A quarter of the window was consumed since the last grant. */
    public boolean grantDue() {
        return consumedBytes - announcedBytes >= quarterBytes;
    }

    /** Anything was consumed since the last grant: announce it when idle, and when a lane is attached. */
    boolean grantOwed() {
        return consumedBytes > announcedBytes;
    }

    /** The total to announce; from here on it counts as announced. Repeating it is harmless. */
    public long takeGrant() {
        announcedBytes = consumedBytes;
        return grantedBytes();
    }

    /** What the peer was told that it may send in all. */
    long grantedBytes() {
        return announcedBytes + windowBytes;
    }

    /** Bytes consumed in all. */
    public long consumedBytes() {
        return consumedBytes;
    }

    /** Bytes granted ahead. */
    long windowBytes() {
        return windowBytes;
    }
}
