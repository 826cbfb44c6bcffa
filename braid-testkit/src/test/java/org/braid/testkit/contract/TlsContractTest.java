package org.braid.testkit.contract;

import java.util.List;
import org.braid.transports.tls.TlsTransport;

/** Connections over the loopback interface, under TLS. */
class TlsContractTest extends TransportContract {
    @Override
    public World open(int contexts, boolean serves) {
        return World.apart(contexts, "*=tls", serves, List.of(new TlsTransport()));
    }
}
