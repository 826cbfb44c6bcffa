package org.braid.link.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.braid.link.local.LocalTransport;
import org.junit.jupiter.api.Test;

class TransportsTest {
    private static final String LOCAL = LocalTransport.class.getName();

    @Test
    void namesThatWereHandedOnLeadToTheSameTransports() {
        assertEquals(LOCAL, Transports.names());
        assertEquals(List.of(LOCAL), classNames(Transports.named(LOCAL)));
        assertEquals(List.of(LOCAL, LOCAL), classNames(Transports.named(LOCAL + "," + LOCAL)));
    }

    @Test
    void namesOfAnotherClassPathAreNotBelieved() {
        for (String wrong : new String[] {"no.such.Transport", "java.lang.String", LOCAL + ",,", ","}) {
            assertNull(Transports.named(wrong), wrong);
        }
    }

    private static List<String> classNames(@org.jspecify.annotations.Nullable List<? extends Object> found) {
        return found == null ? List.of() : found.stream().map(each -> each.getClass().getName()).toList();
    }
}
