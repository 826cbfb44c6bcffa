package org.braid.launch.options;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Spelling;
import org.braid.boot.spawn.Spawning;
import org.braid.launch.text.Words;
import org.jspecify.annotations.Nullable;

/**
 * Reads the words after {@code braid run}, {@code server} or {@code join}. Options come first ({@link RunOption}), behind the ticket if there is one; the first other word is PROGRAM, and every
 * word after it belongs to the program.
 */
public final class RunArguments {
    static final int MAX_RANKS_ON_HOST = 4096;

    static final int MAX_RANKS = 1 << 20;

    private static final List<String> ARGUMENT_STYLES = List.of(RunOptions.PLAIN_ARGUMENTS, RunOptions.MPJ_ARGUMENTS, RunOptions.PRUNJAVA_ARGUMENTS);

    private static final List<String> PROFILES = List.of("all", "mpj");

    private final JobCommand command;
    private List<String> words;
    private int at;

    private int ranks;
    private final ImpliedRanks implied = new ImpliedRanks();
    private int perProcess = 1;
    private List<Integer> rankList = List.of();
    private String listen = "";
    private String ticketFile = "";
    private String method = "";
    private String report = "";
    private boolean tagOutput;
    private long timeoutNs;
    private String wdir = "";
    private final List<String> exports = new ArrayList<>();
    private final List<String> jvmArgs = new ArrayList<>();
    private boolean allowClear;
    private @Nullable String site;
    private @Nullable String cluster;
    private @Nullable String levels;
    private String topology = "";
    private boolean bind = true;
    private String classPath = "";
    private int verbosity;
    private boolean isReproducible;
    private Dialect dialect = Dialect.BRAID;
    private String argumentStyle = "";
    private String profile = PROFILES.getFirst();
    private String jar = "";
    private final Set<String> notes = new LinkedHashSet<>();
    private int programs; // before this one, in the same line

    private RunArguments(JobCommand command, List<String> words) {
        this.command = command;
        this.words = words;
    }

    /**
     * What these words ask for.
     *
     * @throws BraidException if they make no sense; the message says which and what is meant instead
     * @throws HelpAsked if the help page is asked for
     */
    public static RunOptions parse(JobCommand command, List<String> words) {
        return new RunArguments(command, words).parse();
    }

    /**
     * What the words behind {@code braid run} ask for, program by program: several stand between colons in a line for mpirun, and their ranks follow each other. What concerns the whole job is said before the first.
     *
     * @throws BraidException as {@link #parse}
     * @throws HelpAsked likewise
     */
    public static List<RunOptions> programs(List<String> words) {
        List<RunOptions> programs = new ArrayList<>();
        RunArguments each = new RunArguments(JobCommand.RUN, words);
        long ranks = 0;
        do {
            each = programs.isEmpty() ? each : each.behindColon();
            programs.add(each.parse());
            ranks += programs.getLast().ranks();
        } while (each.at < each.words.size());
        if (ranks > MAX_RANKS_ON_HOST) {
            throw wrong("-n", "all programs together have " + ranks + " ranks, more than one host can start", "Give at most " + MAX_RANKS_ON_HOST);
        }
        return programs;
    }

    private RunArguments behindColon() {
        RunArguments next = new RunArguments(command, words.subList(at + 1, words.size()));
        next.programs = programs + 1;
        next.dialect = dialect;
        if (isReproducible) {
            next.reproducible();
        }
        next.jvmArgs.add("-D" + Spawning.APPNUM + "=" + next.programs);
        return next;
    }

    private RunOptions parse() {
        String ticket = command.hasTicket() ? ticket() : "";
        while (jar.isEmpty() && at < words.size() && words.get(at).startsWith("-") && !words.get(at).equals("--")) {
            option(words.get(at++));
        }
        boolean isEnded = jar.isEmpty() && at < words.size() && words.get(at).equals("--");
        if (isEnded) {
            at++;
        }
        if (jar.isEmpty() && at < words.size() && JavaCommand.isMeantBy(words.get(at))) {
            words = ArgumentFiles.expanded(words, at + 1);
            JavaCommand java = JavaCommand.read(words, at + 1);
            java(java, java.program);
        }
        String program = jar.isEmpty() ? program() : jar;
        List<String> arguments = arguments(program, isEnded);
        int count = count();
        if (!rankList.isEmpty() && rankList.size() != count) {
            throw wrong("--ranks", "it names " + rankList.size() + " ranks, and -n " + count, "Leave out -n, or name as many ranks");
        }
        if (perProcess > 1 && isOneOfSeveral()) {
            throw wrong("--ranks-per-process", "ranks of one process run one program, and the line has several", "Leave it out, or start one program that looks at its rank");
        }
        return new RunOptions(
                ticket, count, Math.min(perProcess, count), rankList, listen, ticketFile, method, report, tagOutput, timeoutNs, wdir, exports, jvmArgs, allowClear, OptionValues.placeName("--site", site, "BRAID_SITE"), OptionValues.placeName("--cluster", cluster, "BRAID_CLUSTER"), OptionValues.measuresLevels(levels), topology, bind, classPath, verbosity, argumentStyle.isEmpty() ? dialect.argumentStyle() : argumentStyle, profile, program,
                arguments, List.copyOf(notes));
    }

