package org.braid.link.spi;

/** Where a lane came from: a transport's port, or what has put it together of others. */
public interface LaneOwner {
    /**
     * No stream uses this lane any more. What it has taken still arrives.
     *
     * @return true if it ends, as soon as the peer has everything; false if it stays for whoever selects this method next, or because the peer uses it, too
     */
    boolean release(Lane lane);
}
