package org.braid.testkit.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** That connections between hosts that are far take as long as was said, and others do not. */
class DistancesTest {
    private static final int[][] ROUND_TRIP_MS = {{0, 0, 30}, {0, 0, 30}, {30, 30, 0}};
    private static final int TRIES = 5;

    private static ServerSocket listening(String address) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.bind(new InetSocketAddress(address, 0));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long connectMs(ServerSocket there) {
        long leastNs = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long startNs = System.nanoTime();
            try (Socket socket = new Socket()) {
                socket.connect(there.getLocalSocketAddress());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            leastNs = Math.min(leastNs, System.nanoTime() - startNs);
        }
        return leastNs / 1_000_000;
    }

    @Test
    void aConnectionTakesARoundTripOfThatDistance() throws Exception {
        if (!TestHosts.areThere()) {
            return;
        }
        try (TestHosts hosts = TestHosts.up(3); HostNetworks networks = hosts.networks()) {
            try (Distances _ = hosts.distances(ROUND_TRIP_MS); ServerSocket third = networks.on(3, () -> listening(hosts.host(3).address())); ServerSocket first = networks.on(1, () -> listening(hosts.host(1).address()))) {
                long farMs = networks.on(1, () -> connectMs(third));
                long nearMs = networks.on(2, () -> connectMs(first));
                assertTrue(farMs >= 30, farMs + " ms");
                assertTrue(nearMs < 30, nearMs + " ms");
                assertTrue(networks.on(3, () -> connectMs(first)) >= 30);
            }
            assertEquals("", hosts.said(1, "sh", "-c", "ip link show far 2> /dev/null"));
        }
    }
}
