package org.braid.boot.server;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A pipe that other processes of this user find under {@code /proc/PID/fd/N}; the kernel lets nobody else open it. It has no name of its
 * own, so nothing is left of it, whoever is killed.
 */
public final class RankPipe {
    static final String SCHEME = "pipe:";

    private final Pipe pipe;
    private final String path;

    private RankPipe(Pipe pipe, String path) {
        this.pipe = pipe;
        this.path = path;
    }

    /**
     * Opens a pipe and tries whether it can be found. No other thread may open pipes meanwhile.
     *
     * @throws IOException where there is no such {@code /proc}
     */
    public static RankPipe open() throws IOException {
        File directory = new File("/proc/self/fd");
        Set<String> before = new HashSet<>(names(directory));
        Pipe pipe = Pipe.open();
        for (String name : names(directory)) {
            if (!before.contains(name) && isPipe(directory, name)) {
                String path = "/proc/" + ProcessHandle.current().pid() + "/fd/" + name;
                new FileOutputStream(path, true).close();
                return new RankPipe(pipe, path);
            }
        }
        throw new IOException(directory + " does not show a new pipe");
    }

    private static List<String> names(File directory) throws IOException {
        String[] names = directory.list();
        if (names == null) {
            throw new IOException(directory + " cannot be read");
        }
        return Arrays.asList(names);
    }

    private static boolean isPipe(File directory, String name) {
        try {
            return Files.readSymbolicLink(Path.of(directory.getPath(), name)).toString().startsWith("pipe:");
        } catch (IOException e) {
            return false; // the descriptor by which the directory itself was read
        }
    }

    /** What a ticket says about it: {@code pipe:PATH}. */
    public String address() {
        return SCHEME + path;
    }

    int read(ByteBuffer into) throws IOException {
        return pipe.source().read(into);
    }

    /** At most {@link PipePiece#MAX_BYTES}, so that it goes in whole. */
    void write(byte[] envelope) throws IOException {
        pipe.sink().write(ByteBuffer.wrap(envelope));
    }
}
