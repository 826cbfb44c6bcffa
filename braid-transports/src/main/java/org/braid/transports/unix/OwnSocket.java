package org.braid.transports.unix;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.braid.base.os.SocketDirectories;
import org.braid.base.wire.Descriptor;
import org.braid.link.spi.TransportHost;
import org.braid.pipe.driver.PipeListener;
import org.braid.transports.socket.ChannelListener;
import org.braid.transports.socket.Sleeper;
import org.braid.transports.socket.Sockets;
import org.jspecify.annotations.Nullable;

/** Where peers call one context. It listens from the moment that somebody asks where; until then others are promised that it will. Any thread may ask. */
final class OwnSocket {
    private static final int BACKLOG = 256;

    private final TransportHost host;
    private final PeerUser trusted;
    private final Sleeper sleeper;
    private volatile @Nullable PipeListener listener;
    private @Nullable Descriptor descriptor; // guarded by this
    private @Nullable SocketDirectory directory; // guarded by this
    private boolean isNowhere; // guarded by this

    OwnSocket(TransportHost host, PeerUser trusted, Sleeper sleeper) {
        this.host = host;
        this.trusted = trusted;
        this.sleeper = sleeper;
    }

    /** From here on this context does not begin to listen. */
    synchronized void stayNowhere() {
        isNowhere = true;
    }

    synchronized Descriptor descriptor() {
        Descriptor known = descriptor;
        if (known == null) {
            known = new Descriptor(UnixTransport.NAME, isNowhere ? SocketPath.nowhere() : listen());
            descriptor = known;
        }
        return known;
    }

    synchronized Descriptor promise() {
        return descriptor != null || isNowhere ? descriptor() : new Descriptor(UnixTransport.NAME, SocketPath.promised());
    }

    /** Those who have called; null while nobody has asked where. */
    @Nullable PipeListener listener() {
        return listener;
    }

    /** Its file goes; a peer that is connected stays so. */
    synchronized void close() {
        isNowhere = true;
        if (directory != null) {
            directory.close();
            directory = null;
        }
    }

    /** A context that cannot listen has other methods: it says why not. */
    private byte[] listen() {
        ServerSocketChannel channel = null;
        SocketDirectory made = null;
        try {
            made = SocketDirectory.make(SocketDirectories.places());
            channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            channel.bind(UnixDomainSocketAddress.of(made.socket()), BACKLOG);
            channel.configureBlocking(false);
            directory = made;
            listener = new ChannelListener(channel, new UnixAdmission(trusted, sleeper), sleeper);
            return SocketPath.encode(made.socket());
        } catch (IOException | UnsupportedOperationException e) {
            Sockets.close(channel);
            if (made != null) {
                made.close();
            }
            host.notice("unix cannot listen: " + e.getMessage());
            return SocketPath.nowhere();
        }
    }
}
