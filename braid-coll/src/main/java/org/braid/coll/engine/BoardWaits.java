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
     */
    record Looks(int spins, int yields) {
        /** Where every member has a core, some 50 µs in hand; else none, since whoever is waited for may need that core. */
        static Looks of(boolean crowded) {
            return new Looks(crowded ? 0 : 1_000, 1_000);
        }
    }

    /** A sleeper's, and a waker's. */
    static final int TICKETS = 2;

    /** One look in so many makes progress elsewhere: what the others wait for may be a message to this process. */
    private static final int BETWEEN_TURNS = 32;

    private final Port port;
    private final Stalls stalls;
    private final Board board;
    private final Looks looks;
    private final OtherCalls others;
    private final int sleepTicket;
    private final int wakeTicket;
    private final byte[] nothing = {};

    /** @param firstTicket of {@link #TICKETS} that nobody else uses */
    BoardWaits(Port port, Stalls stalls, Board board, Looks looks, OtherCalls others, int firstTicket) {
        this.port = port;
        this.stalls = stalls;
        this.board = board;
        this.looks = looks;
        this.others = others;
        this.sleepTicket = firstTicket;
        this.wakeTicket = firstTicket + 1;
    }

    /** Returns when the member has shown, or seen, as {@link Board#has} says it. */
    void await(Call call, int kind, int member, long phase) {
        if (!comesSoon(kind, member, phase) && board.wishes().leave(kind, member, phase, call.tag, call.signature)) {
            sleep(call, member);
        }
    }

    private boolean comesSoon(int kind, int member, long phase) {
        for (int look = 1; look <= looks.spins() + looks.yields(); look++) {
            if (board.has(kind, member, phase)) {
                return true;
            }
            if (look % BETWEEN_TURNS == 0) {
                port.progress();
                others.moveOn();
            } else if (look <= looks.spins()) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        return false;
    }

    private void sleep(Call call, int member) {
        int state = port.receive(sleepTicket, member, call.tag, call.signature, nothing, 0, 0);
        if (state == Port.PENDING && others.any()) {
            state = sleepAmongOthers(call, member);
        }
        if (state == Port.PENDING) {
            state = port.await(sleepTicket, stalls.patienceNs());
        }
        if (state == Port.PENDING) {
            state = stalls.await(call, member, sleepTicket);
        }
        if (state == Port.DIFFERS) {
            var found = new Disagreement(call.tag, port.rank(), call.signature, member, port.signature(sleepTicket));
            port.disagree(found);
            throw found.error();
        }
    }

    /** As long as others are under way. They may wait for a member that this call keeps waiting, so inquiries must not wait for their end. */
    private int sleepAmongOthers(Call call, int member) {
        int state = Port.PENDING;
        while (state == Port.PENDING && others.any()) {
            others.moveOn();
            if (!awaitNews()) {
                stalls.inquire(call, member);
            }
            stalls.throwIfMembersDisagree(call);
            state = port.poll(sleepTicket);
        }
        return state;
    }

    /** Of this call or of others; false if none has come for long. */
    private boolean awaitNews() {
        int[] awaited = others.awaitedTickets();
        int[] tickets = Arrays.copyOf(awaited, awaited.length + 1);
        tickets[awaited.length] = sleepTicket;
        return port.awaitAny(tickets, tickets.length, stalls.patienceNs());
    }

    /** The call has failed: nobody sleeps any more. */
    void giveUp() {
        boolean ignored = board.wishes().withdraw();
        port.cancel(sleepTicket);
    }

    /** Sends a message to each member whose wish this one has just fulfilled. */
    void wakeSleepers() {
        Wishes wishes = board.wishes();
        if (!wishes.any()) {
            return;
        }
        wishes.look();
        for (int member = 0; member < port.size(); member++) {
            if (member != port.rank() && wishes.take(member)) {
                wake(member, wishes.tag(member), wishes.signature(member));
            }
        }
    }

    /** Who cannot be reached is told of that by whoever waits for it, and needs no waking. */
    private void wake(int member, int tag, long signature) {
        try {
            int state = port.send(wakeTicket, member, tag, signature, nothing, 0, 0);
            while (state == Port.PENDING) {
                state = port.await(wakeTicket, stalls.patienceNs());
            }
        } catch (BraidException unreachable) {
            port.cancel(wakeTicket);
        }
    }
}
