package org.braid.transports.inet;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.NetworkStack;

/**
 * Where a context listens, as its descriptor's body. The context's name is not in it: a startpoint carries that once for all methods.
 *
 * <pre>
 *   0        2       3           11
 *   | port16 | count | network64 | { length 4 or 16 | address bytes } …
 * </pre>
 *
 * <p>Numeric addresses only: no name service is ever asked. Loopback addresses mean something in the network that is named ({@link NetworkStack#id}).
 */
public final class Addresses {
    /** In one body. */
    public static final int MOST = 16;
    private static final int HEAD = 3 + Long.BYTES;
    private static final int LONGEST_BODY = HEAD + MOST * 17;

    private Addresses() {}

    /** The body of a context of this network that listens there; addresses beyond {@link #MOST} are left out. */
    public static byte[] encode(int port, List<InetAddress> addresses) {
        return encode(port, NetworkStack.id(), addresses);
    }

    /** The same of any network. */
    public static byte[] encode(int port, long network, List<InetAddress> addresses) {
        int count = Math.min(addresses.size(), MOST);
        ByteBuffer body = ByteBuffer.allocate(LONGEST_BODY).order(ByteOrder.LITTLE_ENDIAN);
        body.putShort((short) port).put((byte) count).putLong(network);
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

    /** Whether this body is a promise to listen. */
    public static boolean areOnRequest(byte[] body) {
        return body.length == 2 && body[0] == 0 && body[1] == 0;
    }

    /** The body of a context that does not listen. */
    static byte[] nowhere() {
        return new byte[3];
    }

    /** Whether the context of this body does not listen. */
    static boolean areNowhere(byte[] body) {
        return Arrays.equals(body, nowhere());
    }

    /**
     * Where a context listens, best first.
     *
     * @throws BraidException if the bytes are not a list of addresses
     */
    public static List<InetSocketAddress> decode(byte[] body) {
        ByteBuffer in = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        if (body.length < HEAD || body.length > LONGEST_BODY) {
            throw refused("it has " + body.length + " bytes");
        }
        int port = in.getShort() & 0xFFFF;
        int count = in.get();
        if (port == 0 || count < 1 || count > MOST) {
            throw refused("port " + port + ", " + count + " addresses");
        }
        in.position(HEAD);
        List<InetSocketAddress> addresses = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            addresses.add(new InetSocketAddress(address(in), port));
        }
        if (in.hasRemaining()) {
            throw refused(in.remaining() + " bytes are left over");
        }
        return addresses;
    }

    /** The network of a body that {@link #decode} has read; 0 if its context does not know. */
    static long network(byte[] body) {
        return ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).getLong(HEAD - Long.BYTES);
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
        return new BraidException(ErrorCode.TABLE_REFUSED, "A descriptor with addresses cannot be read", why, "Start all processes of the job with the same build");
    }
}
