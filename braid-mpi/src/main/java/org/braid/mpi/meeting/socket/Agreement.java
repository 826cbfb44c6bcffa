package org.braid.mpi.meeting.socket;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.XECPublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Arrays;
import javax.crypto.KeyAgreement;
import org.braid.boot.server.Proof;
import org.braid.boot.ticket.Secret;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;

/** One end of a key agreement by X25519 (RFC 7748): whoever only listens learns nothing. It does not say who is at the other end. */
public final class Agreement {
    /** A public key as it travels, in longs: its coordinate, 32 bytes. */
    public static final int WORDS = 4;

    private static final String ROLE = "x25519";

    private final KeyPair own;

    /** With a key that is made for it. */
    public Agreement() {
        try {
            own = KeyPairGenerator.getInstance("X25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK has X25519", e);
        }
    }

    /** What the other end has to know. */
    public long[] publicWords() {
        byte[] number = ((XECPublicKey) own.getPublic()).getU().toByteArray();
        byte[] padded = new byte[WORDS * Long.BYTES];
        int length = Math.min(number.length, padded.length);
        System.arraycopy(number, number.length - length, padded, padded.length - length, length);
        long[] words = new long[WORDS];
        ByteBuffer.wrap(padded).asLongBuffer().get(words);
        return words;
    }

    /**
     * The capability that both ends know now, and nobody who has only listened.
     *
     * @param theirs what the other end has said
     * @param isFirst whether this end's key comes first in it: the other end says the opposite
     * @throws MpiFailure PORT if that is no key
     */
    public Secret with(long[] theirs, boolean isFirst) {
        byte[] ours = bytes(publicWords());
        try {
            byte[] heard = bytes(theirs);
            KeyAgreement agreement = KeyAgreement.getInstance("X25519");
            agreement.init(own.getPrivate());
            agreement.doPhase(KeyFactory.getInstance("X25519").generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, new BigInteger(1, heard))), true);
            return Secret.of(Proof.of(Secret.of(agreement.generateSecret()), ROLE, 0, 0, 0, 0, isFirst ? ours : heard, isFirst ? heard : ours));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new MpiFailure(ErrorClass.PORT, "join cannot agree upon a key", "what the other end says is none: " + e.getMessage(), "Let both ends be programs of this Braid that join", e);
        }
    }

    private static byte[] bytes(long[] words) {
        ByteBuffer bytes = ByteBuffer.allocate(WORDS * Long.BYTES);
        bytes.asLongBuffer().put(Arrays.copyOf(words, WORDS));
        return bytes.array();
    }
}
