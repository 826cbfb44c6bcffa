package org.braid.link.progress;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.os.CrossMemory;
import org.braid.base.os.SharedArena;
import org.braid.link.spi.Clock;
import org.braid.link.spi.Doorbell;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/**
 * What the contexts of one process share: memory that peers may map, the doorbell, the one background thread. Made explicitly and handed to each {@link org.braid.link.Context}, so that nothing
 * is static; a context that is given none makes its own. Of several ranks in one process each has a share of its own, made by {@link #share}: they have all in common but the word on which they sleep.
 */
public final class AddressSpace implements AutoCloseable {
    /** What peers may map of this process, at most. */
    public static final long SHARED_CAP_BYTES = 4L << 30;

    /** While a port has something to come back for, a waiter sleeps no longer than this. */
    static final long PENDING_SLEEP_NS = 200_000;

    /** A sleeper looks around at least this often, whatever the doorbell promises. */
    private static final long LONGEST_SLEEP_NS = 20_000_000;

    /** Sockets cannot ring the doorbell, so a waiter sleeps in them while some are open; it looks at rings, which cannot wake it there, this often. */
    private static final long SOCKET_SLEEP_NS = 500_000;

    /** How long ranks of one job may differ in being started, where they share cores. */
    private static final long NEWBORN_NS = 150_000_000L;

    /** How long a waiter naps in a newborn process, to begin with; then twice, four and eight times as long. */
    static final long SHORTEST_NAP_NS = 100_000;

    /** Until then a waiter naps (docs/decisions/naps-while-young.md). */
    private static final long YOUNG_NS = 1_500_000_000L;

    /** Where ranks share cores each of them has had less time, and what binding takes is taken from the others: there youth lasts so many times as long. */
    private static final int CROWDED_YOUTH = 4;

    /** As {@link #LONGEST_SLEEP_NS}, in a throng: a thousand that wake fifty times a second would leave the cores to nobody else. */
    private static final long THRONG_SLEEP_NS = 250_000_000;

    /** So long for each rank where that is longer: then a thousand wake a thousand times a second together, and no more do so the more there are. */
    private static final long THRONG_SLEEP_EACH_NS = 1_000_000;

    /** As long as no healthy peer needs; what ends sooner costs nothing extra. */
    private static final long LONG_WAIT_NS = 1_000_000_000L;

    /** So long for each rank where that is longer: a thousand take seconds to start, and whoever is asked about others meanwhile looks at all threads. */
    private static final long LONG_WAIT_EACH_NS = 5_000_000;

    /** Ranks as threads of one process, more of which are a throng. */
    private static final int FEW_SHARES = 16;

    private final Clock clock;
    private final long openedNs;
    private final SharedArena arena;
    private final SharedArena.Block doorbellBlock;
    private final Doorbell doorbell;
    private final ConcurrentHashMap<Class<?>, Object> shared;
    private final boolean isShare; // of a process with several ranks
    private final AtomicInteger shares; // of the process
    private final Background background;
    private final boolean ownsArena;
    private boolean siblingsMayRead; // twice does no harm

    /** Opens the shares of this process, with a cap on memory that peers may map. */
    public AddressSpace(long sharedCapBytes) {
        SharedArena tried = new SharedArena(sharedCapBytes);
        SharedArena.Block word;
        try {
            word = tried.allocate(Integer.BYTES);
        } catch (BraidException refusal) {
            tried = SharedArena.unshared(refusal, sharedCapBytes); // a full or missing /dev/shm costs speed, not the job
            word = tried.allocate(Integer.BYTES);
        }
        clock = Clock.MACHINE;
        openedNs = clock.nanoTime();
        arena = tried;
        ownsArena = true;
        doorbellBlock = word;
        doorbell = new Doorbell(doorbellBlock.segment(), doorbellBlock.offset());
        background = new Background(doorbell, clock, true);
        shared = new ConcurrentHashMap<>();
        isShare = false;
        shares = new AtomicInteger();
    }

    private AddressSpace(AddressSpace process) {
        clock = process.clock;
        openedNs = process.openedNs;
        arena = process.arena;
        ownsArena = false;
        doorbellBlock = arena.allocate(Integer.BYTES);
        doorbell = new Doorbell(doorbellBlock.segment(), doorbellBlock.offset());
        background = new Background(doorbell, clock, true);
        shared = process.shared;
        isShare = true;
        shares = process.shares;
        shares.incrementAndGet();
    }

    /**
     * The share of one rank among several of this process: the same memory, the same neighbours, but a doorbell of its own, since one word would wake all of them for each message to any, and a background thread of its own, which
     * starts when it is needed.
     */
    public AddressSpace share() {
        return new AddressSpace(this);
    }

    /**
     * The shares of a process that exists only in the eyes of {@code clock}: no thread runs on its behalf, so whoever opens contexts in it polls them, or
     * has its {@link #background} take its turns.
     *
     * @param arena stays its owner's
     */
    public AddressSpace(SharedArena arena, Clock clock) {
        this.clock = clock;
        this.openedNs = clock.nanoTime();
        this.arena = arena;
        this.ownsArena = false;
        doorbellBlock = arena.allocate(Integer.BYTES);
        doorbell = new Doorbell(doorbellBlock.segment(), doorbellBlock.offset());
        background = new Background(doorbell, clock, false);
        shared = new ConcurrentHashMap<>();
        isShare = false;
        shares = new AtomicInteger();
    }

