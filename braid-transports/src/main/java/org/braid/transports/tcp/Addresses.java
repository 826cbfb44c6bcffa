package org.braid.transports.tcp;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * Where a context listens, as its descriptor's body. The context's name is not in it: a startpoint carries that once for all methods.
 *
 * <pre>
 *   0        2       3
 *   | port16 | count | { length 4 or 16 | address bytes } …
 * </pre>
 *
 * <p>Numeric addresses only: no name service is ever asked.
 */
final class Addresses {
    static final int MOST = 16;
    private static final int LONGEST_BODY = 3 + MOST * 17;

    private Addresses() {}

    static byte[] encode(int port, List<InetAddress> addresses) {
        int count = Math.min(addresses.size(), MOST);
        ByteBuffer body = ByteBuffer.allocate(LONGEST_BODY).order(ByteOrder.LITTLE_ENDIAN);
        body.putShort((short) port).put((byte) count);
        for (InetAddress address : addresses.subList(0, count)) {
            byte[] raw = address.getAddress();
            body.put((byte) raw.length).put(raw);
        }
        byte[] exact = new byte[body.position()];
        body.flip().get(exact);
        return exact;
    }

    /** The body of a context that listens when it is asked for its whole table. */
    static byte[] onRequest() {
        return new byte[2];
    }

    static boolean areOnRequest(byte[] body) {
        return body.length == 2 && body[0] == 0 && body[1] == 0;
    }

    /** The body of a context that does not listen. */
    static byte[] nowhere() {
        return new byte[3];
    }

    /** @throws BraidException if the bytes are not a list of addresses */
    static List<InetSocketAddress> decode(byte[] body) {
        ByteBuffer in = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        if (body.length < 3 || body.length > LONGEST_BODY) {
            throw refused("it has " + body.length + " bytes");
        }
        int port = in.getShort() & 0xFFFF;
        int count = in.get();
        if (port == 0 || count < 1 || count > MOST) {
            throw refused("port " + port + ", " + count + " addresses");
        }
        List<InetSocketAddress> addresses = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            addresses.add(new InetSocketAddress(address(in), port));
        }
        if (in.hasRemaining()) {
            throw refused(in.remaining() + " bytes are left over");
        }
        return addresses;
    }

    /** As people write it: {@code 10.0.0.1:4711}, {@code [::1]:4711}. */
    static String text(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        String shown = host.getHostAddress();
        return (host instanceof Inet6Address ? "[" + shown + "]" : shown) + ":" + address.getPort();
    }

    private static InetAddress address(ByteBuffer in) {
        int length = in.hasRemaining() ? in.get() : 0;
        if (length != 4 && length != 16 || length > in.remaining()) {
            throw refused("an address has " + length + " bytes");
        }
        byte[] raw = new byte[length];
        in.get(raw);
        try {
            return InetAddress.getByAddress(raw);
        } catch (UnknownHostException e) {
            throw refused("an address is not valid");
        }
    }

    private static BraidException refused(String why) {
        return new BraidException(ErrorCode.TABLE_REFUSED, "A tcp descriptor cannot be read", why, "Start all processes of the job with the same build");
    }
}
