package org.braid.transports.inet;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.NoPipe;
import org.braid.pipe.driver.PipeRoute;
import org.braid.transports.socket.ChannelPipe;
import org.braid.transports.socket.Sleeper;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of one peer, best first, and the parameters of connections to it.
 *
 * @param peer null for the connections that peers make, which nobody calls
 */
record InetRoute(@Nullable ContextId peer, List<InetSocketAddress> addresses, InetParameters parameters, Protection protection, Sleeper sleeper) implements PipeRoute {
    @Override
    public int places() {
        return addresses.size();
    }

    @Override
    public BytePipe call(int place) {
        InetSocketAddress to = addresses.get(place);
        String there = Addresses.text(to);
        try {
            return protection.calling(Objects.requireNonNull(peer), ChannelPipe.calling(InetSockets.calling(to, parameters), to, there, sleeper, LoopbackShortcuts.INSTANCE));
        } catch (IOException | BraidException e) {
            return new NoPipe(there, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean makesTheSameAs(PipeRoute other) {
        return other instanceof InetRoute route && parameters.sameConnection(route.parameters);
    }
}
