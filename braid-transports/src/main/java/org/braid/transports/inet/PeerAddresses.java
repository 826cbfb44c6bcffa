package org.braid.transports.inet;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.Where;
import org.jspecify.annotations.Nullable;

/** Which of a peer's addresses may be called: loopback ones if it shares this process's network, others only if messages may leave the host; by a named interface only those beyond it. */
final class PeerAddresses {
    private static final long UNKNOWN = 0;

    private final boolean leavesHost;
    private final long network;

    /** @param network of this process; 0 if it is not known */
    PeerAddresses(boolean leavesHost, long network) {
        this.leavesHost = leavesHost;
        this.network = network;
    }

    /** @throws BraidException if none of them may be */
    List<InetSocketAddress> callable(ContextId peer, Descriptor there, InetParameters with) {
        List<InetSocketAddress> addresses = Addresses.decode(there.body());
        boolean isNear = mayShareLoopback(there);
        boolean wantsLoopback = Interfaces.isLoopback(with);
        boolean mayCallAny = false;
        List<InetSocketAddress> found = new ArrayList<>(addresses.size());
        for (InetSocketAddress address : addresses) {
            boolean loopback = address.getAddress().isLoopbackAddress();
            boolean mayCall = loopback ? isNear : leavesHost;
            mayCallAny |= mayCall;
            if (mayCall && (with.interfaceName().isEmpty() || loopback == wantsLoopback)) {
                found.add(address);
            }
        }
        if (found.isEmpty()) {
            throw mayCallAny ? InetErrors.notBeyond(peer, with) : leavesHost ? InetErrors.loopbackOnly(peer, with) : InetErrors.clearRefused(peer, with);
        }
        return found;
    }

    /** Null if one of them may be. */
    @Nullable String whyNot(ContextId peer, Descriptor there, InetParameters with) {
        if (Addresses.areNowhere(there.body())) {
            return "the peer does not listen";
        }
        try {
            callable(peer, there, with);
            return null;
        } catch (BraidException e) {
            return e.getMessage();
        }
    }

    /** Whoever shares the network is on the host, and so is whoever says nothing of its network and listens on the loopback address alone. */
    Where nearness(Descriptor there) {
        if (Addresses.areNowhere(there.body())) {
            return Where.ANYWHERE;
        }
        List<InetSocketAddress> addresses = Addresses.decode(there.body());
        if (Addresses.network(there.body()) != UNKNOWN && network != UNKNOWN) {
            return mayShareLoopback(there) ? Where.HOST : Where.ANYWHERE;
        }
        for (InetSocketAddress address : addresses) {
            if (!address.getAddress().isLoopbackAddress()) {
                return Where.ANYWHERE;
            }
        }
        return Where.HOST;
    }

    private boolean mayShareLoopback(Descriptor there) {
        long theirs = Addresses.network(there.body());
        return theirs == UNKNOWN || network == UNKNOWN || theirs == network;
    }
}
