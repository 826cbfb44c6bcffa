package org.braid.boot.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.braid.base.wire.Hello;
import org.braid.boot.ticket.Secret;

/**
 * Proof of knowing a secret without showing it, between hosts: HMAC-SHA-256 over version, role, job, rank, size and both nonces. The role keeps an answer from being reflected, the server's nonce keeps a recording from being replayed.
 * Never loaded on one host, where the socket itself proves who the peer is.
 */
public final class Proof {
    /** Bytes of each side's nonce. */
    public static final int NONCE_BYTES = 32;

    private Proof() {}

    /**
     * The 32 bytes that only a process with the job's secret can make.
     *
     * @param role up to eight letters, of whoever shows it
     * @param clientNonce up to {@link #NONCE_BYTES} random bytes of the client
     * @param serverNonce likewise of the server
     */
    public static byte[] of(
            Secret secret, String role, long jobHigh, long jobLow, int rank, int size, byte[] clientNonce, byte[] serverNonce) {
        ByteBuffer said = RankProtocol.buffer(4 + 8 + 16 + 8 + 2 * NONCE_BYTES);
        said.putInt(Hello.THIS_VERSION);
        said.put(Arrays.copyOf(role.getBytes(StandardCharsets.US_ASCII), 8));
        said.putLong(jobHigh).putLong(jobLow).putInt(rank).putInt(size).put(clientNonce).put(serverNonce);
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.toBytes(), "HmacSHA256"));
            return mac.doFinal(said.array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
