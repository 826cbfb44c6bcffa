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
    private static final int MOST_ATTEMPTS = 100;

    private final Pipe pipe;
    private final String path;

    private RankPipe(Pipe pipe, String path) {
        this.pipe = pipe;
        this.path = path;
    }

    /**
     * Opens a pipe and tries whether it can be found. If other threads open pipes meanwhile, which one is ours cannot be told: then another one is opened.
     *
     * @throws IOException where there is no such {@code /proc}
     */
    public static RankPipe open() throws IOException {
        File directory = new File("/proc/self/fd");
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Set<String> before = new HashSet<>(names(directory));
            Pipe pipe = Pipe.open();
            String name = onlyNewPipe(directory, before);
            if (!name.isEmpty()) {
                String path = "/proc/" + ProcessHandle.current().pid() + "/fd/" + name;
                new FileOutputStream(path, true).close();
                return new RankPipe(pipe, path);
            }
            close(pipe);
        }
        throw new IOException(directory + " does not show a new pipe");
    }

    /** The name of one end of the one pipe that is there since then; "" if there are none or several. */
    private static String onlyNewPipe(File directory, Set<String> before) throws IOException {
        String found = "";
        String target = "";
        for (String name : names(directory)) {
            String each = before.contains(name) ? "" : pipeAt(directory, name);
            if (!each.isEmpty() && !target.isEmpty() && !each.equals(target)) {
                return "";
            }
            found = each.isEmpty() ? found : name;
            target = each.isEmpty() ? target : each;
        }
        return found;
    }

    private static List<String> names(File directory) throws IOException {
        String[] names = directory.list();
        if (names == null) {
            throw new IOException(directory + " cannot be read");
        }
        return Arrays.asList(names);
    }

    /** Which pipe a descriptor is of, as both its ends say it; "" if it is none. */
    private static String pipeAt(File directory, String name) {
        try {
            String target = Files.readSymbolicLink(Path.of(directory.getPath(), name)).toString();
            return target.startsWith("pipe:") ? target : "";
        } catch (IOException e) {
            return ""; // the descriptor by which the directory itself was read
        }
    }

    /** What a ticket says about it: {@code pipe:PATH}. */
    public String address() {
        return SCHEME + path;
    }

    /** Where other processes find it. */
    String path() {
        return path;
    }

    Pipe.SourceChannel source() {
        return pipe.source();
    }

    Pipe.SinkChannel sink() {
        return pipe.sink();
    }

    /** Gives both ends back: a launcher may have many jobs, one after the other. Who still writes to it fails. */
    public void close() {
        close(pipe);
    }

    private static void close(Pipe pipe) {
        try {
            pipe.sink().close();
            pipe.source().close();
        } catch (IOException e) {
            // It is closed all the same.
        }
    }

    int read(ByteBuffer into) throws IOException {
        return pipe.source().read(into);
    }

    /** At most {@link PipePiece#MAX_BYTES}, so that it goes in whole. */
    void write(byte[] envelope) throws IOException {
        pipe.sink().write(ByteBuffer.wrap(envelope));
    }
}
