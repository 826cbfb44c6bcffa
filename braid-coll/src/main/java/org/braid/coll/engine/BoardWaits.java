package org.braid.coll.engine;

import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.coll.agreement.Disagreement;
import org.braid.coll.board.Board;
import org.braid.coll.board.Wishes;

/**
 * How members wait for each other over shared memory. Whoever waits looks at the memory first, as often as a message would be looked for; then it leaves a wish and sleeps in the receive of a message (see {@link Wishes}), so that whatever is said of
 * members that wait is true here, too.
 */
final class BoardWaits {
    /**
     * How often a member looks before it leaves a wish.
     *
     * @param spins looks with the core in hand
     * @param yields looks that give the core away
     * @param longestNs nor for longer than that with looks that give the core away
     */
    record Looks(int spins, int yields, long longestNs) {
        /** Where many tasks want the core each look may take milliseconds; and nothing tells somebody who looks that the member has died, which whoever sleeps is told at once. */
        private static final long LONGEST_NS = 20_000_000;

        /** However long they take. */
        Looks(int spins, int yields) {
            this(spins, yields, Long.MAX_VALUE);
        }

        /** Where every member has a core, some 50 µs in hand; else none, since whoever is waited for may need that core. */
        static Looks of(boolean crowded) {
            return new Looks(crowded ? 0 : 1_000, 1_000, LONGEST_NS);
        }
    }

    /** A sleeper's, and one for each member that is woken. */
    static int tickets(int members) {
        return 1 + members;
    }

    /** One look in so many makes progress elsewhere: what the others wait for may be a message to this process. */
    private static final int BETWEEN_TURNS = 32;

    /** One look in so many that give the core away is at the clock, too. */
    private static final int BETWEEN_CLOCKS = 4;

    private final Port port;
    private final Stalls stalls;
    private final Board board;
    private final int[] members;
    private final int number;
    private final Looks looks;
    private final OtherCalls others;
    private final int sleepTicket;
    private final int firstWakeTicket;
    private final byte[] nothing = {};
    private final boolean[] isWaking; // a member's message has not left
    private boolean asleep; // for a call that was started: its wish is left, and its message not there

    /**
     * The waits of one member.
     *
     * @param members the ranks of those who share the board, by number
     * @param number which of them this one is
     * @param firstTicket of {@link #tickets} that nobody else uses
     */
    BoardWaits(Port port, Stalls stalls, Board board, int[] members, int number, Looks looks, OtherCalls others, int firstTicket) {
        this.port = port;
        this.stalls = stalls;
        this.board = board;
        this.members = members;
        this.number = number;
        this.looks = looks;
        this.others = others;
        this.sleepTicket = firstTicket;
        this.firstWakeTicket = firstTicket + 1;
        this.isWaking = new boolean[members.length];
    }

    /** Returns when the member has shown anything in the phase; what it was with this mark is to be seen soon. */
    void awaitShown(Call call, int member, long phase, long mark) {
        await(call, Board.SHOWN, member, phase, mark);
    }

    /** Returns when the member has read all it wants up to the phase. */
    void awaitSeen(Call call, int member, long phase) {
        await(call, Board.SEEN, member, phase, 0);
    }

    private void await(Call call, int kind, int member, long phase, long mark) {
        wakeSleepers();
        if (!comesSoon(kind, member, phase, mark) && board.wishes().leave(kind, member, phase, call.tag, call.signature)) {
            int rank = members[member];
            int state = port.receive(sleepTicket, rank, call.tag, call.signature, nothing, 0, 0);
            state = sleptShortly(call, rank, sleepTicket, state);
            if (state == Port.PENDING && kind == Board.SHOWN && hasGivenUp(member, phase)) {
                throw Disagreement.calledOff(call.tag, rank).error();
            }
            sleepLong(call, rank, sleepTicket, state);
        }
    }

    /** Whether the member's call has failed before it could show: then it is seen here, whatever its program does now. */
    private boolean hasGivenUp(int member, long phase) {
        return board.has(Board.SEEN, member, phase) && !board.has(Board.SHOWN, member, phase) && board.isAstray(member);
    }

    /** Returns when a message to or from a rank, which is under way, is there. */
    void awaitMessage(Call call, int rank, int ticket) {
        wakeSleepers();
        sleepLong(call, rank, ticket, sleptShortly(call, rank, ticket, port.poll(ticket)));
    }

