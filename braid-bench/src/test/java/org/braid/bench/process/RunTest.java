package org.braid.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.bench.figure.Figure;
import org.junit.jupiter.api.Test;

class RunTest {
    private static final long BOUND_S = 60;

    private static Contestant shell(String operation, String script) {
        return new Contestant("it", true, operation, List.of("/bin/sh", "-c", script));
    }

    @Test
    void figuresAreTakenFromBetweenOtherLines() throws Exception {
        assertEquals(
                List.of(new Figure("rate", "c", 8, 5, "msg/s")), Run.of(shell("", "echo warning; echo 'rate c 8 5 msg/s'; echo done"), BOUND_S));
    }

    @Test
    void aTimedCommandNeedsNoFigure() throws Exception {
        Figure figure = Run.of(shell("startup.np1", "echo hello"), BOUND_S).getFirst();
        assertEquals("startup.np1", figure.operation());
        assertEquals("ms", figure.unit());
    }

    @Test
    void aProgramThatFailsOrSaysNothingIsNamedWithItsLastWords() {
        assertTrue(assertThrows(BraidException.class, () -> Run.of(shell("", "echo broken; exit 3"), BOUND_S)).why().contains("3: broken"));
        assertTrue(assertThrows(BraidException.class, () -> Run.of(shell("", "echo hm"), BOUND_S)).why().contains("hm"));
    }

    @Test
    void aProgramThatHangsIsEnded() {
        assertTrue(assertThrows(BraidException.class, () -> Run.of(shell("", "sleep 1000"), 1)).why().contains("within 1 s"));
    }
}