    /** The time that the contexts of this process live in. */
    public Clock clock() {
        return clock;
    }

    /** Memory that peers on this host may map: rings, and the buffers of {@code MPI.newByteBuffer}. */
    public SharedArena arena() {
        return arena;
    }

    /** Where Yama lets only ancestors read a process's memory, the other ranks are let in, which descend from the launcher as this one does. */
    public void letSiblingsRead() {
        if (!siblingsMayRead) {
            siblingsMayRead = true;
            ProcessHandle launcher = ProcessHandle.current().parent().orElse(null);
            if (launcher != null) {
                CrossMemory.allowDescendantsOf(launcher.pid());
            }
        }
    }

    /** The word on which this process sleeps. */
    public Doorbell doorbell() {
        return doorbell;
    }

    /** One of the {@linkplain #shared shared} objects that has blocks of an arena which may outlive this process. */
    public interface Borrower {
        /** Nothing of this process touches them any more. */
        void giveBack();
    }

    /** The one object of this type in the process. */
    public <T> T shared(Class<T> type, Supplier<T> make) {
        Object made = shared.get(type);
        if (made == null) {
            Object mine = make.get();
            Object other = shared.putIfAbsent(type, mine);
            made = other == null ? mine : other;
        }
        return type.cast(made);
    }

    /** The memory of the doorbell, which peers map. */
    public SharedArena.Block doorbellBlock() {
        return doorbellBlock;
    }

    /** The thread that polls while nobody else does. */
    public Background background() {
        return background;
    }

    /**
     * Announces sleep on the doorbell; the caller then looks around {@link Doorbell#SETTLE_TURNS} times before it calls {@link #sleep}.
     *
     * @return what {@link #stayAwake} takes back
     */
    int announce() {
        return doorbell.announce(Doorbell.WAITED);
    }

    /** Takes an announcement back, after sleep or instead. */
    void stayAwake(int announcement) {
        doorbell.withdraw(announcement);
    }

    /** True while the others of the job may still be starting. Threads of one process that nap in turns would take each other's time. */
    boolean isNewborn() {
        return !isShare && clock.nanoTime() - openedNs < NEWBORN_NS;
    }

    /**
     * True while the process is young: then a waiter naps instead of sleeping on the doorbell, since the first ring would have its ringer bind native functions in the middle of the
     * job's start.
     *
     * @param crowded whether the host has more ranks than cores
     */
    boolean isYoung(boolean crowded) {
        return !isShare && clock.nanoTime() - openedNs < (crowded ? CROWDED_YOUTH * YOUNG_NS : YOUNG_NS);
    }

    /** Lets pass what a ringer's store takes to be seen, between two looks of who has announced sleep. In a throng who gives the core away gets it back too late, and a look takes long enough. */
    void settle() {
        if (!isThronged()) {
            clock.giveWay();
        }
    }

    /** True where so many ranks are threads of this process that who gives the core away gets it back only after all others have had it: then a waiter sleeps at once. */
    boolean isThronged() {
        return isShare && shares.get() > FEW_SHARES;
    }

    /** Who has waited for so long asks whether what it waits for can come at all, and asks again when as much time has gone by. */
    long longWaitNs() {
        return isShare ? Math.max(LONG_WAIT_NS, shares.get() * LONG_WAIT_EACH_NS) : LONG_WAIT_NS;
    }

    /** Sleeps until a socket is ready or the time is over: a nap, during which nobody rings. */
    void nap(long boundNs, @Nullable TransportPort sockets) {
        if (boundNs <= 0) {
            clock.giveWay();
        } else if (sockets == null) {
            clock.park(this, boundNs);
        } else {
            sockets.blockUntilReady(boundNs);
        }
    }

    /** Sleeps until a peer rings, a socket is ready or the time is over. */
    void sleep(int announcement, long boundNs, @Nullable TransportPort sockets) {
        if (boundNs <= 0) {
            clock.giveWay();
        } else if (sockets == null && isThronged()) {
            doorbell.sleepWhole(announcement, Math.min(boundNs, Math.max(THRONG_SLEEP_NS, shares.get() * THRONG_SLEEP_EACH_NS)), clock);
        } else if (sockets == null) {
            doorbell.sleep(announcement, Math.min(boundNs, LONGEST_SLEEP_NS), clock);
        } else {
            sockets.blockUntilReady(Math.min(boundNs, SOCKET_SLEEP_NS));
        }
    }

    @Override
    public void close() {
        background.stop();
        if (ownsArena) {
            arena.close();
        } else if (isShare) {
            return; // what is shared is the process's, and peers may ring still
        } else {
            doorbellBlock.free();
            for (Object each : shared.values()) {
                if (each instanceof Borrower borrower) {
                    borrower.giveBack();
                }
            }
        }
    }
}
