package org.braid.testkit.hosts;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hosts for tests that are far from each other: what one sends to another goes through this process, which holds it back for half of a round trip. The network is the kernels' own up to there and from there on, so whatever
 * runs on the hosts, connections included, takes as long as it would; no module of the kernel is needed for it.
 *
 * <pre>
 *   host 1: route to host 2 by interface 'far'  →  read here  →  waits  →  written into host 2's 'far'
 * </pre>
 */
public final class Distances implements AutoCloseable {
    private static final String INTERFACE = "far";
    private static final int LOOK_MS = 20;
    private static final int MOST_WAITING = 10_000; // packets to one host; more are lost
    private static final int HEADER_BYTES = 20;
    private static final int LAST_OF_DESTINATION = 19;
    private static final int VERSION_4 = 4;

    private final List<Tunnel> tunnels = new ArrayList<>(); // by host, as the next
    private final List<DelayQueue<Packet>> waiting = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger packets = new AtomicInteger();
    private volatile boolean isClosed;

    /** In the order of its sending where several are due at once. */
    private record Packet(byte[] bytes, long dueNs, int number) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            Packet its = (Packet) other;
            int byTime = Long.signum(dueNs - its.dueNs);
            return byTime != 0 ? byTime : Integer.signum(number - its.number);
        }
    }

    /** @param roundTripMs between each two hosts, from index 1 at 0; 0 leaves them as they are */
    Distances(TestHosts hosts, int[][] roundTripMs) throws IOException, InterruptedException {
        try (HostNetworks networks = hosts.networks()) {
            for (int host = 1; host <= roundTripMs.length; host++) {
                tunnels.add(networks.on(host, () -> Tunnel.open(INTERFACE)));
                waiting.add(new DelayQueue<>());
            }
        }
        for (int host = 1; host <= roundTripMs.length; host++) {
            route(hosts, host, roundTripMs[host - 1]);
        }
        for (int host = 0; host < roundTripMs.length; host++) {
            int here = host;
            int[] mine = roundTripMs[host];
            threads.add(Thread.ofPlatform().daemon().name("from-host-" + (host + 1)).start(() -> take(here, mine)));
            threads.add(Thread.ofPlatform().daemon().name("to-host-" + (host + 1)).start(() -> give(here)));
        }
    }

    private static void route(TestHosts hosts, int host, int[] roundTripMs) throws IOException, InterruptedException {
        StringBuilder commands = new StringBuilder("ip link set " + INTERFACE + " up");
        for (int other = 1; other <= roundTripMs.length; other++) {
            if (roundTripMs[other - 1] > 0) {
                commands.append(" && ip route add ").append(hosts.host(other).address()).append("/32 dev ").append(INTERFACE).append(" src ").append(hosts.host(host).address());
            }
        }
        String said = hosts.said(host, "sh", "-c", commands.toString());
        if (!said.isEmpty()) {
            throw new IOException(said);
        }
    }

    private void take(int host, int[] roundTripMs) {
        while (!isClosed) {
            byte[] packet = tunnels.get(host).read(LOOK_MS);
            int to = packet.length < HEADER_BYTES || packet[0] >> 4 != VERSION_4 ? 0 : packet[LAST_OF_DESTINATION];
            if (to >= 1 && to <= roundTripMs.length && waiting.get(to - 1).size() < MOST_WAITING) {
                waiting.get(to - 1).add(new Packet(packet, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(roundTripMs[to - 1]) / 2, packets.getAndIncrement()));
            }
        }
    }

    private void give(int host) {
        try {
            while (!isClosed) {
                Packet next = waiting.get(host).poll(LOOK_MS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    tunnels.get(host).write(next.bytes);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Packets that are under way are lost, and hosts are as near as they were. */
    @Override
    public void close() throws InterruptedException {
        isClosed = true;
        for (Thread each : threads) {
            each.join();
        }
        tunnels.forEach(Tunnel::close);
    }
}
