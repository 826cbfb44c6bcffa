package org.braid.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.bench.figure.Figure;
import org.braid.bench.figure.Who;
import org.junit.jupiter.api.Test;

class RunTest {
    private static final List<String> NONE = List.of();

    private static Contestant shell(String script) {
        return Contestant.printing(Who.PEER, "it", List.of("/bin/sh", "-c", script));
    }

    private static String why(Contestant contestant) {
        return assertThrows(BraidException.class, () -> Run.of(contestant)).why();
    }

    @Test
    void figuresAreTakenFromBetweenOtherLines() throws Exception {
        assertEquals(List.of(new Figure("rate", "c", 8, 5, "msg/s")), Run.of(shell("echo warning; echo 'rate c 8 5 msg/s'; echo done")));
    }

    @Test
    void aTimedCommandNeedsNoFigureAndItsTimeEndsWithIt() throws Exception {
        Contestant hello = Contestant.timed(Who.PEER, "it", List.of("/bin/sh", "-c", "sleep 0.2"), new Contestant.Timed("startup.np1", 8, NONE));
        Figure figure = Run.of(hello).getFirst();
        assertEquals(new Figure("startup.np1", "-", 8, figure.value(), "ms"), figure);
        assertTrue(figure.value() >= 200, figure.value() + " ms");
    }

    @Test
    void aProgramThatFailsOrSaysNothingIsNamedWithItsLastWords() {
        assertTrue(why(shell("echo broken; exit 3")).contains("3: broken"));
        assertTrue(why(shell("echo hm")).contains("hm"));
    }

    /** Commands that run a program for what it says have no --scale. */
    @Test
    void whoIsNoContestantIsToldNothingOfScales() {
        BraidException alone = assertThrows(BraidException.class, () -> Run.ended("it", List.of("/bin/sh", "-c", "exit 3"), 10));
        assertFalse(alone.getMessage().contains("--scale"), alone::getMessage);
        BraidException contestant = assertThrows(BraidException.class, () -> Run.of(shell("exit 3")));
        assertTrue(contestant.getMessage().contains("--scale"), contestant::getMessage);
    }

    @Test
    void aProgramThatHangsIsEnded() {
        assertTrue(why(shell("sleep 1000").within(1)).contains("within 1 s"));
    }
}
