package org.braid.link;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.Policy;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/**
 * Automatic selection (nexus-multimethod, section 3.2): the first applicable entry of the peer's descriptor table, in order, where applicable means supported here and reached when
 * tried.
 */
final class Selection {
    private record Open(Transport transport, TransportPort port) {}

    private final @Nullable Policy policy;
    private final List<Open> opened = new ArrayList<>();

    Selection(@Nullable Policy policy) {
        this.policy = policy;
    }

    void openPorts(TransportHost host, Progress progress) {
        List<Transport> found = new ArrayList<>();
        for (Transport transport : ServiceLoader.load(Transport.class)) {
            found.add(transport);
        }
        found.sort(Comparator.comparingInt(Transport::rank));
        for (Transport transport : found) {
            if (policy != null && !policy.mentions(transport.name())) {
                continue;
            }
            Transport.Availability availability = transport.availability();
            if (!availability.works()) {
                host.notice(transport.name() + " is not used: " + availability.reason());
                continue;
            }
            TransportPort port = transport.open(host);
            opened.add(new Open(transport, port));
            progress.add(port);
        }
    }

    DescriptorTable table() {
        List<Descriptor> descriptors = new ArrayList<>();
        for (Open open : opened) {
            descriptors.add(open.port.descriptor());
        }
        return DescriptorTable.of(descriptors);
    }

    Lane connect(ContextId peer, DescriptorTable table) {
        StringBuilder why = new StringBuilder();
        for (Descriptor descriptor : table.descriptors()) {
            TransportPort port = portOf(descriptor.method());
            String reason = port == null ? "not supported here" : port.whyNot(peer, descriptor);
            if (reason == null && port != null) {
                return port.connect(peer, descriptor, List.of());
            }
            why.append(why.isEmpty() ? "" : "; ").append(descriptor.method()).append(": ").append(reason);
        }
        throw new BraidException(
                ErrorCode.NO_METHOD,
                "No method reaches context " + peer,
                why.isEmpty() ? "its descriptor table is empty" : why.toString(),
                "Allow another method with --method, or see 'braid info' for what works on this host");
    }

    void peerFailed(ContextId peer, Throwable cause) {
        for (Open open : opened) {
            open.port.peerFailed(peer, cause);
        }
    }

    boolean close(Progress progress, long timeoutNs) {
        progress.enter();
        try {
            for (Open open : opened) {
                open.port.startClose();
            }
            long deadlineNs = System.nanoTime() + timeoutNs;
            while (!allClosed() && System.nanoTime() - deadlineNs < 0) {
                progress.pollOrYield();
            }
            boolean flushed = allClosed();
            for (Open open : opened) {
                open.port.abandon();
            }
            return flushed;
        } finally {
            progress.exit();
        }
    }

    private boolean allClosed() {
        for (Open open : opened) {
            if (!open.port.closed()) {
                return false;
            }
        }
        return true;
    }

    private @Nullable TransportPort portOf(String method) {
        for (Open open : opened) {
            if (open.transport.name().equals(method)) {
                return open.port;
            }
        }
        return null;
    }
}
