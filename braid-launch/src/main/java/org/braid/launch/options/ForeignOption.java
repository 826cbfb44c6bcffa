package org.braid.launch.options;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Options of mpirun, of MPICH's mpiexec and of mpjrun.sh that {@code braid run} calls otherwise, or has no use for: each is taken, translated, or refused with what to do instead. */
enum ForeignOption {
    /** More ranks than cores are a usual case here, and so is any user; the environment is passed on. */
    PERMISSION(0, "--oversubscribe", "-oversubscribe", "--allow-run-as-root", "-allow-run-as-root", "-envall", "-genvall", "--noprefix", "-noprefix"),
    /** Which rank comes where: on one host that is said by {@code --bind-to} alone. */
    PLACEMENT(1, "--rank-by", "-rank-by", "--cpus-per-proc", "-cpus-per-proc", "--cpus-per-rank", "-cpus-per-rank"),
    /** The same, and perhaps how many ranks come on each part of a host ({@link RanksPerPart}). */
    MAPPING(1, "--map-by", "-map-by"),
    /** So many ranks on each host, and as many in all if nothing else is said: there is one host. */
    PER_HOST(1, "-N", "--npernode", "-npernode", "-ppn", "-perhost"),
    /** One on each, and so in all. */
    ONE_PER_HOST(0, "--pernode", "-pernode"),
    /** No more ranks than there are cores, which nobody counts here. */
    PROHIBITION(0, "--nooversubscribe", "-nooversubscribe", "--no-oversubscribe", "-no-oversubscribe"),
    /** Ranks on other hosts than this. */
    ELSEWHERE(0, "--nolocal", "-nolocal"),
    /** Which rank comes where, in older words. */
    OLD_PLACEMENT(0, "--bynode", "-bynode", "--byslot", "-byslot", "--bycore", "-bycore", "--use-hwthread-cpus"),
    /** Which cores a rank may use, in older words. */
    BOUND(0, "--bind-to-core", "-bind-to-core"),
    /** The opposite. */
    UNBOUND(0, "--bind-to-none", "-bind-to-none"),
    /** Which cores all ranks may use: those that the launcher itself may. */
    CORES(1, "--cpu-set", "-cpu-set", "--cpu-list", "-cpu-list"),
    /** What of the start is shown. */
    DISPLAY(0, "--report-bindings", "-report-bindings", "--display-map", "-display-map", "--display-allocation", "-display-allocation", "-print-rank-map"),
    /** Whose line is whose, in MPICH and with one dash. */
    PREFIX(0, "-l", "-prepend-rank", "-tag-output"),
    /** Where ranks are started, in other words. */
    DIRECTORY(1, "-wd", "--wd"),
    /** How long the job may take, with one dash. */
    TIME(1, "-timeout"),
    /** Which cores a rank may use, with one dash. */
    BINDING(1, "-bind-to"),
    /** Where output and input go. */
    STREAMS(1, "--output-filename", "-output-filename", "--stdin", "-stdin", "-s"),
    /** How output looks. */
    LOOKS(0, "--merge-stderr-to-stdout", "-merge-stderr-to-stdout", "--timestamp-output", "-timestamp-output"),
    /** Which variables a rank sees, in MPICH: it sees all. */
    VARIABLES(1, "-envlist", "-genvlist"),
    /** How other hosts are reached, and what is there. */
    REMOTE(1, "--prefix", "-prefix", "-launcher", "-bootstrap", "-iface", "-usize", "--tune", "-tune", "--am", "-am"),
    /** A variable and its value, in MPICH. */
    VARIABLE(2, "-env", "-genv"),
    /** What carries messages, in MPJ Express. */
    DEVICE(1, "-dev"),
    /** Ports, sizes and addresses of MPJ Express's daemons and devices. */
    DAEMON(1, "-dport", "-sport", "-mpjport", "-psl", "-headnodeip", "-mxboardnum"),
    /** At which port a debugger finds the first rank, in MPJ Express. */
    DEBUGGER(1, "-debug"),
    /** How MPJ Express's daemons find classes, and what they measure. */
    LOADER(0, "-src", "-localloader", "-profile"),
    /** Hosts by name. */
    HOSTS(1, "-host", "--host", "-H", "-hosts"),
    /** Hosts by a file. */
    HOST_FILE(1, "-hostfile", "--hostfile", "-machinefile", "--machinefile", "-machinesfile", "--machinesfile", "-f"),
    /** Parameters of Open MPI's components. */
    PARAMETER(2, "--mca", "-mca", "--gmca", "-gmca");

