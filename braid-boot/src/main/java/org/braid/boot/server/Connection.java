package org.braid.boot.server;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A rank's way to its rank server and back. */
interface Connection {
    /** Sends bytes; returns when the kernel has them. Callers take turns. */
    void write(byte[] bytes) throws IOException;

    /** Waits for the next frame, head included. */
    ByteBuffer readFrame() throws IOException;
}
