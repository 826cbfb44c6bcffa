package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Descriptor;
import org.junit.jupiter.api.Test;

class AddressesTest {
    private final long seed = Long.getLong("braid.seed", System.nanoTime());

    @Test
    void decodeIsTheInverseOfEncode() throws UnknownHostException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1000; i++) {
            int port = 1 + random.nextInt(0xFFFF);
            List<InetAddress> addresses = new ArrayList<>();
            List<InetSocketAddress> expected = new ArrayList<>();
            for (int n = 1 + random.nextInt(Addresses.MOST); n > 0; n--) {
                byte[] raw = new byte[random.nextBoolean() ? 4 : 16];
                random.nextBytes(raw);
                addresses.add(InetAddress.getByAddress(raw));
                expected.add(new InetSocketAddress(InetAddress.getByAddress(raw), port));
            }
            assertEquals(expected, Addresses.decode(Addresses.encode(port, addresses)), () -> "replay with -Dbraid.seed=" + seed);
        }
    }

    @Test
    void everyTruncationAndExtensionIsRefused() {
        byte[] whole = Addresses.encode(4711, List.of(InetAddress.getLoopbackAddress(), InetAddress.getLoopbackAddress()));
        for (int length = 0; length < whole.length; length++) {
            refused(Arrays.copyOf(whole, length));
        }
        refused(Arrays.copyOf(whole, whole.length + 1));
    }

    @Test
    void noiseIsRefusedOrIsAListButNeverAnythingElse() {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] noise = new byte[random.nextInt(60)];
            random.nextBytes(noise);
            try {
                Addresses.decode(noise);
            } catch (BraidException expected) {
                assertEquals(ErrorCode.TABLE_REFUSED, expected.code(), () -> "replay with -Dbraid.seed=" + seed);
            }
        }
    }

    @Test
    void aContextThatDoesNotListenCannotBeCalled() {
        refused(Addresses.nowhere());
    }

    @Test
    void addressesReadAsPeopleWriteThem() throws UnknownHostException {
        assertEquals("127.0.0.1:80", Addresses.text(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 80)));
        assertEquals("[0:0:0:0:0:0:0:1]:80", Addresses.text(new InetSocketAddress(InetAddress.getByName("::1"), 80)));
    }

    @Test
    void anInterfaceThatReachesNoneOfThePeersAddressesIsNamed() throws UnknownHostException, SocketException {
        Descriptor elsewhere = new Descriptor(TcpTransport.NAME, Addresses.encode(4711, List.of(InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}))));
        String loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress()).getName();
        TcpParameters through = TcpParameters.DEFAULTS.with("interface", loopback);
        BraidException why = assertThrows(BraidException.class, () -> new PeerAddresses(true).callable(Node.id(1), elsewhere, through));
        assertEquals(ErrorCode.METHOD_PARAMETER, why.code());
        assertTrue(why.getMessage().contains(loopback), why.getMessage());
    }

    private static void refused(byte[] body) {
        assertEquals(ErrorCode.TABLE_REFUSED, assertThrows(BraidException.class, () -> Addresses.decode(body)).code());
    }
}
