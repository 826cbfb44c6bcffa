package org.braid.link;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.ring.RingConsumer;
import org.braid.link.spi.Doorbell;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

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

    /**
     * Between two turns that bring nothing: about 0.8 µs. A socket that is asked without pause is locked most of the time, and what arrives meanwhile waits for the next look in a
     * list of its own: with this pause tcp is 5 % quicker, with twice the pause slower again.
     */
    private static final int LOOKS = 40;

    /** While rings bring something, ports have a turn only so often: asking them is three calls that cost as much as a message. */
    private static final int PORT_TURNS = 16 - 1;

    private final Token token = new Token();
    private final AddressSpace space;
    private final Waiters waiters = new Waiters();
    private final IdleStrategy idle;
    private final LongWait longWait = new LongWait();

    private RingConsumer[] rings = new RingConsumer[4];
    private int ringCount;
    private PollTurn[] ports = new PollTurn[0];
    private final Bulk bulk;
    private final PeerTable peers;
    private long turns;
    private boolean polling;
    private boolean newborn;

    Progress(AddressSpace space, IdleStrategy idle, Bulk bulk, PeerTable peers) {
        this.space = space;
        this.idle = idle;
        this.bulk = bulk;
        this.peers = peers;
        this.newborn = idle.isCrowded();
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
        boolean inside = isMine();
        if (!inside) {
            enter();
        }
        try {
            turnOf(method).skipPoll(turns);
        } finally {
            if (!inside) {
                exit();
            }
        }
    }

    /** Turns that this method is left out between two polls now, by hand or by what the traffic has taught. */
    public int skipPoll(String method) {
        return turnOf(method).skipPoll();
    }

    private PollTurn turnOf(String method) {
        for (PollTurn turn : ports) {
            if (turn.method.equals(method)) {
                return turn;
            }
        }
        throw new BraidException(
                ErrorCode.METHOD_UNKNOWN, "The polling of '" + method + "' cannot be set", "this context has not opened such a method", "See braid info for those that there are");
    }

    /** Every method is polled again as often as its traffic wants: what is closed must be heard. */
    void pollAll() {
        for (PollTurn turn : ports) {
            turn.skipPoll(ADAPTIVE);
        }
    }

    /** True if the calling thread holds the token. */
    public boolean isMine() {
        return token.isMine();
    }

    /** True inside {@link #poll}, that is in a handler: then nothing may wait. Caller holds the token. */
    boolean isPolling() {
        return polling;
    }

    /** A caller leaves something unfinished behind and may compute: from now on the background thread looks after it. */
    public void leaveBehind() {
        space.background().takeOver();
    }

    /** {@code watcher} runs about once a second while threads wait and nothing comes, with the token held. It must not wait. */
    public void onLongWait(Runnable watcher) {
        longWait.watchedBy(watcher);
    }

    /** The watcher of long waits has something to do in a thread that waits, where it may ask the directory. Caller holds the token. */
    public void lookSoon() {
        longWait.soon();
    }

    /** True while something of this context must go on although nobody waits for it. */
    boolean pending() {
        if (bulk.pending() || peers.anyWaiting()) {
            return true;
        }
        for (PollTurn turn : ports) {
            if (turn.port.pending()) {
                return true;
            }
        }
        return false;
    }

    /** True while frames that handlers sent wait for room. Caller holds the token. */
    boolean unsent() {
        return peers.anyWaiting();
    }

    /** One turn, and if it brought nothing the core is given away. Caller holds the token. */
    void pollOrYield() {
        if (poll() == 0 && !nap(1)) {
            Thread.yield();
        }
        if (token.wanted()) {
            token.stepAside();
        }
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
        int done = 0;
        RingConsumer[] r = rings;
        for (int i = 0, n = ringCount; i < n; i++) {
            int k = r[i].poll(WINDOW);
            if (k < 0) {
                cut(r[i]);
                break;
            }
            done += k;
        }
        if (ports.length > 0 && (done == 0 || (turns & PORT_TURNS) == 0)) {
            done += pollPorts(done);
        }
        turns++;
        return done + serveOwn();
    }

    /** Moves on what this side has begun. */
    private int serveOwn() {
        int done = bulk.active() ? bulk.poll() : 0;
        return peers.anyWaiting() ? done + peers.drain() : done;
    }

    /** Waits until {@code c} is done, polling if nobody else does. */
    public void await(Completion c) {
        await(c, Long.MAX_VALUE);
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
            return awaitElsewhere(c, timeoutNs == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + timeoutNs);
        }
        try {
            return pollUntil(c, timeoutNs);
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
        long deadlineNs = System.nanoTime() + timeoutNs;
        enter();
        try {
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() - deadlineNs >= 0) {
                    return false;
                }
                pollOrYield();
            }
            return true;
        } finally {
            exit();
        }
    }

    /** As {@link #await(Completion)}, for a caller that holds the token and keeps it. */
    public void awaitInside(Completion c) {
        if (polling) {
            throw Token.handlerWaits();
        }
        pollUntil(c, Long.MAX_VALUE);
    }

    /** Turns so far; a background thread that sees no change knows that nobody polls. */
    long turns() {
        return turns;
    }

    /** The port in whose sockets a sleep ends when something comes, or null if there are none; every port is told that turns stop. Without the token: all are looked at anew after it. */
    @Nullable TransportPort socketsBeforeSleep() {
        TransportPort sockets = null;
        for (PollTurn turn : ports) {
            if (turn.port.open() && !turn.port.ringsDoorbell()) {
                sockets = turn.port;
            }
            turn.beforeSleep();
        }
        return sockets;
    }

    /** True while somebody without a lane may call. */
    boolean expectsCallers() {
        for (PollTurn turn : ports) {
            if (turn.port.expectsCallers()) {
                return true;
            }
        }
        return false;
    }

    /** True once something can come in: a ring, or an open port. Caller holds the token. */
    boolean hears() {
        if (ringCount > 0) {
            return true;
        }
        for (PollTurn turn : ports) {
            if (turn.port.open()) {
                return true;
            }
        }
        return false;
    }

    void add(RingConsumer ring) {
        if (ringCount == rings.length) {
            rings = Arrays.copyOf(rings, ringCount * 2);
        }
        rings[ringCount++] = ring;
    }

    void remove(RingConsumer ring) {
        for (int i = 0; i < ringCount; i++) {
            if (rings[i] == ring) {
                rings[i] = rings[--ringCount];
                return;
            }
        }
    }

    /** The ring of this peer that has brought so many frames, or null. */
    @Nullable RingConsumer ringWith(FrameSink peer, long frames) {
        for (int i = 0; i < ringCount; i++) {
            if (rings[i].sink() == peer && rings[i].records() == frames) {
                return rings[i];
            }
        }
        return null;
    }

    /** True while a ring of this peer is polled. */
    boolean reads(FrameSink peer) {
        for (int i = 0; i < ringCount; i++) {
            if (rings[i].sink() == peer) {
                return true;
            }
        }
        return false;
    }

    /** Polls no ring of this peer any longer. */
    void cutAll(FrameSink peer) {
        for (int i = ringCount - 1; i >= 0; i--) {
            if (rings[i].sink() == peer) {
                remove(rings[i]);
            }
        }
    }

    void add(String method, TransportPort port) {
        PollTurn[] more = Arrays.copyOf(ports, ports.length + 1);
        more[ports.length] = new PollTurn(method, port);
        ports = more;
    }

    private boolean pollUntil(Completion c, long timeoutNs) {
        if (c.isDone()) {
            return true;
        }
        space.polled();
        for (int i = 0; i < ports.length; i++) {
            ports[i].port.flush();
        }
        return spinUntil(c) || waitUntil(c, timeoutNs);
    }

    /** Most waits end here, before a clock was read. */
    private boolean spinUntil(Completion c) {
        int turnsLeft = idle.spins();
        int quiet = 0;
        while (quiet < turnsLeft && !c.isDone()) {
            quiet = poll() > 0 || lookOut() ? 0 : quiet + 1;
            considerOthers();
        }
        idle.waited(quiet);
        return c.isDone();
    }

    /** Looks at the rings' flags alone, which is quicker than a turn and leaves their lines to the senders between two looks. Who comes first is taken at once. */
    private boolean lookOut() {
        RingConsumer[] r = rings;
        for (int look = bulk.active() ? 1 : LOOKS; look > 0; look--) {
            Thread.onSpinWait();
            for (int i = 0, n = ringCount; i < n; i++) {
                if (r[i].ready()) {
                    take(r[i]);
                    return true;
                }
            }
        }
        return false;
    }

    /** One frame, which is mostly the one that is waited for: a look behind it may fetch a line from the sender's cache, and all that follows here would wait for that. */
    private void take(RingConsumer ring) {
        polling = true;
        try {
            if (ring.poll(1) < 0) {
                cut(ring);
            } else {
                ring.sink().awaited();
            }
            serveOwn();
            turns++;
        } finally {
            polling = false;
        }
    }

    /** What spinning did not bring: turns that give the core away, and then sleep. */
    private boolean waitUntil(Completion c, long timeoutNs) {
        long deadlineNs = timeoutNs == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + timeoutNs;
        int quiet = 0;
        while (!c.isDone()) {
            if (poll() > 0) {
                quiet = 0;
            } else {
                if (newborn) {
                    nap(quiet);
                }
                if (deadlineNs != Long.MAX_VALUE && System.nanoTime() - deadlineNs >= 0) {
                    return c.isDone();
                }
                quiet = idle.yield(quiet) ? quiet + 1 : sleep(c, deadlineNs, quiet);
            }
            considerOthers();
        }
        return true;
    }

    private void considerOthers() {
        if (token.wanted()) {
            token.stepAside();
        }
        if (waiters.any()) {
            waiters.wakeDone();
        }
    }

    /**
     * Leaves the core, and the token, to others for a moment that doubles with each turn without news. More ranks than cores start together: who is first would only make the others
     * later by looking for them, in code that is not compiled yet (docs/decisions/startup.md).
     *
     * @return false once the process is past that age
     */
    private boolean nap(int quiet) {
        newborn = newborn && space.isNewborn();
        if (newborn) {
            token.exit();
            LockSupport.parkNanos(this, AddressSpace.SHORTEST_NAP_NS << Math.min(quiet, 3));
            token.enter();
        }
        return newborn;
    }

    /** Sleeps on the doorbell, without the token, unless something has come meanwhile. */
    private int sleep(Completion c, long deadlineNs, int quiet) {
        longWait.look();
        long left = deadlineNs == Long.MAX_VALUE ? Long.MAX_VALUE : deadlineNs - System.nanoTime();
        space.announce();
        for (int i = 0; i < Doorbell.SETTLE_TURNS; i++) {
            if (poll() > 0 || c.isDone()) {
                space.stayAwake();
                return 0;
            }
            Thread.yield();
        }
        token.exit();
        try {
            space.sleep(Math.min(left, sleepBoundNs()), socketsBeforeSleep());
        } finally {
            token.enter();
        }
        return quiet;
    }

    private long sleepBoundNs() {
        for (PollTurn turn : ports) {
            if (turn.port.pending()) {
                return AddressSpace.PENDING_SLEEP_NS;
            }
        }
        return bulk.active() ? 0 : Long.MAX_VALUE;
    }

    private boolean awaitElsewhere(Completion c, long deadlineNs) {
        if (token.isMine()) {
            throw Token.handlerWaits();
        }
        Waiters.Waiter self = waiters.add(c, Thread.currentThread());
        try {
            while (!c.isDone()) {
                if (deadlineNs != Long.MAX_VALUE && System.nanoTime() - deadlineNs >= 0) {
                    return c.isDone();
                }
                if (!self.thread().isVirtual() && token.tryEnter()) {
                    try {
                        return pollUntil(c, deadlineNs == Long.MAX_VALUE ? Long.MAX_VALUE : deadlineNs - System.nanoTime());
                    } finally {
                        token.exit();
                    }
                }
                space.background().takeOver();
                self.park();
                lookWhileNobodyPolls();
            }
            return true;
        } finally {
            waiters.remove(self);
            if (waiters.any()) {
                waiters.wakeOne();
            }
        }
    }

    /** Virtual threads leave polling to others, who may have none of their own that wait. */
    private void lookWhileNobodyPolls() {
        if (longWait.isDue() && token.tryEnter()) {
            try {
                longWait.look();
            } finally {
                token.exit();
            }
        }
    }

    private int pollPorts(int found) {
        int done = 0;
        for (PollTurn turn : ports) {
            done += turn.poll(WINDOW, found);
        }
        return done;
    }

    private static BraidException corrupt() {
        return new BraidException(
                ErrorCode.STREAM_VIOLATED,
                "A ring was cut",
                "a record in it is longer than the ring",
                "The peer is broken: see its output; if it is not, report this");
    }

    private void cut(RingConsumer ring) {
        remove(ring);
        ring.sink().ended(corrupt());
    }
}
