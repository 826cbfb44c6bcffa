package org.braid.link.bulk.state;

import org.jspecify.annotations.Nullable;

/**
 * What {@link BulkSend} and {@link BulkReceive} have in common: a slot of a {@link BulkTable}, the id by which the peer addresses
 * it, and the user memory (base, offset, length) that takes part.
 *
 * <pre>
 *   id:  | generation (32 bit, never 0) | index (32 bit) |
 * </pre>
 */
public abstract sealed class Transfer permits BulkSend, BulkReceive {
    /** Answers to a message: it was legal. */
    public static final int OK = 0;
    /** It repeats or overtakes what is known; nothing changed. */
    public static final int STALE = 1;
    /** No correct peer sends it: cut the lane. */
    public static final int PROTOCOL_ERROR = -1;

    /** State of a slot that nobody uses. The other states are numbered from 1 in the subclasses. */
    public static final int FREE = 0;

    int index;
    int generation = 1;
    boolean live;
    int state = FREE;
    int peer;
    long peerId;
    @Nullable Object base;
    long offset;
    long wantBytes;
    int failure;
    @Nullable Object owner;

    /** The id that the peer uses in messages about this transfer. */
    public final long id() {
        return (long) generation << 32 | index;
    }

    /** One of the constants of its class. */
    public final int state() {
        return state;
    }

    /** Who is at the other end: the number that the caller gave. */
    public final int peer() {
        return peer;
    }

    /** The id of the peer's half; 0 while unknown. */
    public final long peerId() {
        return peerId;
    }

    /** User memory: base and offset in bytes. Kept reachable until the slot is closed. */
    public final @Nullable Object base() {
        return base;
    }

    /** Where in user memory its data begins, in bytes. */
    public final long offset() {
        return offset;
    }

    /** Bytes that the receiver takes; at most what was offered. */
    public final long wantBytes() {
        return wantBytes;
    }

    /** The status a failed transfer failed with; see {@link BulkStatus}. */
    public final int failure() {
        return failure;
    }

    /** Whatever the caller wants to find again at the end: a request, an offer. */
    public final @Nullable Object owner() {
        return owner;
    }

    /** Back to the state of a new slot; generation and index stay. */
    void clear() {
        state = FREE;
        peer = 0;
        peerId = 0;
        base = null;
        offset = 0;
        wantBytes = 0;
        failure = 0;
        owner = null;
    }
}
