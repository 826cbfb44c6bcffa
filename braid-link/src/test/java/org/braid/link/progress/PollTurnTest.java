package org.braid.link.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.IdlePort;
import org.junit.jupiter.api.Test;

/** How often a method is polled: Nexus's skip_poll, adaptive and by hand (nexus-multimethod, section 5.1 and Table 3). */
class PollTurnTest {
    private static final int TURNS = 100_000;

    private final Slow port = new Slow();
    private final PollTurn turn = new PollTurn("slow", port);

    @Test
    void aSlowMethodThatIsQuietWhileOthersAreBusyIsPolledLessAndLessWithinABound() {
        int polls = pollsIn(TURNS, 1);
        assertTrue(polls >= TURNS / (PollTurn.MOST * 2 + 2) && polls < TURNS / 500, polls + " polls");
        assertTrue(turn.skipPoll() <= PollTurn.MOST);
    }

    /** Each of which may take as long as a user's handler likes. */
    @Test
    void turnsInWhichOthersBringManyMessagesCountAsMany() {
        pollsIn(TURNS, 1);
        int turns = PollTurn.MOST;
        int polls = pollsIn(turns, 64);
        assertTrue(polls >= turns * 64 / (PollTurn.MOST + 2 * 64), polls + " polls");
    }

    @Test
    void itIsPolledOnEveryTurnAgainAsSoonAsItBringsSomething() {
        pollsIn(TURNS, 1);
        port.brings = 1;
        pollsIn(PollTurn.MOST + 1, 1);
        assertEquals(100, pollsIn(100, 1));
        assertEquals(0, turn.skipPoll());
    }

    @Test
    void aQuietContextPollsEverything() {
        pollsIn(TURNS, 1);
        pollsIn(64, 0);
        assertEquals(100, pollsIn(100, 0));
    }

    @Test
    void whatIsSetByHandIsKeptWhateverComesInBusyTimesAndInQuietOnes() {
        turn.skipPoll(99);
        port.brings = 1;
        assertEquals(10, pollsIn(1000, 1));
        port.brings = 0;
        assertEquals(10, pollsIn(1000, 0));
        assertEquals(99, turn.skipPoll());
        turn.skipPoll(0);
        assertEquals(1000, pollsIn(1000, 1));
    }

    @Test
    void aMethodThatIsNeverPolledIsPolledAgainAfterThatPhase() {
        turn.skipPoll(Progress.NEVER);
        assertEquals(0, pollsIn(TURNS, 0));
        turn.skipPoll(Progress.ADAPTIVE);
        assertEquals(100, pollsIn(100, 0));
    }

    @Test
    void aPortThatOnlyWaitsToBeCalledIsLookedAtJustAsOftenHoweverBusyOthersAre() {
        port.open = false;
        int looks = TURNS / PollTurn.CALLER_TURNS;
        assertEquals(looks, pollsIn(looks * PollTurn.CALLER_TURNS, 1));
        assertEquals(looks, pollsIn(looks * PollTurn.CALLER_TURNS, 0));
    }

    @Test
    void whoeverHasCalledIsAnsweredAtOnceWhateverEarlierLanesHaveTaught() {
        pollsIn(TURNS, 1);
        port.open = false;
        port.brings = 1;
        pollsIn(PollTurn.CALLER_TURNS, 1);
        port.open = true;
        assertEquals(100, pollsIn(100, 1));
    }

    @Test
    void whatIsSetByHandIsOfTurnsAlsoWhereAPortOnlyWaitsToBeCalled() {
        port.open = false;
        turn.skipPoll(10 * PollTurn.CALLER_TURNS - 1);
        assertEquals(10, pollsIn(100 * PollTurn.CALLER_TURNS, 1));
        turn.skipPoll(Progress.NEVER);
        assertEquals(0, pollsIn(TURNS, 1));
    }

    @Test
    void aContextSetsItByTheMethodsName() {
        try (Context context = Context.open(ContextConfig.alone().withServes(false))) {
            context.progress().skipPoll("local", 7);
            assertEquals(7, context.progress().skipPoll("local"));
            BraidException none = assertThrows(BraidException.class, () -> context.progress().skipPoll("carrier-pigeon", 7));
            assertEquals(ErrorCode.METHOD_UNKNOWN, none.code());
        }
    }

    private int pollsIn(int turns, int foundElsewhere) {
        int before = port.polls;
        for (int i = 0; i < turns; i++) {
            turn.poll(64, foundElsewhere);
        }
        return port.polls - before;
    }

    /** Counts its polls. */
    private static final class Slow extends IdlePort {
        private int polls;
        private int brings;
        private boolean open = true;

        @Override
        public int poll(int limit) {
            polls++;
            return brings;
        }

        @Override
        public boolean open() {
            return open;
        }

        @Override
        public boolean expectsCallers() {
            return true;
        }
    }
}
