package org.braid.mpi.completion;

import org.braid.link.progress.Completion;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/** Several requests, over when all are done; one that is given back counts as done. Results, errors and the giving back are left to whoever holds them. */
public record Joined(Completions completions, RequestHandle... parts) implements Machine {
    @Override
    public boolean advance() {
        for (RequestHandle part : parts) {
            Request r = part.request();
            if (r != null && !r.isDone()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void list(Outstanding all) {
        for (RequestHandle part : parts) {
            Request r = part.request();
            if (r != null) {
                all.add(r);
            }
        }
    }

    @Override
    public void watch(@Nullable Completion news) {
        for (RequestHandle part : parts) {
            Request r = part.request();
            if (r != null && !completions.isDoneAlways(r)) {
                r.watchedBy(news);
            }
        }
    }
}
