package org.braid.mpi.meeting;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.braid.base.os.Entropy;
import org.braid.base.wire.ContextId;
import org.braid.boot.authority.OwnCredentials;
import org.braid.boot.server.Proof;
import org.braid.boot.ticket.Secret;
import org.braid.link.spi.trust.TlsPolicy;

/**
 * How two processes on different hosts find out that both have the capability of a port, which neither shows. A caller proves it by HMAC first, which costs microseconds; then both by certificates, as the ranks of a job do (docs/decisions/tls.md), of an authority that follows
 * from the capability alone.
 *
 * <pre>
 *   caller                              port
 *          <───────── nonce 32
 *   nonce 32 | HMAC 32 ─────────>                drops a wrong one without a word
 *   TLS 1.3, a certificate from each; what follows is a Talk, with a Pulse
 * </pre>
 */
final class FarGreeting {
    /** A young process's first handshake takes half a second of a processor, of which a machine where many others compute gives it a tenth. */
    static final int GREETING_MS = 15_000;

    private static final int NONCE_BYTES = 32;
    private static final int PROOF_BYTES = 32;
    private static final String ROLE = "port";

    private final Secret capability;
    private final TlsPolicy policy;

    FarGreeting(Secret capability) {
        this.capability = capability;
        this.policy = new TlsPolicy(OwnCredentials.forFewConnections(capability.toBytes(), ContextId.notARank(0, 0, Entropy.nextLong())).current());
    }

    /** @throws IOException if the other end has not the capability, or takes too long; the socket is closed then */
    Talk calling(Socket plain) throws IOException {
        return within(plain, () -> {
            byte[] theirs = read(plain, NONCE_BYTES);
            byte[] ours = Entropy.bytes(NONCE_BYTES);
            plain.getOutputStream().write(ours);
            plain.getOutputStream().write(proof(ours, theirs));
            return talk(plain, true);
        });
    }

    /** The same of the end that was called. */
    Talk called(Socket plain) throws IOException {
        return within(plain, () -> {
            byte[] ours = Entropy.bytes(NONCE_BYTES);
            plain.getOutputStream().write(ours);
            byte[] theirs = read(plain, NONCE_BYTES);
            if (!MessageDigest.isEqual(proof(theirs, ours), read(plain, PROOF_BYTES))) {
                throw new IOException("it has not the capability of the port");
            }
            return talk(plain, false);
        });
    }

    private byte[] proof(byte[] callers, byte[] ports) {
        return Proof.of(capability, ROLE, 0, 0, 0, 0, callers, ports);
    }

    private static byte[] read(Socket from, int count) throws IOException {
        byte[] bytes = from.getInputStream().readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the other end has ended the connection; the name may be of a port that was closed, or altered");
        }
        return bytes;
    }

    private Talk talk(Socket plain, boolean calls) throws IOException {
        SSLSocket socket = policy.over(plain, calls);
        socket.startHandshake();
        plain.setSoTimeout(Pulse.LOST_MS);
        return Pulse.of(new Talk(new DataInputStream(socket.getInputStream()), new DataOutputStream(socket.getOutputStream()), plain, true));
    }

    private interface Greeting {
        Talk greeted() throws IOException;
    }

    /** A peer that says a byte every few seconds is no better than one that says nothing. */
    private static Talk within(Socket plain, Greeting greeting) throws IOException {
        Thread deadline = Thread.ofVirtual().start(() -> closeLater(plain));
        boolean isGreeted = false;
        try {
            plain.setTcpNoDelay(true);
            plain.setSoTimeout(GREETING_MS);
            Talk talk = greeting.greeted();
            isGreeted = true;
            return talk;
        } finally {
            deadline.interrupt();
            if (!isGreeted) {
                plain.close();
            }
        }
    }

    private static void closeLater(Socket plain) {
        try {
            TimeUnit.MILLISECONDS.sleep(GREETING_MS);
            plain.close();
        } catch (InterruptedException | IOException over) {
            // It was greeted in time, or is closed.
        }
    }
}
