package org.braid.mpi.liveness.deadlock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Ranks that run small programs, and a channel for each pair of them, which keeps order. Whoever owns the world chooses which step is next. What a rank is told is compared with what
 * the world knows: it fails the step in which a rank is told whose wait may still end.
 */
final class WaitingWorld {
    /** What is wrong with this world; each must lead to a false alarm somewhere, but for the last. */
    enum Bug {
        NONE,
        /** All waits have one number. */
        FORGETS_NUMBERS,
        /** Answers travel on a channel of their own. */
        ANSWERS_OVERTAKE,
        /** Nobody is told that a wait is over. */
        FORGETS_ENDS,
        /** A rank counts as blocked while something is under way that will send by itself. */
        FORGETS_STARTED,
        /** Who is known to have left counts as somebody who could still end a wait: a knot beside it is missed. */
        COUNTS_ON_THE_GONE
    }

    /** A program's step: {@code kind} and the ranks that it concerns, as a set of bits. */
    record Op(Kind kind, int ranks) {
        enum Kind {
            SEND,
            /** Goes on when a receive has met the message. */
            SYNCHRONOUS_SEND,
            /** The message leaves at some later time, also while the rank waits. */
            STARTED_SEND,
            /** Waits for a message from any of the ranks. */
            RECEIVE
        }

        int rank() {
            return Integer.numberOfTrailingZeros(ranks);
        }
    }

    private enum What {
        MESSAGE,
        SYNCHRONOUS,
        MATCHED,
        /** The sender's program is over: nothing follows. */
        LEFT,
        ASK,
        ANSWER
    }

    private record Letter(What what, int waitOfReceiver, int waitOfSender, List<Blocked> news) {}

    private final class Rank implements KnotDetection.Actions {
        final int number;
        final Op[] program;
        final KnotDetection core;
        final List<Integer> early = new ArrayList<>(); // who has sent, and whether he waits: rank, or rank + ranks
        final List<Integer> started = new ArrayList<>();
        int next;
        int waits;
        int gone; // ranks that are known to have left, as a set of bits
        boolean waiting;
        boolean told;
        boolean waitsForTheGone; // alone, which it is told of otherwise
        boolean left;

        Rank(int number, Op[] program) {
            this.number = number;
            this.program = program;
            this.core = new KnotDetection(number, this);
        }

        boolean mayRun() {
            return !waiting && !told && next < program.length;
        }

        boolean isOver() {
            return next == program.length && started.isEmpty();
        }

        void leave() {
            left = true;
            for (int other = 0; other < ranks.length; other++) {
                if (other != number) {
                    send(number, other, new Letter(What.LEFT, 0, 0, List.of()));
                }
            }
        }

        boolean mayNotice() {
            return waiting && !told && !waitsForTheGone && !core.isBlocked() && (started.isEmpty() || bug == Bug.FORGETS_STARTED);
        }

        int awaited() {
            return program[next].ranks();
        }

        /** Of those that are awaited the ones that may still come. */
        int hoped() {
            return bug == Bug.COUNTS_ON_THE_GONE ? awaited() : awaited() & ~gone;
        }

        /** A wait that counts on the one that has left is stated anew without it. */
        void learnOfLeave(int from) {
            boolean concerns = waiting && (awaited() & 1 << from) != 0;
            gone |= 1 << from;
            if (concerns && bug != Bug.COUNTS_ON_THE_GONE) {
                core.released();
                waitsForTheGone = hoped() == 0;
            }
        }

