package org.braid.transports.tcp;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.Where;
import org.jspecify.annotations.Nullable;

/** Which of a peer's addresses may be called: on this host any, elsewhere only if frames may travel in the clear; by a named interface only those beyond it. */
final class PeerAddresses {
    private final boolean allowClear;

    PeerAddresses(boolean allowClear) {
        this.allowClear = allowClear;
    }

    /** @throws BraidException if none of them may be */
    List<InetSocketAddress> callable(ContextId peer, Descriptor there, TcpParameters with) {
        List<InetSocketAddress> addresses = Addresses.decode(there.body());
        boolean here = Interfaces.isLoopback(with.interfaceName());
        List<InetSocketAddress> found = new ArrayList<>(addresses.size());
        for (InetSocketAddress address : addresses) {
            boolean loopback = address.getAddress().isLoopbackAddress();
            if ((loopback || allowClear) && (with.interfaceName().isEmpty() || loopback == here)) {
                found.add(address);
            }
        }
        if (found.isEmpty()) {
            throw allowClear || isHere(addresses) ? TcpErrors.notBeyond(peer, with.interfaceName()) : TcpErrors.clearRefused(peer);
        }
        return found;
    }

    /** Null if one of them may be. */
    @Nullable String whyNot(ContextId peer, Descriptor there, TcpParameters with) {
        try {
            callable(peer, there, with);
            return null;
        } catch (BraidException e) {
            return e.getMessage();
        }
    }

    /** A process that listens on the loopback address alone can be called from its host only; promises are made to one's own host only. */
    static Where nearness(Descriptor there) {
        if (arePromised(there)) {
            return Where.HOST;
        }
        for (InetSocketAddress address : Addresses.decode(there.body())) {
            if (!address.getAddress().isLoopbackAddress()) {
                return Where.ANYWHERE;
            }
        }
        return Where.HOST;
    }

    private static boolean isHere(List<InetSocketAddress> addresses) {
        for (InetSocketAddress address : addresses) {
            if (address.getAddress().isLoopbackAddress()) {
                return true;
            }
        }
        return false;
    }

    static boolean arePromised(Descriptor there) {
        return Addresses.areOnRequest(there.body());
    }
}
