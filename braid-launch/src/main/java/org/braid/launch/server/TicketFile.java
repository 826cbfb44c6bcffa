package org.braid.launch.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Entropy;
import org.braid.boot.ticket.JobAddress;
import org.jspecify.annotations.Nullable;

/**
 * The file in which a job's ticket waits for its joins. It holds the job's secret: only this user can read it. It is written beside its place and moved there, so that a join finds the whole ticket, an older one or none; what a
 * server that was killed has left there is replaced, and nothing else is.
 */
public final class TicketFile {
    private static final int MOST_BYTES = 4096;

    private final Path place;
    private final byte[] content;

    private TicketFile(Path place, byte[] content) {
        this.place = place;
        this.content = content;
    }

    /**
     * Writes a ticket.
     *
     * @throws BraidException {@code BRD-1602} if it cannot be written there, or something is there that is no ticket; then nothing has changed
     */
    public static TicketFile write(String file, String ticket) {
        Path part = null;
        try {
            refuseUnlessTicket(Path.of(file));
            TicketFile whole = new TicketFile(Path.of(file).toAbsolutePath(), (ticket + "\n").getBytes(StandardCharsets.US_ASCII));
            part = whole.place.resolveSibling("." + whole.place.getFileName() + "." + Long.toHexString(Entropy.nextLong()));
            whole.writeTo(part);
            Files.move(part, whole.place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return whole;
        } catch (IOException | IllegalArgumentException e) {
            delete(part);
            throw new BraidException(ErrorCode.OPTION_VALUE, "option --ticket-file", "the ticket could not be written to " + file + ": " + e, "Name a file in a directory that this user may write to", e);
        }
    }

    /** An empty file is as good as none. */
    private static void refuseUnlessTicket(Path there) throws IOException {
        if (!Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        boolean isShort = Files.isRegularFile(there, LinkOption.NOFOLLOW_LINKS) && Files.size(there) <= MOST_BYTES;
        if (!isShort || Files.size(there) > 0 && !isTicket(Files.readAllBytes(there))) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "option --ticket-file", there + " is there and holds no ticket", "Name a file that does not exist yet, or remove this one");
        }
    }

    private static boolean isTicket(byte[] content) {
        try {
            JobAddress ignored = JobAddress.parse(new String(content, StandardCharsets.US_ASCII));
            return true;
        } catch (BraidException none) {
            return false;
        }
    }

    private void writeTo(Path part) throws IOException {
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (SeekableByteChannel out = Files.newByteChannel(part, options, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
        }
    }

    /** Takes it away, unless another server has put its own there meanwhile. What cannot be removed is worth nothing any more, and costs the job nothing. */
    public void remove() {
        try {
            if (Files.size(place) == content.length && Arrays.equals(Files.readAllBytes(place), content)) {
                delete(place);
            }
        } catch (IOException e) {
            // Somebody else has removed it.
        }
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // The ticket in it is worth nothing.
        }
    }
}
