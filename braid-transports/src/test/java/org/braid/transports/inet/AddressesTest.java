package org.braid.transports.inet;

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
import java.util.stream.Stream;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.Where;
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
        PeerAddresses here = new PeerAddresses(true, 5);
        assertEquals("the peer does not listen", here.whyNot(new ContextId(0x1234, 0x5678, 1), tcp(Addresses.nowhere()), InetParameters.defaults("tcp")));
        assertEquals(Where.ANYWHERE, here.nearness(tcp(Addresses.nowhere())));
    }

    @Test
    void addressesReadAsPeopleWriteThem() throws UnknownHostException {
        assertEquals("127.0.0.1:80", Addresses.text(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 80)));
        assertEquals("[0:0:0:0:0:0:0:1]:80", Addresses.text(new InetSocketAddress(InetAddress.getByName("::1"), 80)));
    }

    @Test
    void anInterfaceThatReachesNoneOfThePeersAddressesIsNamed() throws UnknownHostException, SocketException {
        Descriptor elsewhere = new Descriptor("tcp", Addresses.encode(4711, 5, List.of(InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}))));
        String loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress()).getName();
        InetParameters through = InetParameters.defaults("tcp").with("interface", loopback);
        BraidException why = assertThrows(BraidException.class, () -> new PeerAddresses(true, 5).callable(new ContextId(0x1234, 0x5678, 1), elsewhere, through));
        assertEquals(ErrorCode.METHOD_PARAMETER, why.code());
        assertTrue(why.getMessage().contains(loopback), why.getMessage());
    }

    @Test
    void loopbackAddressesOfAnotherNetworkAreNobodys() throws UnknownHostException {
        InetAddress beyond = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
        byte[] near = Addresses.encode(4711, 5, List.of(InetAddress.getLoopbackAddress(), beyond));
        byte[] far = Addresses.encode(4711, 6, List.of(InetAddress.getLoopbackAddress(), beyond));
        byte[] farAlone = Addresses.encode(4711, 6, List.of(InetAddress.getLoopbackAddress()));
        byte[] unknown = Addresses.encode(4711, 0, List.of(InetAddress.getLoopbackAddress()));
        PeerAddresses inside = new PeerAddresses(false, 5);
        PeerAddresses outside = new PeerAddresses(true, 5);
        assertEquals("[/127.0.0.1:4711]", callable(inside, near));
        assertEquals("[/127.0.0.1:4711, /192.0.2.1:4711]", callable(outside, near));
        assertEquals("[/192.0.2.1:4711]", callable(outside, far));
        assertEquals("[/127.0.0.1:4711]", callable(inside, unknown));
        assertEquals(ErrorCode.CLEAR_REFUSED, assertThrows(BraidException.class, () -> callable(inside, far)).code());
        assertEquals(ErrorCode.CONNECT_FAILED, assertThrows(BraidException.class, () -> callable(outside, farAlone)).code(), "nothing would go in the clear");
        assertEquals(List.of(Where.HOST, Where.ANYWHERE, Where.ANYWHERE, Where.HOST), Stream.of(near, far, farAlone, unknown).map(each -> outside.nearness(tcp(each))).toList());
        assertEquals(Where.HOST, new PeerAddresses(true, 0).nearness(tcp(farAlone)), "who does not know its own network goes by the addresses");
    }

    private static String callable(PeerAddresses from, byte[] there) {
        return from.callable(new ContextId(0x1234, 0x5678, 1), tcp(there), InetParameters.defaults("tcp")).toString().replace("localhost", "");
    }

    private static Descriptor tcp(byte[] body) {
        return new Descriptor("tcp", body);
    }

    private static void refused(byte[] body) {
        assertEquals(ErrorCode.TABLE_REFUSED, assertThrows(BraidException.class, () -> Addresses.decode(body)).code());
    }
}
