package org.braid.link.select;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.Policy;
import org.braid.base.wire.SizeRange;
import org.braid.base.wire.Where;
import org.braid.link.progress.Notices;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.spi.TransportPort;
import org.braid.link.stream.Carrier;
import org.braid.link.stream.Division;
import org.braid.link.stream.Peer;
import org.braid.link.stream.RouteFailures;
import org.braid.link.stream.Stream;
import org.braid.link.stream.StreamNumber;
import org.braid.link.stream.Wish;
import org.braid.link.stripe.Stripes;
import org.jspecify.annotations.Nullable;

/**
 * Which method leads to a peer, for messages of a size. By hand: the first that works of those the startpoint lists. By policy: the one that it prescribes for contexts this near to each
 * other. Else automatically (nexus-multimethod, section 3.2): the first applicable entry of the peer's descriptor table, where applicable means supported here and reached when tried.
 * {@link Candidates} has the order.
 */
public final class Selection {
    private static final RouteFailures NO_FAILURES = new RouteFailures();

    private final ContextId self;
    private final Policy policy;
    private final @Nullable Nearness nearness;
    private final Ports ports;
    private final KnownTables tables;
    private final Chains chains;
    private final Rails rails = new Rails();
    private final Carriers carriers;
    private final Notices notices;
    private List<Consumer<LinkReport>> observers = List.of();

    /** For the context {@code self}; null as policy leaves every method to its rank, null as nearness believes what methods prove. */
    public Selection(ContextId self, @Nullable Policy policy, @Nullable Nearness nearness, Ports ports, KnownTables tables, Chains chains, Stripes stripes, Notices notices) {
        this.self = self;
        this.nearness = nearness;
        this.tables = tables;
        this.chains = chains;
        this.carriers = new Carriers(rails, chains, stripes, notices);
        this.notices = notices;
        this.ports = ports;
        this.policy = policy == null ? Policy.AUTOMATIC : policy;
    }

    /** Chooses for rails as for any other stream. A class of its own, since a lambda's machinery would be on the way of a job's start. */
    private final class Rails implements Carriers.Chooser {
        @Override
        public Choice choose(Peer peer, Wish wish, DescriptorTable table) {
            return Selection.this.choose(peer, wish, table, new RouteFailures(), new ArrayList<>());
        }

        @Override
        public boolean leads(MethodExpression method, ContextId peer, DescriptorTable table) {
            return Selection.this.choose(peer, table, Wish.DEFAULT.by(List.of(method)), NO_FAILURES, new ArrayList<>()) != null;
        }
    }

    /** Tries the ways to one peer that its table tells of; those that have failed the stream come last, or not at all. */
    private record TableTrial(Ports ports, ContextId peer, DescriptorTable table, RouteFailures failures, Carriers.Chooser rails) implements Candidates.Trial {
        @Override
        public @Nullable String whyNot(Candidates.Candidate way) {
            if (failures.isHopeless(way.text())) {
                return "it has failed";
            }
            if (way.striped() != null) {
                return way.striped().parts().stream().filter(each -> rails.leads(each, peer, table)).count() > 1 ? null : "fewer than two of its methods lead there";
            }
            Descriptor there = table.find(way.method());
            return there == null ? ports.whyNotOffered(way.method()) : ports.whyNot(peer, there);
        }

        @Override
        public List<Candidates.Candidate> inOrder(List<Candidates.Candidate> all) {
            if (failures.none()) {
                return all;
            }
            Map<String, Integer> least = new HashMap<>(); // of the parts of a compound, whose order is its own affair
            for (Candidates.Candidate each : all) {
                least.merge(each.shared(), failures.count(each.text()), Math::min);
            }
            List<Candidates.Candidate> ordered = new ArrayList<>(all);
            ordered.sort(Comparator.comparingInt(each -> least.getOrDefault(each.shared(), 0)));
            return ordered;
        }
    }

    /** @throws org.braid.base.BraidException {@code METHOD_UNKNOWN} if a method, a device or a compound of these does not exist in this process */
    public void requireKnown(List<MethodExpression> methods) {
        new MethodNames(ports, chains).require(methods);
    }

    /** Is told of every lane that is opened from now on, as those before it are. Caller holds the token, or nobody has a lane yet. */
    public void observe(Consumer<LinkReport> newObserver) {
        List<Consumer<LinkReport>> more = new ArrayList<>(observers);
        more.add(newObserver);
        observers = more;
    }

    /** A lane is opened whatever its observers think of it. */
    private void tell(LinkReport report) {
        for (Consumer<LinkReport> told : observers) {
            try {
                told.accept(report);
            } catch (Throwable thrown) {
                notices.warn("An observer of lanes threw " + thrown);
            }
        }
    }

