package org.braid.transports.tls;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLKeyException;

/**
 * The keys of one direction of a connection, one after the other. The first comes from TLS's exporter (RFC 8446 section 7.5), which both ends of one handshake alone can ask; each next one from the one before, by
 * HKDF-Expand, so that one that leaks later opens nothing older. The hash is that of the agreed cipher.
 */
final class TrafficKeys {
    /** What the end that calls says. */
    static final String OF_CALLER = "EXPORTER-braid caller's records";

    /** What the end that was called says. */
    static final String OF_CALLED = "EXPORTER-braid called's records";

    private static final String GENERIC = "Generic";
    private static final String KEY = "key";
    private static final String IV = "iv";
    private static final String NEXT = "traffic upd";
    private static final int IV_BYTES = 12;

    private final KDF expansion;
    private final int keyBytes;
    private final int secretBytes;
    private SecretKey secret;

    private TrafficKeys(KDF expansion, int keyBytes, int secretBytes, SecretKey secret) {
        this.expansion = expansion;
        this.keyBytes = keyBytes;
        this.secretBytes = secretBytes;
        this.secret = secret;
    }

    /**
     * Of a connection whose handshake is over.
     *
     * @param direction {@link #OF_CALLER} or {@link #OF_CALLED}
     */
    static TrafficKeys of(ExtendedSSLSession session, String direction) {
        boolean isLarge = session.getCipherSuite().endsWith("SHA384"); // the other one has half the key
        int secretBytes = isLarge ? 48 : 32;
        try {
            KDF expansion = KDF.getInstance(isLarge ? "HKDF-SHA384" : "HKDF-SHA256");
            return new TrafficKeys(expansion, isLarge ? 32 : 16, secretBytes, session.exportKeyingMaterialKey(GENERIC, direction, null, secretBytes));
        } catch (NoSuchAlgorithmException | SSLKeyException e) {
            throw new IllegalStateException("every JDK exports keys of TLS 1.3 and derives others from them", e);
        }
    }

    /** For AES in Galois counter mode. */
    SecretKey key() {
        try {
            return expansion.deriveKey("AES", expanded(KEY, keyBytes));
        } catch (GeneralSecurityException e) {
            throw impossible(e);
        }
    }

    /** Mixed with a record's number it is the record's nonce. */
    byte[] iv() {
        try {
            return expansion.deriveData(expanded(IV, IV_BYTES));
        } catch (GeneralSecurityException e) {
            throw impossible(e);
        }
    }

    /** The keys change; the old ones are forgotten. */
    void advance() {
        try {
            secret = expansion.deriveKey(GENERIC, expanded(NEXT, secretBytes));
        } catch (GeneralSecurityException e) {
            throw impossible(e);
        }
    }

    private HKDFParameterSpec expanded(String purpose, int bytes) {
        return HKDFParameterSpec.expandOnly(secret, purpose.getBytes(StandardCharsets.US_ASCII), bytes);
    }

    private static IllegalStateException impossible(GeneralSecurityException e) {
        return new IllegalStateException("every JDK expands secrets", e);
    }
}
