package org.braid.transports.tcp;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** One thread at a time, for the length of a copy or a system call: who waits spins, then yields. Taken by compareAndSet (acquire), given back with setRelease. Not reentrant. */
final class SpinLock {
    private static final int SPINS = 64;
    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(SpinLock.class, "inside", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int inside;

    /** False if somebody else stays inside for longer than a short spin. */
    boolean tryEnter() {
        for (int i = 0; i < SPINS; i++) {
            if (inside == 0 && INSIDE.compareAndSet(this, 0, 1)) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    void enter() {
        while (!tryEnter()) {
            Thread.yield();
        }
    }

    /** A racy look. */
    boolean isHeld() {
        return (int) INSIDE.getOpaque(this) != 0;
    }

    void exit() {
        INSIDE.setRelease(this, 0);
    }
}
