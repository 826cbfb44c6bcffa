package org.braid.launch.hold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who is asked to stop, and when: the sequence of the javadoc, and all short sequences of what may happen, judged by what must hold after each. */
class HoldTest {
    private static final List<Integer> JOINS = List.of(0, 1);
    private static final int LONGEST = 6;

    @Test
    void theHolderStopsBehindAllJoinsAndAllGoOnWithIt() {
        Hold hold = new Hold();
        assertEquals(Hold.Action.PAUSE, hold.asked(1, JOINS));
        assertEquals(Hold.Action.NOTHING, hold.paused(1));
        assertEquals(Hold.Action.NOTHING, hold.asked(Hold.SERVER, JOINS), "one alone holds a job");
        assertEquals(Hold.Action.STOP, hold.paused(0));
        assertEquals(Hold.Action.NOTHING, hold.paused(0), "said twice");
        assertEquals(Hold.Action.NOTHING, hold.resumed(0));
        assertEquals(Hold.Action.GO_ON, hold.resumed(1));
        assertTrue(hold.isRunning());
    }

    @Test
    void withoutJoinsItStopsAtOnce() {
        assertEquals(Hold.Action.STOP, new Hold().asked(Hold.SERVER, List.of()));
    }

    /** What may happen: somebody is asked, has paused, or runs again, of each join and the server; the job ends. */
    private enum Event {
        SERVER_ASKED,
        ASKED_0,
        ASKED_1,
        PAUSED_0,
        PAUSED_1,
        SERVER_RESUMED,
        RESUMED_0,
        RESUMED_1,
        ENDED
    }

    private static Hold.Action feed(Hold hold, Event event) {
        return switch (event) {
            case SERVER_ASKED -> hold.asked(Hold.SERVER, JOINS);
            case ASKED_0 -> hold.asked(0, JOINS);
            case ASKED_1 -> hold.asked(1, JOINS);
            case PAUSED_0 -> hold.paused(0);
            case PAUSED_1 -> hold.paused(1);
            case SERVER_RESUMED -> hold.resumed(Hold.SERVER);
            case RESUMED_0 -> hold.resumed(0);
            case RESUMED_1 -> hold.resumed(1);
            case ENDED -> hold.ended();
        };
    }

    @Test
    void allShortSequencesPauseStopAndGoOnInTurn() {
        walk(new ArrayList<>());
    }

    private static void walk(List<Event> events) {
        judge(events);
        for (Event next : events.size() < LONGEST ? Event.values() : new Event[0]) {
            events.add(next);
            walk(events);
            events.removeLast();
        }
    }

    /** A holder is stopped only while no join runs ranks, once, and whoever was paused is told to go on. */
    private static void judge(List<Event> events) {
        Hold hold = new Hold();
        Set<Integer> paused = new HashSet<>();
        boolean isPausing = false;
        boolean isStopped = false;
        for (Event event : events) {
            Hold.Action action = feed(hold, event);
            if (isPausing && event == Event.PAUSED_0) {
                paused.add(0);
            }
            if (isPausing && event == Event.PAUSED_1) {
                paused.add(1);
            }
            switch (action) {
                case PAUSE -> {
                    assertFalse(isPausing, events::toString);
                    isPausing = true;
                }
                case STOP -> {
                    assertTrue(isPausing && !isStopped && paused.containsAll(JOINS), events::toString);
                    isStopped = true;
                }
                case GO_ON -> {
                    assertTrue(isPausing, events::toString);
                    isPausing = false;
                    isStopped = false;
                    paused.clear();
                }
                case NOTHING -> assertFalse(isPausing && !isStopped && paused.containsAll(JOINS), events::toString);
            }
            assertEquals(isPausing, !hold.isRunning(), events::toString);
        }
    }
}
