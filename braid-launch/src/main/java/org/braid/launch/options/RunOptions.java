package org.braid.launch.options;

import java.util.ArrayList;
import java.util.List;
import org.braid.launch.text.Words;

/**
 * What the user asked for of the commands that start jobs.
 *
 * @param ticket of the job to join, "" for a job of its own
 * @param ranks how many, at least 1
 * @param ranksPerProcess how many of them are threads of one process, at least 1
 * @param rankList which ones, in this order; empty for those that are free
 * @param listen where the job's server listens, "" for everywhere
 * @param ticketFile where the ticket is written to, "" if it is printed
 * @param method the policy of methods, "" for automatic
 * @param report names of reports, separated by commas
 * @param tagOutput whether each line is to say whose it is
 * @param timeoutNs how long the job may take, nanoseconds; 0 for ever
 * @param wdir the ranks' working directory, empty for the launcher's
 * @param exports {@code NAME=VALUE} for the ranks' environment
 * @param jvmArgs for the ranks' JVMs
 * @param allowClear whether messages may leave the host unprotected
 * @param site that this host is at, "" if nobody has named it
 * @param cluster that this host is in there, "" likewise
 * @param measuresLevels whether hosts measure how far they are from each other
 * @param topology file that places the ranks as if this host were several, "" for none
 * @param bind whether ranks are bound to cores where each can have its own
 * @param classPath as given, "" if it was not
 * @param verbosity -1 quiet, 0 normal, 1 and more: say what is done
 * @param argumentStyle what main gets before the program's own arguments: {@code plain}, {@link #MPJ_ARGUMENTS} or {@link #PRUNJAVA_ARGUMENTS}
 * @param profile what a source file sees of package mpi: {@code all} or {@code mpj}
 * @param program the word that names it, "" for none
 * @param arguments of the program
 * @param notes what became of options of other launchers, a line each, for people
 */
public record RunOptions(
        String ticket,
        int ranks,
        int ranksPerProcess,
        List<Integer> rankList,
        String listen,
        String ticketFile,
        String method,
        String report,
        boolean tagOutput,
        long timeoutNs,
        String wdir,
        List<String> exports,
        List<String> jvmArgs,
        boolean allowClear,
        String site,
        String cluster,
        boolean measuresLevels,
        String topology,
        boolean bind,
        String classPath,
        int verbosity,
        String argumentStyle,
        String profile,
        String program,
        List<String> arguments,
        List<String> notes) {

    /** Nothing comes before the program's own arguments. */
    public static final String PLAIN_ARGUMENTS = "plain";

    /** MPJ Express's: rank, configuration file, device. */
    public static final String MPJ_ARGUMENTS = "mpj";

    /** That of mpiJava's prunjava: the rank. */
    public static final String PRUNJAVA_ARGUMENTS = "prunjava";

    /** Those of a job of such programs: the ranks of all, and else what the first one says. */
    public static RunOptions ofJob(List<RunOptions> programs) {
        RunOptions first = programs.getFirst();
        if (programs.size() == 1) {
            return first;
        }
        int ranks = 0;
        List<String> notes = new ArrayList<>();
        for (RunOptions each : programs) {
            ranks += each.ranks;
            notes.addAll(each.notes);
        }
        return new RunOptions(
                first.ticket, ranks, first.ranksPerProcess, first.rankList, first.listen, first.ticketFile, first.method, first.report, first.tagOutput, first.timeoutNs, first.wdir, first.exports, first.jvmArgs, first.allowClear, first.site, first.cluster, first.measuresLevels, first.topology, first.bind, first.classPath,
                first.verbosity, first.argumentStyle, first.profile, first.program, first.arguments, List.copyOf(notes));
    }

    /** The same in a job whose server has said these: a join takes them from there. */
    public RunOptions inJob(String methods, String reports, boolean clear) {
        return new RunOptions(
                ticket, ranks, ranksPerProcess, rankList, listen, ticketFile, methods, reports, tagOutput, timeoutNs, wdir, exports, jvmArgs, clear, site, cluster, measuresLevels, topology, bind, classPath, verbosity, argumentStyle, profile, program, arguments, notes);
    }

    /** How many processes hold the ranks. */
    public int processes() {
        return (ranks + ranksPerProcess - 1) / ranksPerProcess;
    }

    /** Whether something was said of where ranks are, or are to be. */
    public boolean isPlaced() {
        return !topology.isEmpty() || !site.isEmpty() || !cluster.isEmpty();
    }

    /**
     * Whether a report was asked for.
     *
     * @param name as {@code --report} takes it
     */
    public boolean reports(String name) {
        for (String one : Words.split(report, ',')) {
            if (one.equals(name)) {
                return true;
            }
        }
        return false;
    }
}
