package org.braid.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Hello;
import org.braid.boot.hosts.CoreLayout;
import org.braid.boot.hosts.HostIdentity;
import org.braid.boot.ticket.JobAddress;
import org.braid.boot.ticket.Secret;
import org.braid.launch.protection.Protection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is let in and who is not, over real sockets of this host. */
class DoorTest {
    private static final Hello HELLO = new Hello(Hello.THIS_VERSION, 7, 0);
    private static final long BOUND_S = 20;

    private static final HostDoor.Listener NOBODY = new HostDoor.Listener() {
        @Override
        public void entered(HostLink link, Entry entry) {}

        @Override
        public void refused(String source, String reason) {}
    };

    private final Secret secret = Secret.random();
    private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private HostDoor door;
    private JobAddress ticket;

    @BeforeEach
    void open() throws IOException {
        door = HostDoor.open("127.0.0.1", Protection.CLEAR, secret, new long[] {1, 2}, HELLO, new HostDoor.Listener() {
            @Override
            public void entered(HostLink link, Entry entry) {
                heard.add("entered " + entry.name() + " " + entry.wanted());
                link.close("that is all");
            }

            @Override
            public void refused(String source, String reason) {
                heard.add(reason);
            }
        });
        ticket = door.ticket();
    }

    @AfterEach
    void close() {
        door.close();
    }

    private String next() throws InterruptedException {
        return String.valueOf(heard.poll(BOUND_S, TimeUnit.SECONDS));
    }

    private static BraidException refused(JobAddress ticket, Hello hello) {
        return assertThrows(BraidException.class, () -> new ServerCall(ticket, Protection.CLEAR, hello).call());
    }

