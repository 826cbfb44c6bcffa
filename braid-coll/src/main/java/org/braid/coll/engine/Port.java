package org.braid.coll.engine;

import org.braid.base.BraidException;
import org.braid.coll.agreement.CallLog;
import org.braid.coll.agreement.Disagreement;
import org.jspecify.annotations.Nullable;

/**
 * What the engine needs from the network of one communicator: point-to-point messages between slots (ranks), kept in order for each pair of slots and tag, in
 * a space of their own. Transfers are named by tickets: small numbers that the engine chooses and uses again.
 *
 * <p>Every message carries the signature of its call. Memory is a pair (base, byte offset from its first element). A transfer's memory stays untouched by the engine
 * until the ticket is done. Methods throw {@link org.braid.base.BraidException} when the transfer failed. One thread at a time.
 */
public interface Port {
    /** A transfer is under way. */
    int PENDING = 0;
    /** A transfer is complete, and its ticket free. */
    int DONE = 1;
    /** A receive met a message with another signature, see {@link #signature}; its memory is undefined. */
    int DIFFERS = 2;

    /** This member's slot. */
    int rank();

    /** The number of slots. */
    int size();

    /** From now on tickets 0 … {@code tickets - 1} are used. */
    void reserve(int tickets);

    /**
     * Starts a send.
     *
     * @return {@link #DONE} if the memory may be used again at once, else {@link #PENDING}
     */
    int send(int ticket, int slot, int tag, long signature, Object base, long offset, long bytes);

    /** Starts a receive of exactly {@code bytes} bytes; returns one of the three states. */
    int receive(int ticket, int slot, int tag, long signature, Object base, long offset, long bytes);

    /** The state of a transfer that was pending; makes no progress by itself. */
    int poll(int ticket);

    /** Makes progress until the transfer is no longer pending, or for {@code timeoutNs}; returns its state. */
    int await(int ticket, long timeoutNs);

    /**
     * Makes progress until at least one of the first {@code count} tickets is no longer pending, or for {@code timeoutNs}.
     *
     * @return false if the time is over and all are pending
     */
    boolean awaitAny(int[] tickets, int count, long timeoutNs);

    /** One turn of progress, without waiting. */
    void progress();

    /** What the sender of a message that {@link #DIFFERS} believes is being called. */
    long signature(int ticket);

    /** Forgets a transfer: its memory isn't touched any more. Nothing happens if it's done already. */
    void cancel(int ticket);

    /** What this member has called; inquiries that come are compared with it. */
    CallLog log();

    /** Tells the member at {@code slot} that this one has waited long for it in call {@code tag}; may be lost, never waits. */
    void inquire(int slot, int tag, long signature);

    /** Tells the member at {@code slot} that this one has called off call {@code tag}, in which that one waits for it, or will; may be lost, never waits. */
    void callOff(int slot, int tag);

    /** What a member has said of this call, and no other one, before anybody asked: that it has called it off. Null if none has, as far as is remembered. */
    @Nullable Disagreement calledOff(int tag);

    /** Tells all members of a disagreement that this one has found; never waits. What is to be said here: that one, or one about an earlier call, if messages that nobody waits for show such. */
    Disagreement disagree(Disagreement found);

    /** Why a member takes part no more, as far as this one has been told; null while all do. */
    @Nullable BraidException loss();

    /** The disagreement that this member has found or was told of, or null. Receives of collectives have failed then. */
    @Nullable Disagreement disagreement();
}
