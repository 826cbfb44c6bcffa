package org.braid.link.spi.trust;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** The one key of this process, for whoever asks. */
final class OwnKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "own";

    private final Credentials credentials;

    OwnKey(Credentials credentials) {
        this.credentials = credentials;
    }

    private @Nullable String alias(String... keyTypes) {
        return List.of(keyTypes).contains(credentials.key().getAlgorithm()) ? ALIAS : null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[] {credentials.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return credentials.key();
    }

    // ---- of engines, and of sockets

    @Override
    public @Nullable String chooseEngineClientAlias(String[] keyTypes, Principal @Nullable [] issuers, SSLEngine engine) {
        return alias(keyTypes);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
        return alias(keyType);
    }

    @Override
    public @Nullable String chooseClientAlias(String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(keyTypes);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(keyType);
    }

    // ---- asked by nobody who may have one key alone

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }
}
