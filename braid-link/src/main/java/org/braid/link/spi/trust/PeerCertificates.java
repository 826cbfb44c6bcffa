package org.braid.link.spi.trust;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.braid.base.wire.ContextId;
import org.jspecify.annotations.Nullable;

/** Whom the job's authority vouches for. Of which context a certificate must be is asked when the peer has said who it is ({@link #whyNot}). */
public final class PeerCertificates extends X509ExtendedTrustManager {
    private static final int URI = 6; // RFC 5280, GeneralName's sixth kind

    private final TrustAnchor authority;

    /** @param authority by whom all must be signed themselves */
    public PeerCertificates(TrustAnchor authority) {
        this.authority = authority;
    }

    /** Null if this certificate names that context, and nobody else. */
    public static @Nullable String whyNot(X509Certificate shown, ContextId peer) {
        String name = nameIn(shown);
        return Credentials.nameOf(peer).equals(name) ? null : "its certificate is that of " + name + ", and it says that it is context " + peer;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String keyType, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String keyType, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    /** The authority has no certificate, so it is named to nobody. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length != 1) {
            throw new CertificateException("it shows " + chain.length + " certificates, and those of a job are signed by its authority itself");
        }
        try {
            CertPath path = CertificateFactory.getInstance("X.509").generateCertPath(List.of(chain));
            PKIXParameters parameters = new PKIXParameters(Set.of(authority));
            parameters.setRevocationEnabled(false); // they live for days
            CertPathValidator.getInstance("PKIX").validate(path, parameters);
        } catch (CertPathValidatorException e) {
            throw new CertificateException(describe(e, chain[0]), e);
        } catch (GeneralSecurityException e) {
            throw new CertificateException(String.valueOf(e.getMessage()), e);
        }
    }

    private static String describe(CertPathValidatorException e, X509Certificate shown) {
        if (e.getReason() == BasicReason.EXPIRED) {
            return "its certificate was valid until " + shown.getNotAfter().toInstant();
        }
        if (e.getReason() == BasicReason.NOT_YET_VALID) {
            return "its certificate is valid from " + shown.getNotBefore().toInstant() + " on: compare the clocks of the hosts";
        }
        return "its certificate is not signed by this job's authority (" + e.getMessage() + ")";
    }

    private static String nameIn(X509Certificate shown) {
        try {
            Collection<List<?>> names = shown.getSubjectAlternativeNames();
            if (names != null && names.size() == 1) {
                List<?> only = names.iterator().next();
                if (only.get(0).equals(URI)) {
                    return String.valueOf(only.get(1));
                }
            }
        } catch (CertificateParsingException e) {
            // said below
        }
        return "nobody in particular";
    }

    // ---- the same of sockets

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String keyType) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String keyType) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String keyType, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String keyType, Socket socket) throws CertificateException {
        check(chain);
    }
}
