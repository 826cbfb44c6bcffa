package org.braid.link.spi;

import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Where;
import org.jspecify.annotations.Nullable;

/** A transport opened for one context. All methods are called while holding the context's token, except {@link #blockUntilReady} and {@link #wakeUp}. */
public interface TransportPort extends LaneOwner {
    /** How other contexts reach this one: a few words (nexus-multimethod, Table 2). */
    Descriptor descriptor();

    /**
     * As {@link #descriptor}, but it need not do what makes it callable: a listening socket takes each rank of a job some 5 ms, and who has a faster method never calls it. Whoever
     * does want it asks for the {@linkplain org.braid.link.select.Directory#wholeTableOf whole table}. Any thread may call both.
     */
    default Descriptor promise() {
        return descriptor();
    }

    /** True if this descriptor of another context is only a promise. It tells neither whether that peer can be reached nor how near it is: {@link #whyNot} speaks of this end alone, and {@link #nearness} is {@link Where#ANYWHERE}. */
    default boolean isPromise(Descriptor there) {
        return false;
    }

    /** Null if the peer can be reached by this method, else the reason why not. Decided by trying, not by comparing names. */
    @Nullable String whyNot(ContextId peer, Descriptor there);

    /** How near a context is that this method reaches. */
    default Where nearness(Descriptor there) {
        return Where.ANYWHERE;
    }

    /** What of a context's memory can be touched that this method reaches; that needs no lane. */
    default Reach reach(Descriptor there) {
        return Reach.NONE;
    }

    /**
     * Memory that peers were told to read may change from here on: so many long messages of this context were recalled. A port whose peers read memory without asking shows them the count, for
     * {@link Reach#hasRecalledSince}, before this returns.
     */
    default void recalled(long count) {}

    /**
     * Opens a lane to the peer. Returns at once; frames offered before the other side answers wait in the lane.
     *
     * @param parameters those that the method expression sets, but for those {@linkplain Transport#ofEveryMethod of every method}
     * @throws org.braid.base.BraidException {@code METHOD_PARAMETER} if there is no such parameter, or its value makes no sense
     */
    Lane connect(ContextId peer, Descriptor there, List<MethodParameter> parameters);

    /**
     * As {@link #connect}, but always a lane of its own that leads from here to the peer alone, never one that exists: for a stream that is not the first one to this peer, or that goes on after its lane was
     * given up.
     */
    default Lane connectAnew(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
        return connect(peer, there, parameters);
    }

    @Override
    default boolean release(Lane lane) {
        return false;
    }

    /**
     * Makes progress: accepts, reads, hands frames to their sinks, writes what is batched, runs timers.
     *
     * @return units of work done; 0 when there was nothing to do
     */
    int poll(int limit);

    /** Sends out what lanes hold back to batch; called on entry into every blocking call. */
    default void flush() {}

    /** True when something of this port must be polled soon even if nobody waits (unacknowledged data, a connection being made). */
    boolean pending();

    /** True when the port has a lane that can deliver: otherwise it needs no polling at all. */
    boolean open();

    /** True when peers without a lane may call, or may go without a word: then the port wants a poll now and then although it is not {@link #open}, but nobody sleeps in it. */
    default boolean expectsCallers() {
        return false;
    }

    /** True when this port's peers ring the process's doorbell, so that nothing of it is missed while asleep on that. */
    boolean ringsDoorbell();

    /** Blocks the calling platform thread until something is ready, {@link #wakeUp} is called, or the time is over. Called without the token. */
    default void blockUntilReady(long timeoutNs) {}

    /** Ends a {@link #blockUntilReady} from any thread. */
    default void wakeUp() {}

    /** True while this peer's frames, and its farewell behind them, may come through this port; of rings, which the runtime polls itself, it knows nothing. */
    default boolean hears(ContextId peer) {
        return false;
    }

    /** The peer's process is known to be dead: its lanes end with this cause. */
    void peerFailed(ContextId peer, Throwable cause);

    /** The peer has taken leave by the last lane that brought something from it, of whatever port: those of this one take nothing more, and end in good order. Caller holds the token. */
    default void peerLeft(ContextId peer) {}

    /** True if whoever is called or calls proves that it knows a {@linkplain org.braid.link.spi.trust.Secrets secret} that both have; else the system proves whose the peer is. */
    default boolean takesSecret() {
        return false;
    }

    /** True while a lane of this port is still to tell this peer that what it has sent was accepted. */
    default boolean owesWordTo(ContextId peer) {
        return false;
    }

    /** True while a lane of this port brings something to this peer, which cannot know of that lane yet. Asked of a port that closes. */
    default boolean isUnseenBy(ContextId peer) {
        return false;
    }

    /** True if a lane of this port has ended before this peer had accepted everything that it brought. Asked of a port that closes. */
    default boolean leavesBehind(ContextId peer) {
        return false;
    }

    /** Starts closing every lane: it takes nothing more, flushes, and says last what {@code farewell} has for its peer. {@link #poll} goes on until {@link #closed}. */
    void startClose(Farewell farewell);

    /** True when nothing is left to flush. */
    boolean closed();

    /** Gives up what is left, says what it can, and frees everything. */
    void abandon();
}
