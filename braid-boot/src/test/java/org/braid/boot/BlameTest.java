package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** One line says what a program threw, and where in the program. */
class BlameTest {
    private static Throwable thrown(String message, String... classes) {
        Throwable thrown = new IllegalStateException(message);
        StackTraceElement[] frames = new StackTraceElement[classes.length];
        for (int i = 0; i < classes.length; i++) {
            frames[i] = new StackTraceElement(classes[i], "call", "File.java", i);
        }
        thrown.setStackTrace(frames);
        return thrown;
    }

    private static String line(Throwable thrown) {
        return Note.of(thrown).line();
    }

    @Test
    void thePlaceIsTheProgramsWhateverPartOfBraidThrew() {
        for (String part : new String[] {
            "java.util.Objects", "jdk.internal.util.Preconditions", "org.braid.base.wire.PutBuffer", "org.braid.link.Context", "org.braid.pipe.PipeLane", "org.braid.transports.tcp.TcpPort", "org.braid.boot.Job",
            "org.braid.coll.engine.Run", "org.braid.mpi.p2p.Sending", "mpi.Comm"
        }) {
            assertEquals("threw java.lang.IllegalStateException: why at mpi.samples.Heat.call(File.java:2)", line(thrown("why", part, part, "mpi.samples.Heat", "Main")), part);
        }
    }

    @Test
    void aLibrarysPlaceIsBetterThanNone() {
        assertEquals("threw java.lang.IllegalStateException: why at java.lang.Thread.call(File.java:0)", line(thrown("why", "java.lang.Thread", "mpi.Comm")));
        assertEquals("threw java.lang.IllegalStateException: why", line(thrown("why")));
    }

    @Test
    void ofAMessageTheFirstLineIsEnough() {
        assertEquals("threw java.lang.IllegalStateException: first …", line(thrown("first \n second\n third")));
    }
}
