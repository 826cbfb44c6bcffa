package org.braid.boot.ticket;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.CRC32;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * What {@code braid server} prints and {@code braid join} takes: where the job's server may be reached, and the job's secret.
 *
 * <pre>
 *   HOST[,HOST…]/PORT/KEY          KEY = base64url of | 1 | secret, 32 bytes | CRC-32 of both |
 * </pre>
 *
 * Hosts are names or numbers, tried in this order, and may be edited by hand; whoever has the key may join.
 *
 * @param hosts at least one, at most {@link #MOST_HOSTS}
 * @param port 1 to 65535
 */
public record JobAddress(List<String> hosts, int port, Secret secret) {
    /** More are not tried. */
    public static final int MOST_HOSTS = 16;

    private static final int MAX_LENGTH = 4096;
    private static final byte FORM = 1;
    private static final int CHECKED = 1 + Secret.BYTES;

    /** As one word that every shell leaves alone. */
    public String text() {
        byte[] key = new byte[CHECKED + 4];
        key[0] = FORM;
        System.arraycopy(secret.toBytes(), 0, key, 1, Secret.BYTES);
        ByteBuffer.wrap(key).putInt(CHECKED, check(key));
        return String.join(",", hosts) + "/" + port + "/" + Base64.getUrlEncoder().withoutPadding().encodeToString(key);
    }

    /**
     * Reads a ticket.
     *
     * @throws BraidException {@code BRD-1401} if the text is none; what is wrong is said, the secret is not
     */
    public static JobAddress parse(String text) {
        String[] parts = text.strip().split("/", -1);
        if (text.length() > MAX_LENGTH || parts.length != 3) {
            throw invalid("it has another form than HOST/PORT/KEY");
        }
        List<String> hosts = List.of(parts[0].split(",", -1));
        if (hosts.size() > MOST_HOSTS || hosts.contains("")) {
            throw invalid("its hosts are not 1 to " + MOST_HOSTS + " names");
        }
        return new JobAddress(hosts, port(parts[1]), secret(parts[2]));
    }

    private static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port > 0 && port <= 0xffff) {
                return port;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw invalid("'" + text + "' is no port");
    }

    private static Secret secret(String text) {
        byte[] key;
        try {
            key = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw invalid("its key has letters that no key has");
        }
        if (key.length != CHECKED + 4 || key[0] != FORM) {
            throw invalid("its key was cut, or is of another version");
        }
        if (ByteBuffer.wrap(key).getInt(CHECKED) != check(key)) {
            throw invalid("its key was altered");
        }
        return Secret.of(Arrays.copyOfRange(key, 1, CHECKED));
    }

    private static int check(byte[] key) {
        CRC32 sum = new CRC32();
        sum.update(key, 0, CHECKED);
        return (int) sum.getValue();
    }

    private static BraidException invalid(String why) {
        return new BraidException(ErrorCode.TICKET_INVALID, "this is no ticket", why, "Copy the whole line that braid server has printed");
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return String.join(",", hosts) + "/" + port;
    }
}
