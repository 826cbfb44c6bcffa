package org.braid.mpi.file.collective;

import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/**
 * What the ranks of a file tell each other first in every call: which call it is, and whether it went wrong somewhere. All throw, or none.
 *
 * <pre>
 *   word 0   the operation       word 1   0, or 1 + the error class of this rank       words 2 … what the call is about
 * </pre>
 */
final class Verdict {
    static final int WORDS = 2;

    /** Every call begins with as many words, so that ranks that call differently understand each other. */
    static final int FIRST_WORDS = 8;

    private Verdict() {}

    static long wordOf(@Nullable MpiFailure own) {
        return own == null ? 0 : 1 + own.errorClass().ordinal();
    }

    /**
     * Throws the own failure, or what is to be said of another rank's.
     *
     * @param own what went wrong here
     */
    static void check(Mail mail, Operation operation, Words all, @Nullable MpiFailure own) {
        int ranks = mail.size();
        for (int rank = 0; rank < ranks; rank++) {
            if (all.word(rank, 0) != operation.ordinal()) {
                throw differs(mail, operation, rank, all.word(rank, 0), own);
            }
        }
        if (own != null) {
            throw own;
        }
        for (int rank = 0; rank < ranks; rank++) {
            if (all.word(rank, 1) != 0) {
                throw of(mail, operation, rank, all.word(rank, 1));
            }
        }
    }

    private static MpiFailure differs(Mail mail, Operation operation, int rank, long other, @Nullable MpiFailure own) {
        return own != null ? own : new MpiFailure(
                ErrorClass.NOT_SAME, mail.at(operation.text()) + " is not what all ranks of the file have called", "rank " + rank + " has called " + Operation.textOf(other), "Call the same collective operations in the same order at all ranks");
    }

    private static MpiFailure of(Mail mail, Operation operation, int rank, long word) {
        ErrorClass[] classes = ErrorClass.values();
        ErrorClass errorClass = word > 0 && word <= classes.length ? classes[(int) word - 1] : ErrorClass.IO;
        return new MpiFailure(errorClass, mail.at(operation.text()) + " was not carried out", "it went wrong at rank " + rank + " of the file's communicator", "Look at what rank " + rank + " is told about it");
    }
}
