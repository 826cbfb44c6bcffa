package org.braid.pipe.hello;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Knows the job's secret and proves it: HMAC-SHA-256 over a role label, both context ids and both nonces, so that a proof serves one end of one handshake of one method only.
 *
 * <p>This is the one class of a pipe that loads the JDK's cryptography (some 35 ms); a context that never makes a connection never loads it.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc2104">RFC 2104, HMAC</a>
 */
final class JobProof {
    static final int PROOF_BYTES = 32;
    static final int NONCE_BYTES = 32;
    static final int SECRET_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";

    private final Mac mac;
    private final byte[] openerLabel;
    private final byte[] acceptorLabel;

    /**
     * @param method of whose connections, so that no proof can be shown on those of another
     * @param secret 32 bytes
     */
    JobProof(String method, byte[] secret) {
        if (secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("the secret has " + secret.length + " bytes, not " + SECRET_BYTES);
        }
        openerLabel = ("braid " + method + " opener").getBytes(StandardCharsets.US_ASCII);
        acceptorLabel = ("braid " + method + " acceptor").getBytes(StandardCharsets.US_ASCII);
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /** What the end that opened the connection shows; it also vouches for the numbers at which it resumes. */
    byte[] ofOpener(Transcript transcript, ResumePoint resume) {
        mac.update(openerLabel);
        resume.addTo(mac);
        return transcript.sealWith(mac);
    }

    /** What the end that accepted the connection shows. */
    byte[] ofAcceptor(Transcript transcript) {
        mac.update(acceptorLabel);
        return transcript.sealWith(mac);
    }

    /** Compares in constant time. */
    static boolean same(byte[] expected, byte[] shown) {
        return MessageDigest.isEqual(expected, shown);
    }
}
