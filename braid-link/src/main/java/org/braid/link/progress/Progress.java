package org.braid.link.progress;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.braid.base.wire.ContextId;
import org.braid.link.ring.RingConsumer;

/**
 * Progress of one context: one unified poll over all its methods (nexus-multimethod, section 3.4), and waiting for what it brings.
 *
 * <p>Whoever holds the token polls; everybody else who waits parks and is woken by the holder. Rings are polled on every turn, by direct calls; ports of other transports as often
 * as {@link PollTurn} finds worth while.
 */
public final class Progress {
    /** For {@link #skipPoll(String, int)}: not at all. */
    public static final int NEVER = Integer.MAX_VALUE;

    /** For {@link #skipPoll(String, int)}: as often as the traffic wants. */
    public static final int ADAPTIVE = -1;

    /** Frames taken from one ring before the next one has its turn, so that a flood from one peer does not hide the others. */
    private static final int WINDOW = 64;

    /** While rings bring something, ports have a turn only so often: asking them is three calls that cost as much as a message. */
    private static final int PORT_TURNS = 16 - 1;

    private final Token token;
    private final AddressSpace space;
    private final Waiters waiters = new Waiters();
    private final LongWait longWait;

    private final PolledRings rings = new PolledRings();
    private final PolledPorts ports = new PolledPorts();
    private final PolledChains chains = new PolledChains();
    private Work transfers = Work.NONE; // these two are set once, before anybody polls
    private Work outboxes = Work.NONE;
    private final PollingWait pollingWait;
    private final ParkedWait parkedWait;
    private long turns;
    private boolean polling;
    private boolean closing;
    private boolean leaving;
    private final AtomicInteger alone = new AtomicInteger();

    /** For one context of this address space. */
    public Progress(AddressSpace space, IdleStrategy idle, Notices notices) {
        this.space = space;
        this.token = new Token(space.clock());
        this.longWait = new LongWait(space, notices);
        this.pollingWait = new PollingWait(this, token, waiters, longWait, space, idle);
        this.parkedWait = new ParkedWait(token, waiters, longWait, space, pollingWait);
    }

    /**
     * Sets by hand how many turns a method is left out between two polls (Nexus's {@code skip_poll}; nexus-multimethod, sections 3.4 and 5.1). Rings are looked at on every turn whatever
     * is set, since a look is one load; of shm and local only newly made rings wait.
     *
     * @param method a transport's name, such as {@code "tcp"}
     * @param turns 0 for every turn; {@link #NEVER} for none until this is called again, for phases in which nothing comes that way: a peer takes ten seconds of it for our end;
     *     {@link #ADAPTIVE}, as it is at first, to follow the traffic
     */
    public void skipPoll(String method, int turns) {
        boolean entered = enterUnlessMine();
        try {
            ports.of(method).skipPoll(turns);
        } finally {
            if (entered) {
                exit();
            }
        }
    }

    /** Turns that this method is left out between two polls now, by hand or by what the traffic has taught. */
    public int skipPoll(String method) {
        return ports.of(method).skipPoll();
    }

    /** What shared memory brings. */
    public PolledRings rings() {
        return rings;
    }

    /** What waits in devices. */
    public PolledChains chains() {
        return chains;
    }

    /** What other transports bring. */
    public PolledPorts ports() {
        return ports;
    }

    /**
     * What turns go on with beside what comes in.
     *
     * @param begun long messages under way
     * @param waiting frames that wait for room
     */
    public void goOnWith(Work begun, Work waiting) {
        transfers = begun;
        outboxes = waiting;
    }

    /** True while pieces of long messages are to be moved. Caller holds the token. */
    boolean hasPieces() {
        return transfers.active();
    }

    /** From now on nothing is begun any more. Whoever holds the token sees it when it is given the token next. */
    public void startClose() {
        closing = true;
    }

    /** True once this context has begun to close. Caller holds the token. */
    public boolean isClosing() {
        return closing;
    }

    /** Everything has gone that was to go: lanes take leave from now on, and what one of them has taken stays with it. Caller holds the token. */
    public void startLeave() {
        leaving = true;
    }

    /** True once the lanes of this context take leave. Another thread may see it late. */
    public boolean isLeaving() {
        return leaving;
    }

    /** True if the calling thread holds the token. */
    public boolean isMine() {
        return token.isMine();
    }

    /** True inside {@link #poll}, that is in a handler: then nothing may wait. Caller holds the token. */
    public boolean isPolling() {
        return polling;
    }

    /** A caller leaves something unfinished behind and may compute: from now on the background thread looks after it. */
    public void leaveBehind() {
        space.background().takeOver();
    }

    /** Memory that the calling thread alone may touch is in use until {@link #together}: what a poll on behalf of nobody brought could not be put there. For a thread that polls itself until then, so no virtual one. */
    public void alone() {
        alone.incrementAndGet();
    }

    /** Ends {@link #alone}, once. */
    public void together() {
        alone.decrementAndGet();
    }

    /** Whether nobody polls on behalf of nobody. Any thread. */
    boolean isAlone() {
        return alone.get() > 0;
    }

    /** Told about once a second while threads wait and nothing comes, by one of them, with the token held. It must not wait; what it throws becomes a notice. */
    @FunctionalInterface
    public interface LongWaitListener {
        /** @param awaited what the calling thread waits for: what it was given, or the first of several that tells it */
        void waitsLong(Completion awaited);
    }

    /** Tells when threads wait long. */
    public void onLongWait(LongWaitListener listener) {
        longWait.tell(listener);
    }

