package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.braid.transports.inet.Addresses;
import org.junit.jupiter.api.Test;

/** The descriptor of this transport is what docs/wire.md draws, byte by byte. */
class TcpBytesTest {
    @Test
    void aListeningContextIsAPortAndAddressesWithTheirLengths() throws IOException {
        byte[] body = Addresses.encode(0x1234, 0x0102030405060708L, List.of(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), InetAddress.getByName("::1")));
        assertEquals("3412" + "02" + "0807060504030201" + "04" + "7f000001" + "10" + "00000000000000000000000000000001", HexFormat.of().formatHex(body));
    }

    @Test
    void thePageAboutTheWireSaysHowManyAddressesThereMayBe() throws IOException {
        assertTrue(Files.readString(Path.of("..", "docs", "wire.md")).contains("numeric addresses, at most " + Addresses.MOST));
    }
}
