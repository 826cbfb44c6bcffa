package org.braid.launch.distance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two ends on this host, over its own sockets. */
class ProbeTest {
    private static final long BOUND_S = 20;
    private static final String HERE = "127.0.0.1";

    private record Opened(int port, long token) {}

    private record Pinged(int round, int us) {}

    private final LinkedBlockingQueue<Opened> opened = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Pinged> pinged = new LinkedBlockingQueue<>();
    private final Probe.Answers answers = new Probe.Answers() {
        @Override
        public void opened(int port, long token) {
            opened.add(new Opened(port, token));
        }

        @Override
        public void pinged(int round, int us) {
            pinged.add(new Pinged(round, us));
        }
    };
    private final Probe landmark = new Probe(answers);
    private final Probe other = new Probe(answers);

    @AfterEach
    void close() {
        landmark.close();
        other.close();
    }

    private Opened open() throws InterruptedException {
        landmark.open();
        Opened said = opened.poll(BOUND_S, TimeUnit.SECONDS);
        assertNotNull(said);
        return said;
    }

    private int ping(int round, String address, int port, long token) throws InterruptedException {
        other.ping(round, address, port, token);
        Pinged said = pinged.poll(BOUND_S, TimeUnit.SECONDS);
        assertNotNull(said);
        assertEquals(round, said.round);
        return said.us;
    }

    @Test
    void aRoundTripOnOneHostTakesLittleAndCanBeMeasuredAgain() throws Exception {
        Opened at = open();
        for (int round = 1; round <= 3; round++) {
            int us = ping(round, HERE, at.port, at.token);
            assertTrue(us >= 0 && us < Levels.WIDE_US, us + " us");
        }
    }

    @Test
    void whoeverListensWithoutBeingTheLandmarkIsNotMeasured() throws Exception {
        Opened at = open();
        assertEquals(RoundTrips.UNKNOWN, ping(1, HERE, at.port, at.token + 1));
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.ofLiteral(HERE))) {
            assertEquals(RoundTrips.UNKNOWN, ping(2, HERE, silent.getLocalPort(), at.token));
        }
    }

    @Test
    void nobodyThereAndAddressesThatAreNoneAreUnknown() throws Exception {
        Opened at = open();
        landmark.close();
        assertEquals(RoundTrips.UNKNOWN, ping(1, HERE, at.port, at.token));
        for (String address : new String[] {"", "example.invalid", "300.1.1.1", "fe80::1%nowhere"}) {
            assertEquals(RoundTrips.UNKNOWN, ping(2, address, at.port, at.token), address);
        }
    }

    @Test
    void oneThatIsClosedNeitherListensNorCalls() {
        landmark.close();
        landmark.open();
        landmark.ping(1, HERE, 1, 1);
        assertTrue(opened.isEmpty() && pinged.isEmpty());
    }
}