    /** The listener of long waits has something to do in a thread that waits, where it may ask the directory. Caller holds the token. */
    public void lookSoon() {
        longWait.soon();
    }

    /** True while something of this context must go on although nobody waits for it. */
    public boolean pending() {
        return transfers.pending() || outboxes.pending() || ports.pending() || chains.any() && chains.pending();
    }

    /** True while frames that handlers sent wait for room. Caller holds the token. */
    public boolean unsent() {
        return outboxes.pending();
    }

    /** Whether the host has more ranks than cores, so that whoever waits gives its core away. */
    public boolean isCrowded() {
        return pollingWait.isCrowded();
    }

    /** One turn, and if it brought nothing the core is given away. Caller holds the token. */
    public void pollOrYield() {
        if (poll() == 0) {
            pollingWait.rest();
        }
        if (token.wanted()) {
            token.stepAside();
        }
    }

    /**
     * Takes the token unless the caller has it, as a handler does.
     *
     * @return true if the caller has to give it back
     */
    public boolean enterUnlessMine() {
        if (isMine()) {
            return false;
        }
        enter();
        return true;
    }

    /** Takes the token if it is free. */
    public boolean tryEnter() {
        return token.tryEnter();
    }

    /** Takes the token; waits for it if need be, which is short: holders step aside. */
    public void enter() {
        token.enter();
    }

    /** Gives the token back. */
    public void exit() {
        token.exit();
        if (waiters.any()) {
            waiters.wakeOne();
        }
    }

    /** As {@link #exit}, for the background thread, which looks again by itself: were a virtual thread woken that has nothing yet, each would keep the other from sleeping. */
    void exitToSleep() {
        token.exit();
        wakeDone();
        if (waiters.any()) {
            waiters.wakePoller();
        }
    }

    /** Wakes those that have what they wait for, whoever has brought it. */
    void wakeDone() {
        if (waiters.any()) {
            waiters.wakeDone();
        }
    }

    /** Threads that wait for what others poll. */
    Waiters waiters() {
        return waiters;
    }

    /**
     * One turn over everything that can bring something. The caller holds the token.
     *
     * @return frames and other units of work done; 0 when nothing had come
     */
    public int poll() {
        polling = true;
        try {
            return turn();
        } finally {
            polling = false;
        }
    }

    private int turn() {
        int done = rings.poll(WINDOW);
        if (ports.any() && (done == 0 || (turns & PORT_TURNS) == 0)) {
            done += ports.poll(WINDOW, done);
        }
        turns++;
        return done + serveOwn();
    }

    /** As {@link #poll}, for the one frame of this ring that a look has found. */
    void take(RingConsumer ring) {
        polling = true;
        try {
            rings.take(ring);
            serveOwn();
            turns++;
        } finally {
            polling = false;
        }
    }

    /** This peer has ended: what has come from it and waits in devices is handed up, to handlers that are called as in any turn, and must not wait. The caller holds the token. */
    public void endChains(ContextId peer) {
        boolean before = polling;
        polling = true;
        try {
            chains.end(peer);
        } finally {
            polling = before;
        }
    }

    /** As {@link #endChains(ContextId)}, of all: the context closes. */
    public void endChains() {
        boolean before = polling;
        polling = true;
        try {
            chains.end();
        } finally {
            polling = before;
        }
    }

    /** Moves on what this side has begun. */
    private int serveOwn() {
        int done = transfers.active() ? transfers.poll() : 0;
        done += chains.any() ? chains.poll(space.clock()) : 0;
        return outboxes.active() ? done + outboxes.poll() : done;
    }

    /** Waits until {@code c} is done, polling if nobody else does. */
    public void await(Completion c) {
        await(c, Deadline.NEVER);
    }

    /**
     * Waits until {@code c} is done or the time is over.
     *
     * @return true if done
     */
    public boolean await(Completion c, long timeoutNs) {
        if (c.isDone()) {
            return true;
        }
        if (Thread.currentThread().isVirtual() || !token.tryEnter()) {
            return parkedWait.until(c, timeoutNs);
        }
        try {
            return pollingWait.until(c, timeoutNs);
        } finally {
            exit();
        }
    }

    /**
     * Polls until a condition holds or the time is over; for conditions that only polling can change.
     *
     * @return true if it holds
     */
    public boolean awaitThat(BooleanSupplier condition, long timeoutNs) {
        long deadlineNs = nanoTime() + timeoutNs;
        enter();
        try {
            while (!condition.getAsBoolean()) {
                if (nanoTime() - deadlineNs >= 0) {
                    return false;
                }
                pollOrYield();
            }
            return true;
        } finally {
            exit();
        }
    }

    /** @throws org.braid.base.BraidException {@code HANDLER_MUST_NOT_WAIT} if the caller is a handler: before it begins something that it would wait for. Any thread */
    public void refuseToWaitInHandlers() {
        if (isMine() && polling) {
            throw Token.handlerWaits();
        }
    }

    /** Likewise, if the caller holds the token, in a handler or not. Any thread. */
    public void refuseToWaitInside() {
        if (isMine()) {
            throw Token.handlerWaits();
        }
    }

    /** As {@link #await(Completion)}, for a caller that holds the token and keeps it. */
    public void awaitInside(Completion c) {
        if (polling) {
            throw Token.handlerWaits();
        }
        pollingWait.until(c, Deadline.NEVER);
    }

    /** The time of this context in nanoseconds, which only grows. */
    public long nanoTime() {
        return space.clock().nanoTime();
    }

    /** Turns so far; a background thread that sees no change knows that nobody polls. Stale is safe. */
    public long turns() {
        return turns;
    }
}
