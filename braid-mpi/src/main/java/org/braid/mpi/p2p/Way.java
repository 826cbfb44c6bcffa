package org.braid.mpi.p2p;

import org.braid.link.Startpoint;

/** By which way the messages of one communicator object reach another process. */
public interface Way {
    /**
     * A startpoint to the same object.
     *
     * @param usual by the way that everybody goes who has not said otherwise
     * @throws org.braid.base.BraidException {@code NO_METHOD} if this way does not lead there
     */
    Startpoint from(Startpoint usual);
}
