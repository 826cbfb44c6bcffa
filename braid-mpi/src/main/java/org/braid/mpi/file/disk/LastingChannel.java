package org.braid.mpi.file.disk;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file's channel that outlasts interruptions. By the JDK's rule a thread that is interrupted in an access closes the channel, to all threads; MPI knows of no interruption, so the file is opened again, the access is done, and the flag is set again behind it. Locks of the system that the process has on the file
 * are lost with the first channel. Any thread.
 */
final class LastingChannel implements AutoCloseable {
    /** What somebody does with the file, perhaps twice: all or nothing. */
    interface Access {
        /** What came of it, as the channel says. */
        long by(FileChannel channel) throws IOException;
    }

    private final Path path;
    private final Set<OpenOption> again;

    /** What tells the file from others of this host; null if the system has nothing for that. */
    private final @Nullable Object key;

    private volatile FileChannel channel;
    private boolean isClosed; // guarded by this

    private LastingChannel(Path path, Set<OpenOption> again, FileChannel channel) throws IOException {
        this.path = path;
        this.again = again;
        this.channel = channel;
        this.key = keyOf(path);
    }

    static LastingChannel open(Path path, Set<OpenOption> options) throws IOException {
        Set<OpenOption> again = new HashSet<>(options);
        again.remove(StandardOpenOption.CREATE);
        again.remove(StandardOpenOption.CREATE_NEW);
        FileChannel channel = FileChannel.open(path, options);
        boolean isThere = false;
        try {
            var lasting = new LastingChannel(path, again, channel);
            isThere = true;
            return lasting;
        } finally {
            if (!isThere) {
                channel.close();
            }
        }
    }

    /** What the system tells that file from others by which has the path's name now. */
    static @Nullable Object keyOf(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /** {@link #keyOf}, when it was opened. */
    @Nullable Object key() {
        return key;
    }

    /** The channel of the moment, for what no interruption disturbs. */
    FileChannel channel() {
        return channel;
    }

    /** @throws IOException as of the access; or the file is no more where it was when it has to be opened again */
    long access(Access access) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                FileChannel now = channel;
                try {
                    return access.by(now);
                } catch (ClosedChannelException why) { // by an interruption of this thread, or of another one
                    interrupted = Thread.interrupted() || interrupted;
                    openAgain(now, why);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void openAgain(FileChannel old, ClosedChannelException why) throws IOException {
        if (isClosed) {
            throw why;
        }
        if (channel == old) {
            FileChannel next = FileChannel.open(path, again);
            Object now = keyOf(path);
            if (key != null && now != null && !key.equals(now)) {
                next.close();
                throw new NoSuchFileException(path.toString(), null, "another file has its name since it was opened");
            }
            channel = next;
        }
    }

    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        channel.close();
    }
}
