package org.braid.mpi;

import org.braid.link.progress.Progress;
import org.jspecify.annotations.Nullable;

/** Looking for messages at one LCO without receiving them (MPI 4.1, section 3.8): they stay where they are, or are taken out of matching for one receive. */
final class Probing {
    private final Lco lco;
    private final Engine engine;
    private final Progress progress;

    Probing(Lco lco, Engine engine) {
        this.lco = lco;
        this.engine = engine;
        this.progress = engine.progress;
    }

    Request probe(int source, int tag) {
        lco.checkReceive(source, tag);
        Request r = post(source, tag);
        engine.await(r);
        return r;
    }

    private Request post(int source, int tag) {
        progress.enter();
        try {
            Request r = take(source, tag);
            if (source == Engine.PROC_NULL) {
                return Lco.fromNobody(r);
            }
            lco.inbox().look(r);
            return r;
        } finally {
            progress.exit();
        }
    }

    @Nullable Request iprobe(int source, int tag) {
        lco.checkReceive(source, tag);
        engine.poll();
        Request seen = show(source, tag);
        if (seen == null) {
            engine.vainLooks.forMessage(lco, source);
        }
        return seen;
    }

    private @Nullable Request show(int source, int tag) {
        progress.enter();
        try {
            if (source == Engine.PROC_NULL) {
                return Lco.fromNobody(take(source, tag));
            }
            Early early = peek(source, tag);
            if (early == null) {
                return null;
            }
            Request r = take(source, tag);
            Receiving.show(r, early);
            return r;
        } finally {
            progress.exit();
        }
    }

    MatchedMessage mprobe(int source, int tag) {
        MatchedMessage taken = takeNow(source, tag);
        while (taken == null) {
            engine.finish(probe(source, tag));
            taken = takeOut(source, tag); // null if another thread was quicker
        }
        return taken;
    }

    @Nullable MatchedMessage improbe(int source, int tag) {
        MatchedMessage taken = takeNow(source, tag);
        if (taken == null) {
            engine.vainLooks.forMessage(lco, source);
        }
        return taken;
    }

    private @Nullable MatchedMessage takeNow(int source, int tag) {
        lco.checkReceive(source, tag);
        engine.poll();
        return takeOut(source, tag);
    }

    private @Nullable MatchedMessage takeOut(int source, int tag) {
        progress.enter();
        try {
            Early early = peek(source, tag);
            if (early == null) {
                return null;
            }
            lco.inbox().messages.remove(early);
            return new MatchedMessage(lco, early);
        } finally {
            progress.exit();
        }
    }

    private @Nullable Early peek(int source, int tag) {
        if (engine.impairment.any()) {
            engine.impairment.checkReceive(lco, Request.Kind.PROBE, source);
        }
        return (Early) lco.inbox().messages.peek(source, tag);
    }

    private Request take(int source, int tag) {
        return lco.take(Request.Kind.PROBE, null, 0, 0, 0, source, tag);
    }
}
