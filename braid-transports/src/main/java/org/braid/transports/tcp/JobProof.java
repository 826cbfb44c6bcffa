package org.braid.transports.tcp;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Knows the job's secret and proves it: HMAC-SHA-256 over a role label, both context ids and both nonces, so that a proof serves one end of one handshake only.
 *
 * <p>This is the one class of the transport that loads the JDK's cryptography (some 35 ms); a context that never makes a TCP connection never loads it.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc2104">RFC 2104, HMAC</a>
 */
final class JobProof {
    static final int PROOF_BYTES = 32;
    static final int NONCE_BYTES = 32;
    static final int SECRET_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] OPENER = "braid tcp opener".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ACCEPTOR = "braid tcp acceptor".getBytes(StandardCharsets.US_ASCII);

    private final Mac mac;
    private final SecureRandom random = new SecureRandom();

    /** @param secret 32 bytes */
    JobProof(byte[] secret) {
        if (secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("the secret has " + secret.length + " bytes, not " + SECRET_BYTES);
        }
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        return nonce;
    }

    /** A number that no earlier lane of this context has had, as far as chance can promise; never 0. */
    long incarnation() {
        return random.nextLong() | 1;
    }

    /** What the end that opened the connection shows; it also vouches for the numbers at which it resumes. */
    byte[] ofOpener(Transcript transcript, ResumePoint resume) {
        mac.update(OPENER);
        resume.addTo(mac);
        return transcript.sealWith(mac);
    }

    /** What the end that accepted the connection shows. */
    byte[] ofAcceptor(Transcript transcript) {
        mac.update(ACCEPTOR);
        return transcript.sealWith(mac);
    }

    /** Compares in constant time. */
    static boolean same(byte[] expected, byte[] shown) {
        return MessageDigest.isEqual(expected, shown);
    }
}
