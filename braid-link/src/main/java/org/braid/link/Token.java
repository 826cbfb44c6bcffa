package org.braid.link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The right to poll a context and to touch its state: one compare-and-set to take, one store to give back. Not reentrant.
 *
 * <p>{@code held} is taken with compareAndSet (acquire) and given back with setRelease; that pair orders all state that the token guards. A holder that polls for long looks at
 * {@link #wanted} and steps aside; a contender never parks for longer than {@link #PARK_NS}, so the holder owes it no wake-up.
 */
final class Token {
    private static final int SPINS = 200;
    private static final int YIELDS = 20;
    private static final long PARK_NS = 50_000;
    private static final VarHandle HELD;
    private static final VarHandle CONTENDERS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HELD = lookup.findVarHandle(Token.class, "held", int.class);
            CONTENDERS = lookup.findVarHandle(Token.class, "contenders", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int held;

    private int contenders;

    /** The holder; a thread that reads itself here holds the token, whatever others read. */
    private @Nullable Thread owner;

    boolean tryEnter() {
        if (held == 0 && HELD.compareAndSet(this, 0, 1)) {
            owner = Thread.currentThread();
            return true;
        }
        return false;
    }

    /** True if the calling thread holds the token: then it is inside a handler or inside a call that entered before. */
    boolean isMine() {
        return owner == Thread.currentThread();
    }

    void enter() {
        if (!tryEnter()) {
            contend();
        }
    }

    void exit() {
        owner = null;
        HELD.setRelease(this, 0);
    }

    /** True while another thread wants in. */
    boolean wanted() {
        return (int) CONTENDERS.getOpaque(this) != 0;
    }

    /** Gives a contender a fair chance, then takes the token back. The caller holds the token before and after. */
    void stepAside() {
        exit();
        for (int i = 0; i < YIELDS && wanted() && (int) HELD.getOpaque(this) == 0; i++) {
            Thread.yield();
        }
        enter();
    }

    private void contend() {
        CONTENDERS.getAndAdd(this, 1);
        try {
            for (int turn = 0; !tryEnter(); turn++) {
                pause(turn);
            }
        } finally {
            CONTENDERS.getAndAdd(this, -1);
        }
    }

    private static void pause(int turn) {
        if (turn < SPINS) {
            Thread.onSpinWait();
        } else if (turn < SPINS + YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(PARK_NS);
        }
    }
}
