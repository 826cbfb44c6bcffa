package org.braid.boot.authority;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.spec.NamedParameterSpec;
import java.time.Instant;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.trust.Credentials;

/**
 * The job's authority: the key that signs the certificates of its contexts, derived from the job's secret, so that every process that was admitted has the same one and nobody hands it out.
 *
 * <p>Immutable; any thread. Making one loads the JDK's cryptography, so it is made at the first need.
 */
public final class Authority {
    private static final String NAME = "CN=authority of a Braid job";
    private static final String LABEL = "braid authority";
    private static final String DERIVATION = "HmacSHA256";
    private static final String SIGNATURE = "Ed25519";
    private static final int SECRET_BYTES = 32;

    private final KeyPair key;
    private final TrustAnchor anchor;

    private Authority(KeyPair key) {
        this.key = key;
        anchor = new TrustAnchor(NAME, key.getPublic(), null);
    }

    /**
     * That of the job with this secret.
     *
     * @param secret 256 bits
     */
    public static Authority of(byte[] secret) {
        if (secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("the secret has " + secret.length + " bytes, not " + SECRET_BYTES);
        }
        try {
            Mac mac = Mac.getInstance(DERIVATION);
            mac.init(new SecretKeySpec(secret, DERIVATION));
            return new Authority(keyOf(mac.doFinal(LABEL.getBytes(StandardCharsets.US_ASCII))));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + DERIVATION + " and " + SIGNATURE, e);
        }
    }

    /** By whom the certificates of this job must be signed. */
    public TrustAnchor anchor() {
        return anchor;
    }

    /** A fresh key for one context, and a certificate of it that is valid from one moment to the other, in whole seconds. */
    public Credentials issue(ContextId context, Instant from, Instant until) {
        return issue(KeyKind.FOR_MANY_CONNECTIONS, context, from, until);
    }

    Credentials issue(KeyKind kind, ContextId context, Instant from, Instant until) {
        try {
            KeyPair own = kind.fresh();
            CertificateForm form = new CertificateForm(NAME, context, own.getPublic(), from, until);
            Signature signature = Signature.getInstance(SIGNATURE);
            signature.initSign(key.getPrivate());
            signature.update(form.toBeSigned());
            ByteArrayInputStream signed = new ByteArrayInputStream(form.with(signature.sign()));
            return new Credentials(own.getPrivate(), (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(signed), anchor);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate for context " + context + " cannot be made", e);
        }
    }

    /** The key whose private half are these 32 bytes: those are all that is drawn for one (RFC 8032, section 5.1.5). */
    static KeyPair keyOf(byte[] seed) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(SIGNATURE);
        generator.initialize(NamedParameterSpec.ED25519, new Drawn(seed));
        return generator.generateKeyPair();
    }

    /** Draws what it was given. */
    private static final class Drawn extends SecureRandom {
        private static final long serialVersionUID = 1;
        private final byte[] given;

        Drawn(byte[] given) {
            super(null, null);
            this.given = given;
        }

        @Override
        public void nextBytes(byte[] into) {
            if (into.length != given.length) {
                throw new IllegalStateException("this JDK draws " + into.length + " bytes for a key of " + given.length);
            }
            System.arraycopy(given, 0, into, 0, given.length);
        }
    }
}
