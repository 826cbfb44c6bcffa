package org.braid.link.select;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.Policy;
import org.braid.base.wire.Where;
import org.braid.link.progress.Progress;
import org.braid.link.spi.Farewell;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/** The transports of one context that work on this host and that its policy names, fastest first; and why the others do not. */
public final class Ports {
    private final List<String> methods = new ArrayList<>();
    private final List<String> known = new ArrayList<>(); // of all transports that there are
    private final List<TransportPort> ports = new ArrayList<>();
    private final Map<String, String> leftOut = new HashMap<>(); // method, and what the machine lacks for it

    /** Opens those that the policy names and that work here. */
    public void open(List<Transport> transports, Function<String, TransportHost> hostOf, Policy policy, Progress progress) {
        for (Transport transport : transports) {
            known.add(transport.name());
            if (policy.mentions(transport.name())) {
                open(transport, hostOf.apply(transport.name()), progress);
            }
        }
    }

    private void open(Transport transport, TransportHost host, Progress progress) {
        Transport.Availability availability = transport.availability(host);
        if (!availability.works()) {
            leaveOut(transport, availability.reason(), host);
            return;
        }
        try {
            TransportPort port = transport.open(host);
            methods.add(transport.name());
            ports.add(port);
            progress.ports().add(transport.name(), port);
        } catch (BraidException refused) {
            leaveOut(transport, refused.what() + ": " + refused.why(), host);
        }
    }

    private void leaveOut(Transport transport, String reason, TransportHost host) {
        leftOut.put(transport.name(), reason);
        host.notice(transport.name() + " is not used: " + reason);
    }

    /** The names of all methods that there are, also of those that do not work here or that the policy does not name. */
    List<String> known() {
        return known;
    }

    /** The port of this method; null if it does not work here. */
    @Nullable TransportPort of(String method) {
        int index = methods.indexOf(method);
        return index < 0 ? null : ports.get(index);
    }

    /** One descriptor for each port, in order. */
    public DescriptorTable table() {
        List<Descriptor> descriptors = new ArrayList<>();
        for (TransportPort port : ports) {
            descriptors.add(port.descriptor());
        }
        return DescriptorTable.of(descriptors);
    }

    /** As {@link #table}, but behind the first method that leaves the process there are only promises: most peers are reached by that one. */
    public DescriptorTable promisedTable() {
        List<Descriptor> descriptors = new ArrayList<>();
        boolean leaves = false;
        for (TransportPort port : ports) {
            Descriptor descriptor = leaves ? port.promise() : port.descriptor();
            leaves |= port.nearness(descriptor) != Where.PROCESS;
            descriptors.add(descriptor);
        }
        return DescriptorTable.of(descriptors);
    }

    /** Whether another process on this host, with which this context has no secret in common, is talked to by a method that takes none: one that is there, and that this policy leaves to such processes for messages of any size. True, too, if no method here takes one. */
    public boolean reachStrangers(Policy policy) {
        MethodExpression prescribed = policy.methodFor(Where.HOST);
        boolean someTakeSecret = false;
        for (int i = 0; i < ports.size(); i++) {
            TransportPort port = ports.get(i);
            boolean isUsed = prescribed == null || prescribed.uses(methods.get(i));
            boolean isForAll = isUsed && (prescribed == null || prescribed.sizes().isAll());
            if (isForAll && !port.takesSecret() && port.nearness(port.descriptor()) == Where.HOST) {
                return true;
            }
            someTakeSecret |= isUsed && port.takesSecret();
        }
        return !someTakeSecret;
    }

    /** Whether there is only a promise behind some method of a peer's table that works here. */
    boolean promises(DescriptorTable table) {
        for (Descriptor there : table.descriptors()) {
            TransportPort port = of(there.method());
            if (port != null && port.isPromise(there)) {
                return true;
            }
        }
        return false;
    }

    /** Why a peer cannot be reached by what its table says; null if it can. */
    @Nullable String whyNot(ContextId peer, Descriptor there) {
        TransportPort port = of(there.method());
        return port == null ? leftOut.getOrDefault(there.method(), "not available here") : port.whyNot(peer, there);
    }

    /** Why a method cannot be used that the peer's table lacks. */
    String whyNotOffered(String method) {
        String here = leftOut.get(method);
        return here == null ? "the peer does not offer it" : "the peer does not offer it, and here " + here;
    }

    /** {@link TransportPort#startClose}, of all. */
    public void startClose(Farewell farewell) {
        for (TransportPort port : ports) {
            port.startClose(farewell);
        }
    }

    /** True while some lane brings something to this peer, which cannot know of it yet. */
    public boolean anyUnseenBy(ContextId peer) {
        for (TransportPort port : ports) {
            if (port.isUnseenBy(peer)) {
                return true;
            }
        }
        return false;
    }

    /** True while some lane is still to tell this peer that what it has sent has come. */
    public boolean owesWordTo(ContextId peer) {
        for (TransportPort port : ports) {
            if (port.owesWordTo(peer)) {
                return true;
            }
        }
        return false;
    }

    /** True if some lane has ended before this peer had accepted everything that it brought. */
    public boolean anyLeavesBehind(ContextId peer) {
        for (TransportPort port : ports) {
            if (port.leavesBehind(peer)) {
                return true;
            }
        }
        return false;
    }

    /** True while some port expects more from this peer. */
    public boolean hears(ContextId peer) {
        for (TransportPort port : ports) {
            if (port.hears(peer)) {
                return true;
            }
        }
        return false;
    }

    /** Lanes to this peer are of no use any more. */
    public void peerFailed(ContextId peer, Throwable cause) {
        for (TransportPort port : ports) {
            port.peerFailed(peer, cause);
        }
    }

    /** Lanes to this peer take nothing more. */
    public void peerLeft(ContextId peer) {
        for (TransportPort port : ports) {
            port.peerLeft(peer);
        }
    }

    /** Whether every port has taken leave. */
    public boolean allClosed() {
        for (TransportPort port : ports) {
            if (!port.closed()) {
                return false;
            }
        }
        return true;
    }

    /** What has not taken leave by now goes without. */
    public void abandon() {
        for (TransportPort port : ports) {
            port.abandon();
        }
    }
}
