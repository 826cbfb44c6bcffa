package org.braid.transports.inet;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;

/** The errors of transports over TCP in words, by the name of the one that meets them. */
final class InetErrors {
    private InetErrors() {}

    static BraidException notBeyond(ContextId peer, InetParameters with) {
        return new BraidException(ErrorCode.METHOD_PARAMETER, with.method() + "(interface=" + with.interfaceName() + ") does not reach context " + peer, "none of its addresses lies beyond that interface",
                "Name another interface, or none");
    }

    static BraidException clearRefused(ContextId peer, InetParameters with) {
        return new BraidException(ErrorCode.CLEAR_REFUSED, "Context " + peer + " is on another host", with.method() + " would carry its messages in the clear",
                "Use a protected method, or allow it with --allow-clear");
    }

    static BraidException loopbackOnly(ContextId peer, InetParameters with) {
        return new BraidException(ErrorCode.CONNECT_FAILED, "Context " + peer + " is on another host", "it has told " + with.method() + " no address but that host's own loopback ones",
                "See 'braid info " + with.method() + "' there: an interface must be up and connected, and have an address");
    }
}
