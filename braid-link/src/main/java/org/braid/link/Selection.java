package org.braid.link;

import java.util.ArrayList;
import java.util.List;
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
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/**
 * Which method leads to a peer. By hand: the first that works of those the startpoint lists. By policy: the one that it prescribes for contexts this near to each other. Else
 * automatically (nexus-multimethod, section 3.2): the first applicable entry of the peer's descriptor table, where applicable means supported here and reached when tried.
 */
final class Selection {
    private final Context context;
    private final Policy policy;
    private final Ports ports;
    private @Nullable Consumer<LinkReport> observer;

    Selection(Context context, @Nullable Policy policy, Ports ports) {
        this.context = context;
        this.ports = ports;
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

    Policy policy() {
        return policy;
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
        DescriptorTable whole = context.tables().wholeOf(peer);
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
        context.warn(method + " is not used to every peer: " + refused.what() + ": " + refused.why()); // which: see the report of links
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
            all.add(new MethodReport(d.method(), ports.whyNot(peer, d), inUse != null && inUse.method().equals(d.method())));
        }
        return all;
    }

    private @Nullable Choice first(ContextId peer, DescriptorTable table, List<String> rejected) {
        for (Descriptor d : table.descriptors()) {
            String reason = ports.whyNot(peer, d);
            TransportPort port = ports.of(d.method());
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
            String reason = d == null ? ports.whyNotOffered(name.word()) : ports.whyNot(peer, d);
            TransportPort port = ports.of(name.word());
            if (reason == null && port != null && d != null) {
                return new Choice(port, d, name.allParameters(), why);
            }
            rejected.add(name.word() + ": " + reason);
        }
        return null;
    }

    /** How near the peer is, as far as the methods that work can tell. */
    private Where nearness(ContextId peer, DescriptorTable table) {
        if (peer.equals(context.id())) {
            return Where.SELF;
        }
        Where nearest = Where.ANYWHERE;
        for (Descriptor d : table.descriptors()) {
            TransportPort port = ports.of(d.method());
            if (port != null && port.whyNot(peer, d) == null && port.nearness(d).compareTo(nearest) < 0) {
                nearest = port.nearness(d);
            }
        }
        return nearest;
    }

    private static BraidException none(ContextId peer, List<String> rejected) {
        return new BraidException(
                ErrorCode.NO_METHOD,
                "No method reaches context " + peer,
                rejected.isEmpty() ? "its descriptor table is empty" : String.join("; ", rejected),
                "Allow another method with --method, or see 'braid info' for what works on this host");
    }
}
