package org.braid.transports.tcp;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;

/** The errors of this transport in words. */
final class TcpErrors {
    private TcpErrors() {}

    static BraidException notBeyond(ContextId peer, String interfaceName) {
        return new BraidException(ErrorCode.METHOD_PARAMETER, "tcp(interface=" + interfaceName + ") does not reach context " + peer, "none of its addresses lies beyond that interface",
                "Name another interface, or none");
    }

    static BraidException clearRefused(ContextId peer) {
        return new BraidException(ErrorCode.CLEAR_REFUSED, "Context " + peer + " is on another host", "tcp would carry its messages in the clear",
                "Use a protected method, or allow it with --allow-clear");
    }
}
