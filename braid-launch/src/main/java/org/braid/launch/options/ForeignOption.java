package org.braid.launch.options;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Options of mpirun, of MPICH's mpiexec and of mpjrun.sh that {@code braid run} calls otherwise, or has no use for: each is taken, translated, or refused with what to do instead. */
enum ForeignOption {
    /** More ranks than cores are a usual case here, and so is any user; the environment is passed on. */
    PERMISSION(0, "oversubscribe", "allow-run-as-root", "envall", "genvall", "noprefix", "disable-recovery", "get-stack-traces", "report-state-on-timeout"),
    /** Which rank comes where: on one host that is said by {@code --bind-to} alone. */
    PLACEMENT(1, "rank-by", "cpus-per-proc", "cpus-per-rank", "membind", "topolib"),
    /** The same, and perhaps how many ranks come on each part of a host ({@link RanksPerPart}). */
    MAPPING(1, "map-by"),
    /** So many ranks on each host, and as many in all if nothing else is said: there is one host. */
    PER_HOST(1, "N", "npernode", "ppn", "perhost"),
    /** So many on each socket of a host. */
    PER_SOCKET(1, "npersocket"),
    /** One on each, and so in all. */
    ONE_PER_HOST(0, "pernode"),
    /** No more ranks than there are cores, which nobody counts here. */
    PROHIBITION(0, "nooversubscribe", "no-oversubscribe"),
    /** Ranks on other hosts than this. */
    ELSEWHERE(0, "nolocal", "skip-launch-node"),
    /** Which rank comes where, in older words. */
    OLD_PLACEMENT(0, "bynode", "byslot", "bycore", "use-hwthread-cpus"),
    /** Which cores a rank may use, in older words. */
    BOUND(0, "bind-to-core"),
    /** The opposite. */
    UNBOUND(0, "bind-to-none", "bind-to-socket"),
    /** Which cores all ranks may use: those that the launcher itself may. */
    CORES(1, "cpu-set", "cpu-list"),
    /** Which core each rank may use, by a file. */
    RANK_FILE(1, "rankfile", "rf"),
    /** What of the start is shown. */
    DISPLAY(0, "report-bindings", "display-map", "display-allocation", "print-rank-map", "display-topo", "display-devel-map", "display-devel-allocation", "display-diffable-map", "output-proctable", "show-progress", "print-all-exitcodes"),
    /** Whose line is whose, in MPICH. */
    PREFIX(0, "l", "prepend-rank"),
    /** Where ranks are started, in other words. */
    DIRECTORY(1, "wd"),
    /** Where output and input go. */
    STREAMS(1, "output-filename", "stdin", "s", "outfile-pattern", "errfile-pattern", "prepend-pattern"),
    /** How output looks. */
    LOOKS(0, "merge-stderr-to-stdout", "timestamp-output", "xml"),
    /** Which variables a rank sees, in MPICH: it sees all. */
    VARIABLES(1, "envlist", "genvlist"),
    /** How other hosts are reached, and what is there. */
    REMOTE(1, "prefix", "launcher", "bootstrap", "iface", "usize", "tune", "am", "launcher-exec", "launch-agent", "nameserver", "order-nodes", "localhost", "rmk", "demux", "personality", "max-vm-size"),
    /** That a rank sees none, in MPICH. */
    NO_VARIABLES(0, "genvnone", "envnone"),
    /** Where programs are. */
    PATH(1, "path"),
    /** How daemons, and other hosts, are dealt with. */
    NO_DAEMON(0, "leave-session-attached", "debug-daemons", "debug-devel", "novm", "dvm", "use-regexp", "do-not-resolve", "fwd-mpirun-port", "disable-hostname-propagation", "disable-auto-cleanup", "pmi-port", "enable-x", "disable-x"),
    /** What becomes of a job whose rank fails. */
    RECOVERY(0, "enable-recovery", "continuous"),
    /** How often a rank that fails is started again. */
    RESTARTS(1, "max-restarts"),
    /** Which Braid this is. */
    VERSION(0, "version", "V"),
    /** A variable and its value, in MPICH. */
    VARIABLE(2, "env", "genv"),
    /** What carries messages, in MPJ Express. */
    DEVICE(1, "dev"),
    /** Ports, sizes and addresses of MPJ Express's daemons and devices. */
    DAEMON(1, "dport", "sport", "mpjport", "psl", "headnodeip", "mxboardnum"),
    /** At which port a debugger finds the first rank, in MPJ Express. */
    DEBUGGER(1, "debug"),
    /** How MPJ Express's daemons find classes, and what they measure. */
    LOADER(0, "src", "localloader", "profile"),
    /** Hosts by name. */
    HOSTS(1, "host", "H", "hosts"),
    /** Hosts by a file. */
    HOST_FILE(1, "hostfile", "machinefile", "machinesfile", "f", "default-hostfile"),
    /** Parameters of Open MPI's components. */
    PARAMETER(2, "mca", "gmca");

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

    /** That of a word with one dash or two: launchers take either. */
    static @Nullable ForeignOption named(String name) {
        String word = RunOption.withoutDashes(name);
        for (ForeignOption option : values()) {
            if (option.names.contains(word)) {
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
            case VERSION -> throw refused(name, "a job has no use for it", "Write 'braid --version' alone");
            default -> {}
        }
        return switch (this) {
            case PERMISSION, PLACEMENT, MAPPING, PER_HOST, PER_SOCKET, ONE_PER_HOST, OLD_PLACEMENT, VARIABLES, DEVICE, HOSTS, HOST_FILE, ELSEWHERE, CORES, VERSION -> Translation.HOLDS;
            case PROHIBITION -> Translation.nothing(name + ": there may be more ranks than cores; -n says how many there are");
            case BOUND -> Translation.of("--bind-to=core");
            case UNBOUND -> Translation.of("--bind-to=none");
            case PREFIX -> Translation.of("--tag-output");
            case DIRECTORY -> Translation.of("--wdir=" + given.getFirst());
            case STREAMS -> Translation.nothing(name + " " + given.getFirst() + ": output goes where the launcher's goes, and rank 0 alone reads its input");
            case LOOKS -> Translation.nothing(name + ": --tag-output says whose each line is, and no more is added");
            case REMOTE -> Translation.nothing(name + " " + given.getFirst() + ": there is one host");
            case VARIABLE -> Translation.of("-x=" + given.getFirst() + "=" + given.getLast());
            case DISPLAY -> Translation.nothing(name + ": that is not shown; --report links, startup or topology says what is");
            case DAEMON -> Translation.nothing(name + " " + given.getFirst() + ": there is no daemon, and sizes and ports are Braid's own");
            case NO_DAEMON -> Translation.nothing(name + ": there is no daemon, and one host");
            case RANK_FILE -> Translation.nothing(name + " " + given.getFirst() + ": each rank has its share of the cores, in the order of ranks; --bind-to none leaves it to the kernel");
            case NO_VARIABLES -> Translation.nothing(name + ": ranks see the launcher's variables; env -i before the command leaves it none");
            case PATH -> Translation.nothing(name + " " + given.getFirst() + ": programs are found by the class path, and source files and jars where they are named");
            case RECOVERY -> Translation.nothing(name + ": a rank that fails ends the job as ever");
            case RESTARTS -> Translation.nothing(name + " " + given.getFirst() + ": no rank is started again, and one that fails ends the job as ever");
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
