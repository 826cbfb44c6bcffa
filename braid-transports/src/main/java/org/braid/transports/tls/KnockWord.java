package org.braid.transports.tls;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The word that only members of a job can say: HMAC-SHA-256 over the nonce of whoever is called, by a key that is derived from the job's secret and serves nothing else.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc2104">RFC 2104, HMAC</a>
 */
final class KnockWord {
    static final int NONCE_BYTES = 32;
    static final int BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final String LABEL = "braid tls knock";

    private final Mac mac;

    /** @param secret the job's */
    KnockWord(byte[] secret) {
        mac = keyed(keyed(secret).doFinal(LABEL.getBytes(StandardCharsets.US_ASCII)));
    }

    byte[] over(byte[] nonce) {
        return mac.doFinal(nonce);
    }

    /** Compares in constant time. */
    static boolean same(byte[] expected, byte[] shown) {
        return MessageDigest.isEqual(expected, shown);
    }

    private static Mac keyed(byte[] key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
