package org.braid.boot.authority;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.NamedParameterSpec;

/** What a context's own key is: by how often it will be shown, since a process is slow while it is young. */
enum KeyKind {
    /** P-256: the JDK's second compiler has code of its own for it, so later handshakes take 6 to 13 ms in place of 20; the first key of a process takes 100 ms, for tables of multiples. */
    FOR_MANY_CONNECTIONS("EC", new ECGenParameterSpec("secp256r1")),

    /** Ed25519, as the authority's: the first key of a process takes a few milliseconds once that has one. */
    FOR_FEW_CONNECTIONS("Ed25519", NamedParameterSpec.ED25519);

    private final String algorithm;
    private final AlgorithmParameterSpec parameters;

    KeyKind(String algorithm, AlgorithmParameterSpec parameters) {
        this.algorithm = algorithm;
        this.parameters = parameters;
    }

    KeyPair fresh() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(parameters);
        return generator.generateKeyPair();
    }
}
