package org.braid.boot.authority;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.GeneralSecurityException;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.trust.Credentials;
import org.junit.jupiter.api.Test;

class AuthorityTest {
    private static final ContextId CONTEXT = new ContextId(0x1234, 0x5678, 9);
    private static final Instant NOW = Instant.parse("2030-01-02T03:04:05Z");

    @Test
    void whoKnowsTheSecretHasTheSameAuthority() {
        assertArrayEquals(Authority.of(secret(1)).anchor().getCAPublicKey().getEncoded(), Authority.of(secret(1)).anchor().getCAPublicKey().getEncoded());
        assertNotEquals(Authority.of(secret(1)).anchor().getCAPublicKey(), Authority.of(secret(2)).anchor().getCAPublicKey());
    }

    /** RFC 8032, section 7.1, the first of its keys. */
    @Test
    void theKeyOfASeedIsThatOfTheStandard() throws GeneralSecurityException {
        HexFormat hex = HexFormat.of();
        byte[] encoded = Authority.keyOf(hex.parseHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")).getPublic().getEncoded();
        assertEquals("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", hex.formatHex(encoded, encoded.length - 32, encoded.length));
    }

    @Test
    void aCertificateIsSignedByTheAuthorityOfItsJobAlone() throws GeneralSecurityException {
        X509Certificate certificate = Authority.of(secret(1)).issue(CONTEXT, NOW, NOW.plusSeconds(60)).certificate();
        certificate.verify(Authority.of(secret(1)).anchor().getCAPublicKey());
        assertThrows(SignatureException.class, () -> certificate.verify(Authority.of(secret(2)).anchor().getCAPublicKey()));
    }

    @Test
    void itNamesOneContextAndSignsNothing() throws GeneralSecurityException {
        X509Certificate certificate = Authority.of(secret(1)).issue(CONTEXT, NOW, NOW.plusSeconds(60)).certificate();
        assertEquals(List.of(List.of(6, "urn:braid:00000000000012340000000000005678:0000000000000009")), List.copyOf(certificate.getSubjectAlternativeNames()));
        assertEquals(-1, certificate.getBasicConstraints(), "no authority itself");
        assertEquals(NOW, certificate.getNotBefore().toInstant());
        assertEquals(NOW.plusSeconds(60), certificate.getNotAfter().toInstant());
    }

    @Test
    void eachKeyIsFresh() {
        Authority authority = Authority.of(secret(1));
        assertNotEquals(authority.issue(CONTEXT, NOW, NOW.plusSeconds(60)).certificate().getPublicKey(), authority.issue(CONTEXT, NOW, NOW.plusSeconds(60)).certificate().getPublicKey());
    }

    @Test
    void aSecretThatIsNoneIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Authority.of(new byte[0]));
    }

    @Test
    void credentialsAreMadeOnceAndAnewWhenHalfOfTheirTimeIsOver() {
        Instant[] now = {NOW};
        OwnCredentials own = new OwnCredentials(secret(1), CONTEXT, KeyKind.FOR_MANY_CONNECTIONS, () -> now[0]);
        Credentials first = own.current();
        now[0] = NOW.plusSeconds(OwnCredentials.LIFE_S / 2 - 1);
        assertSame(first, own.current());
        now[0] = NOW.plusSeconds(OwnCredentials.LIFE_S / 2);
        assertNotSame(first, own.current());
    }

    private static byte[] secret(int which) {
        byte[] secret = new byte[32];
        secret[0] = (byte) which;
        return secret;
    }
}
