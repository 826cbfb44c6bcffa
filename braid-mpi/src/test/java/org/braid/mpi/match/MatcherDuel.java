package org.braid.mpi.match;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Plays the same steps to {@link Matcher} and to {@link NaiveMatcher} and compares every answer. A step is an int, so that a sequence is data. */
final class MatcherDuel {
    /** Sources and tags of the small world; wildcards are one more value. */
    static final int SOURCES = 3;
    static final int TAGS = 2;

    private static final int RECEIVES = (SOURCES + 1) * (TAGS + 1);
    private static final int MESSAGES = SOURCES * TAGS;

    /** Receives, messages, probes, and cancelling one of the three receives posted last. */
    static final int STEPS = RECEIVES + MESSAGES + RECEIVES + 3;

    private static final class R extends Posted {
        final int id;
        final int source;
        final int tag;

        R(int id, int source, int tag) {
            this.id = id;
            this.source = source;
            this.tag = tag;
        }
    }

    private static final class A extends Arrived {
        final int id;

        A(int id) {
            this.id = id;
        }
    }

    private final EnvelopeCap cap = new EnvelopeCap(1_000);
    private final Matcher matcher = new Matcher(cap);
    private final NaiveMatcher naive;
    private R[] receives = new R[8];
    private int received;
    private int sent;

    MatcherDuel(NaiveMatcher.Bug bug) {
        naive = new NaiveMatcher(bug);
    }

    /** Plays one sequence; true if both agreed to the end. */
    static boolean agree(int[] steps, NaiveMatcher.Bug bug) {
        MatcherDuel duel = new MatcherDuel(bug);
        for (int step : steps) {
            if (!duel.play(step)) {
                return false;
            }
        }
        return true;
    }

    boolean play(int step) {
        int s = step;
        boolean same;
        if (s < RECEIVES) {
            same = post(anyOr(s / (TAGS + 1), SOURCES), anyOr(s % (TAGS + 1), TAGS));
        } else if ((s -= RECEIVES) < MESSAGES) {
            same = arrive(s / TAGS, s % TAGS);
        } else if ((s -= MESSAGES) < RECEIVES) {
            same = peek(anyOr(s / (TAGS + 1), SOURCES), anyOr(s % (TAGS + 1), TAGS));
        } else {
            same = cancel(received - 1 - (s - RECEIVES));
        }
        return same
                && matcher.posted() == naive.posted()
                && matcher.arrived() == naive.arrived()
                && cap.held() == naive.arrived();
    }

    private static int anyOr(int value, int count) {
        return value == count ? Matcher.ANY : value;
    }

    private boolean post(int source, int tag) {
        R r = new R(received, source, tag);
        if (received == receives.length) {
            receives = Arrays.copyOf(receives, received * 2);
        }
        receives[received++] = r;
        return id(matcher.post(r, source, tag)) == naive.post(r.id, source, tag);
    }

    private boolean arrive(int source, int tag) {
        A a = new A(sent++);
        R met = (R) matcher.arrive(source, tag);
        if (met == null) {
            matcher.enqueue(a, source, tag);
        }
        return (met == null ? -1 : met.id) == naive.arrive(a.id, source, tag);
    }

    private boolean peek(int source, int tag) {
        return id(matcher.peek(source, tag)) == naive.peek(source, tag);
    }

    private boolean cancel(int id) {
        return id < 0 || matcher.cancel(receives[id], receives[id].source, receives[id].tag) == naive.cancel(id);
    }

    private static int id(@Nullable Arrived a) {
        return a == null ? -1 : ((A) a).id;
    }
}
