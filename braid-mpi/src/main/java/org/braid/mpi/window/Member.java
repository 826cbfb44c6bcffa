package org.braid.mpi.window;

import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.Startpoint;
import org.braid.link.region.RemoteRegion;
import org.braid.mpi.window.layout.Layout;
import org.jspecify.annotations.Nullable;

/** One rank of a window, as this rank knows it: its part of the window, and how that is reached. */
final class Member {
    final int rank;
    final long sizeBytes;
    final long displacementUnit;
    final boolean dynamic;
    final Startpoint requests;
    final RemoteRegion control;
    private final @Nullable RemoteRegion data;
    private final long dataAt; // where its part begins in that region
    final PendingAccesses pending = new PendingAccesses();
    int messagesUnderWay; // guarded by the token
    int offersUnderWay; // of them those whose bytes the target fetches: what is sent behind one may be there before; guarded by the token

    Member(int rank, long sizeBytes, long displacementUnit, boolean dynamic, Startpoint requests, RemoteRegion control, @Nullable RemoteRegion data, long dataAt) {
        this.rank = rank;
        this.sizeBytes = sizeBytes;
        this.displacementUnit = displacementUnit;
        this.dynamic = dynamic;
        this.requests = requests;
        this.control = control;
        this.data = data;
        this.dataAt = dataAt;
    }

    /** The one of that rank, which a call names. */
    static Member of(Member[] members, String call, int rank, WindowFailures failures) {
        if (rank < 0 || rank >= members.length) {
            throw failures.rank(call, rank, members.length);
        }
        return members[rank];
    }

    ContextId id() {
        return requests.peer().id();
    }

    /** Why its process does not take part any more; null while it does. */
    @Nullable BraidException failure() {
        return requests.peer().failure();
    }

    /** Whether its memory is a region that can be put to and got from. */
    boolean hasData() {
        return data != null;
    }

    RemoteRegion data() {
        return Objects.requireNonNull(data);
    }

    /** Where in {@link #data} byte {@code at} of its part is. */
    long dataAt(long at) {
        return dataAt + at;
    }

    /** Whether this process touches its memory itself. */
    boolean isDirect() {
        return data != null && data.isDirect() && control.isDirect();
    }

    /** Whether an access lies inside its part, as far as this rank knows that. */
    boolean holds(long at, Layout layout) {
        return dynamic || at + layout.first() >= 0 && at + layout.end() <= sizeBytes && at <= sizeBytes;
    }

    /** Nothing of this window goes there any more. */
    void close() {
        control.close();
        if (data != null) {
            data.close();
        }
        requests.close();
    }
}
