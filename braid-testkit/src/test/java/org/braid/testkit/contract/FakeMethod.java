package org.braid.testkit.contract;

import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Farewell;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/** A method by which nothing moves: for tests of what is chosen, and of what a context believes that it may still hear. */
public class FakeMethod implements Transport, TransportPort {
    private final String name;

    /** @param name as expressions name it */
    public FakeMethod(String name) {
        this.name = name;
    }

    // ---- the transport

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return name;
    }

    @Override
    public final List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public final Availability availability() {
        return Availability.YES;
    }

    @Override
    public final int rank() {
        return 0;
    }

    @Override
    public final TransportPort open(TransportHost host) {
        return this;
    }

    // ---- its port

    @Override
    public final Descriptor descriptor() {
        return new Descriptor(name, new byte[0]);
    }

    @Override
    public final @Nullable String whyNot(ContextId peer, Descriptor there) {
        return null;
    }

    @Override
    public Lane connect(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
        throw new IllegalStateException("nobody connects");
    }

    @Override
    public final int poll(int limit) {
        return 0;
    }

    @Override
    public final boolean pending() {
        return false;
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public final boolean ringsDoorbell() {
        return false;
    }

    @Override
    public final void peerFailed(ContextId peer, Throwable cause) {}

    @Override
    public final void startClose(Farewell farewell) {}

    @Override
    public final boolean closed() {
        return true;
    }

    @Override
    public final void abandon() {}
}
