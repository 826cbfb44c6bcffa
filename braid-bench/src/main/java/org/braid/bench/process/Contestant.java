package org.braid.bench.process;

import java.util.List;
import org.braid.bench.figure.Who;
import org.jspecify.annotations.Nullable;

/**
 * A program that takes part, ready to start.
 *
 * @param name who among {@code who} it is, as the table shows it; may be empty
 * @param timed if there, the wall time of the whole command is the figure; else the command prints its figures
 * @param boundS seconds after which it is ended and has failed
 */
public record Contestant(Who who, String name, List<String> command, @Nullable Timed timed, long boundS) {
    private static final long USUAL_BOUND_S = 900;

    /**
     * What the wall time of a command is a figure of, in milliseconds.
     *
     * @param operation the figure's name
     * @param bytes payload of one message
     * @param rehearsal what runs once before the first round, uncounted: programs are compiled and files are read then
     */
    public record Timed(String operation, long bytes, List<String> rehearsal) {}

    /** A contestant that prints its figures. */
    public static Contestant printing(Who who, String name, List<String> command) {
        return new Contestant(who, name, command, null, USUAL_BOUND_S);
    }

    /** A contestant whose figure is how long it takes from its command to its exit. */
    public static Contestant timed(Who who, String name, List<String> command, Timed timed) {
        return new Contestant(who, name, command, timed, USUAL_BOUND_S);
    }

    /** The same, ended earlier. */
    public Contestant within(long seconds) {
        return new Contestant(who, name, command, timed, seconds);
    }

    String label() {
        return who.label(name);
    }
}
