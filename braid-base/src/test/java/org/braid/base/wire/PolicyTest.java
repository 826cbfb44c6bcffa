package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTest {

    @Test
    void aMethodAloneIsMeantForEveryPlace() {
        assertEquals(Policy.parse("*=tcp"), Policy.parse("tcp"));
        assertEquals("*=lz4+tcp(a=1)", Policy.parse(" lz4 + tcp( a=1)").toString());
        assertEquals(Policy.AUTOMATIC, Policy.parse("auto"));
    }

    @Test
    void rulesAreWrittenAsTheyWereRead() {
        assertEquals("host=shm, site=tcp, *=lz4+tls", Policy.parse("host = shm,site=tcp,  *=lz4+tls").toString());
        assertEquals("*=stripe(a, b), self=local, process=local", Policy.parse("*=stripe(a,b), self=local, process=local").toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        host=shm, site=tcp, *=lz4+tls | auto  | shm   | shm  | tcp     | lz4+tls
        *=lz4+tls, site=tcp, host=shm | auto  | shm   | shm  | tcp     | lz4+tls
        tcp                           | auto  | tcp   | tcp  | tcp     | tcp
        site=tcp                      | auto  | tcp   | tcp  | tcp     | auto
        self=local, *=tcp             | local | tcp   | tcp  | tcp     | tcp
        host=auto, *=tls              | auto  | auto  | auto | tls     | tls
        process=local                 | auto  | local | auto | auto    | auto
        """)
    void theNarrowestPlaceThatContainsThePairCountsWhateverTheOrder(String text, String self, String process, String host, String site, String any) {
        Policy policy = Policy.parse(text);
        String[] expected = {self, process, host, site, any};
        for (Where pair : Where.values()) assertEquals(expected[pair.ordinal()], shown(policy.methodFor(pair)), pair + " in " + text);
    }

    @Test
    void aTransportIsMentionedWhereARuleNamesItOrTheChoiceIsLeftOpen() {
        Policy policy = Policy.parse("self=local, *=failover(shm, lz4+tcp)");
        assertTrue(policy.mentions("local") && policy.mentions("shm") && policy.mentions("tcp"));
        assertFalse(policy.mentions("udp"));
        assertTrue(Policy.parse("tcp").mentions("local"), "a message to oneself is left to Braid");
        assertTrue(Policy.AUTOMATIC.mentions("udp"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        ``                 | 1  | a method's name       | Write it like host=shm
        hots=shm, *=tcp    | 1  | a place: self, process| Did you mean 'host=shm, *=tcp'?
        host=shm, host=tcp | 11 | host=shm was given before |
        host=shm *=tcp     | 10 | the end               | Did you mean 'host=shm, *=tcp'?
        host=              | 6  | a method's name       |
        shm,tcp            | 4  | failover(shm, tcp)    |
        host=shm,          | 10 | a place               | Did you mean 'host=shm'?
        Host=shm           | 1  | a method's name       | Did you mean 'host=shm'?
        *tcp               | 2  | '=' and a method      | Did you mean '*=tcp'?
        """)
    void everyErrorSaysWhereWhatWasExpectedAndWhatWasMeant(@Nullable String text, int character, String expected, @Nullable String meant) {
        Refused.with(ErrorCode.POLICY_SYNTAX, () -> Policy.parse(text == null ? "" : text), "at character " + character, expected,
            meant == null ? "" : meant);
    }

    private static String shown(@Nullable MethodExpression method) {
        return method == null ? "auto" : method.toString();
    }

    @Test
    void aTransportsParametersAreThoseOfTheFirstRuleThatEndsInIt() {
        Policy policy = Policy.parse("host=shm, site=lz4+tcp@eth0(ports=\"40000-40100\"), *=tcp");
        assertEquals(List.of(new MethodParameter("ports", "40000-40100"), new MethodParameter("interface", "eth0")), policy.parametersOf("tcp"));
        assertEquals(List.of(), policy.parametersOf("shm"));
        assertEquals(List.of(), policy.parametersOf("udp"));
    }
}
