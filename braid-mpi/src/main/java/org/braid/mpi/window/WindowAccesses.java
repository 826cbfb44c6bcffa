package org.braid.mpi.window;

import org.braid.base.BraidException;
import org.braid.link.progress.Completion;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.window.layout.Layout;
import org.braid.mpi.window.layout.Operator;
import org.braid.mpi.window.layout.UserData;
import org.braid.mpi.window.state.EpochCall;
import org.braid.mpi.window.state.Epochs;
import org.jspecify.annotations.Nullable;

/**
 * The accesses of one rank to a window (MPI 4.1, section 12.3): each is checked, let in by the epoch, and started in the window's way. Any thread.
 *
 * <p>Errors, as {@link MpiFailure}: RMA_SYNC for a call that does not fit the epoch, RANK, DISPLACEMENT, RMA_RANGE; PEER_FAILED if the target has ended. A call that is refused has changed nothing.
 */
public final class WindowAccesses {
    private final Member[] members;
    private final Epochs epochs;
    private final Way way;
    private final Completions completions;
    private final RequestedAccesses requested;
    private final WindowFailures failures;

    WindowAccesses(Member[] members, Epochs epochs, Way way, Completions completions, RequestedAccesses requested, WindowFailures failures) {
        this.members = members;
        this.epochs = epochs;
        this.way = way;
        this.completions = completions;
        this.requested = requested;
        this.failures = failures;
    }

    /** Writes to a target (MPI 4.1, section 12.3.1). */
    public void put(UserData data, int target, long displacement, Layout layout) {
        start("put", EpochCall.ACCESS, Access.Kind.PUT, target, displacement, layout, null, data, UserData.NONE);
    }

    /** Reads from a target (MPI 4.1, section 12.3.2). */
    public void get(UserData result, int target, long displacement, Layout layout) {
        start("get", EpochCall.ACCESS, Access.Kind.GET, target, displacement, layout, null, UserData.NONE, result);
    }

    /** Combines data with a target's (MPI 4.1, section 12.3.4). */
    public void accumulate(UserData data, int target, long displacement, Layout layout, Operator operator) {
        start("accumulate", EpochCall.ACCESS, Access.Kind.ACCUMULATE, target, displacement, layout, operator, data, UserData.NONE);
    }

    /** As {@link #accumulate}, and answers what was there. */
    public void getAccumulate(UserData data, UserData result, int target, long displacement, Layout layout, Operator operator) {
        start("getAccumulate", EpochCall.ACCESS, Access.Kind.FETCH, target, displacement, layout, operator, data, result);
    }

    /** As {@link #getAccumulate}, of one element. */
    public void fetchAndOp(UserData data, UserData result, int target, long displacement, Layout layout, Operator operator) {
        start("fetchAndOp", EpochCall.ACCESS, Access.Kind.FETCH, target, displacement, layout, operator, data, result);
    }

    /** Writes an element if what is there equals another one, and answers what was there. */
    public void compareAndSwap(UserData compared, UserData written, UserData result, int target, long displacement, Layout layout) {
        int bytes = (int) layout.sizeBytes(); // of one element
        byte[] both = new byte[2 * bytes];
        UserMemory.copy(compared.base(), compared.start(), both, 0, bytes);
        UserMemory.copy(written.base(), written.start(), both, bytes, bytes);
        start("compareAndSwap", EpochCall.ACCESS, Access.Kind.SWAP, target, displacement, layout, null, new UserData(both, 0, Layout.of(both.length)), result);
    }

    /**
     * A put that a request tells the end of, at the target, too (MPI 4.1, section 12.3.5). The standard has such calls in passive epochs only; here they are allowed in each, as in Open MPI, whose own tests make them between
     * fences.
     */
    public Request requestPut(UserData data, int target, long displacement, Layout layout) {
        return request("rPut", Access.Kind.PUT, target, displacement, layout, null, data, UserData.NONE);
    }

    /** A get that a request tells the end of. */
    public Request requestGet(UserData result, int target, long displacement, Layout layout) {
        return request("rGet", Access.Kind.GET, target, displacement, layout, null, UserData.NONE, result);
    }

    /** An accumulate that a request tells the end of, at the target, too. */
    public Request requestAccumulate(UserData data, int target, long displacement, Layout layout, Operator operator) {
        return request("rAccumulate", Access.Kind.ACCUMULATE, target, displacement, layout, operator, data, UserData.NONE);
    }

    /** An accumulate that answers what was there; a request tells its end. */
    public Request requestGetAccumulate(UserData data, UserData result, int target, long displacement, Layout layout, Operator operator) {
        return request("rGetAccumulate", Access.Kind.FETCH, target, displacement, layout, operator, data, result);
    }

    /** Its request tells what becomes of it, so whoever ends or flushes the epoch is not told again. */
    private Request request(String call, Access.Kind kind, int target, long displacement, Layout layout, @Nullable Operator operator, UserData data, UserData result) {
        Completion access = start(call, EpochCall.ACCESS, kind, target, displacement, layout, operator, data, result);
        if (access != null) {
            members[target].pending.leaveToRequest(access);
        }
        return requested.request(access, why -> failures.access(call, target, why));
    }

    private @Nullable Completion start(String call, EpochCall epoch, Access.Kind kind, int target, long displacement, Layout layout, @Nullable Operator operator, UserData data, UserData result) {
        Member member = Member.of(members, call, target, failures);
        long at = place(call, member, displacement, layout);
        String why = epochs.whyNot(epoch, target);
        if (why != null) {
            throw failures.epoch(call, target, why);
        }
        Completion access = layout.sizeBytes() == 0 ? null : started(call, target, new Access(kind, member, at, layout, operator, data.packed(), result));
        String ignored = epochs.call(epoch, target); // not before: what was refused opens no epoch
        return access;
    }

    private @Nullable Completion started(String call, int target, Access access) {
        try {
            Completion over = way.start(access);
            if (over != null) {
                access.target.pending.add(over, completions);
            }
            return over;
        } catch (RefusedAccess refused) { // by this rank itself
            throw failures.of(refused.errorClass(), call, target, " was refused", RefusedAccess.text(refused.reason), "Access what the target has given to the window, for as long as it is there");
        } catch (BraidException failed) {
            throw failures.access(call, target, failed);
        }
    }

    private long place(String call, Member target, long displacement, Layout layout) {
        if (displacement < 0) {
            throw failures.displacement(call, target.rank, displacement);
        }
        if (displacement > Layout.FARTHEST_BYTES / target.displacementUnit) {
            throw failures.beyond(call, target.rank, displacement);
        }
        long at = displacement * target.displacementUnit;
        if (!target.holds(at, layout)) {
            throw failures.range(call, displacement, at, layout.first(), layout.end(), target);
        }
        return at;
    }
}
