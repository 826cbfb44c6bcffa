package org.braid.base.os;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** One thread at a time, for the length of a copy or a system call: a thread that waits spins, then yields. Taken by compareAndSet (acquire), given back with setRelease. Not reentrant. */
public final class SpinLock {
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
    public boolean tryEnter() {
        for (int i = 0; i < SPINS; i++) {
            if (inside == 0 && INSIDE.compareAndSet(this, 0, 1)) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    /** Waits until it is in. */
    public void enter() {
        while (!tryEnter()) {
            Thread.yield();
        }
    }

    /** A racy look. */
    public boolean isHeld() {
        return (int) INSIDE.getOpaque(this) != 0;
    }

    /** To be called by the thread that is in. */
    public void exit() {
        INSIDE.setRelease(this, 0);
    }
}
