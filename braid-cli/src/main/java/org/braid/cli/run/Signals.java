package org.braid.cli.run;

import java.util.function.IntConsumer;
import sun.misc.Signal;

/** The signals that the launcher passes on, and the names of those that ranks die of. */
final class Signals {
    static final int PIPE = 13;
    static final int USR1 = 10;

    private static final String[] FORWARDED = {"INT", "TERM", "HUP", "USR1"};
    private static final String[] NAMES = {
        "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM", "TERM"
    };

    private Signals() {}

    static void forward(IntConsumer to) {
        for (String name : FORWARDED) {
            try {
                Signal.handle(new Signal(name), signal -> to.accept(signal.getNumber()));
            } catch (IllegalArgumentException e) {
                // The JVM keeps this signal for itself (-Xrs): then it ends us in its own way, and the pipes' end ends the ranks.
            }
        }
    }

    /** Without "SIG"; a number if it has no common name. */
    static String name(int number) {
        return number > 0 && number < NAMES.length ? NAMES[number] : Integer.toString(number);
    }
}