    private int count() {
        if (ranks != 0) {
            return ranks;
        }
        if (implied.onEachHost() != 0) {
            return implied.onEachHost();
        }
        if (isOneOfSeveral()) {
            return 1;
        }
        return !rankList.isEmpty() ? rankList.size() : implied.slots() != 0 ? implied.slots() : dialect.ranks();
    }

    /** Those of the program: up to the end, or to the colon before another one, where {@link #at} then stands. */
    private List<String> arguments(String program, boolean areOptionsEnded) {
        List<String> arguments = new ArrayList<>();
        while (at < words.size() && !isColon(words.get(at))) {
            String word = words.get(at++);
            if (!areOptionsEnded && dialect.takesBehindProgram(word)) {
                notes.add(word + " behind " + program + " is mpjrun.sh's own option, as in MPJ Express; write -- before " + program + " if the program is to get it");
                option(word);
            } else {
                arguments.add(word);
            }
        }
        return List.copyOf(arguments);
    }

    private boolean isColon(String word) {
        return dialect.hasSeveralPrograms() && word.equals(":");
    }

    private boolean isOneOfSeveral() {
        return programs > 0 || at < words.size();
    }

    /** @param next where the word behind the options stands */
    private void java(JavaCommand command, int next) {
        classPath = command.classPath.isEmpty() ? classPath : command.classPath;
        jvmArgs.addAll(command.jvmArgs);
        at = next;
    }

    private String ticket() {
        if (at < words.size() && words.get(at).startsWith("-") && RunOption.alike(words.get(at)) == RunOption.HELP) {
            throw new HelpAsked();
        }
        if (at == words.size() || words.get(at).startsWith("-")) {
            throw new BraidException(ErrorCode.TICKET_INVALID, "no ticket was given", "the first word behind 'braid join' is the job's ticket", "Copy the line that braid server has printed, or write @FILE");
        }
        return words.get(at++);
    }

    private String program() {
        if (!command.hasProgram()) {
            if (at < words.size()) {
                throw new BraidException(
                        ErrorCode.OPTION_UNKNOWN, "'" + words.get(at) + "'", "braid server starts no program", "Name the program where its ranks are started: braid join TICKET " + words.get(at));
            }
            return "";
        }
        if (at == words.size() || words.get(at).isEmpty() || isColon(words.get(at))) {
            throw new BraidException(
                    ErrorCode.PROGRAM_MISSING, "no program was given", command.hasTicket() && words.size() == 1 ? "'" + words.getFirst() + "' stands where the ticket is expected, and nothing follows it" : "the options are followed by nothing",
                    "Name a .java file, a class or a .jar: braid " + command.word() + (command.hasTicket() ? " TICKET" : "") + " -n 4 Hello.java");
        }
        return words.get(at++);
    }