    private Socket stranger() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), ticket.port());
    }

    @Test
    void whoKnowsTheSecretEntersAndSaysWhatItBrings() throws Exception {
        FrameSocket server = new ServerCall(ticket, Protection.CLEAR, HELLO).call();
        server.write(new Entry(HostIdentity.own(), 5, 2, 1, List.of(-1, 3), "a\u001b[2J", "", "", CoreLayout.NONE).frame());
        assertEquals("entered a?[2J [-1, 3]", next());
        server.close();
    }

    @Test
    void theTicketNamesTheAddressThatWasAskedFor() {
        assertEquals(List.of("127.0.0.1"), ticket.hosts());
    }

    @Test
    void aTicketOfAnotherJobIsRefusedOnBothSides() throws Exception {
        BraidException refusal = refused(new JobAddress(ticket.hosts(), ticket.port(), Secret.random()), HELLO);
        assertEquals(ErrorCode.JOIN_REFUSED, refusal.code());
        assertTrue(refusal.why().contains("another job, or stale"), refusal.why());
        assertTrue(next().startsWith("BRD-1403"));
    }

    @Test
    void anotherBuildIsRefusedAndBothAreNamed() throws Exception {
        BraidException refusal = refused(ticket, new Hello(Hello.THIS_VERSION, 8, 0));
        assertEquals(ErrorCode.OTHER_BUILD, refusal.code());
        assertTrue(refusal.why().contains("build 7") && refusal.why().contains("build 8"), refusal.why());
        assertTrue(next().startsWith(ErrorCode.OTHER_BUILD.id()));
    }

    @Test
    void whatIsNoBraidAtAllIsSentAway() throws Exception {
        try (Socket stranger = stranger()) {
            stranger.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertTrue(next().startsWith(ErrorCode.HELLO_NOT_BRAID.id()));
        }
    }

    @Test
    void whoSaysNothingIsSentAwayWithinTheBound() throws Exception {
        try (Socket stranger = stranger()) {
            assertTrue(next().startsWith("BRD-1403"));
            assertEquals(-1, stranger.getInputStream().read());
        }
    }

    @Test
    void aFrameThatIsTooLongBeforeTheProofIsNotReadAtAll() throws Exception {
        try (Socket stranger = stranger()) {
            OutputStream out = stranger.getOutputStream();
            out.write(HELLO.put(ByteBuffer.allocate(Hello.BYTES).order(ByteOrder.LITTLE_ENDIAN)).array());
            out.write(new byte[] {HostProtocol.PROVE, (byte) 0xff, (byte) 0xff, 0x7f});
            assertTrue(next().contains("exceeds the limit"));
        }
    }

    @Test
    void aRecordingOfAJoinThatWasLetInIsRefused() throws Exception {
        byte[] recorded = recordingOfAJoin();
        assertTrue(next().startsWith("entered"));
        try (Socket replay = stranger()) {
            replay.getOutputStream().write(recorded);
            assertTrue(next().startsWith("BRD-1403"));
        }
    }

    /** All that a join has sent. */
    private byte[] recordingOfAJoin() throws Exception {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        try (ServerSocket between = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread relay = Thread.ofVirtual().start(() -> {
                try (Socket near = between.accept(); Socket far = stranger()) {
                    Thread back = Thread.ofVirtual().start(() -> copy(far, near, new ByteArrayOutputStream()));
                    copy(near, far, sent);
                    far.shutdownOutput();
                    back.join();
                } catch (IOException | InterruptedException e) {
                    heard.add(String.valueOf(e));
                }
            });
            FrameSocket server = new ServerCall(new JobAddress(List.of("127.0.0.1"), between.getLocalPort(), secret), Protection.CLEAR, HELLO).call();
            server.write(new Entry(HostIdentity.own(), 5, 2, 1, List.of(-1), "a", "", "", CoreLayout.NONE).frame());
            String entered = next();
            server.close();
            relay.join();
            heard.add(entered);
        }
        return sent.toByteArray();
    }

    private static void copy(Socket from, Socket to, ByteArrayOutputStream record) {
        byte[] chunk = new byte[4096];
        try {
            for (int got = from.getInputStream().read(chunk); got >= 0; got = from.getInputStream().read(chunk)) {
                record.write(chunk, 0, got);
                to.getOutputStream().write(chunk, 0, got);
            }
        } catch (IOException e) {
            // One end has closed.
        }
    }

    @Test
    void aServerThatDoesNotKnowTheSecretGetsNoEntry() throws Exception {
        try (ServerSocket impostor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket caller = impostor.accept()) {
                    FrameSocket frames = new FrameSocket(caller, caller);
                    frames.read(Hello.BYTES);
                    frames.write(HostProtocol.frame(HostProtocol.CHALLENGE, 48).put(new byte[48]).array());
                    frames.readFrame(1024);
                    frames.write(HostProtocol.frame(HostProtocol.WELCOME, 32).put(new byte[32]).array());
                } catch (IOException e) {
                    heard.add(String.valueOf(e));
                }
            });
            assertEquals(ErrorCode.OTHER_JOB, refused(new JobAddress(List.of("127.0.0.1"), impostor.getLocalPort(), secret), HELLO).code());
        }
    }

    @Test
    void whatWasTriedInVainIsSaidForEachAddress() throws Exception {
        int nobodys;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobodys = free.getLocalPort();
        }
        BraidException refusal = refused(new JobAddress(List.of("127.0.0.1", "no-such-host.invalid"), nobodys, secret), HELLO);
        assertEquals(ErrorCode.SERVER_UNREACHABLE, refusal.code());
        assertTrue(refusal.why().contains("127.0.0.1 port " + nobodys + " (Connection refused)"), refusal.why());
        assertTrue(refusal.why().contains("no-such-host.invalid (no such name)"), refusal.why());
    }

    @Test
    void theRightServerIsFoundBehindAnAddressThatLeadsToAnotherOne() throws Exception {
        HostDoor other = HostDoor.open("127.0.0.2:" + ticket.port(), Protection.CLEAR, Secret.random(), new long[] {3, 4}, HELLO, NOBODY);
        ServerCall call = new ServerCall(new JobAddress(List.of("no-such-host.invalid", "127.0.0.2", "127.0.0.1"), ticket.port(), secret), Protection.CLEAR, HELLO);
        FrameSocket server = call.call();
        assertEquals("127.0.0.1", server.there());
        assertTrue(call.inVain().startsWith("no-such-host.invalid (no such name); 127.0.0.2 port " + ticket.port() + " (the secret in its ticket is not this job's"), call.inVain());
        server.close();
        other.close();
    }

    @Test
    void aSourceThatOnlyConnectsKeepsNobodyOut() throws Exception {
        for (int i = 0; i < 12; i++) {
            stranger().close();
        }
        for (int i = 0; i < 12; i++) {
            assertTrue(next().startsWith("BRD-1403"));
        }
        new ServerCall(ticket, Protection.CLEAR, HELLO).call().close();
    }

    @Test
    void aSourceOfManyWrongProofsIsSentAwayUnheard() throws Exception {
        JobAddress wrong = new JobAddress(ticket.hosts(), ticket.port(), Secret.random());
        for (int i = 0; i < 10; i++) {
            assertEquals(ErrorCode.JOIN_REFUSED, refused(wrong, HELLO).code());
            assertTrue(next().startsWith("BRD-1403")); // the door counts it after the caller has been told, and before it says so
        }
        assertEquals(ErrorCode.SERVER_UNREACHABLE, refused(wrong, HELLO).code());
    }

    @Test
    void joinsThatComeAtOnceWaitForEachOther() throws Exception {
        List<Thread> joins = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            joins.add(Thread.ofVirtual().start(() -> {
                FrameSocket server = new ServerCall(ticket, Protection.CLEAR, HELLO).call();
                try {
                    server.write(new Entry(HostIdentity.own(), 5, 2, 1, List.of(-1), "a", "", "", CoreLayout.NONE).frame());
                } catch (IOException e) {
                    heard.add(String.valueOf(e));
                }
            }));
        }
        for (Thread ignored : joins) {
            assertEquals("entered a [-1]", next());
        }
        for (Thread join : joins) {
            assertTrue(join.join(Duration.ofSeconds(BOUND_S)));
        }
    }

    @Test
    void aServerThatSaysAByteNowAndThenIsLeftForTheNextAddress() throws Exception {
        try (ServerSocket slow = new ServerSocket(ticket.port(), 1, InetAddress.getByName("127.0.0.3"))) {
            Thread.ofVirtual().start(() -> {
                try (Socket caller = slow.accept()) {
                    while (true) {
                        caller.getOutputStream().write(0);
                        TimeUnit.SECONDS.sleep(1);
                    }
                } catch (IOException e) {
                    heard.add("it left");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            FrameSocket server = new ServerCall(new JobAddress(List.of("127.0.0.3", "127.0.0.1"), ticket.port(), secret), Protection.CLEAR, HELLO).call();
            assertEquals("127.0.0.1", server.there());
            assertEquals("it left", next());
            server.close();
        }
    }

    @Test
    void anAddressThatIsNotThisHostsIsRefusedWithItsCode() {
        BraidException refusal = assertThrows(BraidException.class, () -> HostDoor.open("192.0.2.77:99999", Protection.CLEAR, secret, new long[2], HELLO, NOBODY));
        assertEquals(ErrorCode.LISTEN_FAILED, refusal.code());
    }
}
