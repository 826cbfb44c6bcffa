package org.braid.transports.tls;

import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import org.braid.link.spi.trust.TlsPolicy;
import org.jspecify.annotations.Nullable;

/** Why TLS ended badly, as one clause for people. */
final class TlsFault {
    private static final String OURS = "this end speaks " + TlsPolicy.VERSION + " with " + String.join(" or ", TlsPolicy.ciphers()) + " alone";
    private static final String ALERT = "Received fatal alert: ";

    private TlsFault() {}

    /** Whether the same two would end like this each time they meet. */
    static boolean isFinal(SSLException found) {
        String message = String.valueOf(found.getMessage());
        int alert = message.indexOf(ALERT);
        return certificateFault(found) != null || alert >= 0 && switch (message.substring(alert + ALERT.length())) {
            case "protocol_version", "handshake_failure", "insufficient_security", "certificate_expired", "bad_certificate", "certificate_unknown", "unknown_ca", "access_denied" -> true;
            default -> false;
        };
    }

    /**
     * What the JDK found, and what this end insists on: who reads it sees both.
     *
     * @param offer what the other end has offered, where that is known; else empty
     */
    static String text(SSLException found, String offer) {
        CertificateException certificate = certificateFault(found);
        if (certificate != null) {
            return String.valueOf(certificate.getMessage());
        }
        String message = String.valueOf(found.getMessage());
        int alert = message.indexOf(ALERT);
        return alert >= 0 ? ofAlert(message.substring(alert + ALERT.length())) : message + "; " + (offer.isEmpty() ? "" : "it offers " + offer + ", ") + OURS;
    }

    private static String ofAlert(String name) {
        return switch (name) {
            case "protocol_version", "handshake_failure", "insufficient_security" -> "it refused with " + name + "; " + OURS;
            case "certificate_expired" -> "it refused this context's certificate as expired: compare the clocks of the hosts";
            case "bad_certificate", "certificate_unknown", "unknown_ca" -> "it refused this context's certificate (" + name + "): it belongs to another job, or the clocks of the hosts differ by days";
            case "access_denied" -> "it refused with access_denied: it belongs to another job, whose secret is another";
            default -> "it refused with " + name;
        };
    }

    private static @Nullable CertificateException certificateFault(Throwable found) {
        for (Throwable each = found; each != null; each = each.getCause()) {
            if (each instanceof CertificateException certificate) {
                return certificate;
            }
        }
        return null;
    }
}
