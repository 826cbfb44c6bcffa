package org.braid.mpi.file.shared;

import java.util.concurrent.locks.ReentrantLock;
import org.braid.base.BraidException;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;

/**
 * A lock of all ranks of a file, one rank after the other in the order in which they came (Mellor-Crummey and Scott 1991), and within a rank one thread after the other. Any thread.
 *
 * <pre>
 *   8             16            24            32 + 8 r
 *  +-------------+-------------+-------------+- - - - - - - -
 *  | next ticket | now serving | refused     | place of rank r
 *  +-------------+-------------+-------------+- - - - - - - -
 *   refused: 1 + the last ticket with which a rank gave up because of another program, 0 if none has
 *   place:   0 while the rank wants nothing, -1 while it takes a ticket, else 1 + its ticket until it is over
 * </pre>
 *
 * A rank says that it takes a ticket before it does, and that it has none after the next one was let in. So whoever waits for long sees whether a rank has died that had its turn before, or may have: the lock is nobody's then.
 */
public final class TicketLock {
    /** Words that all ranks reach. */
    interface Words {
        /** Adds to the word at that byte, atomically; what it was. */
        long add(long at, long addend);
    }

    private static final long TICKET = 8;
    private static final long SERVING = 16;
    private static final long REFUSED = 24;
    private static final long PLACES = 32;

    private static final long ABSENT = 0;
    private static final long COMING = -1;

    private final Words words;
    private final Members members;
    private final Runnable poll;
    private final ReentrantLock here = new ReentrantLock();
    private long place = ABSENT; // these are guarded by the lock of this rank
    private long ticket;
    private long waitedNs;

    /** @param poll lets this rank do what others may need for their turn */
    TicketLock(Words words, Members members, Runnable poll) {
        this.words = words;
        this.members = members;
        this.poll = poll;
    }

    /** The memory up to the end of the places. */
    static int bytes(int ranks) {
        return Math.toIntExact(PLACES + (long) Long.BYTES * ranks);
    }

    /**
     * Waits for its turn.
     *
     * @throws MpiFailure PEER_FAILED if a rank has died that had its turn, or one before this rank
     */
    public void lock() {
        here.lock();
        boolean isMine = false;
        try {
            place(COMING);
            ticket = words.add(TICKET, 1);
            place(1 + ticket);
            await();
            isMine = true;
        } finally {
            if (!isMine) {
                here.unlock();
            }
        }
    }

    private void place(long next) {
        long ignored = words.add(PLACES + (long) Long.BYTES * members.self(), next - place);
        place = next;
    }

    private void await() {
        long sinceNs = System.nanoTime();
        Looks looks = new Looks(poll);
        while (words.add(SERVING, 0) != ticket) {
            if (looks.areMany() && members.anyHasFailed()) {
                throwIfLeftBehind();
            }
            looks.pause();
        }
        waitedNs = System.nanoTime() - sinceNs;
    }

    private void throwIfLeftBehind() {
        for (int rank = 0; rank < members.size(); rank++) {
            BraidException ended = rank == members.self() ? null : members.failureOf(rank);
            if (ended != null && isBefore(rank)) {
                throw leftBehind(rank, ended);
            }
        }
    }

    /** Of a rank that has died. Nobody can tell whether one that was taking a ticket has got it: who waits for so long is told. */
    private boolean isBefore(int rank) {
        long last = words.add(PLACES + (long) Long.BYTES * rank, 0);
        long theirs = last - 1;
        return last == COMING || last != ABSENT && theirs < ticket && theirs >= words.add(SERVING, 0);
    }

    private static MpiFailure leftBehind(int rank, BraidException ended) {
        return new MpiFailure(
                ErrorClass.PEER_FAILED,
                "an access of a file in atomic mode will never have its turn",
                "rank " + rank + " of the file's communicator has ended in one, or while it waited for its own: " + ended.why(),
                "See why rank " + rank + " has ended; what it was writing may be there in part, and no atomic access of this file is carried out any more",
                ended);
    }

    /** Lets the next one in. */
    public void unlock() {
        try {
            long ignored = words.add(SERVING, 1);
            place(ABSENT);
        } finally {
            here.unlock();
        }
    }

    // ---- beside other programs

    /** This rank, whose turn it is, gives up because of another program. */
    public void refuse() {
        long ignored = words.add(REFUSED, ticket + 1 - words.add(REFUSED, 0));
    }

    /** Whether this rank, whose turn it is, has waited for so long, and the one before has given up because of another program: it need not wait for that once more. */
    public boolean hasWaitedBehindRefusal(long patienceNs) {
        return waitedNs >= patienceNs && ticket > 0 && words.add(REFUSED, 0) == ticket;
    }
}
