package org.braid.link.flow;

/**
 * The sender's end of a credit: bytes (or frames, for control) that may still be sent to one peer. Nothing here allocates or waits.
 *
 * <p>A message longer than {@link #windowBytes} never fits and must travel as an offer. Without credit the same send announces its
 * envelope on the control credit and keeps its data.
 */
public final class CreditWindow {
    private final long windowBytes;
    private long grantedBytes;
    private long takenBytes;

    /** @param windowBytes what the receiver grants at the start; both ends know it from the greeting */
    public CreditWindow(long windowBytes) {
        if (windowBytes <= 0) throw new IllegalArgumentException("windowBytes=" + windowBytes + " must be positive");
        this.windowBytes = windowBytes;
        this.grantedBytes = windowBytes;
    }

    public long windowBytes() {
        return windowBytes;
    }

    /** Whether {@code bytes} may be sent now. Ask first, send, then {@link #take}: a lane that is full costs no credit. */
    public boolean covers(int bytes) {
        return bytes <= grantedBytes - takenBytes;
    }

    /** The bytes are on their way. */
    public void take(int bytes) {
        if (bytes < 0 || !covers(bytes)) throw new IllegalStateException("take(" + bytes + ") of " + availableBytes() + " bytes of credit");
        takenBytes += bytes;
    }

    /**
     * The peer's grant: bytes that may be sent in all, since the two contexts met. An older grant changes nothing.
     *
     * @return false for a grant that no honest receiver gives, because it has room for {@link #windowBytes} at most: a protocol error
     */
    public boolean granted(long totalBytes) {
        if (totalBytes < 0 || totalBytes - takenBytes > windowBytes) return false;
        if (totalBytes > grantedBytes) grantedBytes = totalBytes;
        return true;
    }

    public long availableBytes() {
        return grantedBytes - takenBytes;
    }

    /** Bytes sent in all. */
    public long takenBytes() {
        return takenBytes;
    }
}
