package org.braid.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.braid.boot.ticket.Secret;
import org.braid.launch.protection.TlsProtection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a link does for a peer that reads, and with one that reads nothing, both protected. */
class HostLinkTest {
    private static final Duration BOUND = Duration.ofSeconds(20);

    private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private Socket[] plain;
    private FrameSocket here;
    private FrameSocket there;

    @BeforeEach
    void connect() throws Exception {
        Secret secret = Secret.random();
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket caller = new Socket(listening.getInetAddress(), listening.getLocalPort());
            Socket called = listening.accept();
            plain = new Socket[] {caller, called};
            CompletableFuture<FrameSocket> other = CompletableFuture.supplyAsync(() -> over(secret, called, false));
            here = over(secret, caller, true);
            there = other.get(BOUND.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static FrameSocket over(Secret secret, Socket socket, boolean calls) {
        try {
            return new FrameSocket(socket, TlsProtection.of(secret).over(socket, calls));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        for (Socket each : plain) {
            each.close();
        }
    }

    private final HostLink.Listener ears = new HostLink.Listener() {
        @Override
        public void heard(int kind, ByteBuffer payload) {
            heard.add(kind + ":" + (payload.hasRemaining() ? payload.getInt() : ""));
        }

        @Override
        public void ended(String why) {
            heard.add(why);
        }
    };

    @Test
    void aPeerThatReadsNothingIsGivenUpWithoutWaitingForIt() {
        HostLink link = new HostLink(here);
        link.start(ears, "a");
        byte[] large = HostProtocol.frame(HostProtocol.ANSWER, 1 << 20).array();
        assertTimeoutPreemptively(BOUND, () -> {
            for (long sent = 0; sent <= WaitingFrames.MOST_BYTES + (32L << 20); sent += large.length) {
                link.send(large);
            }
        });
        assertTimeoutPreemptively(BOUND, () -> assertEquals("it reads nothing of what it is told", heard.take()));
    }

    @Test
    void whatIsToldToThousandsOfRanksAtOnceArrives() throws Exception {
        HostLink link = new HostLink(here);
        link.start(ears, "a");
        HostLink peer = new HostLink(there);
        LinkedBlockingQueue<Integer> arrived = new LinkedBlockingQueue<>();
        peer.start(new HostLink.Listener() {
            @Override
            public void heard(int kind, ByteBuffer payload) {
                arrived.add(payload.getInt());
            }

            @Override
            public void ended(String why) {}
        }, "b");
        int many = 5_000;
        for (int i = 0; i < many; i++) {
            link.send(HostProtocol.frame(HostProtocol.ANSWER, 4).putInt(i).array());
        }
        for (int i = 0; i < many; i++) {
            assertEquals(i, arrived.poll(BOUND.toSeconds(), TimeUnit.SECONDS));
        }
        link.finish();
        assertEquals("all was said", heard.poll(BOUND.toSeconds(), TimeUnit.SECONDS));
    }

    @Test
    void aListenerThatThrowsEndsTheLinkAndSoIsMissed() throws Exception {
        HostLink link = new HostLink(here);
        link.start(new HostLink.Listener() {
            @Override
            public void heard(int kind, ByteBuffer payload) {
                throw new IllegalStateException("a mistake of ours");
            }

            @Override
            public void ended(String why) {
                heard.add(why);
            }
        }, "a");
        there.write(HostProtocol.frame(HostProtocol.ANSWER, 0).array());
        assertEquals("this end failed", heard.poll(BOUND.toSeconds(), TimeUnit.SECONDS));
    }

    @Test
    void aWriterThatIsPatientGoesOnWhenTheLinkEnds() throws Exception {
        HostLink link = new HostLink(here);
        link.start(ears, "a");
        byte[] large = HostProtocol.frame(HostProtocol.SAID, 1 << 20).array();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 64; i++) {
                link.sendPatiently(large);
            }
        });
        link.close("it was silent");
        assertEquals("it was silent", heard.poll(BOUND.toSeconds(), TimeUnit.SECONDS));
        assertTrue(writer.handle((_, failure) -> failure == null).get(BOUND.toSeconds(), TimeUnit.SECONDS));
        assertNotNull(link.there());
    }
}
