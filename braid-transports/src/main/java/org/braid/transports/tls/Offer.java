package org.braid.transports.tls;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What a caller offers in its first words (a ClientHello, RFC 8446 section 4.1.2), for people: the JDK refuses callers without saying so.
 *
 * <pre>
 *   | 22 | version16 | length16 |  1 | length24 | version16 | random 32 | session 8+n | ciphers 16+n | compressions 8+n | extensions 16+ { type16 | length16 | … } |
 *     record                       message
 * </pre>
 */
final class Offer {
    private static final int RECORD_HEAD = 5;
    private static final int MESSAGE_HEAD = 4;
    private static final int RANDOM_BYTES = 32;
    private static final int SUPPORTED_VERSIONS = 43;
    private static final int EMPTY_RENEGOTIATION = 0x00FF; // a signal, no cipher
    private static final int MOST_NAMED = 6;

    private Offer() {}

    /** Of the record that begins at the buffer's position; empty if that is no whole ClientHello. The buffer stays as it is. */
    static String in(ByteBuffer arrived) {
        ByteBuffer hello = arrived.duplicate();
        if (hello.remaining() < RECORD_HEAD + MESSAGE_HEAD || hello.get() != 22 || hello.remaining() < (hello.getShort(hello.position() + 2) & 0xFFFF) + 4 || hello.get(hello.position() + 4) != 1) {
            return "";
        }
        try {
            hello.position(hello.position() + 4 + MESSAGE_HEAD);
            int version = hello.getShort() & 0xFFFF;
            hello.position(hello.position() + RANDOM_BYTES);
            part(hello, hello.get() & 0xFF);
            List<String> ciphers = ciphers(part(hello, hello.getShort() & 0xFFFF));
            part(hello, hello.get() & 0xFF);
            List<String> versions = hello.hasRemaining() ? versions(part(hello, hello.getShort() & 0xFFFF)) : List.of();
            return text(versions.isEmpty() ? List.of(version(version)) : versions) + " with " + text(ciphers);
        } catch (RuntimeException notOne) {
            return ""; // it ends before it should
        }
    }

    private static ByteBuffer part(ByteBuffer of, int bytes) {
        ByteBuffer part = of.slice(of.position(), bytes);
        of.position(of.position() + bytes);
        return part;
    }

    private static List<String> ciphers(ByteBuffer in) {
        List<String> names = new ArrayList<>();
        while (in.remaining() >= 2) {
            int code = in.getShort() & 0xFFFF;
            if (code != EMPTY_RENEGOTIATION) {
                names.add(cipher(code));
            }
        }
        return names;
    }

    private static List<String> versions(ByteBuffer extensions) {
        List<String> names = new ArrayList<>();
        while (extensions.remaining() >= 4) {
            int type = extensions.getShort() & 0xFFFF;
            ByteBuffer body = part(extensions, extensions.getShort() & 0xFFFF);
            if (type == SUPPORTED_VERSIONS) {
                body.get();
                while (body.remaining() >= 2) {
                    names.add(version(body.getShort() & 0xFFFF));
                }
            }
        }
        return names;
    }

    private static String text(List<String> names) {
        return names.isEmpty() ? "nothing" : names.size() <= MOST_NAMED ? String.join(", ", names) : String.join(", ", names.subList(0, MOST_NAMED)) + " and " + (names.size() - MOST_NAMED) + " more";
    }

    private static String version(int code) {
        return code >= 0x0301 && code <= 0x0304 ? "TLSv1." + (code - 0x0301) : hex(code);
    }

    /** Those of TLS 1.3 by name, RFC 8446 appendix B.4. */
    private static String cipher(int code) {
        return switch (code) {
            case 0x1301 -> "TLS_AES_128_GCM_SHA256";
            case 0x1302 -> "TLS_AES_256_GCM_SHA384";
            case 0x1303 -> "TLS_CHACHA20_POLY1305_SHA256";
            case 0x1304 -> "TLS_AES_128_CCM_SHA256";
            case 0x1305 -> "TLS_AES_128_CCM_8_SHA256";
            default -> hex(code);
        };
    }

    private static String hex(int code) {
        return "0x" + Integer.toHexString(0x10000 | code).substring(1);
    }
}
