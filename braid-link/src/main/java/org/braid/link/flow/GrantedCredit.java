package org.braid.link.flow;

/** What a receiver has granted to one peer, by whatever lane the peer sends. Grants are totals, so one that is lost, repeated or late does no harm. */
public final class GrantedCredit {
    private final long windowBytes;
    private long totalBytes;

    /** @param windowBytes what is granted at the start, and the most that an honest receiver has open at a time */
    public GrantedCredit(long windowBytes) {
        if (windowBytes <= 0) throw new IllegalArgumentException("windowBytes=" + windowBytes + " must be positive");
        this.windowBytes = windowBytes;
        this.totalBytes = windowBytes;
    }

    /**
     * A grant has come. An older one changes nothing.
     *
     * @param newTotalBytes that may be sent in all, since the two contexts met
     * @param takenBytes of them, on all lanes
     * @return false for a grant that no honest receiver gives, because it has room for one window at most: a protocol error
     */
    public boolean granted(long newTotalBytes, long takenBytes) {
        if (newTotalBytes < 0 || newTotalBytes - takenBytes > windowBytes) return false;
        totalBytes = Math.max(totalBytes, newTotalBytes);
        return true;
    }

    /** Bytes that may be sent in all. */
    public long totalBytes() {
        return totalBytes;
    }

    /** Bytes that the peer grants ahead. */
    public long windowBytes() {
        return windowBytes;
    }
}
