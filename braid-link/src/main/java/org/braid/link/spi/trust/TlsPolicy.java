package org.braid.link.spi.trust;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/** What both ends insist on: one version, two ciphers, a certificate of the job from each. No parameter of a method weakens it. */
public final class TlsPolicy {
    /** The only version. */
    public static final String VERSION = "TLSv1.3";

    /** More than the JDK gives tickets for: then it gives none, and each connection shows its certificate. */
    private static final int TOO_LONG_FOR_TICKETS_S = 8 * 24 * 3600;

    /** What keys of an end's own kind are called: it agrees on secrets by the same curve alone, so that it never builds the tables of another. */
    private static final String EDWARDS = "EdDSA";

    private static final String SAME_CURVE = "x25519";

    private final SSLContext context;
    private final boolean oneCurve;

    /** @param credentials what this end shows, and by whom that of its peers must be signed */
    public TlsPolicy(Credentials credentials) {
        oneCurve = credentials.key().getAlgorithm().equals(EDWARDS);
        try {
            context = SSLContext.getInstance(VERSION);
            context.init(new KeyManager[] {new OwnKey(credentials)}, new TrustManager[] {new PeerCertificates(credentials.authority())}, null);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + VERSION, e);
        }
        context.getServerSessionContext().setSessionTimeout(TOO_LONG_FOR_TICKETS_S);
    }

    /** The only ciphers, the first one preferred. */
    public static List<String> ciphers() {
        return List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384");
    }

    /** For the end that calls. */
    public SSLEngine calling() {
        return engine(true);
    }

    /** For the end that was called. */
    public SSLEngine called() {
        return engine(false);
    }

    /**
     * A socket above a connected one, which it closes with itself; its handshake is still to be made.
     *
     * @param calls whether this end is the one that calls
     */
    public SSLSocket over(Socket plain, boolean calls) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, plain.getInetAddress().getHostAddress(), plain.getPort(), true);
        socket.setSSLParameters(wanted());
        socket.setUseClientMode(calls);
        return socket;
    }

    /** Without the name of a host, so that no session is ever found to go on with. */
    private SSLEngine engine(boolean isCaller) {
        SSLEngine engine = context.createSSLEngine();
        engine.setSSLParameters(wanted());
        engine.setUseClientMode(isCaller);
        return engine;
    }

    private SSLParameters wanted() {
        SSLParameters wanted = new SSLParameters(ciphers().toArray(String[]::new), new String[] {VERSION});
        wanted.setNeedClientAuth(true);
        if (oneCurve) {
            wanted.setNamedGroups(new String[] {SAME_CURVE});
        }
        return wanted;
    }
}
