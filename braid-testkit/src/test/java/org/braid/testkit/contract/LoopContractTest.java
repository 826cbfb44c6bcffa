package org.braid.testkit.contract;

import java.util.List;
import org.braid.testkit.guide.LoopTransport;

/** The transport that the guide to byte pipes shows keeps what every transport promises. */
class LoopContractTest extends TransportContract {
    @Override
    public World open(int contexts, boolean serves) {
        return World.apart(contexts, "*=loop", serves, List.of(new LoopTransport()));
    }
}
