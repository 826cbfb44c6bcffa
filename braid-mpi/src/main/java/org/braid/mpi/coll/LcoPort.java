package org.braid.mpi.coll;

import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.coll.agreement.CallLog;
import org.braid.coll.agreement.Disagreement;
import org.braid.coll.engine.Port;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.Outstanding;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.liveness.Agreement;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/** The collective matching space of one intracommunicator, as the schedule engine wants it: a request for each ticket that is pending. */
final class LcoPort implements Port {
    private final Lco lco;
    private final Agreement agreement;
    private final Completions completions;
    private final Progress progress;
    private final @Nullable Tally tally;
    private @Nullable Request[] pending = new @Nullable Request[0];
    private long[] signatures = new long[0];
    private int[] tags = new int[0];
    private int[] watched = new int[0];

    /** @param tally who counts what is sent; null if nobody does */
    LcoPort(Lco lco, Agreement agreement, Progress progress, @Nullable Tally tally) {
        this.lco = lco;
        this.agreement = agreement;
        this.completions = lco.completions();
        this.progress = progress;
        this.tally = tally;
    }

    @Override
    public int rank() {
        return lco.rank();
    }

    @Override
    public int size() {
        return lco.size();
    }

    @Override
    public void reserve(int tickets) {
        if (tickets > pending.length) {
            int room = Math.max(tickets, 2 * pending.length); // each call that is started beside others wants some
            long[] moreSignatures = Arrays.copyOf(signatures, room);
            int[] moreTags = Arrays.copyOf(tags, room);
            pending = Arrays.copyOf(pending, room);
            signatures = moreSignatures;
            tags = moreTags;
        }
    }

    @Override
    public int send(int ticket, int slot, int tag, long signature, Object base, long offset, long bytes) {
        if (tally != null) {
            tally.count(slot);
        }
        Request r = lco.tryCollectiveSend(base, offset, bytes, slot, tag, signature);
        while (r == null) {
            throwIfHopeless(tag);
            r = lco.tryCollectiveSend(base, offset, bytes, slot, tag, signature);
        }
        return lco.isDoneAlways(r) ? DONE : begun(ticket, tag, r);
    }

    /** What it waits for may not come any more. */
    private void throwIfHopeless(int tag) {
        Disagreement known = disagreement();
        if (known != null && known.concerns(tag)) {
            throw known.error();
        }
        BraidException loss = loss();
        if (loss != null) {
            throw loss;
        }
    }

    @Override
    public int receive(int ticket, int slot, int tag, long signature, Object base, long offset, long bytes) {
        return begun(ticket, tag, lco.collectiveReceive(base, offset, bytes, slot, tag, signature));
    }

    @Override
    public int poll(int ticket) {
        Request r = pending[ticket];
        return r == null ? DONE : settle(ticket, r);
    }

    @Override
    public int await(int ticket, long timeoutNs) {
        Request r = pending[ticket];
        if (r == null) {
            return DONE;
        }
        completions.await(r, timeoutNs);
        return settle(ticket, r);
    }

    @Override
    public boolean awaitAny(int[] tickets, int count, long timeoutNs) {
        Completion any = new Completion();
        boolean waits = watch(tickets, count, any);
        try {
            return !waits || completions.await(any, timeoutNs);
        } finally {
            watch(tickets, count, null);
        }
    }

    @Override
    public void progress() {
        completions.poll();
    }

    @Override
    public long signature(int ticket) {
        return signatures[ticket];
    }

    @Override
    public void cancel(int ticket) {
        Request r = pending[ticket];
        if (r != null) {
            pending[ticket] = null;
            completions.abandon(r);
        }
    }

    @Override
    public CallLog log() {
        return agreement.log();
    }

    @Override
    public void inquire(int slot, int tag, long signature) {
        agreement.inquire(slot, tag, signature);
    }

    @Override
    public void callOff(int slot, int tag) {
        agreement.callOff(slot, tag);
    }

    @Override
    public @Nullable Disagreement calledOff(int tag) {
        return agreement.calledOff(tag);
    }

    @Override
    public Disagreement disagree(Disagreement found) {
        return agreement.found(found);
    }

    @Override
    public @Nullable BraidException loss() {
        BraidException cause = lco.failureOf(Lco.ANY);
        return cause == null ? null : new MpiFailure(ErrorClass.PEER_FAILED, cause);
    }

    @Override
    public @Nullable Disagreement disagreement() {
        return agreement.known();
    }

    /** Completes {@code any} when one of these transfers is done. Caller holds the token. */
    void watch(int[] tickets, Completion any) {
        watched = tickets;
        tell(any);
    }

    /** Nobody waits for those any more that were watched. Caller holds the token. */
    void watchNone() {
        tell(null);
    }

    private void tell(@Nullable Completion any) {
        for (int ticket : watched) {
            Request r = pending[ticket];
            if (r != null) {
                r.watchedBy(any);
            }
        }
    }

    /** Says which of these transfers are not done. Caller holds the token. */
    void list(int[] tickets, Outstanding all) {
        for (int ticket : tickets) {
            Request r = pending[ticket];
            if (r != null) {
                all.add(r);
            }
        }
    }

    private int begun(int ticket, int tag, Request r) {
        tags[ticket] = tag;
        return settle(ticket, r);
    }

    /** What has become of the transfer; one that is over gives its request back and leaves its ticket free. */
    private int settle(int ticket, Request r) {
        if (!r.isDone()) {
            pending[ticket] = r;
            return PENDING;
        }
        if (r.hasFailed() && r.hasLostMessage()) {
            pending[ticket] = r;
            pending[ticket] = lco.receiveAgain(r); // its sender's call has failed, and says why to whoever inquires
            return PENDING;
        }
        pending[ticket] = null;
        Disagreement known = r.hasFailed() ? disagreement() : null;
        if (known != null && known.concerns(tags[ticket])) { // a call before that one has failed for a reason of its own
            completions.release(r);
            throw known.error();
        }
        if (r.hasDiffered()) {
            signatures[ticket] = r.senderSignature();
            completions.release(r);
            return DIFFERS;
        }
        completions.finish(r);
        return DONE;
    }

    /** True if all of them are pending still. */
    private boolean watch(int[] tickets, int count, @Nullable Completion any) {
        progress.enter();
        try {
            boolean allPending = true;
            for (int i = 0; i < count; i++) {
                Request r = pending[tickets[i]];
                allPending &= r != null && !r.isDone();
                if (r != null) {
                    r.watchedBy(any);
                }
            }
            return allPending;
        } finally {
            progress.exit();
        }
    }
}
