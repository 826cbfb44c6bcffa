package org.braid.link.flow;

/**
 * The sender's end of a credit on one lane: how many bytes (or frames, for control) were sent by it, and how many may be. Nothing here allocates or waits.
 *
 * <p>Without credit the same send announces its envelope and keeps its data, which travels when the receiver has room. The sender owns what was taken; the limit is set by the holder of
 * the token, and seen by senders at once.
 */
public final class CreditWindow {
    private volatile long limitBytes;
    private long takenBytes;

    /** @param limitBytes what may be sent before anything is granted */
    public CreditWindow(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Whether {@code bytes} may be sent now. */
    public boolean covers(int bytes) {
        return bytes <= limitBytes - takenBytes;
    }

    /**
     * The bytes are about to go. Before the receiver can see them, so that what it has consumed was taken in everybody's eyes.
     *
     * @return false if they may not
     */
    public boolean tryTake(int bytes) {
        if (!covers(bytes)) {
            return false;
        }
        takenBytes += bytes;
        return true;
    }

    /** The lane was full: they did not go. */
    public void giveBack(int bytes) {
        takenBytes -= bytes;
    }

    /** So many bytes may be sent by this lane in all, counted from its first. */
    public void limit(long totalBytes) {
        limitBytes = totalBytes;
    }

    /** Bytes that may be sent now. */
    long availableBytes() {
        return limitBytes - takenBytes;
    }

    /** Bytes sent in all; stale, in threads that do not send, by no more than what the receiver has not consumed. */
    public long takenBytes() {
        return takenBytes;
    }
}
