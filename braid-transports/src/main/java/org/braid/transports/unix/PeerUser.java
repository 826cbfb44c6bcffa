package org.braid.transports.unix;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import org.braid.base.os.Machine;
import org.jspecify.annotations.Nullable;

/**
 * Which user must be at the other end, as the system tells it and nobody else can.
 *
 * @param name of the only user who is trusted
 */
record PeerUser(String name) {
    /** The user of this process. */
    static PeerUser own() {
        return new PeerUser(Machine.user());
    }

    /** Who is at the other end of this channel, for people. */
    static String describe(SocketChannel channel) throws IOException {
        return "user " + channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
    }

    /** Null if the other end is trusted. */
    @Nullable String whyNot(SocketChannel channel) throws IOException {
        String found = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
        return found.equals(name) ? null : "it belongs to user " + found + ", and this context trusts processes of user " + name + " alone";
    }
}
