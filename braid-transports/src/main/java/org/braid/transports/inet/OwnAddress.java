package org.braid.transports.inet;

import java.net.InetAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import org.braid.base.wire.Descriptor;
import org.braid.pipe.driver.PipeListener;
import org.braid.transports.socket.ChannelListener;
import org.braid.transports.socket.Sleeper;
import org.jspecify.annotations.Nullable;

/** Where peers call one context. It listens from the moment that somebody asks where; until then others are promised that it will. Any thread may ask. */
final class OwnAddress {
    private final String method;
    private final InetParameters parameters;
    private final Protection protection;
    private final boolean leavesHost;
    private final Sleeper sleeper;
    private volatile @Nullable PipeListener listener;
    private @Nullable Descriptor descriptor; // guarded by this
    private boolean isNowhere; // guarded by this

    /** @param leavesHost whether other hosts may call */
    OwnAddress(String method, InetParameters parameters, Protection protection, boolean leavesHost, Sleeper sleeper) {
        this.method = method;
        this.protection = protection;
        this.parameters = parameters;
        this.leavesHost = leavesHost;
        this.sleeper = sleeper;
    }

    /** From here on this context does not begin to listen. */
    synchronized void stayNowhere() {
        isNowhere = true;
    }

    synchronized Descriptor descriptor() {
        Descriptor known = descriptor;
        if (known == null) {
            known = new Descriptor(method, isNowhere ? Addresses.nowhere() : listen());
            descriptor = known;
        }
        return known;
    }

    synchronized Descriptor promise() {
        return descriptor != null || isNowhere ? descriptor() : new Descriptor(method, Addresses.onRequest());
    }

    /** Those who have called; null while nobody has asked where. */
    @Nullable PipeListener listener() {
        return listener;
    }

    private byte[] listen() {
        InetAddress at = leavesHost ? null : InetAddress.getLoopbackAddress();
        ServerSocketChannel opened = InetSockets.listening(at, parameters);
        listener = new ChannelListener(opened, new InetAdmission(parameters, protection, sleeper), sleeper);
        return Addresses.encode(opened.socket().getLocalPort(), at == null ? Interfaces.addresses(parameters) : List.of(at));
    }
}
