package org.braid.link.select;

import java.util.List;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.MethodExpression;
import org.braid.link.chain.ChainText;
import org.braid.link.chain.Devices;
import org.braid.link.chain.ReceivingChain;
import org.braid.link.chain.SendingChain;
import org.braid.link.chain.Surroundings;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Notices;
import org.braid.link.progress.PolledChains;
import org.braid.link.spi.Alert;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Stream;

/** The chains of one context's lanes: checked before they are chosen, opened at both ends, and told of what happens in them. Guarded by the context's token. */
public final class Chains {
    /** The frame that announces a chain goes before it. */
    private static final int ANNOUNCED = 1;

    private final ContextId self;
    private final AddressSpace space;
    private final PolledChains polled;
    private final Notices notices;
    private final Devices devices = new Devices();

    /** Of the context {@code self}. */
    public Chains(ContextId self, AddressSpace space, PolledChains polled, Notices notices) {
        this.self = self;
        this.space = space;
        this.polled = polled;
        this.notices = notices;
    }

    /** @throws BraidException if a device or a compound of this method does not exist, or cannot be used for a stream of this class */
    void check(MethodExpression method, DeliveryClass delivery) {
        devices.check(method, delivery);
    }

    /** The sending end of a chain over a transport's lane that has been announced. */
    SendingChain over(Lane bottom, Candidates.Candidate way, Peer peer, DeliveryClass delivery) {
        SendingChain chain = devices.sending(new ChainText(way.devices(), way.method()), bottom, ANNOUNCED, new Around(self, peer, delivery, space, notices));
        polled.add(new Sending(chain, peer.id()));
        return chain;
    }

    /**
     * The mirror of what a peer has announced.
     *
     * @param method the transport by which the announcement came
     * @param top where frames arrive that have come up
     * @param end polled while something waits in it
     * @throws BraidException {@code CHAIN_DIFFERS} naming both chains if the peer's is another one
     */
    public ReceivingChain mirror(String announced, String method, Peer peer, DeliveryClass delivery, FrameSink top, PolledChains.Chain end) {
        ChainText theirs = ChainText.parse(announced);
        ChainText ours = theirs.over(method);
        ours.requireSame(theirs);
        ReceivingChain chain = devices.receiving(ours, top, new Around(self, peer, delivery, space, notices));
        polled.add(end);
        return chain;
    }

    /** Which parts of a compound are tried now, in order. */
    List<MethodExpression> order(PartFailures compound) {
        return devices.order(compound.compound(), compound.parts(), space.clock().nanoTime());
    }

    /** What carries a stream at once; empty for a compound of which one part at a time does. */
    List<MethodExpression> rails(MethodExpression.Compound compound) {
        return devices.rails(compound);
    }

    /** When {@link #order} will answer otherwise although nothing happens; {@link Long#MAX_VALUE} if never. */
    long nextChangeNs(PartFailures compound) {
        return devices.nextChangeNs(compound.compound(), compound.parts(), space.clock().nanoTime());
    }

    /** A stream goes by a way that may not be its best: from the next turn on that is looked at. */
    void recover(Stream stream, Routes routes) {
        polled.add(new Recovery(stream, routes, space.clock(), notices));
    }

    /** A sending chain, polled while something waits in it. */
    private record Sending(SendingChain chain, ContextId peer) implements PolledChains.Chain {
        @Override
        public boolean pending() {
            return chain.pending();
        }

        @Override
        public long dueNs() {
            return chain.dueNs();
        }

        @Override
        public int poll(long nowNs) {
            return chain.poll(nowNs);
        }

        @Override
        public boolean isOver() {
            return chain.closedBy() != null && !chain.pending();
        }

        @Override
        public boolean receives() {
            return false;
        }

        @Override
        public void end() {
            chain.close();
        }
    }

    /** What a chain asks of its context, whose name is {@code self}. */
    private record Around(ContextId self, Peer of, DeliveryClass delivery, AddressSpace space, Notices notices) implements Surroundings {
        @Override
        public ContextId peer() {
            return of.id();
        }

        @Override
        public long nowNs() {
            return space.clock().nanoTime();
        }

        @Override
        public <T> T shared(Class<T> type, Supplier<T> make) {
            return space.shared(type, make);
        }

        @Override
        public void alert(Alert alert) {
            String text = alert.source() + " between " + self + " and " + of.id() + ": " + alert.text();
            if (alert.severity() == Alert.Severity.NOTICE) {
                notices.add(text);
            } else {
                notices.warn(text);
            }
            if (alert.severity() == Alert.Severity.FAILURE) {
                boolean ignored = of.look(); // nobody else does while only fragments are sent, or nothing
            }
            of.wantPoll();
        }
    }
}
