package org.braid.launch.compile;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * The command {@code mpijavac}: the JDK's compiler with Braid on its class path, in a process of its own ({@link MpiJavacMain}). All options are javac's, but for those that Open MPI's wrapper has, and the profile.
 *
 * <pre>
 *   --showme         print the command, and run nothing
 *   --verbose        print the command, and run it
 *   --profile mpj    package mpi without what MPJ Express did not have
 * </pre>
 */
public final class MpiJavac {
    private static final List<String> CLASS_PATH = List.of("-cp", "-classpath", "--class-path");
    private static final List<String> PROFILES = List.of("all", Profile.MPJ);
    private static final String HELP =
            """
            Usage: mpijavac [OPTIONS OF javac] FILE.java...
            Compiles with javac and with Braid on the class path, behind which come -cp, else $CLASSPATH, else '.'.
              --showme         print the command, and run nothing
              --verbose        print the command, and run it
              --profile mpj    package mpi without the types that MPJ Express did not have, whose names clash with others
              -h, --help       this page; javac's own is that of javac --help
            """;

    private final String ownPath;
    private String userPath;
    private String profile = "all";
    private boolean shown;
    private boolean run = true;
    private boolean helped;
    private final List<String> jvm = new ArrayList<>();
    private final List<String> options = new ArrayList<>();

    private MpiJavac(String ownPath, String userPath) {
        this.ownPath = ownPath;
        this.userPath = userPath;
    }

    /**
     * Carries out {@code mpijavac WORDS}.
     *
     * @param ownPath the class path that has all of Braid's classes
     * @return javac's exit code
     * @throws BraidException if there is no such profile, or an option lacks its value
     */
    public static int run(List<String> words, String ownPath) throws IOException, InterruptedException {
        String environment = System.getenv("CLASSPATH");
        MpiJavac command = new MpiJavac(ownPath, environment == null || environment.isEmpty() ? "." : environment);
        command.read(words);
        return command.run();
    }

    private void read(List<String> words) {
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (CLASS_PATH.contains(name)) {
                userPath = equals < 0 ? value(words, ++at) : word.substring(equals + 1);
            } else if (name.equals("--profile")) {
                profile = equals < 0 ? value(words, ++at) : word.substring(equals + 1);
                checkProfile();
            } else {
                take(word);
            }
        }
    }

    private void take(String word) {
        switch (word) {
            case "-h", "--h", "-help", "--help" -> helped = true;
            case "--showme", "-showme" -> {
                shown = true;
                run = false;
            }
            case "--verbose" -> shown = true;
            default -> (word.startsWith("-J") ? jvm : options).add(word);
        }
    }

    private static String value(List<String> words, int at) {
        if (at == words.size()) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "mpijavac " + words.getLast(), "it needs a value, and the line ends here", "'mpijavac --help' shows the options");
        }
        return words.get(at);
    }

    private void checkProfile() {
        if (!PROFILES.contains(profile)) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "mpijavac --profile", "there is no profile '" + profile + "'", "Profiles are: " + String.join(", ", PROFILES));
        }
    }

    private int run() throws IOException, InterruptedException {
        if (helped) {
            System.out.print(HELP);
            return 0;
        }
        options.addAll(0, List.of("-classpath", ownPath + File.pathSeparator + userPath));
        if (shown) {
            System.out.println(Path.of(System.getProperty("java.home"), "bin", "javac") + " " + String.join(" ", jvm) + (jvm.isEmpty() ? "" : " ") + String.join(" ", options));
        }
        int code = run ? compile() : 0;
        return CompilerJvm.diesOfItsCache(code) ? compile() : code;
    }

    private int compile() throws IOException, InterruptedException {
        List<String> command = CompilerJvm.command(jvm.stream().map(option -> option.substring("-J".length())).toList());
        command.addAll(List.of(MpiJavacMain.class.getName(), Long.toString(ProcessHandle.current().pid()), profile));
        command.addAll(options);
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            return process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }
}
