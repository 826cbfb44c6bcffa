package org.braid.mpi.lco;

import org.braid.link.progress.Progress;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Early;
import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Receiving;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/** Looking for messages in one inbox without receiving them (MPI 4.1, section 3.8): they stay where they are, or are taken out of matching for one receive. */
final class Probing {
    /** More than hold what can have come before, unless others send without end. */
    private static final int MOST_TURNS = 1_000;

    private final Inbox inbox;
    private final Progress progress;
    private final Receiving receiving;
    private final Completions completions;

    Probing(Inbox inbox, Progress progress, Receiving receiving, Completions completions) {
        this.inbox = inbox;
        this.progress = progress;
        this.receiving = receiving;
        this.completions = completions;
    }

    Request probe(int source, int tag) {
        return probe(source, tag, false);
    }

    private Request probe(int source, int tag, boolean patiently) {
        Request r = post(source, tag, patiently);
        completions.await(r);
        return r;
    }

    /** Ends a receive or probe that was posted, and is not done, if no message can come for it any more; true if it is done. The caller holds the token. */
    boolean endsInVain(Request r) {
        lookForSenders(r.wantedSource());
        return r.isDone() || inbox.endsInVain(r);
    }

    /** Where the last sender has gone another one may have come, whose word is here and was not looked at: what it did next, a third one may have told through memory that both share, or by a message that was looked at before. */
    private void lookForSenders(int source) {
        int turns = progress.isPolling() ? MOST_TURNS : 0;
        while (turns < MOST_TURNS && inbox.inVain(source) != null && progress.poll() > 0) {
            turns++;
        }
    }

    private Request post(int source, int tag, boolean patiently) {
        progress.enter();
        try {
            inbox.checkReceive(source, tag); // with the token: what is posted behind the end of the object would wait for ever
            Request r = take(source, tag);
            if (patiently) {
                r.bePatient();
            }
            if (source == LcoSlots.PROC_NULL) {
                r.completeFromNobody();
            } else {
                inbox.look(r);
                if (!r.isDone()) {
                    boolean ignored = endsInVain(r);
                }
            }
            return r;
        } finally {
            progress.exit();
        }
    }

    @Nullable Request iprobe(int source, int tag) {
        inbox.checkReceive(source, tag);
        completions.poll();
        Request seen = show(source, tag);
        if (seen == null) {
            foundNone(source, tag);
        }
        return seen;
    }

    private @Nullable Request show(int source, int tag) {
        progress.enter();
        try {
            if (source == LcoSlots.PROC_NULL) {
                Request r = take(source, tag);
                r.completeFromNobody();
                return r;
            }
            Early early = receiving.peek(inbox, source, tag);
            if (early == null) {
                return null;
            }
            Request r = take(source, tag);
            early.showTo(r);
            return r;
        } finally {
            progress.exit();
        }
    }

    MatchedMessage mprobe(int source, int tag, boolean patiently) {
        MatchedMessage taken = takeNow(source, tag);
        while (taken == null) {
            completions.finish(probe(source, tag, patiently));
            taken = takeOut(source, tag); // null if another thread was quicker
        }
        return taken;
    }

    @Nullable MatchedMessage improbe(int source, int tag) {
        MatchedMessage taken = takeNow(source, tag);
        if (taken == null) {
            foundNone(source, tag);
        }
        return taken;
    }

    private void foundNone(int source, int tag) {
        throwIfInVain(source, tag);
        completions.foundNoMessage(inbox, source);
    }

    private void throwIfInVain(int source, int tag) {
        progress.enter();
        try {
            lookForSenders(source);
            MpiFailure failure = inbox.inVain(source);
            if (failure != null && receiving.peek(inbox, source, tag) == null) {
                throw failure;
            }
        } finally {
            progress.exit();
        }
    }

    private @Nullable MatchedMessage takeNow(int source, int tag) {
        inbox.checkReceive(source, tag);
        completions.poll();
        return takeOut(source, tag);
    }

    private @Nullable MatchedMessage takeOut(int source, int tag) {
        progress.enter();
        try {
            Early early = receiving.peek(inbox, source, tag);
            if (early == null) {
                return null;
            }
            inbox.remove(early);
            return new MatchedMessage(inbox, early, progress, receiving);
        } finally {
            progress.exit();
        }
    }

    private Request take(int source, int tag) {
        return receiving.take(Request.Kind.PROBE, inbox, null, 0, 0, 0, source, tag);
    }
}
