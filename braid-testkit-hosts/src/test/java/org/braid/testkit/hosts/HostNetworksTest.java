package org.braid.testkit.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That a thread is on a host's network as long as its task lasts, and no other thread is. */
class HostNetworksTest {
    private static String here() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/thread-self/ns/net")).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String addressOfEth0() {
        try {
            return NetworkInterface.getByName("eth0").inetAddresses().filter(each -> each.getAddress().length == 4).map(each -> each.getHostAddress()).toList().toString();
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String fails() {
        throw new IllegalStateException("on purpose");
    }

    @Test
    void aThreadIsThereWhileItsTaskLastsAndThenWhereItWas() throws Exception {
        if (!TestHosts.areThere()) {
            return;
        }
        String home = here();
        try (TestHosts hosts = TestHosts.up(2); HostNetworks networks = hosts.networks()) {
            for (int host = 1; host <= 2; host++) {
                assertEquals(hosts.said(host, "readlink", "/proc/self/ns/net").strip(), networks.on(host, HostNetworksTest::here));
                assertEquals(List.of(hosts.host(host).address()).toString(), networks.on(host, HostNetworksTest::addressOfEth0));
                assertEquals(home, here());
            }
            String first = networks.on(1, HostNetworksTest::here);
            assertNotEquals(home, first);
            assertEquals(List.of(first, networks.on(2, HostNetworksTest::here), first), networks.on(1, () -> List.of(here(), networks.on(2, HostNetworksTest::here), here())));
            assertThrows(IllegalStateException.class, () -> networks.on(1, HostNetworksTest::fails));
            assertEquals(home, here());
        }
    }
}
