package org.braid.boot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Entropy;
import org.braid.base.os.Machine;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.Limits;
import org.braid.boot.authority.OwnCredentials;
import org.braid.boot.ticket.Secret;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.jspecify.annotations.Nullable;

/**
 * What a program that nobody launched must know to talk to a running job: one context of the job, how to reach it, and the job's secret
 * (nexus-multimethod: attaching by a bootstrap startpoint). It travels in a file that only its user can read, never in arguments or the
 * environment.
 *
 * <pre>
 *   0        4         8       12           36        68         72
 *  +--------+---------+-------+------------+---------+----------+------------------
 *  | "BRDI" | version | build | context id | secret  | length   | descriptor table     (little-endian)
 *  +--------+---------+-------+------------+---------+----------+------------------
 * </pre>
 */
public final class Invitation {
    private static final int MAGIC = 'B' | 'R' << 8 | 'D' << 16 | 'I' << 24;
    private static final int VERSION = 1;
    private static final int HEAD = 72;

    private final int build;
    private final ContextId host;
    private final Secret secret;
    private final DescriptorTable table;

    Invitation(int build, ContextId host, Secret secret, DescriptorTable table) {
        this.build = build;
        this.host = host;
        this.secret = secret;
        this.table = table;
    }

    /** The context of the job that invites. */
    public ContextId host() {
        return host;
    }

    /**
     * How a guest's context is opened: it has no rank, knows how to reach the host, and proves itself by the job's secret. Its first startpoint is
     * {@code context.startpointTo(invitation.host(), wellKnownIndex)}; others come in messages.
     */
    public ContextConfig contextConfig() {
        ContextId guest = ContextId.notARank(host.jobHigh(), host.jobLow(), Entropy.nextLong());
        return ContextConfig.alone()
                .withId(guest)
                .withDirectory(context -> context.equals(host) ? table : null)
                .withSecret(secret.toBytes())
                .withCredentials(new OwnCredentials(secret.toBytes(), guest))
                .withBuild(JarBuild.number());
    }

    static Invitation to(Job job, Context context) {
        return new Invitation(job.hello().build(), context.id(), Secret.of(job.secret()), context.table());
    }

    /** Written beside its place and moved there, so that a reader never sees half of it. */
    void write(Path file) {
        Path whole = file.toAbsolutePath();
        Path part = whole.resolveSibling("." + whole.getFileName() + "." + Long.toHexString(Entropy.nextLong()));
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (SeekableByteChannel out = Files.newByteChannel(part, options, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer bytes = ByteBuffer.wrap(toBytes());
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new BraidException(
                    ErrorCode.FILE_UNREADABLE, "the invitation could not be written to " + file, String.valueOf(e), "Name a directory that this user may write to", e);
        }
    }

    /**
     * Reads an invitation.
     *
     * @throws BraidException {@code BRD-1401} if the file belongs to somebody else, if others may read or write it, or if it is no invitation
     */
    public static Invitation read(Path file) {
        try {
            PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            String refusal = whyNotTrusted(attributes);
            if (refusal != null) {
                throw invalid(file, refusal, null);
            }
            return decode(Files.readAllBytes(file));
        } catch (IOException | IllegalArgumentException e) {
            throw invalid(file, e instanceof IOException ? e.toString() : String.valueOf(e.getMessage()), e);
        }
    }

    private static @Nullable String whyNotTrusted(PosixFileAttributes file) {
        if (!file.isRegularFile() || file.size() > HEAD + Limits.MAX_TABLE_BYTES) {
            return "it is no file of an invitation's size";
        }
        if (!file.owner().getName().equals(Machine.user())) {
            return "it belongs to " + file.owner().getName();
        }
        Set<PosixFilePermission> others = EnumSet.copyOf(file.permissions());
        others.removeAll(EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
        return others.isEmpty() ? null : "others than its owner may use it: " + PosixFilePermissions.toString(file.permissions());
    }

    byte[] toBytes() {
        byte[] ways = table.toBytes();
        ByteBuffer out = ByteBuffer.allocate(HEAD + ways.length).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(MAGIC).putInt(VERSION).putInt(build);
        out.putLong(host.jobHigh()).putLong(host.jobLow()).putLong(host.number());
        return out.put(secret.toBytes()).putInt(ways.length).put(ways).array();
    }

    /** @throws IllegalArgumentException with the reason, if the bytes are no invitation */
    static Invitation decode(byte[] bytes) {
        check(bytes.length >= HEAD && bytes.length <= HEAD + Limits.MAX_TABLE_BYTES, "its length");
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        check(in.getInt() == MAGIC, "its first bytes");
        check(in.getInt() == VERSION, "its version");
        int build = in.getInt();
        byte[] secret = new byte[Secret.BYTES];
        try {
            ContextId host = new ContextId(in.getLong(), in.getLong(), in.getLong());
            in.get(secret);
            check(in.getInt() == in.remaining(), "the length of its table");
            byte[] ways = new byte[in.remaining()];
            in.get(ways);
            return new Invitation(build, host, Secret.of(secret), DescriptorTable.decode(ways));
        } catch (BraidException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new IllegalArgumentException(what + " is wrong");
        }
    }

    private static BraidException invalid(Path file, String why, @Nullable Exception cause) {
        return new BraidException(
                ErrorCode.TICKET_INVALID, file + " is no invitation that can be used", why, "Let a rank of the running job write it, for the same user", cause);
    }

    @Override
    public String toString() {
        return "invitation of context " + host;
    }
}
