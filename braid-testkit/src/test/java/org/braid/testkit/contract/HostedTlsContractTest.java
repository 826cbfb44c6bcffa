package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.braid.link.Startpoint;
import org.braid.link.select.ConnectionReport;
import org.braid.link.spi.Transport;
import org.braid.testkit.hosts.HostNetworks;
import org.braid.testkit.hosts.TestHosts;
import org.braid.transports.inet.Addresses;
import org.braid.transports.tls.TlsTransport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Connections under TLS between hosts for tests: contexts of one process, whose sockets are dealt to the hosts in turn. Over two hosts the whole contract holds; the third one is there for what takes more than two contexts, since all
 * others would only be on the same two again. Where no hosts can be made, all goes over the loopback interface.
 */
class HostedTlsContractTest {
    @Nested
    class OverTwoHosts extends OverHosts implements WholeContract {
        OverTwoHosts() {
            super(2);
        }
    }

    @Nested
    class OverThreeHosts extends OverHosts implements ManyContextsContract {
        OverThreeHosts() {
            super(3);
        }
    }

    @Timeout(180)
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class OverHosts implements Connected {
        private final int count;
        private @Nullable TestHosts made;
        private @Nullable HostNetworks networks;

        OverHosts(int count) {
            this.count = count;
        }

        @BeforeAll
        void makeHosts() throws IOException {
            String whyNot = TestHosts.whyNot();
            if (!whyNot.isEmpty()) {
                System.out.println("NOT TESTED: contexts on " + count + " hosts (" + whyNot + "); they are on this one");
                return;
            }
            made = TestHosts.up(count);
            networks = made.networks();
        }

        @AfterAll
        void closeHosts() throws IOException {
            if (networks != null) {
                networks.close();
            }
            if (made != null) {
                made.close();
            }
        }

        @Override
        public World open(int contexts, boolean serves) {
            return open(contexts, serves, null);
        }

        private World open(int contexts, boolean serves, @Nullable Consumer<ConnectionReport> observer) {
            Transport tls = new TlsTransport();
            return World.apart(contexts, "*=tls", serves, List.of(networks == null ? tls : new HostedTransport(tls, networks, count)), observer);
        }

        @Test
        void everyConnectionLeadsFromTheHostOfOneEndToThatOfTheOther() throws InterruptedException {
            TestHosts hosts = made;
            if (hosts == null) {
                return;
            }
            List<ConnectionReport> reports = Collections.synchronizedList(new ArrayList<>());
            try (World world = open(count, false, reports::add)) {
                AtomicInteger received = new AtomicInteger();
                int handler = world.register("contract.hosts", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
                for (int pair = 0; pair < count * count; pair++) {
                    if (pair / count != pair % count) {
                        world.send(world.link(pair / count, pair % count), handler, 0, 0, null, 0);
                    }
                }
                world.until("all arrived", () -> received.get() == count * (count - 1));
                for (int i = 0; i < count; i++) {
                    assertTrue(listensAt(world, i, hosts.host(i + 1).address()), world.at(i).table()::toString);
                }
                TreeSet<String> ends = new TreeSet<>();
                for (ConnectionReport each : reports) {
                    String from = hosts.host((int) each.from().number() + 1).address();
                    String to = hosts.host((int) each.to().number() + 1).address();
                    assertTrue(each.way().startsWith("eth0 " + from + " -> " + to), each::toString);
                    ends.add(from + " -> " + to);
                }
                assertEquals(count * (count - 1), ends.size(), reports::toString);
                assertEquals("", world.notices());
            }
        }

        private static boolean listensAt(World world, int context, String address) {
            byte[] body = Objects.requireNonNull(world.at(context).table().find("tls")).body();
            List<String> others = Addresses.decode(body).stream().map(InetSocketAddress::getAddress).filter(each -> !each.isLoopbackAddress()).map(each -> each.getHostAddress()).toList();
            return others.equals(List.of(address));
        }

        @Test
        void whatIsSentIntoACutComesOnceItIsHealedAndNotBefore() throws Exception {
            TestHosts hosts = made;
            if (hosts == null) {
                return;
            }
            try (World world = open(2)) {
                AtomicInteger received = new AtomicInteger();
                int handler = world.register("contract.cut", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
                Startpoint link = world.link(0, 1);
                world.send(link, handler, 0, 0, null, 0);
                world.until("connected", () -> received.get() == 1);
                hosts.cut(1, 2);
                try {
                    world.send(link, handler, 1, 0, new byte[100], 100);
                    long enough = sentAgain(hosts) + 2;
                    while (sentAgain(hosts) < enough) {
                        world.turn();
                    }
                    assertEquals(1, received.get());
                } finally {
                    hosts.heal(1, 2);
                }
                world.until("it came", () -> received.get() == 2);
            }
        }

        /** How many segments host 1 has had to send again, as its kernel counts them. */
        private static long sentAgain(TestHosts hosts) throws IOException, InterruptedException {
            List<String[]> tcp = hosts.said(1, "cat", "/proc/net/snmp").lines().filter(line -> line.startsWith("Tcp:")).map(line -> line.split(" ")).toList();
            return Long.parseLong(tcp.get(1)[List.of(tcp.get(0)).indexOf("RetransSegs")]);
        }
    }
}
