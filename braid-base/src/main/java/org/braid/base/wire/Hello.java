package org.braid.base.wire;

import java.nio.ByteBuffer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The first 16 bytes of every connection, fixed for ever, so that any two builds can tell each other what they are. A home in shared
 * memory has version and build in its head.
 *
 * <pre>
 *   0                  4        5        6        7        8                 12              16
 *  +------------------+--------+--------+--------+--------+-----------------+---------------+
 *  | 89 'B' 'R' 'D'   | major  | minor  | patch  | 0      | build hash      | features      |
 *  +------------------+--------+--------+--------+--------+-----------------+---------------+
 * </pre>
 *
 * <p>The first byte is no ASCII, so no text protocol begins like this. Processes of one job must have the same version, build and
 * features; nothing after the hello is read from anybody else.
 *
 * @param version {@link #version(int, int, int)}
 * @param build a hash of the code, which tells builds of one version apart
 * @param features bits for what may be switched on and changes the wire; all 0 now
 */
public record Hello(int version, int build, int features) {
    public static final int BYTES = 16;
    /** The first four bytes, as a little-endian int. */
    public static final int MAGIC = 0x89 | 'B' << 8 | 'R' << 16 | 'D' << 24;
    /** The version of this source tree. */
    public static final int THIS_VERSION = version(0, 1, 0);

    /** The int at offset 4: one byte each, 0 to 255. */
    public static int version(int major, int minor, int patch) {
        return major | minor << 8 | patch << 16;
    }

    /** Appends it as bytes. */
    void put(PutBuffer to) {
        to.putInt(MAGIC).putInt(version).putInt(build).putInt(features);
    }

    /** As {@link #put(PutBuffer)}, where native memory is of no use; a little-endian buffer with 16 bytes left. */
    public ByteBuffer put(ByteBuffer to) {
        return to.putInt(MAGIC).putInt(version).putInt(build).putInt(features);
    }

    /** @throws BraidException {@link ErrorCode#HELLO_NOT_BRAID} if the first bytes are something else */
    static Hello get(GetBuffer from) {
        int magic = from.getInt();
        if (magic != MAGIC) throw notBraid(magic);
        return new Hello(from.getInt(), from.getInt(), from.getInt());
    }

    /** As {@link #get(GetBuffer)}, for a launcher that has no use for native memory; of a little-endian buffer with 16 bytes left. */
    public static Hello get(ByteBuffer from) {
        int magic = from.getInt();
        if (magic != MAGIC) throw notBraid(magic);
        return new Hello(from.getInt(), from.getInt(), from.getInt());
    }

    /** Why a process that says {@code theirs} cannot be in one job with this one, naming both; null if it can. */
    public @Nullable BraidException refusal(Hello theirs, String whoTheyAre) {
        if (equals(theirs)) return null;
        return new BraidException(ErrorCode.OTHER_BUILD,
            whoTheyAre + " runs another build of Braid",
            "it has " + theirs + ", this process has " + this,
            "Use the same installation everywhere, and look for an old jar on the class path");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Hello h && version == h.version && build == h.build && features == h.features;
    }

    @Override
    public int hashCode() {
        return (version * 31 + build) * 31 + features;
    }

    /** {@code 0.1.0 build 7f3a01c2}, and the features if any are on. */
    @Override
    public String toString() {
        String shown = (version & 0xff) + "." + (version >>> 8 & 0xff) + "." + (version >>> 16 & 0xff) + " build " + Integer.toHexString(build);
        return features == 0 ? shown : shown + " features " + Integer.toHexString(features);
    }

    private static BraidException notBraid(int magic) {
        return new BraidException(ErrorCode.HELLO_NOT_BRAID, "a connection was refused",
            "its first bytes are " + Integer.toHexString(Integer.reverseBytes(magic)) + " and not Braid's " + Integer.toHexString(Integer.reverseBytes(MAGIC)),
            "Find out what connects to this port; nothing else happened");
    }
}
