package org.braid.boot.names;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a rank asks of the register of names, little-endian.
 *
 * <pre>
 *   i32 id | i32 kind | i32 bytes of the service | UTF-8 service | UTF-8 port
 * </pre>
 *
 * @param id by which the rank knows the answer
 * @param kind what is to be done
 * @param service under which the port is found; "" if nothing is asked of one
 * @param port whose name it is; it has a capability in it, so it travels only where the job's secret does. "" if none is told
 */
public record NameRequest(int id, Kind kind, String service, String port) {
    /** What is to be done. */
    public enum Kind {
        /** Make the port known under the service. */
        PUBLISH,
        /** Forget that. */
        UNPUBLISH,
        /** Say which port is known under the service. */
        LOOKUP,
        /** Say whether there is a register. */
        IS_THERE
    }

    /** No service has a longer name, bytes of UTF-8. */
    public static final int MAX_SERVICE_BYTES = 1024;

    /** No port has a longer one. */
    public static final int MAX_PORT_BYTES = 1024;

    private static final int HEAD = 3 * Integer.BYTES;

    /** No request is longer. */
    public static final int MAX_BYTES = HEAD + MAX_SERVICE_BYTES + MAX_PORT_BYTES;

    /** As it travels. */
    byte[] toBytes() {
        byte[] name = service.getBytes(StandardCharsets.UTF_8);
        byte[] target = port.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEAD + name.length + target.length).order(ByteOrder.LITTLE_ENDIAN).putInt(id).putInt(kind.ordinal()).putInt(name.length).put(name).put(target).array();
    }

    /** Null for what this build does not understand, or what is too long. */
    public static @Nullable NameRequest decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        try {
            int id = in.getInt();
            int kind = in.getInt();
            int length = in.getInt();
            int rest = in.remaining() - length;
            boolean isOne = kind >= 0 && kind < Kind.values().length && length >= 0 && length <= MAX_SERVICE_BYTES && rest >= 0 && rest <= MAX_PORT_BYTES;
            return isOne ? new NameRequest(id, Kind.values()[kind], text(in, length), text(in, rest)) : null;
        } catch (BufferUnderflowException tooShort) {
            return null;
        }
    }

    private static String text(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Without the port, which has a capability in it. */
    @Override
    public String toString() {
        return "request " + id + " to " + kind + " '" + service + "'";
    }
}