        void run() {
            Op op = program[next];
            switch (op.kind()) {
                case SEND -> send(number, op.rank(), new Letter(What.MESSAGE, 0, 0, List.of()));
                case STARTED_SEND -> started.add(op.rank());
                case SYNCHRONOUS_SEND -> send(number, op.rank(), new Letter(What.SYNCHRONOUS, 0, 0, List.of()));
                case RECEIVE -> { }
            }
            waiting = op.kind() == Op.Kind.SYNCHRONOUS_SEND || op.kind() == Op.Kind.RECEIVE;
            waitsForTheGone = waiting && hoped() == 0;
            for (int i = 0; i < early.size() && waiting && op.kind() == Op.Kind.RECEIVE; i++) {
                if (wants(early.get(i) % ranks.length)) {
                    meet(early.remove(i));
                }
            }
            next += waiting || op.kind() == Op.Kind.SYNCHRONOUS_SEND || op.kind() == Op.Kind.RECEIVE ? 0 : 1;
        }

        boolean wants(int sender) {
            return waiting && program[next].kind() == Op.Kind.RECEIVE && (awaited() & 1 << sender) != 0;
        }

        void meet(int message) {
            if (message >= ranks.length) {
                send(number, message - ranks.length, new Letter(What.MATCHED, 0, 0, List.of()));
            }
            goOn();
        }

        void goOn() {
            waiting = false;
            waitsForTheGone = false;
            next++;
            if (bug != Bug.FORGETS_ENDS) {
                core.released();
            }
        }

        void notice() {
            waits = bug == Bug.FORGETS_NUMBERS ? 1 : waits + 1;
            List<Long> could = new ArrayList<>();
            for (int rank = 0; rank < ranks.length; rank++) {
                if ((hoped() & 1 << rank) != 0) {
                    could.add((long) rank);
                }
            }
            core.blocked(waits, could, "", 0, 0);
        }

        void receive(int from, Letter letter) {
            switch (letter.what()) {
                case MESSAGE, SYNCHRONOUS -> {
                    int message = letter.what() == What.MESSAGE ? from : from + ranks.length;
                    if (wants(from) && !told) {
                        meet(message);
                    } else {
                        early.add(message);
                    }
                }
                case MATCHED -> goOn();
                case LEFT -> learnOfLeave(from);
                case ASK -> core.asked(from, letter.waitOfSender());
                case ANSWER -> core.answered(from, letter.waitOfReceiver(), letter.waitOfSender(), letter.news(), 0);
            }
        }

        @Override
        public boolean ask(long rank, int wait) {
            send(number, (int) rank, new Letter(What.ASK, 0, wait, List.of()));
            return true;
        }

        @Override
        public boolean answer(long rank, int askersWait, int wait, List<Blocked> news) {
            (bug == Bug.ANSWERS_OVERTAKE ? fast : channels)[number][(int) rank].add(new Letter(What.ANSWER, askersWait, wait, news));
            return true;
        }

        @Override
        public void tell(List<Blocked> knot) {
            if (!hopeless().contains(number)) {
                throw new AssertionError("false alarm at rank " + number + ": " + knot + " in " + WaitingWorld.this);
            }
            told = true;
            core.released();
        }

        @Override
        public String toString() {
            return "\n  " + number + ": next " + next + (waiting ? " waits" : "") + (told ? " told" : "") + (left ? " left" : "") + " gone " + gone + " early " + early + " started " + started + " waits " + waits + " " + core;
        }
    }

    private final Bug bug;
    private final Rank[] ranks;
    private final Deque<Letter>[][] channels;
    private final Deque<Letter>[][] fast;

