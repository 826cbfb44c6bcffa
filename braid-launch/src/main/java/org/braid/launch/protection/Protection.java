package org.braid.launch.protection;

import java.io.IOException;
import java.net.Socket;

/** How the bytes between a job's server and its joins are protected. */
public interface Protection {
    /** Not at all. */
    Protection CLEAR = (plain, calls) -> plain;

    /**
     * Makes a connection that carries the same bytes protected; it may wait as long as the socket's time-out allows.
     *
     * @param plain connected; closed by the one that is returned
     * @param calls whether this end has called the other
     * @throws IOException if the two ends do not agree, or the other one is not of this job
     */
    Socket over(Socket plain, boolean calls) throws IOException;
}
