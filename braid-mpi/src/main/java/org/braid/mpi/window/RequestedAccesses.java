package org.braid.mpi.window;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.braid.base.BraidException;
import org.braid.link.progress.Completion;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.Outstanding;
import org.braid.mpi.completion.StartedCalls;
import org.braid.mpi.completion.UnderWay;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/** Accesses that a request stands for (MPI 4.1, section 12.3.5) and that were not over when their call returned: whoever waits for anything, or looks for anything, looks at them. */
final class RequestedAccesses implements StartedCalls {
    private record Requested(Completion access, Request request, Function<BraidException, MpiFailure> named) {}

    private final Completions completions;
    private final UnderWay underWay;
    private final List<Requested> started = new ArrayList<>(); // guarded by this

    RequestedAccesses(Completions completions, UnderWay underWay) {
        this.completions = completions;
        this.underWay = underWay;
    }

    /**
     * @param access null if it is over already
     * @param named a failure of the access with the call that has started it
     */
    Request request(@Nullable Completion access, Function<BraidException, MpiFailure> named) {
        Request request = completions.begin();
        if (access == null) {
            completions.end(request, null);
            return request;
        }
        synchronized (this) {
            started.add(new Requested(access, request, named));
            underWay.add(this);
        }
        return request;
    }

    @Override
    public void advance() {
        for (Requested each : takeThoseDone()) {
            BraidException failure = each.access.failure();
            completions.end(each.request, failure == null ? null : each.named.apply(failure));
        }
    }

    private synchronized List<Requested> takeThoseDone() {
        List<Requested> done = new ArrayList<>();
        for (Requested each : started) {
            if (each.access.isDone()) {
                done.add(each);
            }
        }
        started.removeAll(done);
        if (started.isEmpty()) {
            underWay.remove(this);
        }
        return done;
    }

    @Override
    public void inquire() {
        // Nobody else calls what this rank has started.
    }

    /** {@inheritDoc} No program answers an access, so one that has not come is on its way. */
    @Override
    public void list(Outstanding all) {
        all.addMore();
    }

    @Override
    public synchronized void watchTransfers(@Nullable Completion news) {
        for (Requested each : started) {
            each.access.watchedBy(news);
        }
    }
}
