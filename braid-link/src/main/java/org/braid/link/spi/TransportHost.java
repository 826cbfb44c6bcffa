package org.braid.link.spi;

import java.util.List;
import java.util.function.Supplier;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Hello;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.trust.Credentials;
import org.braid.link.spi.trust.Secrets;
import org.jspecify.annotations.Nullable;

/** The context as its transports see it. */
public interface TransportHost {
    /** The context's name. */
    ContextId self();

    /** The receiving end of one more lane from {@code peer}: asked once for each. Caller holds the token. */
    FrameSink sinkFor(ContextId peer);

    /** The process of {@code peer} is known to have ended, whatever its lanes say. Caller holds the token. */
    void peerEnded(ContextId peer, Throwable cause);

    /** What this process says first to every other; a process that says something else is refused. */
    default Hello hello() {
        return new Hello(Hello.THIS_VERSION, 0, 0);
    }

    /** The 256-bit secret of the job, 32 bytes; empty for a context that belongs to none. */
    byte[] secret();

    /** Where this context's certificate comes from; null if it has none. */
    default Credentials.@Nullable Source credentials() {
        return null;
    }

    /** By which secrets this context and its peers believe each other: that of its job, and those of processes of other jobs that were met. */
    default Secrets secrets() {
        return new Secrets(new Secrets.Shared(secret(), credentials()));
    }

    /** True when frames may leave the host unprotected. */
    boolean allowClear();

    /** Whether somebody else tells this context when a peer's process has ended, as a job's launcher does. Then silence alone is no reason to give the peer up: it may have been stopped. */
    default boolean isWatched(ContextId peer) {
        return false;
    }

    /** The parameters that the context's policy gives this transport, for what concerns all its lanes, such as where to listen. Not validated. */
    default List<MethodParameter> parameters(String transport) {
        return List.of();
    }

    /** Shared memory that peers on this host may map. */
    SharedArena arena();

    /** The word that peers on this host ring when this process sleeps. */
    Doorbell doorbell();

    /** What the contexts of this process share for one transport; made by the first that asks. */
    <T> T shared(Class<T> type, Supplier<T> make);

    /** Where that word lies, for peers that map it. */
    SharedArena.Block doorbellBlock();

    /** Polls this ring on every turn from now on: memory lanes are polled by the engine itself, with no call in between. */
    void addRing(Ring ring);

    /** Polls it no longer. */
    void removeRing(Ring ring);

    /** Whether somebody wants to be told of connections: for whom it costs a look at the host's interfaces. */
    default boolean hearsOfConnections() {
        return false;
    }

    /**
     * A lane has got a connection; told only where {@link #hearsOfConnections}. Caller holds the token.
     *
     * @param way interface, addresses and protection, for people
     * @param inVain each place that was tried before, with its answer; "" for none
     */
    default void connected(ContextId peer, String method, String way, String inVain) {}

    /** Something happened that people may want to know: a fallback, a connection that broke. One line. */
    void notice(String text);

    /** As {@link #notice}, and nobody should have to ask for it, such as a stranger who was refused: it is shown to the user, equal ones once. */
    default void warning(String text) {
        notice(text);
    }
}
