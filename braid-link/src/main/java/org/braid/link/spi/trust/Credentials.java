package org.braid.link.spi.trust;

import java.security.PrivateKey;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import org.braid.base.wire.ContextId;

/**
 * What a context shows to peers of its job where its word alone is not enough, and who must have signed what they show.
 *
 * @param key this process's own; it never leaves it
 * @param certificate of that key, with one name, {@link #nameOf} this context
 * @param authority of the job, which signs all certificates itself
 */
public record Credentials(PrivateKey key, X509Certificate certificate, TrustAnchor authority) {
    /** Makes them, at the first need or anew when the last ones have aged. Any thread. */
    @FunctionalInterface
    public interface Source {
        /** Credentials that are valid now, and for some days. */
        Credentials current();
    }

    /** The name of a context in a certificate, a URI: {@code urn:braid:JOB:NUMBER}, 32 and 16 hexadecimal digits. */
    public static String nameOf(ContextId context) {
        HexFormat hex = HexFormat.of();
        return "urn:braid:" + hex.toHexDigits(context.jobHigh()) + hex.toHexDigits(context.jobLow()) + ":" + hex.toHexDigits(context.number());
    }
}
