package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression.Chain;
import org.braid.base.wire.MethodExpression.Compound;
import org.braid.base.wire.MethodExpression.Name;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodExpressionTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        tcp                                     | tcp
        tcp@eth0                                | tcp@eth0
        tcp@10.0.0.2                            | tcp@10.0.0.2
        tcp@fe80::1                             | tcp@fe80::1
        ucx@mlx5_0:1                            | ucx@mlx5_0:1
        tcp(sndbuf=4MiB)                        | tcp(sndbuf=4MiB)
        tcp@eth0( sndbuf = 4MiB,nodelay=true )  | tcp@eth0(sndbuf=4MiB, nodelay=true)
        lz4 + aes+tcp                           | lz4+aes+tcp
        lz4(level=9)+tcp                        | lz4(level=9)+tcp
        stripe(tcp@eth0,tcp@eth1)               | stripe(tcp@eth0, tcp@eth1)
        stripe(tcp@eth0, tcp@eth1, chunk=64KiB) | stripe(tcp@eth0, tcp@eth1, chunk=64KiB)
        failover(shm, lz4+tcp)                  | failover(shm, lz4+tcp)
        lz4+failover(stripe(a, b), c(d=e))      | lz4+failover(stripe(a, b), c(d=e))
        file(path="/tmp/a b+(c)")               | file(path="/tmp/a b+(c)")
        file(path="/tmp/a")                     | file(path=/tmp/a)
        file(path="a\\"b\\\\c")                 | file(path="a\\"b\\\\c")
        file(path="")                           | file(path="")
        udp(group=239.0.0.1:4000)               | udp(group=239.0.0.1:4000)
        delay(1ms)+tcp                          | delay(1ms)+tcp
        delay( 1ms , bandwidth=100MB/s )+tcp    | delay(1ms, bandwidth=100MB/s)+tcp
        failover(delay(1ms)+shm, tcp)           | failover(delay(1ms)+shm, tcp)
        """)
    void everyFormIsReadAndWrittenInItsCanonicalForm(String text, String canonical) {
        MethodExpression read = MethodExpression.parse(text);
        assertEquals(canonical, read.toString());
        assertEquals(read, MethodExpression.parse(canonical));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        ``                  | 1  | a method's name        | Write it like
        TCP                 | 1  | a method's name        | Did you mean 'tcp'?
        lz4++tcp            | 5  | a method's name        | Did you mean 'lz4+tcp'?
        lz4 tcp             | 5  | the end                | Did you mean 'lz4+tcp'?
        lz4&                | 4  | the end                | Did you mean 'lz4'?
        tcp(sndbuf 4MiB)    | 12 | ',' or ')'             | Did you mean 'tcp(sndbuf=4MiB)'?
        tcp(sndbuf:4MiB)    | 11 | ',' or ')'             | Did you mean 'tcp(sndbuf=4MiB)'?
        tcp(sndbuf=4MiB     | 16 | ',' or ')'             | Did you mean 'tcp(sndbuf=4MiB)'?
        tcp(a=1, a=2)       | 10 | a=1 was given before   | Write it like
        tcp(ab=1, ab=2)     | 11 | ab=1 was given before  | Write it like
        tcp()               | 5  | a parameter or         | Did you mean 'tcp'?
        tcp@                | 5  | an interface           | Did you mean 'tcp'?
        tcp@eth0+lz4        | 9  | nothing after '@'      |
        stripe(a, b)+tcp    | 13 | nothing after a compound |
        stripe@eth0(a, b)   | 12 | a compound has no interface |
        stripe(n=1, tcp)    | 13 | methods come before parameters |
        a.b                 | 1  | without dots           |
        file(p="x)          | 11 | a closing '"'          |
        tcp(a=)             | 7  | a value                |
        delay(a=1, 1ms)     | 12 | only the first value   |
        delay(1ms, 2ms)     | 12 | only the first value   |
        failover(tcp, 3s)   | 15 | only the first value   |
        delay(1ms, tcp)     | 12 | methods come before parameters |
        """)
    void everyErrorSaysWhereWhatWasExpectedAndWhatWasMeant(@Nullable String text, int character, String expected, @Nullable String meant) {
        String given = text == null ? "" : text;
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> MethodExpression.parse(given), "at character " + character, expected, meant == null ? "" : meant);
    }

    @Test
    void theTreeIsThatOfTheText() {
        var chain = assertInstanceOf(Chain.class, MethodExpression.parse("lz4+stripe(tcp@eth0, tcp(a=b), n=2)"));
        assertEquals(List.of(new Name("lz4")), chain.devices());
        var stripe = assertInstanceOf(Compound.class, chain.end());
        assertEquals(new Name("tcp", "eth0", List.of()), stripe.parts().get(0));
        assertEquals(new Name("tcp", null, List.of(new MethodParameter("a", "b"))), stripe.parts().get(1));
        assertEquals(List.of(new MethodParameter("n", "2")), stripe.parameters());
        assertTrue(chain.uses("tcp") && chain.uses("lz4") && chain.uses("stripe"));
        assertFalse(chain.uses("a"));
    }

    @Test
    void nestingIsBoundedInTextsAndInTrees() {
        String deepest = "f(".repeat(Limits.MAX_NESTING) + "a" + ")".repeat(Limits.MAX_NESTING);
        MethodExpression tree = MethodExpression.parse(deepest);
        assertEquals(Limits.MAX_NESTING, tree.nesting());
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> MethodExpression.parse("f(" + deepest + ")"), "at most 8 compounds");
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> MethodExpression.parse("f(".repeat(2000)), "at most 8 compounds");
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> new Compound("f", List.of(tree), List.of()));
    }

    @Test
    void countsAndLengthsAreBounded() {
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> MethodExpression.parse("a+".repeat(16) + "a"), "at most 15 devices");
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> MethodExpression.parse("f(" + "a,".repeat(16) + "a)"), "at most 16 methods");
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> MethodExpression.parse("a".repeat(33)), "at most 32 characters");
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> MethodExpression.parse("a(b=" + "c".repeat(257) + ")"), "at most 256 characters");
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> MethodExpression.parse("a".repeat(5000)), "too long");
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> MethodExpression.parseOrder("a,".repeat(16) + "a"), "at most 16 methods");
    }

    @Test
    void valuesThatCouldNotBeReadAgainCannotBeMade() {
        for (String word : new String[] {"", "Tcp", "t cp", "1a", "a.b", "a".repeat(33)})
            Refused.with(ErrorCode.METHOD_SYNTAX, () -> new Name(word));
        for (String value : new String[] {"a\nb", "\ud834", "x".repeat(257)})
            Refused.with(ErrorCode.METHOD_SYNTAX, () -> new MethodParameter("a", value));
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> new Chain(List.of(new Name("a", "eth0", List.of())), new Name("b")));
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> new Chain(List.of(), new Name("b")));
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> new Compound("f", List.of(), List.of()));
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> new Name("a", "", List.of()));
        for (String value : new String[] {"", "a", "1 ms", "-1"})
            Refused.with(ErrorCode.METHOD_SYNTAX, () -> MethodParameter.unnamed(value));
        MethodParameter alone = MethodParameter.unnamed("1ms");
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> new Name("a", null, List.of(new MethodParameter("b", "c"), alone)), "only the first");
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> new Compound("f", List.of(new Name("a")), List.of(alone)), "have names");
    }

    @Test
    void everyTextOfUpToFiveTokensIsReadAgainAsItIsPrintedOrIsRefused() {
        String[] tokens = {"a", "@", "+", "(", ")", ",", "=", "\""};
        int[] read = new int[1];
        everyText("", 5, tokens, text -> {
            if (Decoder.METHOD.survive(text.getBytes(StandardCharsets.US_ASCII))) read[0]++;
        });
        assertTrue(read[0] > 4, "read " + read[0]);
    }

    private static void everyText(String head, int more, String[] tokens, Consumer<String> use) {
        use.accept(head);
        if (more > 0) for (String token : tokens) everyText(head + token, more - 1, tokens, use);
    }
}
