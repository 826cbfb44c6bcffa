package org.braid.testkit.sim.wire;

import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.TransportHost;
import org.braid.pipe.PipePort;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.PipeListener;
import org.braid.pipe.driver.PipeRoute;
import org.braid.pipe.state.LaneTimes;
import org.braid.pipe.state.PipeTimes;
import org.jspecify.annotations.Nullable;

/** One context's side of the simulated byte pipes: all that a transport adds to lanes over pipes. */
final class SimPipePort extends PipePort {
    private static final long US = 1_000;
    private static final LaneTimes LANES = new LaneTimes(300 * US, 500 * US, 20 * US, 200 * US, 20_000 * US, 300 * US);
    private static final PipeTimes TIMES = new PipeTimes(LANES, 500 * US, 400 * US, 1_500 * US, 5_000 * US, 500 * US);

    private final Wires wires;
    private final ContextId self;
    private final PipeListener listener = new Listener();

    /** How a peer is called; null for the connections of those who call. */
    private record Route(Wires wires, ContextId self, @Nullable ContextId peer) implements PipeRoute {
        @Override
        public int places() {
            return peer == null ? 0 : 1;
        }

        @Override
        public BytePipe call(int place) {
            if (peer == null) {
                throw new IllegalStateException("there is no place to call");
            }
            return wires.call(self, peer);
        }

        @Override
        public boolean makesTheSameAs(PipeRoute other) {
            return other instanceof Route;
        }
    }

    private final class Listener implements PipeListener {
        @Override
        public @Nullable BytePipe accept(long nowNs) {
            return wires.nextCall(self);
        }

        @Override
        public void close() {
            wires.listensNoMore(self);
        }
    }

    SimPipePort(Wires wires, TransportHost host) {
        super(PipeTransport.NAME, host, TIMES, wires, new Route(wires, host.self(), null));
        this.wires = wires;
        this.self = host.self();
        wires.listens(self);
    }

    @Override
    public Descriptor descriptor() {
        return new Descriptor(PipeTransport.NAME, new byte[0]);
    }

    @Override
    public @Nullable String whyNot(ContextId peer, Descriptor there) {
        return null;
    }

    @Override
    protected PipeRoute routeTo(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
        return new Route(wires, self, peer);
    }

    @Override
    protected PipeListener listener() {
        return listener;
    }

    @Override
    protected void listenNoMore() {}
}
