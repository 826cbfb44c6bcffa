package org.braid.link;

import java.util.List;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Where;
import org.braid.link.local.LocalTransport;
import org.braid.link.spi.Farewell;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/** The transport between contexts of one process, for whose lanes there is no memory outside the heap while the test says so. */
public final class ScarceTransport implements Transport {
    private final Transport local = new LocalTransport();
    private boolean isScarce;

    /** Whether there is none. */
    public void isScarce(boolean yes) {
        isScarce = yes;
    }

    @Override
    public String name() {
        return local.name();
    }

    @Override
    public String description() {
        return local.description();
    }

    @Override
    public List<Parameter> parameters() {
        return local.parameters();
    }

    @Override
    public Availability availability() {
        return local.availability();
    }

    @Override
    public int rank() {
        return local.rank();
    }

    @Override
    public TransportPort open(TransportHost host) {
        return new Port(local.open(host));
    }

    private final class Port implements TransportPort {
        private final TransportPort port;

        Port(TransportPort port) {
            this.port = port;
        }

        @Override
        public Descriptor descriptor() {
            return port.descriptor();
        }

        @Override
        public @Nullable String whyNot(ContextId peer, Descriptor there) {
            return port.whyNot(peer, there);
        }

        @Override
        public Where nearness(Descriptor there) {
            return port.nearness(there);
        }

        @Override
        public Reach reach(Descriptor there) {
            return port.reach(there);
        }

        @Override
        public Lane connect(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
            if (isScarce) {
                throw DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));
            }
            return port.connect(peer, there, parameters);
        }

        @Override
        public boolean release(Lane lane) {
            return port.release(lane);
        }

        @Override
        public int poll(int limit) {
            return port.poll(limit);
        }

        @Override
        public boolean pending() {
            return port.pending();
        }

        @Override
        public boolean open() {
            return port.open();
        }

        @Override
        public boolean expectsCallers() {
            return port.expectsCallers();
        }

        @Override
        public boolean ringsDoorbell() {
            return port.ringsDoorbell();
        }

        @Override
        public void peerFailed(ContextId peer, Throwable cause) {
            port.peerFailed(peer, cause);
        }

        @Override
        public void startClose(Farewell farewell) {
            port.startClose(farewell);
        }

        @Override
        public boolean closed() {
            return port.closed();
        }

        @Override
        public void abandon() {
            port.abandon();
        }
    }
}
