package org.braid.mpi.file.collective;

import java.util.ArrayList;
import java.util.List;
import org.braid.link.progress.Completion;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.Outstanding;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/** Messages under way of which all are waited for. They are given back when all are done, and what failed is thrown then. */
final class Pending {
    private final Mail mail;
    private final List<Request> requests = new ArrayList<>();

    Pending(Mail mail) {
        this.mail = mail;
    }

    Request add(Request started) {
        if (!mail.isDoneAlways(started)) {
            requests.add(started);
        }
        return started;
    }

    boolean isOver() {
        for (Request r : requests) {
            if (!r.isDone()) {
                return false;
            }
        }
        return true;
    }

    /** Gives back what is over; results that were not read are gone. */
    void settle() {
        MpiFailure failure = null;
        Completions completions = mail.completions();
        for (Request r : requests) {
            MpiFailure error = r.error();
            failure = failure == null ? error : failure;
            completions.release(r);
        }
        requests.clear();
        if (failure != null) {
            throw failure;
        }
    }

    /** Whoever waits is told when one of them is done. The caller holds the token. */
    void watch(@Nullable Completion news) {
        for (Request r : requests) {
            r.watchedBy(news);
        }
    }

    /** Says which are not done. */
    void list(Outstanding all) {
        requests.forEach(all::add);
    }

    /** The call has failed: receives that have met nothing are taken back, all else ends by itself. */
    void abandon() {
        Completions completions = mail.completions();
        for (Request r : requests) {
            completions.cancel(r);
            completions.releaseWhenDone(r);
        }
        requests.clear();
    }
}