    /** Which methods may be used where. */
    public Policy policy() {
        return policy;
    }

    /** The stream by the method selected for this wish; opens it if there is none yet. Caller holds the token. */
    Stream open(Peer peer, Wish wish, DescriptorTable table) {
        List<String> rejected = new ArrayList<>();
        Choice choice = choose(peer, wish, table, new RouteFailures(), rejected);
        Stream shared = peer.streams().by(choice.way().shared(), wish);
        if (shared != null) {
            return shared;
        }
        int number = peer.streams().nextNumber(wish);
        boolean needsNoIntroduction = number == StreamNumber.DEFAULT && choice.way().devices().isEmpty() && choice.way().striped() == null;
        report(peer, table, wish, choice, rejected, false);
        Carrier carrier;
        try {
            carrier = carriers.open(peer, choice, wish, table, number, needsNoIntroduction);
            if (!needsNoIntroduction) {
                peer.introduce(carrier, number, Stream.NO_STRIPE);
            }
        } catch (BraidException refused) {
            peer.streams().notOpened(number);
            return insteadOf(choice, refused, table, less -> open(peer, wish, less));
        }
        Stream stream = peer.newStream(number, wish, carrier);
        peer.streams().opened(choice.way().shared(), stream);
        return stream;
    }

    /** The next lane of a stream that has left the one before. Caller holds the token. */
    Carrier openAnew(Stream stream, DescriptorTable table) {
        List<String> rejected = new ArrayList<>();
        Peer peer = stream.peer();
        Choice choice = choose(peer, stream.wish(), table, stream.itinerary().failures(), rejected);
        report(peer, table, stream.wish(), choice, rejected, true);
        try {
            return carriers.open(peer, choice, stream.wish(), table, stream.number(), false);
        } catch (BraidException refused) {
            return insteadOf(choice, refused, table, less -> openAnew(stream, less));
        }
    }

    Chains chains() {
        return chains;
    }

    /** The text of the way that would be chosen now for a stream that is open. Caller holds the token. */
    String best(Stream stream, DescriptorTable table) {
        return choose(stream.peer(), stream.wish(), table, stream.itinerary().failures(), new ArrayList<>()).way().text();
    }

    /** When a compound among its ways will choose otherwise although nothing happens; {@link Long#MAX_VALUE} if none will. Caller holds the token. */
    long nextChangeNs(Stream stream, DescriptorTable table) {
        long[] firstNs = {Long.MAX_VALUE};
        candidates(stream.peer().id(), table, stream.wish().order(), (compound, above) -> {
            PartFailures parts = new PartFailures(compound, above, stream.itinerary().failures());
            firstNs[0] = Math.min(firstNs[0], chains.nextChangeNs(parts));
            return compound.parts();
        });
        return firstNs[0];
    }

    /** @throws BraidException {@code NO_METHOD} if nothing serves this wish */
    void require(Peer peer, Wish wish, DescriptorTable table) {
        choose(peer, wish, table, new RouteFailures(), new ArrayList<>());
    }

    private Choice choose(Peer peer, Wish wish, DescriptorTable known, RouteFailures failures, List<String> rejected) {
        ContextId id = peer.id();
        DescriptorTable table = telling(id, known, wish.order());
        for (MethodExpression each : wish.order()) {
            chains.check(each, wish.delivery());
        }
        Choice choice = choose(id, table, wish, failures, rejected);
        if (choice != null && choice.isPromise()) {
            rejected.clear();
            choice = choose(id, wholeTableOf(id, table), wish, failures, rejected);
        }
        if (choice == null || choice.isPromise()) {
            throw none(id, rejected);
        }
        return choice;
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
        if (!maySplit(byHand)) {
            return Division.NONE;
        }
        DescriptorTable telling = telling(peer, table, byHand);
        return candidates(peer, telling, byHand, NO_FAILURES).divided(trial(peer, telling, NO_FAILURES));
    }

    /** The peer's table with its promises kept, as far as {@code table} lists its methods: what has failed before is not in there any more. */
    private DescriptorTable wholeTableOf(ContextId peer, DescriptorTable table) {
        DescriptorTable whole = tables.wholeOf(peer);
        for (Descriptor d : whole.descriptors()) {
            whole = table.find(d.method()) == null ? whole.without(d.method()) : whole;
        }
        return whole;
    }

