package org.braid.launch.jvm;

import java.util.ArrayList;
import java.util.List;
import org.braid.launch.text.Words;

/**
 * All options that a user gives to one JVM. Of most options the last one wins, so that Braid's own come first; but a second collector, or an archive of classes beside an AOT cache, keeps the JVM from starting, whoever
 * named it first: what the user has chosen there, Braid says nothing of.
 *
 * @param words one by one, without quotes
 */
public record GivenOptions(List<String> words) {
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final String FLAG = "-XX:";
    private static final String SERIAL = "UseSerialGC";

    /** What the JVM does not take beside an AOT cache; {@code AOTCache} stands for all flags that begin so. */
    private static final List<String> ARCHIVES = List.of("-Xshare", "-XX:SharedArchiveFile", "-XX:SharedClassListFile", "-XX:DumpLoadedClassList", "-XX:AOTCache", "-XX:AOTMode", "-XX:AOTConfiguration");

    /** Files of options, which nobody reads before the JVM does. */
    private static final List<String> FILES = List.of("@", "-XX:VMOptionsFile", "-XX:Flags");

    /**
     * Those of a JVM that is started by this process.
     *
     * @param words of its command line
     * @param exports {@code NAME=VALUE} for its environment, beside what this process has in its own
     */
    public static GivenOptions of(List<String> words, List<String> exports) {
        List<String> all = new ArrayList<>();
        for (String variable : VARIABLES) {
            String value = System.getenv(variable);
            for (String export : exports) {
                value = export.startsWith(variable + "=") ? export.substring(variable.length() + 1) : value;
            }
            if (value != null) {
                all.addAll(Words.split(value.replace('"', ' ').replace('\'', ' ').replace('\t', ' ').replace('\n', ' '), ' '));
            }
        }
        all.addAll(words);
        return new GivenOptions(all);
    }

    /**
     * Chooses the serial collector, unless another one was chosen. Where it is forbidden and no other is named, that is the JDK's usual one: bound to one core, the JVM would choose the serial one by itself, and not start.
     */
    public void addSerialTo(List<String> command) {
        boolean isForbidden = false;
        for (String word : words) {
            if (begins(word, FILES) || word.startsWith(FLAG + "+Use") && word.endsWith("GC")) {
                return;
            }
            isForbidden |= word.equals(FLAG + "-" + SERIAL);
        }
        command.add(FLAG + "+" + (isForbidden ? "UseG1GC" : SERIAL));
    }

    /** Whether an AOT cache of Braid's may be named beside them. */
    public boolean allowCache() {
        for (String word : words) {
            if (begins(word, ARCHIVES) || begins(word, FILES)) {
                return false;
            }
        }
        return true;
    }

    private static boolean begins(String word, List<String> prefixes) {
        for (String prefix : prefixes) {
            if (word.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
