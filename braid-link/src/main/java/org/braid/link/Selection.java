package org.braid.link;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Policy;
import org.braid.base.wire.Where;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/**
 * Which method leads to a peer. By hand: the first that works of those the startpoint lists. By policy: the one that it prescribes for contexts this near to each other. Else
 * automatically (nexus-multimethod, section 3.2): the first applicable entry of the peer's descriptor table, where applicable means supported here and reached when tried.
 */
final class Selection {
    private final Context context;
    private final Policy policy;
    private final List<Transport> transports = new ArrayList<>();
    private final List<TransportPort> ports = new ArrayList<>();
    private final Map<String, String> leftOut = new HashMap<>(); // method, and what the machine lacks for it
    private @Nullable Consumer<LinkReport> observer;

    Selection(Context context, @Nullable Policy policy) {
        this.context = context;
        this.policy = policy == null ? Policy.AUTOMATIC : policy;
    }

    /** A way to a peer, chosen. */
    private record Choice(TransportPort port, Descriptor there, List<MethodParameter> parameters, String why) {
        /** What links must have in common to share a lane. */
        String method() {
            return there.method() + parameters;
        }
    }

    void observe(Consumer<LinkReport> newObserver) {
        observer = newObserver;
    }

    void openPorts(TransportHost host, Progress progress) {
        for (Transport transport : Transports.find()) {
            if (policy.mentions(transport.name())) {
                open(transport, host, progress);
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
            transports.add(transport);
            ports.add(port);
            progress.add(transport.name(), port);
        } catch (BraidException refused) {
            leaveOut(transport, refused.what() + ": " + refused.why(), host);
        }
    }

    private void leaveOut(Transport transport, String reason, TransportHost host) {
        leftOut.put(transport.name(), reason);
        host.notice(transport.name() + " is not used: " + reason);
    }

    DescriptorTable table() {
        List<Descriptor> descriptors = new ArrayList<>();
        for (TransportPort port : ports) {
            descriptors.add(port.descriptor());
        }
        return DescriptorTable.of(descriptors);
    }

    /** The table for peers on this host: behind the first method that leaves the process there are only promises. */
    DescriptorTable tableOnHost() {
        List<Descriptor> descriptors = new ArrayList<>();
        boolean leaves = false;
        for (TransportPort port : ports) {
            Descriptor descriptor = leaves ? port.promise() : port.descriptor();
            leaves |= port.nearness(descriptor) != Where.PROCESS;
            descriptors.add(descriptor);
        }
        return DescriptorTable.of(descriptors);
    }

    /** The lane of the method selected; opens it if there is none yet. Caller holds the token. */
    Lane connect(Peer peer, DescriptorTable table, List<MethodExpression> byHand) {
        List<String> rejected = new ArrayList<>();
        ContextId id = peer.id();
        Choice choice = choose(id, table, byHand, rejected);
        if (choice != null && choice.port.isPromise(choice.there)) {
            rejected.clear();
            choice = choose(id, wholeTableOf(id, table), byHand, rejected);
        }
        if (choice == null || choice.port.isPromise(choice.there)) {
            throw none(id, rejected);
        }
        Lane shared = peer.lanes().of(choice.method());
        return shared != null ? shared : open(peer, table, byHand, choice, rejected);
    }

    /** The peer's table with its promises kept, as far as {@code table} lists its methods: what has failed before is not in there any more. */
    private DescriptorTable wholeTableOf(ContextId peer, DescriptorTable table) {
        DescriptorTable whole = context.wholeTableOf(peer);
        for (Descriptor d : whole.descriptors()) {
            whole = table.find(d.method()) == null ? whole.without(d.method()) : whole;
        }
        return whole;
    }

    private Lane open(Peer peer, DescriptorTable table, List<MethodExpression> byHand, Choice choice, List<String> rejected) {
        if (observer != null) {
            observer.accept(new LinkReport(context.id(), peer.id(), choice.there.method(), choice.why, rejected));
        }
        try {
            Lane lane = choice.port.connect(peer.id(), choice.there, choice.parameters);
            peer.lanes().opened(choice.method(), lane);
            return lane;
        } catch (BraidException refused) {
            return insteadOf(choice.there.method(), refused, peer, table, byHand);
        }
    }

    /** The machine had no more of what this method needs: the next one may do without. Whatever else went wrong is not ours to repair. */
    private Lane insteadOf(String method, BraidException refused, Peer peer, DescriptorTable table, List<MethodExpression> byHand) {
        boolean full = refused.code() == ErrorCode.SHARED_MEMORY_FULL || refused.code() == ErrorCode.SHARED_MEMORY_MISSING || refused.code() == ErrorCode.ARENA_FULL;
        if (!full || table.find(method) == null) {
            throw refused;
        }
        context.notice(method + " is not used to " + peer.id() + ": " + refused.what() + ": " + refused.why());
        return connect(peer, table.without(method), byHand);
    }

    private @Nullable Choice choose(ContextId peer, DescriptorTable table, List<MethodExpression> byHand, List<String> rejected) {
        if (!byHand.isEmpty()) {
            return first(peer, table, byHand, "chosen by hand", rejected);
        }
        MethodExpression prescribed = policy.methodFor(nearness(peer, table));
        return prescribed != null ? first(peer, table, List.of(prescribed), "prescribed by the policy", rejected) : first(peer, table, rejected);
    }

    List<MethodReport> report(ContextId peer, DescriptorTable table, @Nullable Lane inUse) {
        List<MethodReport> all = new ArrayList<>();
        for (Descriptor d : table.descriptors()) {
            all.add(new MethodReport(d.method(), whyNot(peer, d), inUse != null && inUse.method().equals(d.method())));
        }
        return all;
    }

    private @Nullable Choice first(ContextId peer, DescriptorTable table, List<String> rejected) {
        for (Descriptor d : table.descriptors()) {
            String reason = whyNot(peer, d);
            TransportPort port = portOf(d.method());
            if (reason == null && port != null) {
                return new Choice(port, d, List.of(), rejected.isEmpty() ? "fastest" : "fastest that works");
            }
            rejected.add(d.method() + ": " + reason);
        }
        return null;
    }

    private @Nullable Choice first(ContextId peer, DescriptorTable table, List<MethodExpression> wanted, String why, List<String> rejected) {
        for (MethodExpression method : wanted) {
            if (!(method instanceof MethodExpression.Name name)) {
                rejected.add(method + ": chains and compounds need devices, and none is installed");
                continue;
            }
            Descriptor d = table.find(name.word());
            String reason = d == null ? notOffered(name.word()) : whyNot(peer, d);
            TransportPort port = portOf(name.word());
            if (reason == null && port != null && d != null) {
                return new Choice(port, d, name.allParameters(), why);
            }
            rejected.add(name.word() + ": " + reason);
        }
        return null;
    }

    private @Nullable String whyNot(ContextId peer, Descriptor there) {
        TransportPort port = portOf(there.method());
        return port == null ? leftOut.getOrDefault(there.method(), "not available here") : port.whyNot(peer, there);
    }

    private String notOffered(String method) {
        String here = leftOut.get(method);
        return here == null ? "the peer does not offer it" : "the peer does not offer it, and here " + here;
    }

    /** How near the peer is, as far as the methods that work can tell. */
    private Where nearness(ContextId peer, DescriptorTable table) {
        if (peer.equals(context.id())) {
            return Where.SELF;
        }
        Where nearest = Where.ANYWHERE;
        for (Descriptor d : table.descriptors()) {
            TransportPort port = portOf(d.method());
            if (port != null && port.whyNot(peer, d) == null && port.nearness(d).compareTo(nearest) < 0) {
                nearest = port.nearness(d);
            }
        }
        return nearest;
    }

    /** True while some port expects more from this peer. */
    boolean hears(ContextId peer) {
        for (TransportPort port : ports) {
            if (port.hears(peer)) {
                return true;
            }
        }
        return false;
    }

    void peerFailed(ContextId peer, Throwable cause) {
        for (TransportPort port : ports) {
            port.peerFailed(peer, cause);
        }
    }

    /**
     * Closes all lanes, in three steps that share the time: what handlers have left goes out and large messages under way are finished, which needs lanes that send; lanes are flushed
     * and say farewell; what is left is given up.
     */
    boolean close(Progress progress, long timeoutNs) {
        progress.enter();
        try {
            long startNs = System.nanoTime();
            progress.pollAll();
            boolean sent = finish(progress, startNs, timeoutNs / 2); // the ports need their share
            takeLeave(progress, startNs + timeoutNs);
            boolean flushed = sent && allClosed();
            progress.poll(); // a ring that is found empty tells its writer so: it may be waiting for that to close
            for (TransportPort port : ports) {
                port.abandon();
            }
            return flushed;
        } finally {
            progress.exit();
        }
    }

    /** Rings are the last to say farewell: a peer may not know yet that we have called it by another method, too. */
    private void takeLeave(Progress progress, long deadlineNs) {
        for (int i = ports.size() - 1; i >= 0; i--) {
            TransportPort port = ports.get(i);
            port.startClose();
            long leftNs = deadlineNs - System.nanoTime();
            long untilNs = i > 0 ? deadlineNs - leftNs / 2 : deadlineNs;
            while (!port.closed() && System.nanoTime() - untilNs < 0) {
                progress.pollOrYield();
            }
        }
    }

    private boolean finish(Progress progress, long startNs, long withinNs) {
        Bulk bulk = context.bulk();
        while ((progress.unsent() || bulk.pending()) && System.nanoTime() - startNs < withinNs) {
            progress.pollOrYield();
        }
        if (bulk.pending()) {
            bulk.giveUp(new BraidException(
                    ErrorCode.CLOSE_INCOMPLETE,
                    "A large message did not get through",
                    "its context " + context.id() + " was closed, and " + withinNs / 1_000_000 + " ms later the data was still under way",
                    "Complete sends and receives before closing, or close with more time"));
            return false;
        }
        return !progress.unsent();
    }

    private boolean allClosed() {
        for (TransportPort port : ports) {
            if (!port.closed()) {
                return false;
            }
        }
        return true;
    }

    private @Nullable TransportPort portOf(String method) {
        for (int i = 0; i < transports.size(); i++) {
            if (transports.get(i).name().equals(method)) {
                return ports.get(i);
            }
        }
        return null;
    }

    private static BraidException none(ContextId peer, List<String> rejected) {
        return new BraidException(
                ErrorCode.NO_METHOD,
                "No method reaches context " + peer,
                rejected.isEmpty() ? "its descriptor table is empty" : String.join("; ", rejected),
                "Allow another method with --method, or see 'braid info' for what works on this host");
    }
}
