package org.braid.mpi;

import java.util.ArrayList;
import java.util.List;
import org.braid.mpi.match.Arrived;
import org.braid.mpi.match.EnvelopeCap;
import org.braid.mpi.match.ExactMatcher;
import org.braid.mpi.match.Matcher;

/**
 * What arrives at one LCO and what waits for it: the matching space of messages and that of collectives, and probes. Holds the context's token, always.
 */
final class Inbox {
    final Matcher messages;
    final ExactMatcher collectives;
    private final List<Request> probes = new ArrayList<>();

    Inbox(EnvelopeCap cap) {
        messages = new Matcher(cap);
        collectives = new ExactMatcher(cap);
    }

    /** Keeps a message that met no receive; false if the process holds as many as it may already. */
    boolean enqueue(Early early, int word, int source, int tag) {
        return Envelope.isCollective(word) ? collectives.enqueue(early, source, tag) : messages.enqueue(early, source, tag);
    }

    /** Shows the probe the message that it asks for, or keeps it until that comes. */
    void look(Request probe) {
        if (messages.peek(probe.wantedSource, probe.wantedTag) instanceof Early early) {
            Receiving.show(probe, early);
        } else {
            probes.add(probe);
        }
    }

    /** Tells waiting probes of a message that has just been kept. */
    void showToProbes(Early early) {
        for (int i = probes.size() - 1; i >= 0; i--) {
            Request probe = probes.get(i);
            if (messages.peek(probe.wantedSource, probe.wantedTag) == early) {
                probes.remove(i);
                Receiving.show(probe, early);
            }
        }
    }

    /** Takes a receive or a probe out of its queue; false if it is not in one. */
    boolean takeBack(Request r) {
        return switch (r.kind) {
            case RECEIVE -> messages.cancel(r, r.wantedSource, r.wantedTag);
            case COLLECTIVE_RECEIVE -> collectives.cancel(r, r.wantedSource);
            case PROBE -> probes.remove(r);
            default -> false;
        };
    }

    /** Whether a receive or a probe is in its queue still. */
    boolean holds(Request r) {
        return switch (r.kind) {
            case RECEIVE -> messages.holds(r, r.wantedSource, r.wantedTag);
            case COLLECTIVE_RECEIVE -> collectives.holds(r, r.wantedSource);
            case PROBE -> probes.contains(r);
            default -> false;
        };
    }

    /** Whether no receive is posted. */
    boolean isIdle() {
        return messages.posted() == 0 && collectives.posted() == 0;
    }

    /** Nobody will receive any more what has come. */
    void drop(Receiving receiving) {
        for (Arrived a = messages.peek(Engine.ANY, Engine.ANY); a != null; a = messages.peek(Engine.ANY, Engine.ANY)) {
            messages.remove(a);
            receiving.discard((Early) a);
        }
        for (Arrived a = collectives.takeAny(); a != null; a = collectives.takeAny()) {
            receiving.discard((Early) a);
        }
    }
}
