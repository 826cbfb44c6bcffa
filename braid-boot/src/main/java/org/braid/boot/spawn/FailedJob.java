package org.braid.boot.spawn;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A job that has failed, as its launcher tells ranks of other jobs on other hosts: the payload of a control frame, little-endian.
 *
 * <pre>
 *   i64 upper half of the job's number | i64 lower half | UTF-8 how
 * </pre>
 *
 * @param high upper half of its number
 * @param low lower half
 * @param how it has failed, for people
 */
public record FailedJob(long high, long low, String how) {
    private static final int HEAD = 2 * Long.BYTES;
    private static final int MAX_HOW_BYTES = 1024;

    /** As it travels; a long text is cut. */
    public byte[] toBytes() {
        byte[] said = how.getBytes(StandardCharsets.UTF_8);
        byte[] kept = said.length <= MAX_HOW_BYTES ? said : Arrays.copyOf(said, MAX_HOW_BYTES);
        return ByteBuffer.allocate(HEAD + kept.length).order(ByteOrder.LITTLE_ENDIAN).putLong(high).putLong(low).put(kept).array();
    }

    /** Null if these bytes are too few to be one. */
    static @Nullable FailedJob decode(byte[] payload) {
        if (payload.length < HEAD) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        return new FailedJob(in.getLong(), in.getLong(), StandardCharsets.UTF_8.decode(in).toString());
    }
}
