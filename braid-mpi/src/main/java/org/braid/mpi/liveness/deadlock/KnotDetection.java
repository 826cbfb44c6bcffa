package org.braid.mpi.liveness.deadlock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One rank's part in finding a deadlock: a set of ranks in which each waits for messages of others of the set alone (Chandy, Misra and Haas, "Distributed deadlock detection", ACM TOCS 1,
 * 1983, communication model; such a set is a knot of the graph of who waits for whom).
 *
 * <pre>
 *   A ── "blocked in my wait 7: are you?" ──> B     kept by B; answered each time that B finds itself blocked
 *   A <── "for your wait 7: in my wait 3" ─── B     behind all that B had sent: so A leaves 7 only after B has left 3
 *   A <── what B has found out and heard ──── B     as soon as B has answers from all that it waits for itself
 * </pre>
 *
 * With the answers of all that it waits for, a rank's statement ({@link Blocked}) is whole. Statements travel against the direction of waiting. A set of them that names no wait outside
 * of the set is a proof: the first rank to go on would have to come after another one of the set. No clock takes part in it.
 *
 * <p>The caller sees to the order of messages, tells of every end of a wait before anything that comes after it, and says that it is blocked only while nothing in its process sends by
 * itself. Guarded by whoever owns it.
 */
public final class KnotDetection {
    /** Ranks of which this one remembers a statement; more are not looked at. */
    static final int MOST_STATEMENTS = 1 << 12;

    private static final int NONE = 0;

    /** What is to be done; each says whether that was possible now, else it is tried again at {@link #remind}. */
    public interface Actions {
        /** Asks a rank, behind all that was sent to it, whether it is blocked. */
        boolean ask(long rank, int wait);

        /** Tells a rank that has asked in its wait, behind all that was sent to it, that this one is blocked in {@code wait}, and what is news. */
        boolean answer(long rank, int askersWait, int wait, List<Blocked> news);

        /** This rank's wait never ends. Its own statement comes first. */
        void tell(List<Blocked> knot);
    }

    private final long self;
    private final Actions actions;

    /** The ranks that have asked, and in which wait of theirs: what one asks holds until it asks anew. */
    private final Map<Long, Integer> askers = new LinkedHashMap<>();

    /** Statements by rank, this one's among them. */
    private final Map<Long, Blocked> known = new LinkedHashMap<>();

    // The wait at hand.
    private int wait = NONE;
    private long sinceNs;
    private String call = "";

    /** The ranks that could end it, and the wait in which each was blocked when it answered. */
    private final Map<Long, Integer> answers = new LinkedHashMap<>();

    private final Set<Long> toAsk = new LinkedHashSet<>();
    private final Set<Long> toAnswer = new LinkedHashSet<>();

    /** The part of rank {@code self}, which knows of no wait yet; {@code actions} do what it decides. */
    public KnotDetection(long self, Actions actions) {
        this.self = self;
        this.actions = actions;
    }

    /** Whether this rank is in a wait that it was told of and of no end of it. */
    public boolean isBlocked() {
        return wait != NONE;
    }

    /**
     * This rank waits.
     *
     * @param number larger than those of its waits before
     * @param ranks who could end the wait; perhaps itself, which cannot while it waits
     * @param what which call it waits in
     * @param since when the wait had begun at the latest, nanoseconds of the same clock as {@code nowNs}
     */
    public void blocked(int number, Collection<Long> ranks, String what, long since, long nowNs) {
        wait = number;
        sinceNs = since;
        call = what;
        known.clear();
        answers.clear();
        for (long rank : ranks) {
            answers.put(rank, rank == self ? number : NONE);
        }
        toAsk.clear();
        toAsk.addAll(answers.keySet());
        toAsk.remove(self);
        toAnswer.clear();
        toAnswer.addAll(askers.keySet());
        remind();
        state(nowNs, new ArrayList<>());
    }

