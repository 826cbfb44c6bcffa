package org.braid.bench.peer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.bench.process.Run;

/**
 * Our C programs, compiled for each peer. They are kept under names that never change, so that whatever a bench that is killed leaves serves the next one:
 *
 * <pre>
 *   cache/peers/lock            held by the process that compiles; the kernel gives it back for one that is killed
 *   cache/peers/SOURCE.c        what is compiled
 *   cache/peers/unfinished      what the compiler is making
 *   cache/peers/*.h             what it includes
 *   cache/peers/classes         what MPJ Express runs
 *   cache/peers/SOURCE.NAME     the program for a library; replaced whole, since it may be running
 * </pre>
 */
public final class PeerPrograms {
    private static final long COMPILE_BOUND_S = 120;
    private static final List<String> HEADERS = List.of("peer.h", "turns.h");

    private final Path directory;

    /**
     * The programs that are kept in a directory.
     *
     * @param directory made if need be
     */
    public PeerPrograms(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
    }

    /** The program of this name for a library, compiled now: that library may be another one than last time. */
    Path compiled(String name, String library, Path compiler) throws IOException, InterruptedException {
        try (FileChannel file = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = file.lock()) {
            Path source = directory.resolve(name + ".c");
            copySource(source);
            for (String header : HEADERS) {
                copySource(directory.resolve(header));
            }
            Path unfinished = directory.resolve("unfinished");
            Run.ended(compiler.toString(), List.of(compiler.toString(), "-O3", "-o", unfinished.toString(), source.toString(), "-pthread"), COMPILE_BOUND_S);
            return Files.move(unfinished, directory.resolve(name + "." + library), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * A Java program, compiled beside the others.
     *
     * @param compiler a {@code javac}
     * @param classPath what it is compiled against
     * @return the directory of its classes
     */
    Path classes(Path source, Path compiler, String classPath) throws IOException, InterruptedException {
        try (FileChannel file = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = file.lock()) {
            Path classes = Files.createDirectories(directory.resolve("classes"));
            Run.ended(compiler.toString(), List.of(compiler.toString(), "-cp", classPath, "-d", classes.toString(), source.toString()), COMPILE_BOUND_S);
            return classes;
        }
    }

    private static void copySource(Path to) throws IOException {
        try (InputStream source = PeerPrograms.class.getResourceAsStream(to.toFile().getName())) {
            if (source == null) {
                throw new BraidException(ErrorCode.INTERNAL, "braid bench --peers", to.toFile().getName() + " is missing in braid.jar", "Build Braid again");
            }
            Files.copy(source, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
