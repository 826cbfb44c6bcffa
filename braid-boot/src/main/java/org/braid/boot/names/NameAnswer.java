package org.braid.boot.names;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the register of names answers, as the payload of a control frame, little-endian.
 *
 * <pre>
 *   i32 id of the request | i32 outcome | UTF-8 port
 * </pre>
 *
 * @param id of the request
 * @param outcome what has come of it
 * @param port that was looked up; "" for all else
 */
public record NameAnswer(int id, Outcome outcome, String port) {
    /** What has come of a request. */
    public enum Outcome {
        /** It was done. */
        DONE,
        /** Nobody has published the name. */
        UNKNOWN,
        /** Somebody has published it, and has neither unpublished it nor ended. */
        TAKEN,
        /** It is another rank's, or another port's. */
        FOREIGN,
        /** There are too many names, of this rank or of all. */
        FULL,
        /** No register serves this job: it is on one host, and so are all that it has spawned. */
        NO_REGISTER,
        /** Nothing was heard of the register for too long. Never travels. */
        SILENCE
    }

    private static final int HEAD = 2 * Integer.BYTES;

    /** As it travels. */
    public byte[] toBytes() {
        byte[] text = port.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEAD + text.length).order(ByteOrder.LITTLE_ENDIAN).putInt(id).putInt(outcome.ordinal()).put(text).array();
    }

    /** Null for what this build does not understand. */
    static @Nullable NameAnswer decode(byte[] payload) {
        if (payload.length < HEAD || payload.length > HEAD + NameRequest.MAX_PORT_BYTES) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        int id = in.getInt();
        int outcome = in.getInt();
        Outcome[] known = Outcome.values();
        return outcome < 0 || outcome >= known.length ? null : new NameAnswer(id, known[outcome], StandardCharsets.UTF_8.decode(in).toString());
    }

    /** Without the port, which has a capability in it. */
    @Override
    public String toString() {
        return "answer " + id + ": " + outcome;
    }
}
