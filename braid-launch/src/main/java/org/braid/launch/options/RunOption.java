package org.braid.launch.options;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of {@code braid run}, each once: its names, what follows it, what holds without it, and its line on the help page. Names are those of mpirun and srun. */
public enum RunOption {
    /** How many processes. */
    RANKS("N", "1", "number of processes, called ranks", "-n", "-np", "--n", "--np", "-c"),
    /** Where the program's classes are. */
    CLASS_PATH("PATH", "$CLASSPATH, else '.'", "class path of the program", "-cp", "-classpath", "--class-path"),
    /** A program in a jar, as java is told of it. */
    JAR("FILE", "", "the program is this jar; what follows are its arguments", "-jar"),
    /** What a program that was written for another launcher expects before its own arguments. */
    ARGUMENTS("STYLE", "plain", "what main gets before the program's own arguments: plain nothing; mpj rank, configuration and device, as mpjrun.sh; prunjava the rank", "--args"),
    /** Which methods carry messages: an expression or a policy. */
    METHOD("EXPR", "automatic: the first method that reaches the peer", "how messages travel: tcp, or a policy such as 'host=shm, *=tcp' (see docs/methods.md)", "--method"),
    /** What is told of a job beside what it prints. */
    REPORT("WHAT", "", "print 'links' (which method each pair of ranks uses, and why) or 'startup' (when each phase was reached)", "--report"),
    /** Whose line is whose. */
    TAG_OUTPUT("", "", "put [rank]<stdout>: or [rank]<stderr>: before each line", "--tag-output"),
    /** How long a job may take. */
    TIMEOUT("TIME", "none", "end the job after 90s, 5min, 2h (a number alone means seconds), with the stacks of all ranks and exit code 124", "--timeout"),
    /** In which directory ranks are started. */
    WDIR("DIR", "the launcher's", "working directory of the ranks", "--wdir", "-wdir"),
    /** What is added to the ranks' environment. */
    EXPORT("NAME[=VALUE]", "", "environment variable for the ranks; may be repeated", "-x"),
    /** What the ranks' JVMs are told. */
    JVM_ARGS("ARGS", "", "options for the ranks' JVMs, separated by blanks; may be repeated", "--jvm-args"),
    /** Whether a host may be left without protection. */
    ALLOW_CLEAR("", "off: messages that leave the host must be protected", "let messages leave this host unprotected", "--allow-clear"),
    /** Which cores a rank may use. */
    BIND_TO("WHAT", "core", "core: each rank has its share of the cores, if there are enough; none: the kernel decides", "--bind-to"),
    /** As little as possible is said. */
    QUIET("", "", "say less", "-q", "--quiet"),
    /** More is said. */
    VERBOSE("", "", "say more: of a failed rank all it has to say, not each sentence once", "-v", "--verbose"),
    /** The help page. */
    HELP("", "", "this page", "-h", "--help");

    private final String value;
    private final String otherwise;
    private final String help;
    private final List<String> names;

    RunOption(String value, String otherwise, String help, String... names) {
        this.value = value;
        this.otherwise = otherwise;
        this.help = help;
        this.names = List.of(names);
    }

    /** What follows it on the command line, as the help page names it; "" if nothing does. */
    public String value() {
        return value;
    }

    /** What holds without it; "" if that goes without saying. */
    public String otherwise() {
        return otherwise;
    }

    /** What the help page says of it: a sentence without its subject. */
    public String help() {
        return help;
    }

    /** All its spellings, the usual one first. */
    public List<String> names() {
        return names;
    }

    static @Nullable RunOption named(String name) {
        for (RunOption option : values()) {
            if (option.names.contains(name)) {
                return option;
            }
        }
        return null;
    }

    static List<String> allNames() {
        List<String> all = new ArrayList<>();
        for (RunOption option : values()) {
            all.addAll(option.names);
        }
        return all;
    }
}
