package org.braid.launch.hosts;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection of which the test sees what was told, and at whose other end the test stands. */
final class ToldLink implements PeerLink {
    private static final int KIND = 0xff;

    private final String there;
    final List<ByteBuffer> told = new ArrayList<>();
    @Nullable String closed;

    ToldLink(String there) {
        this.there = there;
    }

    /** The kinds of what was told, and of what was told inside of it: {@code 8d}, {@code 11/89}. */
    String kinds() {
        StringBuilder text = new StringBuilder();
        for (ByteBuffer frame : told) {
            int kind = frame.get(0) & KIND;
            text.append(text.isEmpty() ? "" : " ").append(Integer.toHexString(kind));
            if (kind == HostProtocol.JOB) {
                text.append('/').append(Integer.toHexString(frame.get(2 * HostProtocol.HEAD) & KIND));
            }
        }
        return text.toString();
    }

    @Override
    public String there() {
        return there;
    }

    @Override
    public long heardNs() {
        return 0;
    }

    @Override
    public void expectSilence(boolean isExpected) {}

    @Override
    public void start(Listener listener, String name) {}

    @Override
    public void send(byte[] frame) {
        told.add(ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN));
    }

    @Override
    public void sendPatiently(byte[] frame) {
        send(frame);
    }

    @Override
    public void finish() {}

    @Override
    public void awaitEnd() {}

    @Override
    public void close(String reason) {
        closed = reason;
    }
}
