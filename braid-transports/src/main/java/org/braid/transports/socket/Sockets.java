package org.braid.transports.socket;

import java.io.IOException;
import java.nio.channels.Channel;
import org.jspecify.annotations.Nullable;

/** Closing channels as these transports want it. */
public final class Sockets {
    private Sockets() {}

    /** Closes; what goes wrong then concerns nobody. */
    public static void close(@Nullable Channel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // The descriptor is gone either way.
        }
    }
}