    WaitingWorld(Bug bug, Op[]... programs) {
        this.bug = bug;
        this.ranks = new Rank[programs.length];
        for (int i = 0; i < programs.length; i++) {
            ranks[i] = new Rank(i, programs[i]);
        }
        this.channels = empty(programs.length);
        this.fast = empty(programs.length);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Deque<Letter>[][] empty(int size) {
        Deque[][] all = new Deque[size][size];
        for (Deque[] row : all) {
            Arrays.setAll(row, i -> new ArrayDeque<Letter>());
        }
        return all;
    }

    private void send(int from, int to, Letter letter) {
        channels[from][to].add(letter);
    }

    // ---- steps

    /** Those that could be next; each is a number for {@link #step}. */
    List<Integer> steps() {
        List<Integer> all = new ArrayList<>();
        int size = ranks.length;
        for (int i = 0; i < size; i++) {
            if (ranks[i].mayRun()) {
                all.add(i);
            }
            if (ranks[i].mayNotice()) {
                all.add(size + i);
            }
            if (!ranks[i].started.isEmpty()) {
                all.add(2 * size + i);
            }
            for (int j = 0; j < size; j++) {
                if (!channels[i][j].isEmpty()) {
                    all.add(3 * size + i * size + j);
                }
                if (!fast[i][j].isEmpty()) {
                    all.add(3 * size + size * size + i * size + j);
                }
            }
            if (ranks[i].isOver() && !ranks[i].left) {
                all.add(3 * size + 2 * size * size + i);
            }
        }
        return all;
    }

    void step(int step) {
        int size = ranks.length;
        switch (step / size) {
            case 0 -> ranks[step].run();
            case 1 -> ranks[step - size].notice();
            case 2 -> send(step % size, ranks[step % size].started.removeFirst(), new Letter(What.MESSAGE, 0, 0, List.of()));
            default -> {
                int pair = step - 3 * size;
                if (pair >= 2 * size * size) {
                    ranks[pair - 2 * size * size].leave();
                    return;
                }
                Deque<Letter> channel = (pair < size * size ? channels : fast)[pair / size % size][pair % size];
                ranks[pair % size].receive(pair / size % size, channel.remove());
            }
        }
    }

    // ---- what is true

    /** Ranks that never go on: each waits, nothing is under way to it, and all it waits for never go on, or are through. Who was told would have gone on waiting. */
    Set<Integer> hopeless() {
        Set<Integer> all = new TreeSet<>();
        for (Rank rank : ranks) {
            if (rank.waiting) {
                all.add(rank.number);
            }
        }
        boolean changed = true;
        while (changed) {
            changed = all.removeIf(rank -> mayGoOn(ranks[rank], all));
        }
        return all;
    }

    private boolean mayGoOn(Rank rank, Set<Integer> hopeless) {
        boolean may = false;
        for (int other = 0; other < ranks.length; other++) {
            if ((rank.awaited() & 1 << other) != 0) {
                may |= !hopeless.contains(other) && !ranks[other].isOver() || ranks[other].started.contains(rank.number) || channels[other][rank.number].stream().anyMatch(this::isOfPrograms);
            }
        }
        return may;
    }

    private boolean isOfPrograms(Letter letter) {
        return letter.what() != What.ASK && letter.what() != What.ANSWER && letter.what() != What.LEFT;
    }

    /** Once nothing happens any more: everybody whom all those wait for that he waits for, directly or not, must have been told. Who has left is waited for by nobody who knows it. */
    void assertAllKnotsWereTold() {
        for (int rank : hopeless()) {
            boolean knot = true;
            for (int other : reachedFrom(rank)) {
                knot &= reachedFrom(other).contains(rank);
            }
            if (knot && !ranks[rank].told && !ranks[rank].waitsForTheGone) {
                throw new AssertionError("rank " + rank + " was not told in " + this);
            }
        }
    }

    private Set<Integer> reachedFrom(int rank) {
        Set<Integer> reached = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(rank));
        while (!open.isEmpty()) {
            int from = open.remove();
            for (int other = 0; other < ranks.length; other++) {
                if ((ranks[from].awaited() & 1 << other) != 0 && !ranks[other].isOver() && reached.add(other)) {
                    open.add(other);
                }
            }
        }
        return reached;
    }

    int told() {
        int count = 0;
        for (Rank rank : ranks) {
            count += rank.told ? 1 : 0;
        }
        return count;
    }

    /** All that decides what may come next. */
    @Override
    public String toString() {
        return Arrays.toString(ranks) + Arrays.deepToString(channels) + Arrays.deepToString(fast);
    }
}
