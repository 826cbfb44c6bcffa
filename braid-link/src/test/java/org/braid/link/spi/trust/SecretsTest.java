package org.braid.link.spi.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.braid.base.wire.ContextId;
import org.junit.jupiter.api.Test;

class SecretsTest {
    private static final ContextId ONE = new ContextId(1, 1, 1);
    private static final ContextId OTHER = new ContextId(2, 2, 2);

    private final Secrets.Shared own = new Secrets.Shared(new byte[] {1}, null);
    private final Secrets.Shared met = new Secrets.Shared(new byte[] {2}, null);
    private final Secrets secrets = new Secrets(own);

    @Test
    void whoIsMetIsCalledByTheSecretOfTheFirstMeetingUntilItIsAStranger() {
        secrets.add(ONE, met);
        secrets.add(ONE, new Secrets.Shared(new byte[] {3}, null));
        assertSame(met, secrets.with(ONE));
        assertSame(own, secrets.with(OTHER));
        assertEquals(List.of(own, met), secrets.all());
        secrets.remove(ONE);
        assertSame(own, secrets.with(ONE));
    }

    @Test
    void aSecretIsKnownToCallersAsLongAsSomebodyHasIt() {
        secrets.add(ONE, met);
        secrets.add(OTHER, met);
        secrets.remove(ONE);
        assertEquals(List.of(own, met), secrets.all());
        secrets.remove(OTHER);
        secrets.remove(OTHER);
        assertEquals(List.of(own), secrets.all());
    }

    @Test
    void whatWasMadeOfFormerSecretsIsForgottenButForTheLatest() {
        BySecret<Integer> made = new BySecret<>(secrets, secret -> secret.bits().length);
        assertEquals(1, made.of(own));
        for (int i = 2; i < 200; i++) {
            Secrets.Shared former = new Secrets.Shared(new byte[i], null);
            secrets.add(ONE, former);
            assertEquals(i, made.of(former));
            secrets.remove(ONE);
        }
        assertEquals(1, made.find(each -> each == 1));
        assertEquals(199, made.find(each -> each == 199));
        assertNull(made.find(each -> each > 1 && each < 130));
    }

    @Test
    void noTextShowsASecret() {
        assertFalse(new Secrets.Shared(new byte[] {77}, null).toString().contains("77"));
    }
}