    /** Looks whether a member has shown, or seen, until it has, or until it is time to leave a wish; what it has shown may belong to another call than that with this mark. */
    boolean comesSoon(int kind, int member, long phase, long mark) {
        long sinceNs = 0;
        int spins = looks.spins();
        int most = spins + looks.yields();
        for (int look = 1; look <= most; look++) {
            if (kind == Board.SHOWN ? board.hasShown(member, phase, mark) : board.has(kind, member, phase)) {
                return true;
            }
            if (look % BETWEEN_TURNS == 0) {
                if (board.has(kind, member, phase)) {
                    return true; // what it has shown belongs to another call
                }
                port.progress();
                others.moveOn();
            } else if (look <= spins) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
                if (look % BETWEEN_CLOCKS == 0) {
                    long nowNs = System.nanoTime();
                    sinceNs = sinceNs == 0 ? nowNs : sinceNs;
                    if (nowNs - sinceNs > looks.longestNs()) {
                        return false;
                    }
                }
            }
        }
        return false;
    }

    /** As long as no healthy peer needs; the state of the message. */
    private int sleptShortly(Call call, int rank, int ticket, int found) {
        int state = found;
        if (state == Port.PENDING && others.any()) {
            state = sleepAmongOthers(call, rank, ticket);
        }
        return state == Port.PENDING ? stalls.await(ticket) : state;
    }

    /** Until it is there, and inquires. */
    private void sleepLong(Call call, int rank, int ticket, int found) {
        int state = found == Port.PENDING ? stalls.await(call, rank, ticket) : found;
        throwIfItDiffers(call, rank, ticket, state);
    }

    private void throwIfItDiffers(Call call, int rank, int ticket, int state) {
        if (state == Port.DIFFERS) {
            var differing = new Disagreement(call.tag, port.rank(), call.signature, rank, port.signature(ticket));
            throw port.disagree(differing).error();
        }
    }

    /** Whether a message to or from a rank, which was under way, is there. */
    boolean hasCome(Call call, int rank, int ticket) {
        int state = port.poll(ticket);
        throwIfItDiffers(call, rank, ticket, state);
        return state == Port.DONE;
    }

    /**
     * As if it waited for a member, for a call that was started: from now on {@link #sleepTicket} is what that waits for.
     *
     * @return false if the member has shown, or seen, already
     */
    boolean leaveWish(Call call, int kind, int member, long phase) {
        if (!board.wishes().leave(kind, member, phase, call.tag, call.signature)) {
            return false;
        }
        int state = port.receive(sleepTicket, members[member], call.tag, call.signature, nothing, 0, 0);
        throwIfItDiffers(call, members[member], sleepTicket, state);
        asleep = state == Port.PENDING;
        return asleep;
    }

    /** Whether a wish was left for a call that was started. */
    boolean isAsleep() {
        return asleep;
    }

    /** In which a sleeper's message comes. */
    int sleepTicket() {
        return sleepTicket;
    }

    /** Whether nothing is left of the wish for a call that was started: a message has come, or is not needed since the member has shown, or seen. */
    boolean isAwake(Call call, int kind, int member, long phase) {
        if (!asleep) {
            return true;
        }
        if (hasCome(call, members[member], sleepTicket)) {
            asleep = false;
        } else if (board.has(kind, member, phase) && board.wishes().withdraw()) {
            port.cancel(sleepTicket);
            asleep = false;
        }
        return !asleep;
    }

    /** As long as others are under way. They may wait for a member that this call keeps waiting, so inquiries must not wait for their end. */
    private int sleepAmongOthers(Call call, int rank, int ticket) {
        int state = Port.PENDING;
        while (state == Port.PENDING && others.any()) {
            others.moveOn();
            if (others.mayRest() && !awaitNews(ticket)) {
                stalls.inquire(call, rank);
                stalls.throwIfHopeless(call);
                others.inquire(); // whom this call waits for may wait for one of these
            }
            stalls.throwIfMembersDisagree(call);
            state = port.poll(ticket);
        }
        return state;
    }

    /** Of this call or of others; false if none has come for long. */
    private boolean awaitNews(int ticket) {
        int[] awaited = others.awaitedTickets();
        int[] tickets = Arrays.copyOf(awaited, awaited.length + 1);
        tickets[awaited.length] = ticket;
        return stalls.awaitAny(tickets, tickets.length);
    }

    /** The call has failed: nobody sleeps any more. */
    void giveUp() {
        boolean ignored = board.wishes().withdraw();
        asleep = false;
        port.cancel(sleepTicket);
    }

    /** Sends a message to each member whose wish this one has just fulfilled. */
    void wakeSleepers() {
        wakeSleepers(true);
    }

    /** As {@link #wakeSleepers}, without waiting where a message cannot go out at once: it goes out when this member makes progress. */
    void tellSleepers() {
        wakeSleepers(false);
    }

    private void wakeSleepers(boolean wait) {
        Wishes wishes = board.wishes();
        if (wishes.any()) {
            wishes.look();
            for (int member = 0; member < members.length; member++) {
                if (member != number && wishes.take(member)) {
                    wake(member, wishes.tag(member), wishes.signature(member), wait);
                }
            }
        }
        wishes.haveBeenLookedAt();
    }

    /** Who cannot be reached is told of that by whoever waits for it, and needs no waking. */
    private void wake(int member, int tag, long signature, boolean wait) {
        int ticket = firstWakeTicket + member;
        try {
            awaitWake(member); // it has received the message before, or it would wish nothing
            isWaking[member] = port.send(ticket, members[member], tag, signature, nothing, 0, 0) == Port.PENDING;
            if (wait) {
                awaitWake(member);
            }
        } catch (BraidException unreachable) {
            isWaking[member] = false;
            port.cancel(ticket);
        }
    }

    private void awaitWake(int member) {
        while (isWaking[member]) {
            isWaking[member] = stalls.await(firstWakeTicket + member) == Port.PENDING;
        }
    }

    /** No call comes any more: what was sent to sleepers has left. */
    void close() {
        for (int member = 0; member < members.length; member++) {
            try {
                awaitWake(member);
            } catch (BraidException unreachable) {
                isWaking[member] = false;
                port.cancel(firstWakeTicket + member);
            }
        }
    }
}
