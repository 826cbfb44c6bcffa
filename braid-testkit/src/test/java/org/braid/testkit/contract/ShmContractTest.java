package org.braid.testkit.contract;

/** Rings in shared memory; each context has an address space of its own, as if it were a process. */
class ShmContractTest extends TransportContract {
    @Override
    public World open(int contexts, boolean serves) {
        return World.apart(contexts, "*=shm", serves);
    }
}
