package org.braid.boot.server;

import org.jspecify.annotations.Nullable;

/** The job's ranks, as far as the rank server knows them: who has joined, and whose process has ended. */
final class Members {
    private final @Nullable Session[] joined;
    private final boolean[] gone;

    Members(int size) {
        this.joined = new Session[size];
        this.gone = new boolean[size];
    }

    int size() {
        return gone.length;
    }

    boolean contains(int rank) {
        return rank >= 0 && rank < gone.length;
    }

    /** The session of a rank, also when its connection has ended; null if it has not joined. */
    @Nullable Session get(int rank) {
        return joined[rank];
    }

    void put(int rank, Session session) {
        joined[rank] = session;
    }

    /** Whether the rank's process has ended: it will say nothing any more. */
    boolean isGone(int rank) {
        return gone[rank];
    }

    void setGone(int rank) {
        gone[rank] = true;
    }
}