    private void option(String word) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        RunOption option = optionOf(name);
        String attached = equals < 0 ? null : word.substring(equals + 1);
        if (option == null) {
            foreign(name, attached);
            return;
        }
        if (!option.isOf(command)) {
            throw new BraidException(ErrorCode.OPTION_UNKNOWN, "option " + name, "braid " + command.word() + " has no such option", "It belongs to " + option.owners());
        }
        if (programs > 0 && !option.isOfProgram()) {
            throw wrong(name, "it concerns all programs of the job, and stands behind a colon", "Write it before the first program");
        }
        take(option, name, option.value().isEmpty() ? nothing(name, attached) : value(name, attached));
    }

    /** As it is written, unless another launcher's option is: {@code -profile} is MPJ Express's, and {@code --profile} ours. */
    private static @Nullable RunOption optionOf(String name) {
        RunOption option = RunOption.named(name);
        return option != null || ForeignOption.named(name) != null ? option : RunOption.alike(name);
    }

    private void foreign(String name, @Nullable String attached) {
        ForeignOption option = ForeignOption.named(name);
        if (option == null) {
            java(name);
            return;
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < option.words(); i++) {
            values.add(value(name, i == 0 ? attached : null));
        }
        Translation translation = option.translate(name, values);
        implied(option, name, values);
        if (!translation.note().isEmpty()) {
            notes.add(translation.note());
        }
        for (String word : translation.words()) {
            option(word);
        }
    }

    private void implied(ForeignOption option, String name, List<String> values) {
        switch (option) {
            case PER_HOST -> implied.perHost(ranks(name, values.getFirst()));
            case ONE_PER_HOST -> implied.perHost(1);
            case PER_SOCKET -> implied.perPart(name, values.getFirst(), new RanksPerPart(values.getFirst(), "socket"));
            case MAPPING -> mapped(name, values.getFirst());
            case HOSTS -> implied.add(name, NamedHost.list(name, values.getFirst()));
            case HOST_FILE -> implied.addFile(name, HostFile.read(name, values.getFirst()));
            default -> {}
        }
    }

    private void mapped(String name, String value) {
        RanksPerPart pattern = RanksPerPart.parse(name, value);
        if (pattern.isOfHost()) {
            implied.perHost(ranks(name, pattern.ranks()));
        } else {
            implied.perPart(name, value, pattern);
        }
    }

    /** The word before {@link #at}, where options of java may stand among the launcher's. */
    private void java(String name) {
        if (!dialect.takesJavaOptions()) {
            throw unknown(name);
        }
        JavaCommand command = new JavaCommand();
        java(command, command.option(words, at - 1));
    }

    /** Of all programs, or their ranks would choose differently. */
    private void reproducible() {
        isReproducible = true;
        exports.add("BRAID_REPRODUCIBLE=true");
    }

    /** @param value "" for an option that has none */
    private void take(RunOption option, String name, String value) {
        switch (option) {
            case RANKS -> ranks = ranks(name, value);
            case RANKS_PER_PROCESS -> perProcess = ranks(name, value);
            case RANK_LIST -> rankList = RankList.parse(name, value, MAX_RANKS_ON_HOST);
            case LISTEN -> listen = value;
            case TICKET_FILE -> ticketFile = value;
            case CLASS_PATH -> classPath = value;
            case JAR -> jar = value;
            case ARGUMENTS -> argumentStyle = OptionValues.oneOf(name, ARGUMENT_STYLES, value);
            case LIKE -> dialect = Dialect.of(OptionValues.oneOf(name, Dialect.names(), value));
            case PROFILE -> profile = OptionValues.oneOf(name, PROFILES, value);
            case METHOD -> method = OptionValues.policy(value);
            case REPORT -> report = OptionValues.reports(command, value);
            case TAG_OUTPUT -> tagOutput = true;
            case TIMEOUT -> timeoutNs = OptionValues.timeoutNs(name, value);
            case WDIR -> wdir = OptionValues.directory(name, value);
            case EXPORT -> export(value);
            case JVM_ARGS -> jvmArgs.addAll(Words.split(value, ' '));
            case REPRODUCIBLE -> reproducible();
            case ALLOW_CLEAR -> allowClear = true;
            case SITE -> site = value;
            case CLUSTER -> cluster = value;
            case LEVELS -> levels = value;
            case TOPOLOGY -> topology = value;
            case BIND_TO -> bind = OptionValues.binding(value);
            case QUIET -> verbosity = -1;
            case VERBOSE -> verbosity++;
            case HELP -> throw new HelpAsked();
        }
    }

    private BraidException unknown(String name) {
        return new BraidException(ErrorCode.OPTION_UNKNOWN, "unknown option " + name, "braid " + command.word() + " has no such option", instead(name));
    }

    private String instead(String name) {
        return name.startsWith("-D") || name.startsWith("-X")
                ? "Options of the ranks' JVMs go into --jvm-args '" + name + "…'"
                : Spelling.didYouMean(name, RunOption.allNames(command), "'braid " + command.word() + " --help' lists the options");
    }

    static BraidException wrong(String option, String why, String whatToDo) {
        return new BraidException(ErrorCode.OPTION_VALUE, "option " + option, why, whatToDo);
    }

    private String value(String name, @Nullable String attached) {
        if (attached != null) {
            return attached;
        }
        if (at == words.size()) {
            throw wrong(name, "it needs a value, and the line ends here", "'braid " + command.word() + " --help' shows each option with its value");
        }
        return words.get(at++);
    }

    private static String nothing(String name, @Nullable String attached) {
        if (attached != null) {
            throw wrong(name, "it takes no value, but got '" + attached + "'", "Leave out '=" + attached + "'");
        }
        return "";
    }

    private int ranks(String name, String text) {
        String example = name.equals("--ranks-per-process") ? "-n 4 --ranks-per-process 4" : "-n 4";
        long count;
        try {
            count = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw wrong(name, "'" + text + "' is not a number of ranks", "Give a whole number, as in " + example);
        }
        if (count < 1) {
            throw wrong(name, (name.equals("--ranks-per-process") ? "a process of " : "a job of ") + count + " ranks makes no sense", "Give at least 1, as in " + example);
        }
        if (count > (command == JobCommand.SERVER ? MAX_RANKS : MAX_RANKS_ON_HOST)) {
            throw command == JobCommand.SERVER
                    ? wrong(name, count + " ranks are more than a job may have", "Give at most " + MAX_RANKS)
                    : wrong(name, count + " ranks are more than one host can start", "Give at most " + MAX_RANKS_ON_HOST);
        }
        return (int) count;
    }

    /** {@code NAME=VALUE}; a bare {@code NAME} takes the launcher's own value, as with mpirun. */
    private void export(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        if (name.isEmpty() || name.indexOf('\0') >= 0) {
            throw wrong("-x", "'" + text + "' names no variable", "Write -x NAME or -x NAME=VALUE");
        }
        if (equals >= 0) {
            exports.add(text);
            return;
        }
        String own = System.getenv(name);
        if (own != null) {
            exports.add(name + "=" + own);
        } else if (dialect.toleratesUnsetVariables()) {
            notes.add("-x " + name + ": the variable is not set here");
        } else {
            throw wrong("-x", "variable " + name + " is not set here", "Write -x " + name + "=VALUE to give it a value");
        }
    }
}
