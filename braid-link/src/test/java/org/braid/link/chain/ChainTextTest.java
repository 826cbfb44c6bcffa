package org.braid.link.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodExpression.Chain;
import org.braid.base.wire.MethodExpression.Name;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChainTextTest {
    private static ChainText of(String method) {
        return ChainText.of((Chain) MethodExpression.parse(method));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lz4+tcp                              | lz4+tcp
            lz4( level=9 ) + checksum+tcp@eth0   | lz4(level=9)+checksum+tcp
            delay(1ms)+shm(ring=1MiB, max=64KiB) | delay(1ms)+shm
            """)
    void whatIsAnnouncedIsTheDevicesWithTheirParametersAndTheTransportAlone(String method, String announced) {
        ChainText text = of(method);
        assertEquals(announced, text.toString());
        assertEquals(text, ChainText.parse(announced));
        assertEquals(String.join("+", text.parts()), announced);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tcp", "lz4", "failover(a, b)", "lz4+failover(a, b)", "lz4+tcp@eth0", "lz4+tcp(a=b)", "lz4 + tcp", "lz4(level =9)+tcp", "+tcp", "lz4+", "LZ4+tcp", "lz4+tcp\0"})
    void whatIsNoChainInCanonicalFormIsRefused(String announced) {
        BraidException refused = assertThrows(BraidException.class, () -> ChainText.parse(announced));
        assertTrue(refused.code() == ErrorCode.CHAIN_DIFFERS || refused.code() == ErrorCode.METHOD_SYNTAX, refused::getMessage);
    }

    @Test
    void aChainWithoutDevicesOrWithTooManyCannotBeMade() {
        assertThrows(BraidException.class, () -> new ChainText(List.of(), "tcp"));
        assertThrows(BraidException.class, () -> new ChainText(java.util.Collections.nCopies(16, new Name("pass")), "tcp"));
        assertThrows(BraidException.class, () -> new ChainText(List.of(new Name("pass")), "Tcp"));
        assertEquals(16, new ChainText(java.util.Collections.nCopies(15, new Name("pass")), "tcp").parts().size());
    }

    @Test
    void aChainThatEndsInACompoundIsOfNoLane() {
        assertEquals(ErrorCode.CHAIN_REFUSED, assertThrows(BraidException.class, () -> of("lz4+failover(shm, tcp)")).code());
    }

    @Test
    void twoTextsThatDifferAreBothNamed() {
        of("lz4+tcp(sndbuf=4MiB)").requireSame(of("lz4+tcp"));
        for (String other : List.of("lz4+shm", "lz4(level=9)+tcp", "lz4+lz4+tcp", "checksum+tcp")) {
            BraidException differs = assertThrows(BraidException.class, () -> of("lz4+tcp").requireSame(of(other)));
            assertEquals(ErrorCode.CHAIN_DIFFERS, differs.code());
            assertTrue(differs.why().contains("is lz4+tcp") && differs.why().contains("is " + other), differs::why);
        }
        assertEquals(of("lz4+shm"), of("lz4+tcp").over("shm"));
    }
}
