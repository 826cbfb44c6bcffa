package org.braid.transports.inet;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import org.braid.base.BraidException;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.NoPipe;
import org.braid.transports.socket.ChannelListener;
import org.braid.transports.socket.ChannelPipe;
import org.braid.transports.socket.Sleeper;
import org.braid.transports.socket.Sockets;

/** Callers are named by their host alone: each connection has another port. */
record InetAdmission(InetParameters parameters, Protection protection, Sleeper sleeper) implements ChannelListener.Admission {
    @Override
    public BytePipe admit(SocketChannel fresh) throws IOException {
        String source = fresh.getRemoteAddress() instanceof InetSocketAddress from ? from.getAddress().getHostAddress() : "an unknown address";
        try {
            InetSockets.prepare(fresh, parameters);
            return protection.called(ChannelPipe.called(fresh, source, sleeper, LoopbackShortcuts.INSTANCE));
        } catch (IOException | BraidException e) {
            Sockets.close(fresh);
            return new NoPipe(source, String.valueOf(e.getMessage()));
        }
    }
}
