package org.braid.mpi.objects.stream;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * What a sender knows of its reader: how many pieces may leave, and how many answers will still come. The reader answers the head, and each piece but the last, once. Pure.
 */
final class Credit {
    /** An answer that lets no piece leave: the reader wants no more. */
    static final int STOP = 0;

    private final int most;
    private int pieces;
    private int owed = 1;
    private boolean isStopped;

    /** Of a reader that never holds more pieces than {@code most}. */
    Credit(int most) {
        this.most = most;
    }

    /** Whether a piece may leave now. */
    boolean mayGo() {
        return pieces > 0;
    }

    /** Whether the reader has said that it wants no more. */
    boolean isStopped() {
        return isStopped;
    }

    /** Whether an answer will come. */
    boolean isOwed() {
        return owed > 0;
    }

    /** A piece has left that others follow. */
    void sent() {
        pieces--;
        owed++;
    }

    /**
     * An answer has come.
     *
     * @throws BraidException if no reader could have meant it
     */
    void answered(int more) {
        if (owed == 0 || more < 0 || pieces + more > most) {
            throw new BraidException(
                    ErrorCode.INPUT_OUT_OF_RANGE, "An answer to a message of objects cannot have been meant", more + " pieces beside " + pieces + " of " + most + ", with " + owed + " answers to come",
                    "The receiver is broken or runs another build");
        }
        owed--;
        pieces += more;
        isStopped |= more == STOP;
    }
}
