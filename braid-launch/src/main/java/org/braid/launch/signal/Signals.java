package org.braid.launch.signal;

import java.util.Arrays;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** The signals that the launcher passes on, and the names of those that ranks die of. */
public final class Signals {
    /** SIGPIPE: nobody reads what we print. */
    public static final int PIPE = 13;

    /** SIGUSR1: a word to the program, not to the job. */
    public static final int USR1 = 10;

    /** It asks a process to end. */
    public static final int TERM = 15;

    private static final String STOP = "TSTP";
    private static final String[] FORWARDED = {"INT", "TERM", "HUP", "USR1"};
    private static final String[] NAMES = {
        "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM", "TERM",
        "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS"
    };
    private static final Set<String> HARMLESS = Set.of("CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "WINCH");

    private Signals() {}

    /**
     * From now on this process's signals are told, each in a thread of the JVM's. Those that the JVM keeps for itself ({@code -Xrs}) are left to it.
     *
     * @param to gets the number of each signal that is passed on
     * @param stop told when the terminal's Ctrl-Z came, monotonic nanoseconds
     * @param resumed told when this process was resumed, monotonic nanoseconds
     */
    public static void forward(IntConsumer to, LongConsumer stop, LongConsumer resumed) {
        passOn(to);
        handle(STOP, signal -> stop.accept(System.nanoTime()));
        handle("CONT", signal -> resumed.accept(System.nanoTime()));
    }

    /**
     * From now on those signals of this process are told that are meant for what it runs; Ctrl-Z stops it as any other process.
     *
     * @param to gets the number of each, in a thread of the JVM's
     */
    public static void passOn(IntConsumer to) {
        for (String name : FORWARDED) {
            handle(name, signal -> to.accept(signal.getNumber()));
        }
    }

    private static void handle(String name, SignalHandler handler) {
        try {
            SignalHandler before = Signal.handle(new Signal(name), handler);
            if (name.equals(STOP) && before == SignalHandler.SIG_IGN) {
                Signal.handle(new Signal(name), before); // whoever started us wants no stops
            }
        } catch (IllegalArgumentException e) {
            // The JVM keeps this signal for itself (-Xrs): then it ends us in its own way, and the pipes' end ends the ranks.
        }
    }

    /** Whether it is the exit code of a JVM that has met a fault of its own: SIGABRT, by which it ends itself, SIGBUS or SIGSEGV. */
    public static boolean isFault(int exitCode) {
        return exitCode == 134 || exitCode == 135 || exitCode == 139;
    }

    /** Whether a process may have ended by this signal, so that its exit code, as a JVM tells it, is 128 more. */
    public static boolean ends(int number) {
        return number > 0 && number < NAMES.length && !HARMLESS.contains(NAMES[number]);
    }

    /** The number of a signal, by its name without "SIG"; 0 if it has no common name. */
    public static int number(String name) {
        return Math.max(0, Arrays.asList(NAMES).indexOf(name));
    }

    /** A signal's name without "SIG"; its number, as text, if it has no common name. */
    public static String name(int number) {
        return number > 0 && number < NAMES.length ? NAMES[number] : Integer.toString(number);
    }
}
