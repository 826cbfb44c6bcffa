package org.braid.cli;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A launcher's command line as the script would make it: this process's own flags, and a cache of compiled programs that is the stage's. */
final class RehearsedCommand {
    private RehearsedCommand() {}

    /**
     * One command of {@code braid}.
     *
     * @param more options of the JVM
     * @param words the command and what belongs to it
     */
    static ProcessBuilder of(RehearsalStage stage, List<String> more, List<String> words) {
        return of(stage, more, Braid.class, words);
    }

    /** Likewise, by another main class. */
    static ProcessBuilder of(RehearsalStage stage, List<String> more, Class<?> main, List<String> words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(more);
        command.add(main.getName());
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.inheritIO();
        builder.environment().put("BRAID_CACHE", stage.resolve("cache").toString());
        return builder;
    }
}
