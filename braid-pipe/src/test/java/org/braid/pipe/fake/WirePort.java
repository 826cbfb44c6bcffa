package org.braid.pipe.fake;

import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.TransportHost;
import org.braid.pipe.PipePort;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.PipeListener;
import org.braid.pipe.driver.PipeRoute;
import org.braid.pipe.state.PipeTimes;
import org.jspecify.annotations.Nullable;

/** The port of a transport that exists only in a {@link Fabric}. Its lanes may have a colour, so that routes can differ. */
final class WirePort extends PipePort {
    static final String METHOD = "wire";

    private final Fabric fabric;
    private final ContextId self;
    private final PipeListener listener;

    /** How a peer is called. */
    private record Route(Fabric fabric, ContextId self, @Nullable ContextId peer, String colour) implements PipeRoute {
        @Override
        public int places() {
            return peer == null ? 0 : 1;
        }

        @Override
        public BytePipe call(int place) {
            if (peer == null) {
                throw new AssertionError("there is no place");
            }
            return fabric.call(self, peer);
        }

        @Override
        public boolean makesTheSameAs(PipeRoute other) {
            return other instanceof Route route && colour.equals(route.colour);
        }
    }

    WirePort(Fabric fabric, TransportHost host, PipeTimes times) {
        super(METHOD, host, times, fabric, new Route(fabric, host.self(), null, ""));
        this.fabric = fabric;
        this.self = host.self();
        listener = new PipeListener() {
            @Override
            public @Nullable BytePipe accept(long nowNs) {
                return fabric.nextCall(self);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public Descriptor descriptor() {
        return new Descriptor(METHOD, new byte[0]);
    }

    @Override
    public @Nullable String whyNot(ContextId peer, Descriptor there) {
        return null;
    }

    @Override
    protected PipeRoute routeTo(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
        return new Route(fabric, self, peer, parameters.isEmpty() ? "" : parameters.getFirst().value());
    }

    @Override
    protected PipeListener listener() {
        return listener;
    }

    @Override
    protected void listenNoMore() {}
}