    /** Does once more what was not possible when it was due. */
    public void remind() {
        if (isBlocked()) {
            toAsk.removeIf(rank -> actions.ask(rank, wait));
            toAnswer.removeIf(this::answer);
        }
    }

    /** The wait is over. */
    public void released() {
        wait = NONE;
    }

    /** Nobody waits for anybody any more, here or elsewhere. */
    public void forget() {
        released();
        askers.clear();
    }

    /** A rank is blocked in a wait that this one could end. */
    public void asked(long rank, int itsWait) {
        askers.put(rank, itsWait);
        if (isBlocked() && !answer(rank)) {
            toAnswer.add(rank);
        }
    }

    /** A rank that this one has asked in wait {@code askedIn} is blocked in a wait of its own. */
    public void answered(long rank, int askedIn, int itsWait, List<Blocked> told, long nowNs) {
        Integer before = answers.get(rank);
        if (!isBlocked() || askedIn != wait || before == null || rank == self) {
            return;
        }
        List<Blocked> news = new ArrayList<>();
        for (Blocked each : told) {
            if (learn(each)) {
                news.add(each);
            }
        }
        boolean later = itsWait > before;
        if (later) {
            answers.put(rank, itsWait);
        }
        if (later || !news.isEmpty()) {
            state(nowNs, news);
        }
    }

    private boolean learn(Blocked other) {
        Blocked before = known.get(other.in().rank());
        boolean isNews = before == null ? known.size() < MOST_STATEMENTS : other.isNewerThan(before);
        if (other.in().rank() == self || !isNews) {
            return false;
        }
        known.put(other.in().rank(), other);
        return true;
    }

    /** States what is whole now, passes news on, and concludes. In this order: a rank that is told may leave for good. */
    private void state(long nowNs, List<Blocked> news) {
        Blocked own = statement(nowNs);
        if (own == null) {
            spread(news);
            return;
        }
        Blocked before = known.get(self);
        if (before == null || own.isNewerThan(before)) {
            known.put(self, own);
            news.add(own);
        }
        spread(news);
        List<Blocked> knot = knot();
        if (!knot.isEmpty()) {
            actions.tell(knot);
        }
    }

    private @Nullable Blocked statement(long nowNs) {
        List<Wait> on = new ArrayList<>();
        for (Map.Entry<Long, Integer> each : answers.entrySet()) {
            if (each.getValue() == NONE) {
                return null;
            }
            on.add(new Wait(each.getKey(), each.getValue()));
        }
        return new Blocked(new Wait(self, wait), on, (nowNs - sinceNs) / 1_000_000, call);
    }

    private void spread(List<Blocked> news) {
        if (news.isEmpty()) {
            return;
        }
        List<Blocked> all = List.copyOf(news);
        for (Map.Entry<Long, Integer> asker : askers.entrySet()) {
            if (toAnswer.contains(asker.getKey()) || !actions.answer(asker.getKey(), asker.getValue(), wait, all)) {
                toAnswer.add(asker.getKey());
            }
        }
    }

    /** Answers with all that is known. */
    private boolean answer(long rank) {
        Integer asked = askers.get(rank);
        return asked == null || actions.answer(rank, asked, wait, List.copyOf(known.values()));
    }

    /** All statements that this one's leads to, if each of the waits they name is stated; else nothing. */
    private List<Blocked> knot() {
        Map<Wait, Blocked> reached = new LinkedHashMap<>();
        Deque<Wait> open = new ArrayDeque<>(List.of(new Wait(self, wait)));
        while (!open.isEmpty()) {
            Wait next = open.remove();
            Blocked statement = known.get(next.rank());
            if (statement == null || !statement.in().equals(next)) {
                return List.of();
            }
            if (reached.put(next, statement) == null) {
                open.addAll(statement.on());
            }
        }
        return List.copyOf(reached.values());
    }

    /** All that decides what comes next: two that print the same behave the same. */
    @Override
    public String toString() {
        return wait + " " + answers + toAsk + toAnswer + askers + known;
    }
}
