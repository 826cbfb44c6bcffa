package org.braid.link;

import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Farewell;
import org.braid.link.spi.Lane;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/** A port that nobody connects by: for tests of how ports are polled and slept in. */
public abstract class IdlePort implements TransportPort {
    @Override
    public Descriptor descriptor() {
        return new Descriptor("slow", new byte[0]);
    }

    @Override
    public @Nullable String whyNot(ContextId peer, Descriptor there) {
        return null;
    }

    @Override
    public Lane connect(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
        throw new IllegalStateException("nobody connects");
    }

    @Override
    public boolean pending() {
        return false;
    }

    @Override
    public boolean ringsDoorbell() {
        return false;
    }

    @Override
    public void peerFailed(ContextId peer, Throwable cause) {}

    @Override
    public void startClose(Farewell farewell) {}

    @Override
    public boolean closed() {
        return true;
    }

    @Override
    public void abandon() {}
}
