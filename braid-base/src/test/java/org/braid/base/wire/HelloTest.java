package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

class HelloTest {
    private static final Hello HELLO = new Hello(Hello.version(1, 2, 3), 0xcafe, 0);

    @Test
    void the16BytesAreFixedForEver() {
        assertEquals("89425244" + "01020300" + "feca0000" + "00000000", HexFormat.of().formatHex(Decoder.encoded(HELLO::put)));
    }

    @Test
    void bothKindsOfBuffersHoldTheSame() {
        ByteBuffer bytes = HELLO.put(ByteBuffer.allocate(Hello.BYTES).order(ByteOrder.LITTLE_ENDIAN)).flip();
        assertArrayEquals(Decoder.encoded(HELLO::put), bytes.array());
        assertEquals(HELLO, Hello.get(bytes));
    }

    @Test
    void whateverElseConnectsIsRefusedByItsFirstFourBytes() {
        for (String other : new String[] {"GET / HTTP/1.1\r\n", "SSH-2.0-OpenSSH_9", "\u0016\u0003\u0001xxxxxxxxxxxxx"})
            Refused.with(ErrorCode.HELLO_NOT_BRAID, () -> Hello.get(new GetBuffer(other.getBytes(StandardCharsets.ISO_8859_1))), "89425244");
    }

    @Test
    void theSameBuildIsWelcomeAndEveryOtherIsRefusedByANameForBoth() {
        assertNull(HELLO.refusal(new Hello(Hello.version(1, 2, 3), 0xcafe, 0), "host b"));
        Hello[] others = {new Hello(Hello.version(1, 2, 4), 0xcafe, 0), new Hello(HELLO.version(), 0xbabe, 0), new Hello(HELLO.version(), 0xcafe, 1)};
        for (Hello other : others) {
            var refusal = HELLO.refusal(other, "host b");
            assertNotNull(refusal);
            assertEquals(ErrorCode.OTHER_BUILD, refusal.code());
            assertTrue(refusal.getMessage().contains("host b"));
            assertTrue(refusal.getMessage().contains("it has " + other + ", this process has 1.2.3 build cafe"));
        }
    }

    @Test
    void thisVersionIsThatOfTheProjectFile() throws Exception {
        String shown = new Hello(Hello.THIS_VERSION, 0, 0).toString().replace(" build 0", "");
        assertTrue(Files.readString(Path.of("pom.xml")).contains("<version>" + shown), shown);
    }
}
