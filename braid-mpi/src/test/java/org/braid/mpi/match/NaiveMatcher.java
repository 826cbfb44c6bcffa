package org.braid.mpi.match;

import java.util.ArrayList;
import java.util.List;

/** MPI's matching rules as two lists and a linear search: what {@link Matcher} must equal. Can be given a planted bug, to show that the tests would notice it. */
final class NaiveMatcher {
    /** Ways to be wrong. */
    enum Bug {
        NONE,
        /** A receive takes the youngest message. */
        LAST_MESSAGE_FIRST,
        /** A message prefers a receive that names it exactly to an earlier one with wildcards. */
        EXACT_BEFORE_WILDCARD,
        /** A wildcard for the tag is taken as one for the source too. */
        ANY_TAG_MEANS_ANY_SOURCE,
        /** A cancelled receive still takes a message. */
        CANCEL_FORGOTTEN,
        /** A probe removes what it shows. */
        PROBE_TAKES
    }

    private record Receive(int id, int source, int tag) {}

    private record Message(int id, int source, int tag) {}

    private final Bug bug;
    private final List<Receive> receives = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();

    NaiveMatcher(Bug bug) {
        this.bug = bug;
    }

    /** The receive that message {@code id} meets, or -1; then the message is kept. */
    int arrive(int id, int source, int tag) {
        int best = -1;
        for (int i = 0; i < receives.size(); i++) {
            if (matches(receives.get(i), source, tag) && (best < 0 || prefers(receives.get(i), receives.get(best)))) {
                best = i;
            }
        }
        if (best < 0) {
            messages.add(new Message(id, source, tag));
            return -1;
        }
        return receives.remove(best).id;
    }

    /** The message that receive {@code id} meets, or -1; then the receive waits. */
    int post(int id, int source, int tag) {
        int at = find(new Receive(id, source, tag));
        if (at < 0) {
            receives.add(new Receive(id, source, tag));
            return -1;
        }
        return messages.remove(at).id;
    }

    int peek(int source, int tag) {
        int at = find(new Receive(-1, source, tag));
        if (at < 0) {
            return -1;
        }
        return bug == Bug.PROBE_TAKES ? messages.remove(at).id : messages.get(at).id;
    }

    boolean cancel(int id) {
        for (Receive r : receives) {
            if (r.id == id) {
                return bug == Bug.CANCEL_FORGOTTEN || receives.remove(r);
            }
        }
        return false;
    }

    int posted() {
        return receives.size();
    }

    int arrived() {
        return messages.size();
    }

    private int find(Receive r) {
        int found = -1;
        for (int i = 0; i < messages.size(); i++) {
            if (matches(r, messages.get(i).source, messages.get(i).tag) && (found < 0 || bug == Bug.LAST_MESSAGE_FIRST)) {
                found = i;
            }
        }
        return found;
    }

    private boolean matches(Receive r, int source, int tag) {
        boolean anySource = r.source == Matcher.ANY || (bug == Bug.ANY_TAG_MEANS_ANY_SOURCE && r.tag == Matcher.ANY);
        return (anySource || r.source == source) && (r.tag == Matcher.ANY || r.tag == tag);
    }

    private boolean prefers(Receive r, Receive best) {
        return bug == Bug.EXACT_BEFORE_WILDCARD && isExact(r) && !isExact(best);
    }

    private static boolean isExact(Receive r) {
        return r.source != Matcher.ANY && r.tag != Matcher.ANY;
    }
}