    private void report(Peer peer, DescriptorTable table, Wish wish, Choice choice, List<String> rejected, boolean again) {
        if (!observers.isEmpty()) {
            SizeRange sizes = division(peer.id(), table, wish.order()).around(wish.bytes());
            tell(new LinkReport(self, peer.id(), choice.way().label(), sizes, choice.why(), rejected, again));
        }
    }

    /** The machine had no more of what this method, or each rail of it, needs: the next one may do without. Whatever else went wrong is not ours to repair. */
    private <T> T insteadOf(Choice choice, BraidException refused, DescriptorTable table, Function<DescriptorTable, T> again) {
        boolean full = refused.code() == ErrorCode.SHARED_MEMORY_FULL || refused.code() == ErrorCode.SHARED_MEMORY_MISSING || refused.code() == ErrorCode.ARENA_FULL;
        DescriptorTable less = table;
        for (String each : choice.way().transports()) {
            less = less.without(each);
        }
        if (!full || less.equals(table)) {
            throw refused;
        }
        notices.warn(choice.way().label() + " is not used to every peer: " + refused.what() + ": " + refused.why()); // which: see the report of links
        return again.apply(less);
    }

    /** Every way that the table names. Caller holds the token. */
    List<MethodReport> report(Peer peer, DescriptorTable table, List<MethodExpression> byHand, List<Lane> inUse) {
        ContextId id = peer.id();
        Division division = division(id, table, byHand);
        List<MethodReport> all = new ArrayList<>();
        for (Descriptor d : table.descriptors()) {
            List<SizeRange> carried = new ArrayList<>();
            for (SizeRange part : division.parts()) {
                Choice choice = choose(id, table, Wish.DEFAULT.by(byHand).ofBytes(part.min()), NO_FAILURES, new ArrayList<>());
                if (choice != null && choice.there() != null && choice.there().method().equals(d.method())) {
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

    private @Nullable Choice choose(ContextId peer, DescriptorTable table, Wish wish, RouteFailures failures, List<String> rejected) {
        Candidates.Candidate way = candidates(peer, table, wish.order(), failures).first(wish.bytes(), trial(peer, table, failures), rejected);
        if (way == null || way.striped() != null) {
            return way == null ? null : new Choice(null, null, way, why(way, rejected));
        }
        Descriptor there = table.find(way.method());
        TransportPort port = ports.of(way.method());
        return there == null || port == null ? null : new Choice(port, there, way, why(way, rejected));
    }

    private TableTrial trial(ContextId peer, DescriptorTable table, RouteFailures failures) {
        return new TableTrial(ports, peer, table, failures, rails);
    }

    private static String why(Candidates.Candidate way, List<String> rejected) {
        String given = way.why();
        return given != null ? given : rejected.isEmpty() ? "fastest" : "fastest that works";
    }

    private Candidates candidates(ContextId peer, DescriptorTable table, List<MethodExpression> byHand, RouteFailures failures) {
        return candidates(peer, table, byHand, new Candidates.Compounds() {
            @Override
            public List<MethodExpression> order(MethodExpression.Compound compound, List<MethodExpression.Name> above) {
                return chains.order(new PartFailures(compound, above, failures));
            }

            @Override
            public boolean isAtOnce(MethodExpression.Compound compound) {
                return !chains.rails(compound).isEmpty();
            }
        });
    }

    private Candidates candidates(ContextId peer, DescriptorTable table, List<MethodExpression> byHand, Candidates.Compounds compounds) {
        return new Candidates(table, byHand, isManual(byHand) ? null : policy.methodFor(nearness(peer, table)), compounds);
    }

    private static boolean isManual(List<MethodExpression> byHand) {
        boolean isManual = !byHand.isEmpty();
        for (MethodExpression each : byHand) {
            isManual &= !Policy.isAuto(each);
        }
        return isManual;
    }

    /** The table by which the policy can be followed: where that asks how near a peer is and no method has proven it, promises, which tell nothing of that, are to be kept first. */
    private DescriptorTable telling(ContextId peer, DescriptorTable table, List<MethodExpression> byHand) {
        boolean asks = !isManual(byHand) && !policy.isSameEverywhere();
        return asks && ports.promises(table) && provenNearness(peer, table) == Where.ANYWHERE ? wholeTableOf(peer, table) : table;
    }

    /** How near the peer is: by what works, and by the job's word where that counts. */
    private Where nearness(ContextId peer, DescriptorTable table) {
        Where proven = provenNearness(peer, table);
        return nearness == null || proven == Where.SELF ? proven : nearness.of(peer, proven);
    }

    /** How near the peer is, as far as the methods that work can tell. */
    private Where provenNearness(ContextId peer, DescriptorTable table) {
        if (peer.equals(self)) {
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
