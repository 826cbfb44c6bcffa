package org.braid.devices.delay;

import java.util.concurrent.atomic.AtomicLong;

/** A wire of this process. */
final class OwnWire extends Wire {
    private final AtomicLong freeAtNs = new AtomicLong(ALWAYS);

    @Override
    long freeAtNs() {
        return freeAtNs.get();
    }

    @Override
    boolean compareAndSet(long free, long newFree) {
        return freeAtNs.compareAndSet(free, newFree);
    }

    @Override
    void add(long ns) {
        freeAtNs.addAndGet(ns);
    }
}
