package org.braid.coll.agreement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a member of a communicator has called: the signatures of its last collective calls, by number. Whoever gets an inquiry compares it with this.
 *
 * <p>One thread at a time records; others may compare meanwhile. The release of {@code calls} in {@link #record} pairs with the acquire in {@link #compare}. Room for more calls comes when there are more.
 */
public final class CallLog {
    private static final int REMEMBERED = 256;

    /** Most communicators are made for few calls. */
    private static final int FIRST_REMEMBERED = 4;


    /** Tags count round in 30 bits; larger ones are free for other uses of the port's space. */
    static final int TAG_MASK = 0x3FFF_FFFF;

    /** The first of the tags that number no call. */
    public static final int FREE_TAGS = TAG_MASK + 1;

    private static final VarHandle CALLS;

    static {
        try {
            CALLS = MethodHandles.lookup().findVarHandle(CallLog.class, "calls", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A power of two long. Volatile, so that whoever compares sees a longer one with all that it has. */
    private volatile long[] called = new long[FIRST_REMEMBERED];

    private int calls;

    /** Some call was called off, however long ago. */
    private volatile boolean hasCalledOff;

    /** Remembers the signature of the next call; returns its number, which is the tag of its messages. */
    public int record(long signature) {
        int number = calls;
        long[] room = called;
        if (number >= room.length && room.length < REMEMBERED) {
            room = Arrays.copyOf(room, 2 * room.length); // no call is forgotten yet, so each stays where it is
            called = room;
        }
        room[number & room.length - 1] = signature;
        CALLS.setRelease(this, number + 1);
        return number & TAG_MASK;
    }

    /**
     * This member's call has failed. A member that only sends to it need not know; one that waits for it is told.
     *
     * @param isLoss since another member has died
     */
    public void callOff(int tag, boolean isLoss) {
        int made = (int) CALLS.getAcquire(this);
        long[] room = called;
        if (remembers(room, tag, made)) {
            room[tag & room.length - 1] = isLoss ? Signature.LOST : Signature.CALLED_OFF;
            hasCalledOff = true;
        }
    }

    /** Whether this member has called off any of its calls, in which others may wait for it. */
    public boolean hasCalledOff() {
        return hasCalledOff;
    }

    /** The number that the next call gets. By the thread that records. */
    public int next() {
        return calls & TAG_MASK;
    }

    /** What another member is told that waits in the call with this number; null if this one has not called that off. */
    public @Nullable Disagreement compareCalledOff(int rank, int otherRank, int tag, long signature) {
        int made = (int) CALLS.getAcquire(this);
        long[] room = called;
        long mine = remembers(room, tag, made) ? room[tag & room.length - 1] : signature;
        if (mine == Signature.CALLED_OFF) {
            return Disagreement.calledOff(tag, rank, otherRank, signature);
        }
        return mine == Signature.LOST ? Disagreement.lost(tag, rank, otherRank, signature) : null;
    }

    /** Whether the call was made, and not so long ago that another may be overwriting it. */
    private static boolean remembers(long[] room, int tag, int made) {
        int age = made - 1 - tag & TAG_MASK;
        int remembered = room.length < REMEMBERED ? room.length : REMEMBERED - 1;
        return isCall(tag) && age < Math.min(remembered, made & TAG_MASK);
    }

    /**
     * Compares what another member says it has called with what this one has.
     *
     * @return null if that is the same, or this one hasn't come so far, or has forgotten
     */
    public @Nullable Disagreement compare(int rank, int otherRank, int tag, long signature) {
        int made = (int) CALLS.getAcquire(this);
        long[] room = called;
        if (!remembers(room, tag, made)) {
            return null;
        }
        long mine = room[tag & room.length - 1];
        boolean differs = mine != signature && !Signature.isCallingOff(mine);
        return differs ? new Disagreement(tag, rank, mine, otherRank, signature) : null;
    }

    private static boolean isCall(int tag) {
        return tag >= 0 && tag <= TAG_MASK;
    }

    /** As {@link #compare}, by a member that leaves MPI: a call that it has not made by now it will never make. */
    public @Nullable Disagreement compareOnLeaving(int rank, int otherRank, int tag, long signature) {
        if (isAhead(tag) && Signature.nameSame(Signature.LEAVING, signature)) {
            return null; // it leaves too, and is a little quicker
        }
        return isAhead(tag) ? Disagreement.left(tag, rank, otherRank, signature) : compare(rank, otherRank, tag, signature);
    }

    /** As {@link #compareOnLeaving}, by a member that frees the communicator. */
    public @Nullable Disagreement compareOnFreeing(int rank, int otherRank, int tag, long signature) {
        return isAhead(tag) ? Disagreement.freed(tag, rank, otherRank, signature) : compare(rank, otherRank, tag, signature);
    }

    private boolean isAhead(int tag) {
        return isCall(tag) && (tag - (int) CALLS.getAcquire(this) & TAG_MASK) <= TAG_MASK >>> 1;
    }
}
