package org.braid.launch.options;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.os.Machine;

/** As which launcher's users a line was written; {@code bin/mpirun} and {@code bin/mpjrun.sh} say it with {@code --like}. */
enum Dialect {
    /** One rank unless a number is given; nothing but Braid's own options, and those of others that are known. */
    BRAID("braid", RunOptions.PLAIN_ARGUMENTS),
    /** A rank for each core; a colon begins another program of the same job. */
    MPIRUN("mpirun", RunOptions.PLAIN_ARGUMENTS),
    /** A rank for each core; options of java stand among the launcher's, and three arguments come before the program's own. */
    MPJRUN("mpjrun.sh", RunOptions.MPJ_ARGUMENTS);

    /** Words that MPJ Express's starter takes for its own wherever they stand, so that no program has ever got them; scripts and builds write them behind the program. */
    private static final List<String> ANYWHERE = List.of("-np", "-dev", "-wdir", "-cp", "-classpath", "-machinesfile", "-dport", "-psl", "-mxboardnum", "-src", "-profile");

    private final String launcher;
    private final String argumentStyle;

    Dialect(String launcher, String argumentStyle) {
        this.launcher = launcher;
        this.argumentStyle = argumentStyle;
    }

    /** Those of launchers, as {@code --like} takes them. */
    static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Dialect dialect : values()) {
            names.add(dialect.launcher);
        }
        return names;
    }

    /** @param launcher one of {@link #names} */
    static Dialect of(String launcher) {
        return values()[names().indexOf(launcher)];
    }

    /** What main gets first, if the line does not say it. */
    String argumentStyle() {
        return argumentStyle;
    }

    /** How many ranks are started, if the line does not say it. */
    int ranks() {
        return this == BRAID ? 1 : Machine.usableCores();
    }

    /** Whether a word that begins with a dash and is no option of the launcher's is one of java's. */
    boolean takesJavaOptions() {
        return this == MPJRUN;
    }

    /** Whether this word is the launcher's even behind the program. */
    boolean takesBehindProgram(String word) {
        return this == MPJRUN && ANYWHERE.contains(word);
    }

    /** Whether a variable that is to be passed on, and is not set, is no mistake: scripts pass on what some machines have. */
    boolean toleratesUnsetVariables() {
        return this == MPIRUN;
    }

    /** Whether a colon among the words begins another program of the same job. */
    boolean hasSeveralPrograms() {
        return this == MPIRUN;
    }
}
