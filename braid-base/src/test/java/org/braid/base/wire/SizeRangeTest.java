package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeRangeTest {
    private static SizeRange of(String method) {
        return MethodExpression.parse(method).sizes();
    }

    @Test
    void aMethodThatSaysNothingOfSizesCarriesAll() {
        assertSame(SizeRange.ALL, of("tcp@eth0(sndbuf=4MiB)"));
        assertSame(SizeRange.ALL, of("tcp(min=0B)"));
        assertTrue(SizeRange.ALL.isAll() && SizeRange.ALL.contains(0) && SizeRange.ALL.contains(Long.MAX_VALUE));
    }

    @Test
    void bothEndsBelongToTheRange() {
        SizeRange range = of("shm(min=4KiB, eager=8KiB, max=64KiB)");
        assertEquals(new SizeRange(4096, 65536), range);
        assertFalse(range.contains(4095) || range.contains(65537));
        assertTrue(range.contains(4096) && range.contains(65536));
    }

    @Test
    void aChainCarriesWhatItsEndCarriesAndACompoundHasSizesOfItsOwn() {
        assertEquals(new SizeRange(0, 1024), of("lz4(min=1KiB)+tcp(max=1KiB)"));
        assertEquals(new SizeRange(1 << 20, Long.MAX_VALUE), of("stripe(tcp(max=1B), tcp@eth1, min=1MiB)"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        tcp(min=2KiB, max=1KiB) | METHOD_PARAMETER | no more than max
        tcp(max=64)             | SIZE_SYNTAX      | 64
        tcp(min=-1B)            | SIZE_SYNTAX      | -1B
        tcp(max=64kB)           | SIZE_SYNTAX      | Did you mean
        """)
    void sizesThatNoPayloadHasAreRefused(String method, ErrorCode code, String part) {
        Refused.with(code, () -> of(method), part);
    }

    @Test
    void whatIsBelowAndAboveMakesTheRangeWhole() {
        assertEquals(List.of(), SizeRange.ALL.others());
        assertEquals(List.of(new SizeRange(0, 3), new SizeRange(9, Long.MAX_VALUE)), new SizeRange(4, 8).others());
        assertEquals(List.of(new SizeRange(1, Long.MAX_VALUE)), new SizeRange(0, 0).others());
        assertEquals(new SizeRange(4, 6), new SizeRange(4, 8).and(new SizeRange(0, 6)));
        assertEquals(null, new SizeRange(4, 8).and(new SizeRange(9, 10)));
    }

    @Test
    void theTransportIsAskedToUnderstandTheOtherParameters() {
        var name = (MethodExpression.Name) MethodExpression.parse("tcp@eth0(max=1KiB, nodelay=true, min=1B)");
        assertEquals(List.of(new MethodParameter("nodelay", "true"), new MethodParameter("interface", "eth0")), SizeRange.removedFrom(name.allParameters()));
    }

    @Test
    void peopleReadWhichEndsThereAre() {
        assertEquals("all sizes, up to 64KiB, from 65537B, 4KiB to 64KiB",
                SizeRange.ALL + ", " + of("a(max=64KiB)") + ", " + of("a(min=65537B)") + ", " + of("a(min=4KiB, max=64KiB)"));
    }

    @Test
    void aPolicyLeavesTheSizesOpenThatItsMethodDoesNotCarry() {
        assertTrue(Policy.parse("self=local, *=shm(max=64KiB)").mentions("tcp"));
        assertFalse(Policy.parse("self=local, *=shm(eager=8KiB)").mentions("tcp"));
    }

    @Test
    void sizesAreReadAgainAsTheyWerePrinted() {
        for (String text : List.of("shm(max=64KiB), tcp(min=65537B)", "auto(max=4KiB), tcp(sndbuf=1MiB, min=4KiB)"))
            assertEquals(text, MethodExpression.printOrder(MethodExpression.parseOrder(text)));
    }
}