    private static final List<String> DEVICES = List.of("multicore", "smpdev", "niodev", "hybdev", "mxdev", "native");

    private final int words;
    private final List<String> names;

    ForeignOption(int words, String... names) {
        this.words = words;
        this.names = List.of(names);
    }

    /** How many words follow it. */
    int words() {
        return words;
    }

    static @Nullable ForeignOption named(String name) {
        for (ForeignOption option : values()) {
            if (option.names.contains(name)) {
                return option;
            }
        }
        return null;
    }

    /**
     * What it is here.
     *
     * @param given what follows it
     * @throws BraidException if it asks for something that cannot be had; the message says what to write
     */
    Translation translate(String name, List<String> given) {
        switch (this) {
            case DEVICE -> checkDevice(name, given.getFirst());
            case HOSTS -> checkHosts(name, NamedHost.list(name, given.getFirst()));
            case HOST_FILE -> checkHosts(name, HostFile.read(name, given.getFirst()));
            case ELSEWHERE -> throw elsewhere(name, "ranks can be started on this host only so far");
            case CORES -> throw refused(name, "ranks use the cores that the launcher may use", "Leave it out, and write 'taskset -c " + given.getFirst() + "' before the command");
            default -> {}
        }
        return switch (this) {
            case PERMISSION, PLACEMENT, MAPPING, PER_HOST, ONE_PER_HOST, OLD_PLACEMENT, VARIABLES, DEVICE, HOSTS, HOST_FILE, ELSEWHERE, CORES -> Translation.HOLDS;
            case PROHIBITION -> Translation.nothing(name + ": there may be more ranks than cores; -n says how many there are");
            case BOUND -> Translation.of("--bind-to=core");
            case UNBOUND -> Translation.of("--bind-to=none");
            case PREFIX -> Translation.of("--tag-output");
            case DIRECTORY -> Translation.of("--wdir=" + given.getFirst());
            case TIME -> Translation.of("--timeout=" + given.getFirst());
            case BINDING -> Translation.of("--bind-to=" + given.getFirst());
            case STREAMS -> Translation.nothing(name + " " + given.getFirst() + ": output goes where the launcher's goes, and rank 0 alone reads its input");
            case LOOKS -> Translation.nothing(name + ": --tag-output says whose each line is, and no more is added");
            case REMOTE -> Translation.nothing(name + " " + given.getFirst() + ": there is one host");
            case VARIABLE -> Translation.of("-x=" + given.getFirst() + "=" + given.getLast());
            case DISPLAY -> Translation.nothing(name + ": that is not shown; --report links, startup or topology says what is");
            case DAEMON -> Translation.nothing(name + " " + given.getFirst() + ": there is no daemon, and sizes and ports are Braid's own");
            case DEBUGGER -> Translation.nothing(name + " " + given.getFirst() + ": no rank waits for a debugger; --jvm-args -agentlib:jdwp=transport=dt_socket,server=y,suspend=n lets one in, at a port that each rank prints");
            case LOADER -> Translation.nothing(name + ": ranks find classes by the class path, and a profile of MPJ Express is not written; --report links counts messages");
            case PARAMETER -> McaParameter.of(name, given.getFirst(), given.getLast());
        };
    }

    private static void checkDevice(String name, String device) {
        if (!DEVICES.contains(device)) {
            throw refused(name, "there is no device '" + device + "'", "Leave it out: the quickest method that reaches a rank is chosen; or write --method EXPR, as in --method tcp");
        }
    }

    private static void checkHosts(String name, List<NamedHost> hosts) {
        for (NamedHost host : hosts) {
            if (!ThisHost.isMeantBy(host.name())) {
                throw elsewhere(name, "ranks can be started on this host only so far, not on '" + host.name() + "'");
            }
        }
    }

    private static BraidException elsewhere(String name, String why) {
        return new BraidException(
                ErrorCode.HOST_ELSEWHERE, "option " + name, why,
                "Write 'braid server -n N' here, and 'braid join TICKET -n K PROGRAM' on each host, with the ticket that the server prints (docs/hosts.md); or leave it out");
    }

    private static BraidException refused(String name, String why, String whatToDo) {
        return RunArguments.wrong(name, why, whatToDo);
    }
}
