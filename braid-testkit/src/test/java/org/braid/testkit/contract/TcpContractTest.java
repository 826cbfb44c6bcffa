package org.braid.testkit.contract;

/** Connections over the loopback interface. */
class TcpContractTest extends TransportContract {
    @Override
    public World open(int contexts, boolean serves) {
        return World.apart(contexts, "*=tcp", serves);
    }
}
