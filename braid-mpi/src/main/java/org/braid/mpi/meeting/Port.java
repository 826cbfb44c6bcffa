package org.braid.mpi.meeting;

import java.io.Closeable;
import java.io.IOException;

/** An open port. Any thread may close it. */
interface Port extends Closeable {
    PortName name();

    /** Nobody needs to be waited for any more: the port is closed. */
    void giveUp(String why);

    /**
     * Waits for a caller that has the capability.
     *
     * @throws IOException if the port was closed, or {@link #giveUp} says that nobody will come
     */
    Talk accept() throws IOException;

    @Override
    void close();
}
