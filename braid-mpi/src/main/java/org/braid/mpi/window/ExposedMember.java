package org.braid.mpi.window;

import org.braid.base.BraidException;
import org.braid.link.progress.Completion;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/** This rank as the messages of a window meet it: its part, and the others, who are known before anybody can send. */
final class ExposedMember {
    private final Exposure exposure;
    private final int rank;
    private Member[] members = {}; // guarded by the token

    ExposedMember(Exposure exposure, int rank) {
        this.exposure = exposure;
        this.rank = rank;
    }

    Exposure exposure() {
        return exposure;
    }

    void meet(Member[] all) {
        members = all;
    }

    boolean isMember(int who, Peer peer) {
        return who >= 0 && who < members.length && members[who].id().equals(peer.id());
    }

    /** Answers a message; one that has ended needs no answer. */
    void answer(int handler, int origin, int number, byte @Nullable [] fetched) {
        try {
            if (fetched == null) {
                members[origin].requests.answer(handler, rank, number, RefusedAccess.NONE, 0);
            } else {
                boolean ignored = members[origin].requests.startInside(handler, rank, number, RefusedAccess.NONE, 0, fetched, 0, fetched.length, new Completion());
            }
        } catch (BraidException ended) {
            // Nobody waits for it any more.
        }
    }

    void refuse(int handler, int origin, int number, int reason) {
        try {
            members[origin].requests.answer(handler, rank, number, reason, 0);
        } catch (BraidException ended) {
            // As above.
        }
    }
}
