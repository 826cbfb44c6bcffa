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
 * Our C program, compiled for each peer. It is kept under names that never change, so that whatever a bench that is killed leaves serves the next one:
 *
 * <pre>
 *   cache/peers/lock          held by who compiles; the kernel gives it back for who is killed
 *   cache/peers/peer.c        what is compiled
 *   cache/peers/unfinished    what the compiler is making
 *   cache/peers/peer.NAME     the program for a library; replaced whole, since it may be running
 * </pre>
 */
public final class PeerPrograms {
    static final String SOURCE = "peer.c";

    private static final long COMPILE_BOUND_S = 120;

    private final Path directory;

    /**
     * The programs that are kept in a directory.
     *
     * @param directory made if need be
     */
    public PeerPrograms(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
    }

    /** The program for a library, compiled now: that library may be another one than last time. */
    Path compiled(String library, Path compiler) throws IOException, InterruptedException {
        try (FileChannel file = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = file.lock()) {
            Path source = directory.resolve(SOURCE);
            copySource(source);
            Path unfinished = directory.resolve("unfinished");
            Run.lines(compiler.toString(), List.of(compiler.toString(), "-O3", "-o", unfinished.toString(), source.toString()), COMPILE_BOUND_S);
            return Files.move(unfinished, directory.resolve("peer." + library), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void copySource(Path to) throws IOException {
        try (InputStream source = PeerPrograms.class.getResourceAsStream(SOURCE)) {
            if (source == null) {
                throw new BraidException(ErrorCode.INTERNAL, "braid bench --peers", SOURCE + " is missing in braid.jar", "Build Braid again");
            }
            Files.copy(source, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
