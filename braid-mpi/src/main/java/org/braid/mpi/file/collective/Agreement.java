package org.braid.mpi.file.collective;

import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/** A call in which every rank tells all others some words, and fails if it went wrong anywhere. */
final class Agreement extends CollectiveCall {
    private final Mail mail;
    private final Operation operation;
    private final @Nullable MpiFailure own;
    private final Words words;
    private final int each;

    Agreement(Mail mail, Operation operation, @Nullable MpiFailure own, long... mine) {
        super(mail);
        this.mail = mail;
        this.operation = operation;
        this.own = own;
        this.each = mine.length;
        long[] told = new long[Math.max(Verdict.FIRST_WORDS, Verdict.WORDS + mine.length)];
        told[0] = operation.ordinal();
        told[1] = Verdict.wordOf(own);
        System.arraycopy(mine, 0, told, Verdict.WORDS, mine.length);
        this.words = new Words(mail, newPending(), told);
    }

    @Override
    public boolean advance() {
        if (!words.advance()) {
            return false;
        }
        Verdict.check(mail, operation, words, own);
        return true;
    }

    /** The words of each rank. */
    long[][] all() {
        long[][] all = new long[mail.size()][each];
        for (int rank = 0; rank < all.length; rank++) {
            for (int i = 0; i < each; i++) {
                all[rank][i] = words.word(rank, Verdict.WORDS + i);
            }
        }
        return all;
    }
}
