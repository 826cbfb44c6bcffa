package org.braid.pipe.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.pipe.state.LaneEvent.Accepted;
import org.braid.pipe.state.LaneEvent.Answered;
import org.braid.pipe.state.LaneEvent.Connected;
import org.braid.pipe.state.LaneEvent.Greeted;
import org.braid.pipe.state.LaneEvent.Lost;
import org.braid.pipe.state.LaneEvent.Open;
import org.braid.pipe.state.LaneEvent.Tick;
import org.braid.pipe.state.LaneState.Broken;
import org.braid.pipe.state.LaneState.Connecting;
import org.braid.pipe.state.LaneState.Failed;
import org.braid.pipe.state.LaneState.Greeting;
import org.braid.pipe.state.LaneState.Up;
import org.junit.jupiter.api.Test;

class LaneStateTest {
    private static final LaneTimes TIMES = new LaneTimes(100, 50, 10, 60, 1000, 5000);

    @Test
    void aLaneOpensOnFirstUse() {
        assertEquals(new Connecting(5, 1, 105), after(LaneState.CLOSED, new Open(5)));
        assertEquals(new Greeting(5, 1, 57), after(LaneState.CLOSED, new Open(5), new Connected(7)));
        assertEquals(new Up(3), after(LaneState.CLOSED, new Open(5), new Connected(7), new Greeted(3)));
    }

    @Test
    void aLaneThatIsCalledAnswersFromEveryStateThatCanStillFlow() {
        for (LaneState state : List.of(LaneState.CLOSED, new Connecting(0, 1, 9), new Greeting(0, 1, 9), new Broken(0, 1, 9), new Up(1)))
            assertInstanceOf(Greeting.class, after(state, new Accepted(7)));
    }

    @Test
    void retriesBackOffExponentiallyUpToABound() {
        LaneState state = new Up(1);
        long now = 0;
        for (long wait : new long[] {10, 20, 40, 60, 60}) {
            state = after(state, new Lost(now));
            assertEquals(now + wait, assertInstanceOf(Broken.class, state).retryAtNs());
            assertSame(state, after(state, new Tick(now + wait - 1)), "too early");
            now += wait;
            state = after(state, new Tick(now));
            assertInstanceOf(Connecting.class, state);
        }
    }

    @Test
    void deadlinesOfConnectingAndGreetingCountAsALostConnection() {
        assertInstanceOf(Connecting.class, after(new Connecting(0, 1, 100), new Tick(99)));
        assertEquals(new Broken(0, 2, 120), after(new Connecting(0, 1, 100), new Tick(100)));
        assertEquals(new Broken(0, 2, 120), after(new Greeting(0, 1, 100), new Tick(100)));
    }

    @Test
    void withoutAConnectionForTheGraceTimeTheLaneFails() {
        assertEquals(new Failed(LaneFailure.UNREACHABLE), after(new Broken(0, 3, 990), new Tick(1000)));
        assertEquals(new Failed(LaneFailure.UNREACHABLE), after(new Connecting(0, 3, 1100), new Lost(1000)));
    }

    @Test
    void aCallThatIsAnsweredHasTheTimeOfAFirstConnectionAndOneThatIsNotHasNot() {
        LaneState answered = after(LaneState.CLOSED, new Open(5), new Answered(90));
        assertEquals(new Connecting(5, 1, 5005), answered);
        assertSame(answered, after(answered, new Answered(500)), "it is the whole time that is bounded");
        assertSame(answered, after(answered, new Tick(5004)));
        LaneState over = answered.on(new Tick(5005), TIMES.forFirst());
        assertEquals(new Failed(LaneFailure.UNREACHABLE), over);
        assertEquals(new Broken(5, 2, 4020), answered.on(new Lost(4000), TIMES.forFirst()));
        assertEquals(new Failed(LaneFailure.UNREACHABLE), after(new Connecting(5, 2, 4120), new Lost(4100)), "nobody has answered the call that followed");
    }

    @Test
    void theGraceTimeStartsAnewOnceALaneWasUp() {
        LaneState state = after(new Connecting(0, 9, 1100), new Connected(900), new Greeted(2), new Lost(2000));
        assertEquals(new Broken(2000, 1, 2010), state);
    }

    @Test
    void aFailedLaneStaysFailed() {
        LaneState failed = new Failed(LaneFailure.PROTOCOL);
        for (LaneEvent event : everyEvent()) assertSame(failed, after(failed, event));
    }

    @Test
    void everyEventInEveryStateGivesAStateAndMeaninglessOnesChangeNothing() {
        List<LaneState> states =
                List.of(LaneState.CLOSED, new Connecting(0, 1, 9), new Greeting(0, 1, 9), new Up(1), new Broken(0, 1, 9));
        int changes = 0;
        for (LaneState state : states) for (LaneEvent event : everyEvent()) if (!after(state, event).equals(state)) changes++;
        assertEquals(15, changes, "2 from Closed, 5 Connecting, 4 Greeting, 2 Up, 2 Broken");
        assertSame(LaneState.CLOSED, after(LaneState.CLOSED, new Lost(1)));
        assertEquals(new Up(1), after(new Up(1), new Greeted(9)));
    }

    @Test
    void ofTwoCrossedConnectionsTheOneOpenedByTheLowerIdStaysAndBothSidesAgree() {
        assertTrue(CrossedConnect.oursStays(1, 2));
        assertEquals(CrossedConnect.oursStays(3L, 4L), !CrossedConnect.oursStays(4L, 3L));
        assertThrows(IllegalArgumentException.class, () -> CrossedConnect.oursStays(5, 5));
    }

    private static List<LaneEvent> everyEvent() {
        return List.of(new Open(10), new Answered(10), new Connected(10), new Accepted(10), new Greeted(1), new Lost(10), new Tick(10));
    }

    private static LaneState after(LaneState state, LaneEvent... events) {
        LaneState now = state;
        for (LaneEvent event : events) now = now.on(event, TIMES);
        return now;
    }
}
