package org.braid.link.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * A place in a context to which startpoints are bound (nexus-multimethod, section 2.3). Many startpoints may name one endpoint; their messages merge.
 *
 * <p>Made and closed at run time. A generation travels with every message, so a message to an endpoint that was closed never reaches its successor at the same index.
 */
public final class Endpoint implements AutoCloseable {
    private final EndpointTable table;
    private final int index;
    private final int generation;
    private final @Nullable Object userData;
    private volatile boolean closed;

    Endpoint(EndpointTable table, int index, int generation, @Nullable Object userData) {
        this.table = table;
        this.index = index;
        this.generation = generation;
        this.userData = userData;
    }

    /** The index that messages carry; unique in this context among open endpoints. */
    public int index() {
        return index;
    }

    /** 16 bits; the same index never comes back with the same generation within 65,535 reuses. */
    public int generation() {
        return generation;
    }

    /** What the creator attached: the handler's state. */
    public @Nullable Object userData() {
        return userData;
    }

    /**
     * Messages that arrive later are refused: they are lost, and this context warns of it ({@link org.braid.link.Context#onWarning}, once for those that are alike). Their senders' contexts get a notice of each
     * ({@link org.braid.link.Context#notices}) and no error: {@code send} does not throw, and {@code awaitHandled} counts such messages as handled. Say to senders beforehand that this endpoint ends.
     */
    @Override
    public void close() {
        closed = true;
        table.close(this);
    }

    /** Whether a header with this index and generation means this endpoint. */
    boolean isCalled(int byIndex, int byGeneration) {
        return index == byIndex && generation == byGeneration && !closed;
    }
}
