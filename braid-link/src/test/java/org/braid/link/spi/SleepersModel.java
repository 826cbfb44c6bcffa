package org.braid.link.spi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All interleavings of sleepers of one process with ringers, each of whom has one message for one sleeper: every state that can be reached, once.
 *
 * <pre>
 *   sleeper   ANNOUNCE ── LOOK ──┬── SLEEP ── asleep ──(wake, time over)── WITHDRAW ── LOOK AGAIN ── ANNOUNCE …
 *                                └────────── the message is there ───────── WITHDRAW ── DONE
 *   ringer    PUBLISH ── READ THE WORD ── (must ring) STORE AWAKE ── WAKE ALL
 * </pre>
 *
 * @param <A> what the process knows of its sleepers
 */
final class SleepersModel<A extends Record> {
    /** How sleepers of one process share the word. */
    interface Protocol<A> {
        /** What is known and what the word says after a step. */
        record Step<A>(A known, int word, int ticket) {}

        A nobody();

        Step<A> announce(A known, int word, int state);

        Step<A> withdraw(A known, int word, int ticket);

        boolean maySleep(int ticket, int word);
    }

    private enum At {
        ANNOUNCE,
        LOOK,
        SLEEP,
        ASLEEP,
        WITHDRAW,
        DONE,
        PUBLISH,
        READ,
        STORE,
        WAKE
    }

    /** Sleepers first, then the ringer of each; {@code timeouts} are left to each sleeper. */
    private record State<A>(A known, int word, List<At> at, List<Integer> tickets, List<Integer> timeouts) {}

    private final Protocol<A> protocol;
    private final int timeouts;
    private final int[] needs;
    private final Set<State<A>> seen = new HashSet<>();
    private final ArrayDeque<State<A>> open = new ArrayDeque<>();

    /**
     * @param timeouts how often each sleeper may wake because its time is over
     * @param needs of each sleeper, {@link Doorbell#WAITED} or {@link Doorbell#IDLE}; the message for one in the background needs it
     */
    SleepersModel(Protocol<A> protocol, int timeouts, int... needs) {
        this.protocol = protocol;
        this.timeouts = timeouts;
        this.needs = needs;
    }

    /** A reachable state in which everybody has rung and somebody sleeps beside its message; null if there is none. */
    @Nullable String lostMessage() {
        List<At> at = new ArrayList<>();
        Arrays.stream(needs).forEach(each -> at.add(At.ANNOUNCE));
        Arrays.stream(needs).forEach(each -> at.add(At.PUBLISH));
        reach(new State<>(protocol.nobody(), Doorbell.AWAKE, at, same(0), same(timeouts)));
        while (!open.isEmpty()) {
            State<A> state = open.pop();
            if (allHaveRung(state) && state.at.contains(At.ASLEEP)) {
                return state.toString();
            }
            for (int i = 0; i < needs.length; i++) {
                sleeperSteps(state, i);
                ringerSteps(state, i);
            }
        }
        return null;
    }

    int states() {
        return seen.size();
    }

    private List<Integer> same(int value) {
        return Arrays.stream(needs).mapToObj(each -> value).toList();
    }

    private boolean allHaveRung(State<A> state) {
        return state.at.subList(needs.length, 2 * needs.length).stream().allMatch(each -> each == At.DONE);
    }

    private void reach(State<A> state) {
        if (seen.add(state)) {
            open.push(state);
        }
    }

    private boolean hasCome(State<A> state, int i) {
        return state.at.get(needs.length + i) != At.PUBLISH;
    }

    private void sleeperSteps(State<A> s, int i) {
        switch (s.at.get(i)) {
            case ANNOUNCE -> reach(moved(s, protocol.announce(s.known, s.word, needs[i]), i, At.LOOK));
            case LOOK -> reach(moved(s, i, hasCome(s, i) ? At.WITHDRAW : At.SLEEP));
            case SLEEP -> reach(moved(s, i, protocol.maySleep(s.tickets.get(i), s.word) ? At.ASLEEP : At.WITHDRAW));
            case ASLEEP -> {
                if (s.timeouts.get(i) > 0) {
                    reach(new State<>(s.known, s.word, with(s.at, i, At.WITHDRAW), s.tickets, with(s.timeouts, i, s.timeouts.get(i) - 1)));
                }
            }
            case WITHDRAW -> reach(moved(s, protocol.withdraw(s.known, s.word, s.tickets.get(i)), i, hasCome(s, i) ? At.DONE : At.ANNOUNCE));
            default -> {
                // It has its message.
            }
        }
    }

    private void ringerSteps(State<A> s, int i) {
        int ringer = needs.length + i;
        switch (s.at.get(ringer)) {
            case PUBLISH -> reach(moved(s, ringer, At.READ));
            case READ -> reach(moved(s, ringer, mustRing(s.word, needs[i] == Doorbell.IDLE) ? At.STORE : At.DONE));
            case STORE -> reach(new State<>(s.known, Doorbell.AWAKE, with(s.at, ringer, At.WAKE), s.tickets, s.timeouts));
            case WAKE -> {
                List<At> woken = with(s.at, ringer, At.DONE);
                woken.replaceAll(each -> each == At.ASLEEP ? At.WITHDRAW : each);
                reach(new State<>(s.known, s.word, woken, s.tickets, s.timeouts));
            }
            default -> {
                // It has rung.
            }
        }
    }

    private static boolean mustRing(int word, boolean needsYou) {
        return word != Doorbell.AWAKE && (needsYou || Announcements.state(word) == Doorbell.WAITED);
    }

    private State<A> moved(State<A> s, int who, At to) {
        return new State<>(s.known, s.word, with(s.at, who, to), s.tickets, s.timeouts);
    }

    private State<A> moved(State<A> s, Protocol.Step<A> step, int who, At to) {
        return new State<>(step.known(), step.word(), with(s.at, who, to), with(s.tickets, who, step.ticket()), s.timeouts);
    }

    private static <T> List<T> with(List<T> list, int index, T value) {
        List<T> changed = new ArrayList<>(list);
        changed.set(index, value);
        return changed;
    }
}
