package org.braid.launch.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.braid.base.os.Machine;
import org.braid.launch.signal.SystemTool;

/** The words before {@code java}: the system's programs that put a rank's process in its place, which is a process group of its own and its share of the cores. */
final class CommandPrefix {
    /** {@code exec} returns only if it has failed. */
    private static final String GROUP_OF_ITS_OWN = "delete $ENV{PERL_BADLANG}; setpgrp; exec {$ARGV[0]} @ARGV or die \"$ARGV[0]: $!\\n\"";

    private final int ranks;
    private final List<String> ownGroup;
    private final int[] cores;
    private final String taskset;

    /**
     * The same for every rank of a job on this host.
     *
     * @param ranks how many there are, or processes that hold several
     * @param crowded whether there are more ranks than cores
     * @param bind whether each is to have its share of the cores alone
     */
    CommandPrefix(int ranks, boolean crowded, boolean bind) {
        this.ranks = ranks;
        this.ownGroup = ownGroup(crowded);
        this.cores = bind ? Machine.usableCoreIds() : new int[0];
        this.taskset = ranks > 1 && ranks <= cores.length ? SystemTool.path("taskset") : "";
    }

    void addTo(List<String> command, int place) {
        command.addAll(ownGroup);
        addBinding(command, place);
    }

    /** The same for a process that is bound later. */
    void addGroupTo(List<String> command) {
        command.addAll(ownGroup);
    }

    /** The cores to which a rank is bound; none if it is not. */
    List<Integer> cores(int place) {
        List<Integer> own = new ArrayList<>();
        for (int i = place * cores.length / ranks; !taskset.isEmpty() && i < (place + 1) * cores.length / ranks; i++) {
            own.add(cores[i]);
        }
        return own;
    }

    /** What the command needs in its environment; the rank itself does not see it. */
    void addTo(Map<String, String> environment) {
        if (ownGroup.contains(GROUP_OF_ITS_OWN)) {
            environment.put("PERL_BADLANG", "0"); // a locale that is not installed is no news
        }
    }

    /**
     * Two ranks that spin on one core wait for each other's time slice, and the kernel puts a woken one beside its waker: so each rank gets its share of the cores, as other launchers
     * do it.
     */
    private void addBinding(List<String> command, int place) {
        if (!taskset.isEmpty()) {
            command.addAll(List.of(taskset, "-c", share(cores, place, ranks)));
        }
    }

    /** The cores of one rank, as {@code taskset -c} takes them; the shares of two ranks differ by one core at most. */
    static String share(int[] cores, int rank, int ranks) {
        StringBuilder list = new StringBuilder();
        for (int i = rank * cores.length / ranks; i < (rank + 1) * cores.length / ranks; i++) {
            list.append(list.isEmpty() ? "" : ",").append(cores[i]);
        }
        return list.toString();
    }

    /**
     * How a rank gets a process group of its own; else the terminal's Ctrl-C would reach it twice. {@code setsid} gives it a session, too, which the kernel schedules as one: a rank that yields
     * then yields to its own threads first. So ranks that share cores get the group alone, if there is a Perl to do it (docs/decisions/crowded-collectives.md).
     */
    private static List<String> ownGroup(boolean crowded) {
        String perl = crowded ? SystemTool.path("perl") : "";
        String setsid = SystemTool.path("setsid");
        return !perl.isEmpty() ? List.of(perl, "-e", GROUP_OF_ITS_OWN) : setsid.isEmpty() ? List.of() : List.of(setsid);
    }
}
