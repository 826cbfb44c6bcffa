package org.braid.link.receiving;

/** The receiving end of a lane, as the stream sees it that comes by it. Caller holds the token. */
public interface LaneEnd {
    /**
     * The stream goes on by another lane: nothing that comes from now on is accepted.
     *
     * @return frames that were
     */
    long leave();
}
