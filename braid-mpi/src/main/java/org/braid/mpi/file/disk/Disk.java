package org.braid.mpi.file.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.view.AccessMode;

/** One open file: bytes at places, counted from its start. Any thread; what fails is an {@link MpiFailure}. */
public final class Disk implements AutoCloseable {
    private static final ByteBuffer ONE_ZERO = ByteBuffer.allocate(1).asReadOnlyBuffer();
    private static final int ZEROS_BYTES = 1 << 20;

    /** Accesses of one rank look for the name so seldom: that is a call to the system, as short ones are. */
    private static final long LOOKS_NS = 100_000_000;

    private final Path path;
    private final LastingChannel channel;
    private final int rank;

    private volatile long lookedNs = System.nanoTime();

    private Disk(Path path, LastingChannel channel, int rank) {
        this.path = path;
        this.channel = channel;
        this.rank = rank;
    }

    /** The path of this name. */
    public static Path pathOf(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new MpiFailure(ErrorClass.BAD_FILE, "The name of a file cannot be one", e.getReason() + " (at character " + e.getIndex() + ")", "Give a path of this system", e);
        }
    }

    /**
     * Opens a file.
     *
     * @param creates whether it is made if there is none, or must be made if the mode says MODE_EXCL
     * @param rank who does all that is done by way of this object, which may be for others; what fails says so
     */
    public static Disk open(Path path, AccessMode mode, boolean creates, int rank) {
        try {
            if (Files.isDirectory(path)) {
                throw new FileSystemException(path.toString(), null, "Is a directory");
            }
            return new Disk(path, LastingChannel.open(path, options(mode, creates)), rank);
        } catch (IOException e) {
            throw DiskFailures.of("new File", path, rank, e);
        }
    }

    private static Set<OpenOption> options(AccessMode mode, boolean creates) {
        Set<OpenOption> options = new HashSet<>();
        if (mode.reads()) {
            options.add(StandardOpenOption.READ);
        }
        if (mode.writes()) {
            options.add(StandardOpenOption.WRITE);
        }
        if (creates) {
            options.add(mode.is(AccessMode.EXCL) ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE);
        }
        return options;
    }

    /** Removes a file that nobody needs to have opened. */
    public static void delete(Path path) {
        try {
            if (Files.isDirectory(path)) {
                throw new FileSystemException(path.toString(), null, "Is a directory");
            }
            Files.delete(path);
        } catch (IOException e) {
            throw DiskFailures.of("File.delete", path, DiskFailures.NO_RANK, e);
        }
    }

    /** A number that tells this file from others of this host; 0 if the system has none. */
    public long identity() {
        Object known = channel.key();
        return known == null ? 0 : known.hashCode();
    }

    // ---- what others do to it

    /**
     * Looks whether the file still has its name: what is written to one that was removed is lost when it is closed.
     *
     * @throws MpiFailure NO_SUCH_FILE if nothing has that name, or another file
     */
    public void throwIfGone(String call) {
        lookedNs = System.nanoTime();
        try {
            Object key = channel.key();
            Object now = LastingChannel.keyOf(path);
            if (key != null && now != null && !key.equals(now) && hasLastingKeys()) {
                throw DiskFailures.gone(call, path, rank, "another file has its name since it was opened", null);
            }
        } catch (NoSuchFileException e) {
            throw DiskFailures.gone(call, path, rank, "it was removed, or has another name, since it was opened", e);
        } catch (IOException e) {
            throw DiskFailures.of(call, path, rank, e);
        }
    }

    /** As {@link #throwIfGone}, unless somebody has looked a short time ago. */
    public void throwIfGoneForLong(String call) {
        if (System.nanoTime() - lookedNs > LOOKS_NS) {
            throwIfGone(call);
        }
    }

    /** A file system that a process serves may number files as it likes, and anew when it has forgotten one. */
    private boolean hasLastingKeys() throws IOException {
        return !Files.getFileStore(path).type().startsWith("fuse");
    }

    /**
     * Keeps others out who ask for locks of the system, until it is closed.
     *
     * @param writes whether these bytes are written
     * @param end one past the last byte
     * @param patienceNs how long others may have them locked
     * @throws MpiFailure FILE_IN_USE if another process has locked some of them
     */
    public AdvisoryLock lock(String call, boolean writes, long start, long end, long patienceNs) {
        return AdvisoryLock.take(call, path, rank, channel.channel(), writes, start, end, patienceNs);
    }

    /** Its name. */
    public Path path() {
        return path;
    }

    /** Its length. */
    public long bytes() {
        try {
            return channel.access(FileChannel::size);
        } catch (IOException e) {
            throw DiskFailures.of("getSize", path, rank, e);
        }
    }

    /**
     * Fills the rest of the buffer from place {@code at} on, as far as there is file.
     *
     * @return bytes read
     */
    public int read(ByteBuffer to, long at) {
        int before = to.position();
        try {
            int got = 0;
            while (to.hasRemaining() && got >= 0) {
                long place = at + to.position() - before;
                got = (int) channel.access(file -> file.read(to, place));
            }
        } catch (IOException e) {
            throw DiskFailures.of("reading " + to.remaining() + " bytes from byte " + at, path, rank, e);
        }
        return to.position() - before;
    }

    /** Writes the rest of the buffer to place {@code at}. */
    public void write(ByteBuffer from, long at) {
        int before = from.position();
        try {
            while (from.hasRemaining()) {
                long place = at + from.position() - before;
                long ignored = channel.access(file -> file.write(from, place));
            }
        } catch (IOException e) {
            throw DiskFailures.of("writing " + from.remaining() + " bytes to byte " + (at + from.position() - before), path, rank, e);
        }
    }

    /** Makes the file as long as that; what is new reads as zeros, and need not have room on the disk. */
    public void resize(long bytes) {
        try {
            long before = channel.access(FileChannel::size);
            if (bytes < before) {
                long ignored = channel.access(file -> file.truncate(bytes).size());
            } else if (bytes > before) {
                long ignored = channel.access(file -> file.write(ONE_ZERO.duplicate(), bytes - 1));
            }
        } catch (IOException e) {
            throw DiskFailures.of("setSize to " + bytes + " bytes", path, rank, e);
        }
    }

    /** Makes the file at least as long as that, with room on the disk for what is new: zeros are written behind its end. */
    public void preallocate(long bytes) {
        ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);
        for (long at = bytes(); at < bytes; at += ZEROS_BYTES) {
            write(zeros.clear().limit((int) Math.min(ZEROS_BYTES, bytes - at)), at);
        }
    }

    /** Returns when all that was written is on the disk. */
    public void sync() {
        try {
            long ignored = channel.access(file -> {
                file.force(true);
                return 0;
            });
        } catch (IOException e) {
            throw DiskFailures.of("sync", path, rank, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw DiskFailures.of("close", path, rank, e);
        }
    }
}
