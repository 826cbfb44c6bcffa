package org.braid.boot.authority;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.TBSCertificate;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.braid.base.os.Entropy;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.trust.Credentials;

/** One context's certificate in DER, to be signed (RFC 5280, section 4.1): the one class that knows Bouncy Castle, of which it takes the writing of ASN.1 alone. */
final class CertificateForm {
    private static final AlgorithmIdentifier ED25519 = new AlgorithmIdentifier(new ASN1ObjectIdentifier("1.3.101.112")); // RFC 8410, section 3
    private static final int SERIAL_BYTES = 16;

    private final TBSCertificate form;

    CertificateForm(String issuer, ContextId context, PublicKey key, Instant from, Instant until) {
        V3TBSCertificateGenerator generator = new V3TBSCertificateGenerator();
        generator.setSerialNumber(new ASN1Integer(new BigInteger(1, Entropy.bytes(SERIAL_BYTES)).setBit(0)));
        generator.setSignature(ED25519);
        generator.setIssuer(new X500Name(issuer));
        generator.setStartDate(new Time(Date.from(from)));
        generator.setEndDate(new Time(Date.from(until)));
        generator.setSubject(new X500Name("CN=context " + Long.toHexString(context.number())));
        generator.setSubjectPublicKeyInfo(SubjectPublicKeyInfo.getInstance(key.getEncoded()));
        ExtensionsGenerator extensions = new ExtensionsGenerator();
        try {
            extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            extensions.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            extensions.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName(GeneralName.uniformResourceIdentifier, Credentials.nameOf(context))));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written but memory
        }
        generator.setExtensions(extensions.generate());
        form = generator.generateTBSCertificate();
    }

    /** What the authority signs. */
    byte[] toBeSigned() {
        return der(form);
    }

    /** The whole certificate. */
    byte[] with(byte[] signature) {
        return der(new DERSequence(new ASN1Encodable[] {form, ED25519, new DERBitString(signature)}));
    }

    private static byte[] der(ASN1Encodable value) {
        try {
            return value.toASN1Primitive().getEncoded(ASN1Encoding.DER);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
