package org.braid.testkit.contract;

/** Contexts of one process. */
class LocalContractTest extends TransportContract {
    @Override
    public World open(int contexts, boolean serves) {
        return World.together(contexts, "*=local", serves);
    }
}
