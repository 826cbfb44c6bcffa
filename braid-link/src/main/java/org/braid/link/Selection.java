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
import org.braid.base.wire.SizeRange;
import org.braid.base.wire.Where;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/**
 * Which method leads to a peer, for messages of a size. By hand: the first that works of those the startpoint lists. By policy: the one that it prescribes for contexts this near to each
 * other. Else automatically (nexus-multimethod, section 3.2): the first applicable entry of the peer's descriptor table, where applicable means supported here and reached when tried.
 * {@link Candidates} has the order.
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

    /** Tries the ways to one peer that its table tells of. */
    private record TableTrial(Ports ports, ContextId peer, DescriptorTable table) implements Candidates.Trial {
        @Override
        public @Nullable String whyNot(Candidates.Candidate way) {
            if (!way.isName()) {
                return "chains and compounds need devices, and none is installed";
            }
            Descriptor there = table.find(way.method());
            return there == null ? ports.whyNotOffered(way.method()) : ports.whyNot(peer, there);
        }
    }

    void observe(Consumer<LinkReport> newObserver) {
        observer = newObserver;
    }

    /** A lane is opened whatever its observer thinks of it. */
    private void tell(Consumer<LinkReport> told, LinkReport report) {
        try {
            told.accept(report);
        } catch (Throwable thrown) {
            context.warn("An observer of lanes threw " + thrown);
        }
    }

    Policy policy() {
        return policy;
    }

    /** The lane of the method selected for messages of so many bytes; opens it if there is none yet. Caller holds the token. */
    Lane connect(Peer peer, DescriptorTable table, List<MethodExpression> byHand, long bytes) {
        List<String> rejected = new ArrayList<>();
        ContextId id = peer.id();
        Choice choice = choose(id, table, byHand, bytes, rejected);
        if (choice != null && choice.port.isPromise(choice.there)) {
            rejected.clear();
            choice = choose(id, wholeTableOf(id, table), byHand, bytes, rejected);
        }
        if (choice == null || choice.port.isPromise(choice.there)) {
            throw none(id, rejected);
        }
        Lane shared = peer.lanes().of(choice.method());
        return shared != null ? shared : open(peer, table, byHand, bytes, choice, rejected);
    }

    /** False if everything goes the same way, as nearly always, to whomever. */
    boolean maySplit(List<MethodExpression> byHand) {
        boolean split = !policy.isForAllSizes();
        for (MethodExpression each : byHand) {
            split |= !each.sizes().isAll();
        }
        return split;
    }

    /** Which sizes go the same way to a peer. Caller holds the token. */
    Division division(ContextId peer, DescriptorTable table, List<MethodExpression> byHand) {
        return maySplit(byHand) ? candidates(peer, table, byHand).divided(new TableTrial(ports, peer, table)) : Division.NONE;
    }

    /** The peer's table with its promises kept, as far as {@code table} lists its methods: what has failed before is not in there any more. */
    private DescriptorTable wholeTableOf(ContextId peer, DescriptorTable table) {
        DescriptorTable whole = context.tables().wholeOf(peer);
        for (Descriptor d : whole.descriptors()) {
            whole = table.find(d.method()) == null ? whole.without(d.method()) : whole;
        }
        return whole;
    }

    private Lane open(Peer peer, DescriptorTable table, List<MethodExpression> byHand, long bytes, Choice choice, List<String> rejected) {
        if (observer != null) {
            SizeRange sizes = division(peer.id(), table, byHand).around(bytes);
            tell(observer, new LinkReport(context.id(), peer.id(), choice.there.method(), sizes, choice.why, rejected));
        }
        try {
            Lane lane = choice.port.connect(peer.id(), choice.there, choice.parameters);
            peer.lanes().opened(choice.method(), lane);
            return lane;
        } catch (BraidException refused) {
            return insteadOf(choice.there.method(), refused, peer, table, byHand, bytes);
        }
    }

    /** The machine had no more of what this method needs: the next one may do without. Whatever else went wrong is not ours to repair. */
    private Lane insteadOf(String method, BraidException refused, Peer peer, DescriptorTable table, List<MethodExpression> byHand, long bytes) {
        boolean full = refused.code() == ErrorCode.SHARED_MEMORY_FULL || refused.code() == ErrorCode.SHARED_MEMORY_MISSING || refused.code() == ErrorCode.ARENA_FULL;
        if (!full || table.find(method) == null) {
            throw refused;
        }
        context.warn(method + " is not used to every peer: " + refused.what() + ": " + refused.why()); // which: see the report of links
        return connect(peer, table.without(method), byHand, bytes);
    }

    /** Every way that the table names. Caller holds the token. */
    List<MethodReport> report(Peer peer, DescriptorTable table, List<MethodExpression> byHand, List<Lane> inUse) {
        ContextId id = peer.id();
        Division division = division(id, table, byHand);
        List<MethodReport> all = new ArrayList<>();
        for (Descriptor d : table.descriptors()) {
            List<SizeRange> carried = new ArrayList<>();
            for (SizeRange part : division.parts()) {
                Choice choice = choose(id, table, byHand, part.min(), new ArrayList<>());
                if (choice != null && choice.there.method().equals(d.method())) {
                    carried.add(part);
                }
            }
            all.add(new MethodReport(d.method(), ports.whyNot(id, d), isOneOf(inUse, d.method()), carried));
        }
        return all;
    }

    private static boolean isOneOf(List<Lane> lanes, String method) {
        for (Lane lane : lanes) {
            if (lane.method().equals(method)) {
                return true;
            }
        }
        return false;
    }

    /** What of a peer's memory some method that works can touch; none if there is no such method. Caller holds the token. */
    List<Reach> reaches(ContextId peer, DescriptorTable table) {
        List<Reach> all = new ArrayList<>();
        for (Descriptor d : table.descriptors()) {
            TransportPort port = ports.of(d.method());
            if (port != null && port.whyNot(peer, d) == null) {
                all.add(port.reach(d));
            }
        }
        return all;
    }

    private @Nullable Choice choose(ContextId peer, DescriptorTable table, List<MethodExpression> byHand, long bytes, List<String> rejected) {
        Candidates.Candidate way = candidates(peer, table, byHand).first(bytes, new TableTrial(ports, peer, table), rejected);
        Descriptor there = way == null ? null : table.find(way.method());
        TransportPort port = way == null ? null : ports.of(way.method());
        return way == null || there == null || port == null ? null : new Choice(port, there, way.parameters(), why(way, rejected));
    }

    private static String why(Candidates.Candidate way, List<String> rejected) {
        String given = way.why();
        return given != null ? given : rejected.isEmpty() ? "fastest" : "fastest that works";
    }

    private Candidates candidates(ContextId peer, DescriptorTable table, List<MethodExpression> byHand) {
        boolean isManual = !byHand.isEmpty();
        for (MethodExpression each : byHand) {
            isManual &= !Policy.isAuto(each);
        }
        return new Candidates(table, byHand, isManual ? null : policy.methodFor(nearness(peer, table)));
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
