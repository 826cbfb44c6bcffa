package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.NoPipe;
import org.braid.pipe.driver.PipeRoute;
import org.braid.transports.socket.ChannelPipe;
import org.braid.transports.socket.Sleeper;

/** The addresses of one peer, best first, and the parameters of connections to it. */
record TcpRoute(List<InetSocketAddress> addresses, TcpParameters parameters, Sleeper sleeper) implements PipeRoute {
    @Override
    public int places() {
        return addresses.size();
    }

    @Override
    public BytePipe call(int place) {
        InetSocketAddress to = addresses.get(place);
        String there = Addresses.text(to);
        try {
            return ChannelPipe.calling(TcpSockets.calling(to, parameters), to, there, sleeper, LoopbackShortcuts.INSTANCE);
        } catch (IOException | BraidException e) {
            return new NoPipe(there, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean makesTheSameAs(PipeRoute other) {
        return other instanceof TcpRoute route && parameters.sameConnection(route.parameters);
    }
}
