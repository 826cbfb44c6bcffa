package org.braid.link.flow;

/**
 * The receiver's end of a credit: what arrived from one peer, what was consumed, and which total to grant next. A grant is due
 * when a quarter of the window was consumed; when the receiver is idle, anything that is owed should be announced, so that a sender
 * whose next message needs the whole window gets it. Nothing here allocates.
 */
public final class CreditAccount {
    private final long windowBytes;
    private final long quarterBytes;
    private long arrivedBytes;
    private long consumedBytes;
    private long announcedBytes; // part of consumedBytes that the peer was told

    public CreditAccount(long windowBytes) {
        if (windowBytes <= 0) throw new IllegalArgumentException("windowBytes=" + windowBytes + " must be positive");
        this.windowBytes = windowBytes;
        this.quarterBytes = Math.max(1, windowBytes / 4);
    }

    /**
     * Payload came in; it was accepted once, not a duplicate.
     *
     * @return false if the peer sent without credit: a protocol error
     */
    public boolean arrived(int bytes) {
        if (bytes < 0 || bytes > announcedBytes + windowBytes - arrivedBytes) return false;
        arrivedBytes += bytes;
        return true;
    }

    /** Payload was handed over and its memory is free again. */
    public void consumed(int bytes) {
        if (bytes < 0 || bytes > arrivedBytes - consumedBytes)
            throw new IllegalStateException("consumed(" + bytes + ") of " + heldBytes() + " bytes held");
        consumedBytes += bytes;
    }

    /** A quarter of the window was consumed since the last grant. */
    public boolean grantDue() {
        return consumedBytes - announcedBytes >= quarterBytes;
    }

    /** Anything was consumed since the last grant: announce it when idle, and when a lane is attached. */
    public boolean grantOwed() {
        return consumedBytes > announcedBytes;
    }

    /** The total to announce; from here on it counts as announced. Repeating it is harmless. */
    public long takeGrant() {
        announcedBytes = consumedBytes;
        return consumedBytes + windowBytes;
    }

    /** Bytes that arrived and aren't consumed; never more than the window. */
    public long heldBytes() {
        return arrivedBytes - consumedBytes;
    }

    public long windowBytes() {
        return windowBytes;
    }
}
