package org.braid.mpi.window;

import java.util.Objects;
import org.braid.link.progress.Completion;
import org.braid.link.region.RemoteRegion;
import org.braid.mpi.completion.Backoff;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.window.layout.Operator;
import org.braid.mpi.window.state.ControlWords;
import org.jspecify.annotations.Nullable;

/**
 * The calling thread touches the target's memory itself, and an access is over when the call returns. Whoever accumulates, the target included, has the target's accumulate word meanwhile, so accumulates follow each other whatever
 * their types and operations. A rank that has died with the word has it no more.
 */
final class DirectWay implements Way {
    /** What is combined in one go; a multiple of every element's length. */
    private static final int PIECE_BYTES = 1 << 16;

    private final Member[] members;
    private final int self;
    private final Completions completions;

    DirectWay(Member[] members, int self, Completions completions) {
        this.members = members;
        this.self = self;
        this.completions = completions;
    }

    @Override
    public @Nullable Completion start(Access access) {
        switch (access.kind) {
            case PUT -> put(access);
            case GET -> get(access);
            case ACCUMULATE, FETCH, SWAP -> accumulate(access);
        }
        return null;
    }

    private static void put(Access access) {
        Member target = access.target;
        if (access.layout.isOneBlock()) {
            target.data().put(target.dataAt(access.at + access.layout.first()), access.data.base(), access.data.start(), access.layout.sizeBytes());
            return;
        }
        access.layout.forEach((place, packed, bytes) -> target.data().put(target.dataAt(access.at + place), access.data.base(), access.data.start() + packed, bytes));
    }

    private static void get(Access access) {
        Member target = access.target;
        Object to = access.resultMemory();
        long start = access.resultStart();
        access.layout.forEach((place, packed, bytes) -> target.data().get(target.dataAt(access.at + place), to, start + packed, bytes));
        access.deliver();
    }

    private void accumulate(Access access) {
        RemoteRegion words = access.target.control;
        enter(words);
        try {
            if (access.kind == Access.Kind.SWAP) {
                swap(access);
            } else {
                combine(access, Objects.requireNonNull(access.operator));
            }
        } finally {
            long ignored = words.compareAndSwap(ControlWords.ACCUMULATE, self + 1L, 0);
        }
        access.deliver();
    }

    private static void combine(Access access, Operator operator) {
        access.layout.forEach((place, packed, bytes) -> {
            for (long done = 0; done < bytes; done += PIECE_BYTES) {
                combine(access, operator, access.at + place + done, packed + done, (int) Math.min(PIECE_BYTES, bytes - done));
            }
        });
    }

    private static void combine(Access access, Operator operator, long at, long packed, int bytes) {
        Member target = access.target;
        Object there = operator.newScratch(bytes);
        target.data().get(target.dataAt(at), there, 0, bytes);
        if (access.fetches()) {
            UserMemory.copy(there, 0, access.resultMemory(), access.resultStart() + packed, bytes);
        }
        if (!operator.changesNothing()) {
            Object here = operator.newScratch(bytes);
            UserMemory.copy(access.data.base(), access.data.start() + packed, here, 0, bytes);
            operator.reduce(here, 0, there, 0, bytes);
            target.data().put(target.dataAt(at), there, 0, bytes);
        }
    }

    private static void swap(Access access) {
        Member target = access.target;
        int bytes = (int) access.layout.sizeBytes(); // of one element
        long at = target.dataAt(access.at + access.layout.first());
        byte[] there = new byte[bytes];
        target.data().get(at, there, 0, bytes);
        UserMemory.copy(there, 0, access.resultMemory(), access.resultStart(), bytes);
        if (UserMemory.view(access.data.base()).asSlice(access.data.start(), bytes).mismatch(UserMemory.view(there)) < 0) {
            target.data().put(at, access.data.base(), access.data.start() + bytes, bytes);
        }
    }

    private void enter(RemoteRegion words) {
        Backoff backoff = null;
        long seen = words.compareAndSwap(ControlWords.ACCUMULATE, 0, self + 1L);
        while (seen != 0) {
            backoff = backoff == null ? new Backoff(completions) : backoff;
            backoff.pause();
            long expected = backoff.isLong() && isLeftBy((int) seen - 1) ? seen : 0;
            long found = words.compareAndSwap(ControlWords.ACCUMULATE, expected, self + 1L);
            seen = found == expected ? 0 : found;
        }
    }

    /** Only the word's value counts, whoever has written it: a rank that has died does not touch the memory any more. */
    private boolean isLeftBy(int rank) {
        return rank >= 0 && rank < members.length && rank != self && members[rank].failure() != null;
    }
}
