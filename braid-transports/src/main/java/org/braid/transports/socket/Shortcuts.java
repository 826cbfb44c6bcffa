package org.braid.transports.socket;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.braid.base.os.SocketCalls;
import org.jspecify.annotations.Nullable;

/** Finds the way around a channel that is busy: its socket's system calls without what the JDK puts around them. */
public interface Shortcuts {
    /** Null if there is none, or if it would not pay. */
    @Nullable SocketCalls of(SocketChannel channel) throws IOException;
}
