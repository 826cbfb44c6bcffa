package org.braid.link.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.MethodExpression;
import org.braid.link.progress.Notices;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneOwner;
import org.braid.link.spi.TransportPort;
import org.braid.link.stream.Carrier;
import org.braid.link.stream.Peer;
import org.braid.link.stream.StreamNumber;
import org.braid.link.stream.Wish;
import org.braid.link.stripe.Rail;
import org.braid.link.stripe.Stripes;

/** Makes what carries a stream of the way that was chosen for it: a transport's lane, or several, and the devices above. Guarded by the context's token. */
final class Carriers {
    /** Chooses the ways of rails. */
    interface Chooser {
        /** @throws BraidException {@code NO_METHOD} if nothing serves this wish */
        Choice choose(Peer peer, Wish wish, DescriptorTable table);

        /** Whether this method leads to a peer. */
        boolean leads(MethodExpression method, ContextId peer, DescriptorTable table);
    }

    private final Chooser chooser;
    private final Chains chains;
    private final Stripes stripes;
    private final Notices notices;

    Carriers(Chooser chooser, Chains chains, Stripes stripes, Notices notices) {
        this.chooser = chooser;
        this.chains = chains;
        this.stripes = stripes;
        this.notices = notices;
    }

    /**
     * Opens the lane, or all rails.
     *
     * @param number of the stream
     * @param first whether it is the lane over which two contexts meet, which needs no introduction
     */
    Carrier open(Peer peer, Choice choice, Wish wish, DescriptorTable table, int number, boolean first) {
        Candidates.Candidate way = choice.way();
        Carrier bare = way.striped() == null ? bare(peer, choice, first) : striped(peer, way, way.striped(), wish, table);
        return way.devices().isEmpty() ? bare : chained(peer, way, bare, number);
    }

    private Carrier chained(Peer peer, Candidates.Candidate way, Carrier bare, int number) {
        LaneOwner owner = Objects.requireNonNull(bare.owner());
        Lane bottom = bare.bottom();
        try {
            return new Carrier(peer.id(), chains.over(bottom, way, peer, StreamNumber.delivery(number)), bottom, owner, way.text());
        } catch (RuntimeException refused) {
            boolean ignored = owner.release(bottom); // it has carried nothing
            throw refused;
        }
    }

    private static Carrier bare(Peer peer, Choice choice, boolean first) {
        TransportPort port = Objects.requireNonNull(choice.port());
        Descriptor there = Objects.requireNonNull(choice.there());
        Candidates.Candidate way = choice.way();
        Lane lane = first ? port.connect(peer.id(), there, way.parameters()) : port.connectAnew(peer.id(), there, way.parameters());
        return new Carrier(peer.id(), lane, lane, port, way.text());
    }

    /** Each rail is a stream of its own, and leaves its lane when that breaks; one that cannot be opened now is done without, unless it is the last. */
    private Carrier striped(Peer peer, Candidates.Candidate way, MethodExpression.Compound of, Wish wish, DescriptorTable table) {
        List<MethodExpression> parts = of.parts().stream().filter(each -> chooser.leads(each, peer.id(), table)).toList();
        int stripe = stripes.nextNumber();
        List<Rail> rails = new ArrayList<>();
        BraidException refused = null;
        for (MethodExpression each : chains.rails(new MethodExpression.Compound(of.word(), parts, of.parameters()))) {
            try {
                rails.add(rail(peer, wish.by(List.of(each)).delivering(DeliveryClass.ORDERED), table, stripe));
            } catch (BraidException missing) {
                notices.warn("A rail of " + way.text() + " to " + peer.id() + " is missing: " + missing.what() + ": " + missing.why());
                refused = missing;
            }
        }
        if (rails.isEmpty() && refused != null) {
            throw refused;
        }
        return stripes.over(rails, stripe, peer, way.text());
    }

    private Rail rail(Peer peer, Wish wish, DescriptorTable table, int stripe) {
        Choice choice = chooser.choose(peer, wish, table);
        if (choice.way().striped() != null) {
            throw new BraidException(ErrorCode.CHAIN_REFUSED, "method '" + choice.way().text() + "' cannot be used here", "a stripe cannot be a rail of a stripe", "Write all methods into one");
        }
        int number = peer.streams().nextNumber(wish);
        try {
            Rail rail = stripes.rail(peer, number, stripe, wish, open(peer, choice, wish, table, number, false));
            rail.joined();
            return rail;
        } catch (BraidException refused) {
            peer.streams().notOpened(number);
            throw refused;
        }
    }
}
