package org.braid.link.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Gate;
import org.braid.link.spi.Clock;

/**
 * The right to poll a context and to touch its state: a gate, which costs the thread that mostly polls two plain stores, and a way to wait for it. A thread that has it is inside a handler, or inside
 * a call that entered before. Not reentrant: a thread that has it and wants it again is a handler that would wait for itself, and is told so.
 *
 * <p>A holder that polls for long looks at {@link #wanted} and steps aside; a contender never parks for longer than {@link #PARK_NS}, so the holder owes it no wake-up.
 */
final class Token extends Gate {
    private static final int SPINS = 200;
    private static final int YIELDS = 20;
    private static final long PARK_NS = 50_000;
    private static final VarHandle CONTENDERS;

    static {
        try {
            CONTENDERS = MethodHandles.lookup().findVarHandle(Token.class, "contenders", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Clock clock;

    @SuppressWarnings("UnusedVariable") // written through CONTENDERS
    private volatile int contenders;

    Token(Clock clock) {
        this.clock = clock;
    }

    void enter() {
        if (!tryEnter()) {
            contend();
        }
    }

    /** True while another thread wants in. */
    boolean wanted() {
        return contenders != 0;
    }

    /** Gives a contender a fair chance, then takes the token back. The caller holds the token before and after. */
    void stepAside() {
        exit();
        for (int i = 0; i < YIELDS && wanted() && looksFree(); i++) {
            clock.giveWay();
        }
        enter();
    }

    private void contend() {
        if (isMine()) {
            throw handlerWaits();
        }
        CONTENDERS.getAndAdd(this, 1);
        boolean interrupted = false;
        try {
            for (int turn = 0; !tryEnter(); turn++) {
                interrupted = turn >= SPINS + YIELDS ? Interruption.taken(interrupted) : interrupted;
                pause(turn);
            }
        } finally {
            CONTENDERS.getAndAdd(this, -1);
            Interruption.giveBack(interrupted);
        }
    }

    static BraidException handlerWaits() {
        return new BraidException(
                ErrorCode.HANDLER_MUST_NOT_WAIT,
                "A handler must not wait",
                "it runs in the poller, which is what it would wait for",
                "Register it with registerBlocking, or start what it needs and go on in another handler");
    }

    private void pause(int turn) {
        if (turn < SPINS) {
            Thread.onSpinWait();
        } else if (turn < SPINS + YIELDS) {
            clock.giveWay();
        } else {
            clock.park(this, PARK_NS);
        }
    }
}
