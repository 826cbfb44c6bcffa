package org.braid.boot.spawn;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a launcher says of processes that it was asked for: the payload of a control frame, little-endian.
 *
 * <pre>
 *   i32 id of the request | i32 state | UTF-8 text
 * </pre>
 *
 * @param id of the request
 * @param state of the started job
 * @param text why, for people
 */
public record SpawnNews(int id, State state, String text) {
    /** What has become of the job. */
    public enum State {
        /** It cannot be started. */
        REFUSED,
        /** It has ended, well or badly. */
        ENDED
    }

    private static final int HEAD = 8;
    private static final int MAX_TEXT_BYTES = 2048;

    /** As it travels; a long text is cut. */
    public byte[] toBytes() {
        byte[] said = text.getBytes(StandardCharsets.UTF_8);
        byte[] kept = said.length <= MAX_TEXT_BYTES ? said : Arrays.copyOf(said, MAX_TEXT_BYTES);
        return ByteBuffer.allocate(HEAD + kept.length).order(ByteOrder.LITTLE_ENDIAN).putInt(id).putInt(state.ordinal()).put(kept).array();
    }

    /** Null for news that this build does not understand. */
    static @Nullable SpawnNews decode(byte[] payload) {
        if (payload.length < HEAD) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        int id = in.getInt();
        int state = in.getInt();
        State[] known = State.values();
        return state < 0 || state >= known.length ? null : new SpawnNews(id, known[state], StandardCharsets.UTF_8.decode(in).toString());
    }
}
