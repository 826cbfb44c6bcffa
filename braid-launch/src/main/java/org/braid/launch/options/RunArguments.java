package org.braid.cli.run;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Reads the words after {@code braid run}. Options come first and are named as mpirun's; the first other word is PROGRAM, and every
 * word after it belongs to the program.
 */
final class RunArguments {
    static final int MAX_RANKS_ON_HOST = 4096;

    private static final List<String> OPTIONS =
            List.of(
                    "-n", "-np", "--n", "--np", "-c", "--method", "--report", "--tag-output", "--timeout", "--wdir", "-wdir", "-x", "--jvm-args", "--allow-clear", "--bind-to",
                    "-cp", "--class-path", "-classpath", "-q", "--quiet", "-v", "--verbose", "-h", "--help");
    private static final List<String> REPORTS = List.of("links", "startup");

    private final List<String> words;
    private int at;

    private int ranks = -1;
    private String method = "";
    private String report = "";
    private boolean tagOutput;
    private long timeoutNs;
    private String wdir = "";
    private final List<String> exports = new ArrayList<>();
    private final List<String> jvmArgs = new ArrayList<>();
    private boolean allowClear;
    private boolean bind = true;
    private String classPath = "";
    private int verbosity;

    private RunArguments(List<String> words) {
        this.words = words;
    }

    /** @throws BraidException if the words make no sense; the message says which and what is meant instead */
    static RunOptions parse(List<String> words) {
        return new RunArguments(words).parse();
    }

    private RunOptions parse() {
        while (at < words.size() && words.get(at).startsWith("-") && !words.get(at).equals("--")) {
            option(words.get(at++));
        }
        if (at < words.size() && words.get(at).equals("--")) {
            at++;
        }
        if (at == words.size() || words.get(at).isEmpty()) {
            throw new BraidException(
                    ErrorCode.PROGRAM_MISSING, "no program was given", "the options are followed by nothing",
                    "Name a .java file, a class or a .jar: braid run -n 4 Hello.java");
        }
        String program = words.get(at++);
        return new RunOptions(
                ranks < 0 ? 1 : ranks, method, report, tagOutput, timeoutNs, wdir, exports, jvmArgs, allowClear, bind, classPath, verbosity, program,
                List.copyOf(words.subList(at, words.size())));
    }

    private void option(String word) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        String attached = equals < 0 ? null : word.substring(equals + 1);
        switch (name) {
            case "-n", "-np", "--n", "--np", "-c" -> ranks = ranks(name, value(name, attached));
            case "--method" -> method = policy(value(name, attached));
            case "--report" -> report = reports(value(name, attached));
            case "--tag-output" -> tagOutput = flag(name, attached);
            case "--timeout" -> timeoutNs = Durations.parseNs(name, value(name, attached));
            case "--wdir", "-wdir" -> wdir = directory(name, value(name, attached));
            case "-x" -> exports.add(export(value(name, attached)));
            case "--jvm-args" -> jvmArgs.addAll(Words.split(value(name, attached), ' '));
            case "--allow-clear" -> allowClear = flag(name, attached);
            case "--bind-to" -> bind = binding(value(name, attached));
            case "-cp", "--class-path", "-classpath" -> classPath = value(name, attached);
            case "-q", "--quiet" -> verbosity = flag(name, attached) ? -1 : 0;
            case "-v", "--verbose" -> verbosity += flag(name, attached) ? 1 : 0;
            case "-h", "--help" -> throw new HelpAsked();
            default -> throw unknown(name);
        }
    }

    private static BraidException unknown(String name) {
        return new BraidException(ErrorCode.OPTION_UNKNOWN, "unknown option " + name, "braid run has no such option", instead(name));
    }

    private static String instead(String name) {
        String near = Words.nearest(name, OPTIONS);
        if (name.startsWith("-D") || name.startsWith("-X")) {
            return "Options of the ranks' JVMs go into --jvm-args '" + name + "…'";
        }
        return near.isEmpty() ? "'braid run --help' lists the options" : "Did you mean " + near + "?";
    }

    private static BraidException wrong(String option, String why, String whatToDo) {
        return new BraidException(ErrorCode.OPTION_VALUE, "option " + option, why, whatToDo);
    }

    private String value(String name, @Nullable String attached) {
        if (attached != null) {
            return attached;
        }
        if (at == words.size()) {
            throw wrong(name, "it needs a value, and the line ends here", "'braid run --help' shows each option with its value");
        }
        return words.get(at++);
    }

    private static boolean flag(String name, @Nullable String attached) {
        if (attached != null) {
            throw wrong(name, "it takes no value, but got '" + attached + "'", "Leave out '=" + attached + "'");
        }
        return true;
    }

    private static int ranks(String name, String text) {
        long count;
        try {
            count = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw wrong(name, "'" + text + "' is not a number of ranks", "Give a whole number, as in -n 4");
        }
        if (count < 1) {
            throw wrong(name, "a job of " + count + " ranks makes no sense", "Give at least 1, as in -n 4");
        }
        if (count > MAX_RANKS_ON_HOST) {
            throw wrong(name, count + " ranks are more than one host can start", "Give at most " + MAX_RANKS_ON_HOST);
        }
        return (int) count;
    }

    private static boolean binding(String text) {
        return switch (text) {
            case "core" -> true;
            case "none" -> false;
            default -> throw wrong("--bind-to", "ranks cannot be bound to '" + text + "'", "Write --bind-to core (the default) or --bind-to none");
        };
    }

    private static String directory(String option, String path) {
        Names.check(path);
        if (!new File(path).isDirectory()) {
            throw wrong(option, "'" + path + "' is not a directory here", "Create it, or name another");
        }
        return path;
    }

    /** Refuses a policy that cannot be read here, once, instead of in every rank. */
    private static String policy(String text) {
        Policy.parse(text);
        return text;
    }

    private static String reports(String text) {
        for (String one : Words.split(text, ',')) {
            if (!REPORTS.contains(one)) {
                String near = Words.nearest(one, REPORTS);
                throw wrong(
                        "--report", "there is no report '" + one + "'", near.isEmpty() ? "Reports are: links, startup" : "Did you mean " + near + "?");
            }
        }
        return text;
    }

    /** {@code NAME=VALUE}; a bare {@code NAME} takes the launcher's own value, as with mpirun. */
    private static String export(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        if (name.isEmpty() || name.indexOf('\0') >= 0) {
            throw wrong("-x", "'" + text + "' names no variable", "Write -x NAME or -x NAME=VALUE");
        }
        if (equals >= 0) {
            return text;
        }
        String own = System.getenv(name);
        if (own == null) {
            throw wrong("-x", "variable " + name + " is not set here", "Write -x " + name + "=VALUE to give it a value");
        }
        return name + "=" + own;
    }
}
