package org.braid.testkit.contract;

/** Sockets of one host. */
class UnixContractTest extends TransportContract {
    @Override
    public World open(int contexts, boolean serves) {
        return World.apart(contexts, "*=unix", serves);
    }
}
