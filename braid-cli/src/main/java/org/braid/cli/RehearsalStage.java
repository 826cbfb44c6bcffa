package org.braid.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.braid.launch.compile.FileTree;
import org.braid.launch.jvm.CacheSeal;
import org.jspecify.annotations.Nullable;

/**
 * The directory in which one {@link Rehearsal} makes everything, beside what is made of it: {@code rehearsal-PID}. It is gone when the rehearsal is, whether it was finished or ended by a signal;
 * what a killed one leaves is removed by the next, and by {@code braid clean}.
 */
final class RehearsalStage implements AutoCloseable {
    private static final String PREFIX = "rehearsal-";

    /** How the name of a file ends that says that no cache can be made here; the script writes it. */
    private static final String MARKER = ".aot.none";

    /** 128 and the number of SIGKILL. */
    static final int ENDED_BY_FORCE = 137;

    private final Path path;
    private final Players players;
    private final List<Process> playing = new ArrayList<>();
    private boolean closed;

    private RehearsalStage(Path path) {
        this.path = path;
        players = new Players(path);
    }

    /** @param home where the jar is, and the caches shall be */
    static RehearsalStage open(Path home) throws IOException {
        for (Path each : abandoned(home)) {
            FileTree.delete(each);
        }
        Path own = home.resolve(PREFIX + ProcessHandle.current().pid());
        FileTree.delete(own); // in containers another process had this number before
        RehearsalStage stage = new RehearsalStage(Files.createDirectory(own));
        Runtime.getRuntime().addShutdownHook(new Thread(stage::close, "rehearsal-end"));
        return stage;
    }

    /** What rehearsals have left in a directory that were killed. */
    static List<Path> abandoned(Path home) throws IOException {
        return matching(home, PREFIX + "*[0-9]", stage -> ProcessHandle.of(pid(stage)).isEmpty());
    }

    /** The files by which the script knows that no caches can be made. */
    static List<Path> markers(Path home) throws IOException {
        return matching(home, "*" + MARKER, Files::isRegularFile);
    }

    private static List<Path> matching(Path home, String glob, DirectoryStream.Filter<Path> wanted) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(home)) {
            try (DirectoryStream<Path> candidates = Files.newDirectoryStream(home, glob)) {
                for (Path candidate : candidates) {
                    if (wanted.accept(candidate)) {
                        found.add(candidate);
                    }
                }
            }
        }
        return found;
    }

    /** This process's own for a name that no rehearsal makes, so that it is left alone. */
    private static long pid(Path stage) {
        try {
            return Long.parseLong(stage.getFileName().toString().substring(PREFIX.length()));
        } catch (NumberFormatException e) {
            return ProcessHandle.current().pid();
        }
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    /**
     * Runs a command to its end, or to this stage's.
     *
     * @return its exit code; that of a process ended by force if this stage was closed before
     */
    int play(ProcessBuilder command) throws IOException, InterruptedException {
        Process play = start(command);
        return play == null ? ENDED_BY_FORCE : play.waitFor();
    }

    /** Starts a command, which ends with this stage at the latest; null if this stage was closed before: whatever was started now would write into one that is gone. */
    synchronized @Nullable Process start(ProcessBuilder command) throws IOException {
        if (closed) {
            return null;
        }
        players.mark(command);
        Process play = command.start();
        playing.add(play);
        return play;
    }

    /** Gives what was made here its place; a start that looks there finds all of it or what was there before. */
    void publish(String name, Path place) throws IOException {
        Files.move(path.resolve(name), place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The same of an AOT cache, with its seal. That comes first: a cache without it counts as damaged, and one that was there before is damaged, gone or of another place. */
    void publishCache(String name, Path place) throws IOException {
        String seal = name + ".seal";
        Files.writeString(path.resolve(seal), CacheSeal.text(path.resolve(name)));
        publish(seal, CacheSeal.of(place));
        publish(name, place);
    }

    /** Ends what is played, waits for that, and removes everything: a process that still runs would write what is being removed. The second of two callers waits for the first. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        playing.forEach(players::end);
        try {
            FileTree.delete(path);
        } catch (IOException e) {
            // It is found by its name, as that of a rehearsal that was killed.
        }
    }
}
