package org.braid.launch.options;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * Reads {@code java -cp PATH -Dkey=value Prog}, which mpirun's users write behind its options: what java would have been told is told to the ranks' JVMs.
 *
 * <pre>
 *   java | options of the JVM, and files of them | a class, a .java file, or -jar FILE | the program's own arguments
 * </pre>
 */
final class JavaCommand {
    private static final List<String> CLASS_PATH = List.of("-cp", "-classpath", "--class-path");

    /** Options whose value is a word of its own, if no '=' follows them. */
    private static final List<String> WITH_VALUE = List.of("--add-opens", "--add-exports", "--add-modules", "--add-reads", "--limit-modules", "--enable-native-access", "--illegal-native-access");

    private static final List<String> OF_MODULES = List.of("-p", "--module-path", "-m", "--module", "--upgrade-module-path", "--patch-module");

    private static final int OLDEST_LEVEL = 8;

    /** "" if none was given. */
    String classPath = "";

    final List<String> jvmArgs = new ArrayList<>();

    /** Where in the words the program stands. */
    int program;

    /** Whether the word is java's command itself. */
    static boolean isMeantBy(String word) {
        return word.equals("java") || word.endsWith("/java");
    }

    static boolean isOption(String word) {
        return word.startsWith("-");
    }

    /** Whether the word behind this option belongs to it. */
    static boolean takesNext(String option) {
        return CLASS_PATH.contains(option) || WITH_VALUE.contains(option) || OF_MODULES.contains(option) || option.equals("--source") || option.equals("-jar");
    }

    /**
     * Reads up to the program.
     *
     * @param at where the word behind {@code java} stands
     */
    static JavaCommand read(List<String> words, int at) {
        JavaCommand command = new JavaCommand();
        command.program = command.options(words, at);
        if (command.program >= words.size()) {
            throw new BraidException(
                    ErrorCode.PROGRAM_MISSING, "no program was given", "the options of java are followed by nothing", "Write braid run -n 4 Prog; the ranks' java is started by Braid");
        }
        return command;
    }

    private int options(List<String> words, int start) {
        int at = start;
        while (at < words.size() && isOption(words.get(at))) {
            if (words.get(at).equals("-jar")) {
                return at + 1;
            }
            at = option(words, at);
        }
        return at;
    }

    /**
     * Reads one option.
     *
     * @param start where it stands
     * @return where the word behind it, and behind its value, stands
     */
    int option(List<String> words, int start) {
        int at = start;
        String word = words.get(at++);
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        if (CLASS_PATH.contains(name)) {
            classPath = equals < 0 ? value(words, name, at++) : word.substring(equals + 1);
        } else if (name.equals("--source")) {
            checkLevel(equals < 0 ? value(words, name, at++) : word.substring(equals + 1));
        } else if (OF_MODULES.contains(name)) {
            throw new BraidException(ErrorCode.OPTION_UNKNOWN, "java's option " + name, "ranks run on the class path, not on a module path", "Put the module's jar into -cp, and name its main class");
        } else {
            jvmArgs.add(word);
            if (equals < 0 && WITH_VALUE.contains(name)) {
                jvmArgs.add(value(words, name, at++));
            }
        }
        return at;
    }

    /** Sources of any level that the JDK knows are compiled anyway; a rank's JVM gets classes, and does not take the option. */
    private static void checkLevel(String text) {
        int own = Runtime.version().feature();
        int level;
        try {
            level = Integer.parseInt(text);
        } catch (NumberFormatException none) {
            level = 0;
        }
        if (level < OLDEST_LEVEL || level > own) {
            throw new BraidException(
                    ErrorCode.OPTION_VALUE, "java's option --source", "this JDK compiles sources of levels " + OLDEST_LEVEL + " to " + own + ", not of '" + text + "'",
                    "Leave it out, or let JAVA_HOME name a JDK that knows this level");
        }
    }

    private static String value(List<String> words, String name, int at) {
        if (at >= words.size()) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "java's option " + name, "it needs a value, and the line ends here", "Write java " + name + " VALUE Prog, or leave both out");
        }
        return words.get(at);
    }
}
