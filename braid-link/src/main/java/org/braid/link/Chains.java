package org.braid.link;

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
import org.braid.link.spi.Alert;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;

/** The chains of one context's lanes: checked before they are chosen, opened at both ends, and told of what happens in them. Guarded by the context's token. */
final class Chains {
    /** The frame that announces a chain goes before it. */
    private static final int ANNOUNCED = 1;

    private final Context context;
    private final Devices devices = new Devices();

    Chains(Context context) {
        this.context = context;
    }

    /** @throws BraidException if a device or a compound of this method does not exist, or cannot be used for a stream of this class */
    void check(MethodExpression method, DeliveryClass delivery) {
        devices.check(method, delivery);
    }

    /** The sending end of a chain over a transport's lane that has been announced. */
    SendingChain over(Lane bottom, Candidates.Candidate way, Peer peer, DeliveryClass delivery) {
        SendingChain chain = devices.sending(new ChainText(way.devices(), way.method()), bottom, ANNOUNCED, new Around(context, peer, delivery));
        context.progress().chains().add(new Sending(chain, peer));
        return chain;
    }

    /**
     * The mirror of what a peer has announced.
     *
     * @param method the transport by which the announcement came
     * @throws BraidException {@code CHAIN_DIFFERS} naming both chains if the peer's is another one
     */
    ReceivingChain mirror(String announced, String method, Peer peer, DeliveryClass delivery, FrameSink top) {
        ChainText theirs = ChainText.parse(announced);
        ChainText ours = theirs.over(method);
        ours.requireSame(theirs);
        return devices.receiving(ours, top, new Around(context, peer, delivery));
    }

    /** Which parts of a compound are tried now, in order. */
    List<MethodExpression> order(PartFailures compound) {
        return devices.order(compound.compound(), compound.parts(), context.nowNs());
    }

    /** When {@link #order} will answer otherwise although nothing happens; {@link Long#MAX_VALUE} if never. */
    long nextChangeNs(PartFailures compound) {
        return devices.nextChangeNs(compound.compound(), compound.parts(), context.nowNs());
    }

    /** A sending chain, polled while something waits in it. */
    private record Sending(SendingChain chain, Peer peer) implements PolledChains.Chain {
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

    /** What a chain asks of its context. */
    private record Around(Context context, Peer of, DeliveryClass delivery) implements Surroundings {
        @Override
        public ContextId self() {
            return context.id();
        }

        @Override
        public ContextId peer() {
            return of.id();
        }

        @Override
        public long nowNs() {
            return context.nowNs();
        }

        @Override
        public <T> T shared(Class<T> type, Supplier<T> make) {
            return context.space().shared(type, make);
        }

        @Override
        public void alert(Alert alert) {
            String text = alert.source() + " between " + context.id() + " and " + of.id() + ": " + alert.text();
            if (alert.severity() == Alert.Severity.NOTICE) {
                context.notice(text);
            } else {
                context.warn(text);
            }
            if (alert.severity() == Alert.Severity.FAILURE) {
                lookAtLanes(); // nobody else does while only fragments are sent, or nothing
            }
            of.wantPoll();
        }

        private void lookAtLanes() {
            for (int i = 0; i < of.streams().count(); i++) {
                of.streams().at(i).look();
            }
        }
    }
}
