package org.braid.launch.options;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.text.Spelling;
import org.braid.base.text.TimeSpan;
import org.braid.base.wire.Policy;
import org.braid.launch.text.Names;
import org.braid.launch.text.Words;
import org.jspecify.annotations.Nullable;

/** What the values of options may be: each is read, or refused with what would be right. */
final class OptionValues {
    /** A hundred years: deadlines that lie so far ahead can still be compared. */
    private static final long LONGEST_TIMEOUT_NS = 100L * 365 * 24 * 3600 * 1_000_000_000L;

    private static final int LONGEST_PLACE = 63;

    private static final List<String> REPORTS = List.of("links", "startup", "topology", "unfreed");

    /** Behind it stands the file into which a topology is drawn. */
    private static final String PICTURE = "topology=";

    private static final List<String> LEVELS = List.of("measured", "named");

    private OptionValues() {}

    /** A number alone means seconds, as mpirun's users write it. */
    static long timeoutNs(String name, String text) {
        long ns = TimeSpan.parse(isNumber(text) ? text + "s" : text).ns();
        if (ns == 0 || ns > LONGEST_TIMEOUT_NS) {
            throw RunArguments.wrong(name, "'" + text + "' is out of range", "Give at most a hundred years, and more than nothing; leave it out for no limit");
        }
        return ns;
    }

    private static boolean isNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** A level that is named needs a name that can be printed; the environment's stands where the line says nothing. */
    static String placeName(String option, @Nullable String given, String variable) {
        String named = given != null ? given : System.getenv(variable);
        if (named == null) {
            return "";
        }
        String said = given != null ? option : variable;
        if (given != null && named.isEmpty()) {
            throw RunArguments.wrong(said, "it names nobody", "Give a name, or leave it out");
        }
        if (named.length() > LONGEST_PLACE || named.contains("/") || hasControls(named)) {
            throw RunArguments.wrong(said, "'" + named + "' is no name of a place", "Give at most " + LONGEST_PLACE + " characters that can be printed, no '/'");
        }
        return named;
    }

    /** Whether levels that nobody names are measured; the environment's word stands where the line says nothing. */
    static boolean measuresLevels(@Nullable String given) {
        String named = given != null ? given : System.getenv("BRAID_LEVELS");
        return named == null || named.isEmpty() || oneOf(given != null ? "--levels" : "BRAID_LEVELS", LEVELS, named).equals(LEVELS.getFirst());
    }

    private static boolean hasControls(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Behind a colon stands what Open MPI is to put up with. A set of cores is left to the kernel, which keeps a rank where its memory is. */
    static boolean binding(String text) {
        int colon = text.indexOf(':');
        return switch (colon < 0 ? text : text.substring(0, colon)) {
            case "core", "hwthread", "cpu" -> true;
            case "none", "socket", "package", "numa", "l1cache", "l2cache", "l3cache", "board", "slot" -> false;
            default -> throw RunArguments.wrong("--bind-to", "ranks cannot be bound to '" + text + "'", "Write --bind-to core (the default) or --bind-to none");
        };
    }

    static String oneOf(String name, List<String> known, String text) {
        if (!known.contains(text)) {
            throw RunArguments.wrong(name, "'" + text + "' is none of its values", Spelling.didYouMean(text, known, "Its values are: " + String.join(", ", known)));
        }
        return text;
    }

    static String directory(String option, String path) {
        Names.check(path);
        if (!new File(path).isDirectory()) {
            throw RunArguments.wrong(option, "'" + path + "' is not a directory here", "Create it, or name another");
        }
        return path;
    }

    /** Refuses a policy that cannot be read here, once, instead of in every rank. */
    static String policy(String text) {
        Policy.parse(text);
        return text;
    }

    static String reports(JobCommand command, String text) {
        List<String> all = new ArrayList<>();
        for (String one : Words.split(text, ',')) {
            if (one.startsWith(PICTURE) && one.length() > PICTURE.length()) {
                all.add(PICTURE + Path.of(one.substring(PICTURE.length())).toAbsolutePath()); // rank 0, who draws it, may work elsewhere
                continue;
            }
            if (!REPORTS.contains(one)) {
                throw RunArguments.wrong("--report", "there is no report '" + one + "'", Spelling.didYouMean(one, REPORTS, "Reports are: " + String.join(", ", REPORTS)));
            }
            if (one.equals("startup") && command == JobCommand.SERVER) {
                throw RunArguments.wrong("--report", "'startup' compares what ranks and launcher read on one clock, and each host has its own", "Ask for it with braid run, on one host");
            }
            all.add(one);
        }
        return String.join(",", all);
    }
}
