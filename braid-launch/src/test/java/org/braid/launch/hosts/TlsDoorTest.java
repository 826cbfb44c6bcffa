package org.braid.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
import org.braid.launch.protection.TlsProtection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The same door, protected: who comes without the secret does not come to words. */
class TlsDoorTest {
    private static final Hello HELLO = new Hello(Hello.THIS_VERSION, 7, 0);

    private final Secret secret = Secret.random();
    private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private HostDoor door;
    private JobAddress ticket;

    @BeforeEach
    void open() throws IOException {
        door = HostDoor.open("127.0.0.1", TlsProtection.of(secret), secret, new long[] {1, 2}, HELLO, new HostDoor.Listener() {
            @Override
            public void entered(HostLink link, Entry entry) {
                heard.add("entered " + entry.name());
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
        return String.valueOf(heard.poll(20, TimeUnit.SECONDS));
    }

    private static BraidException refused(JobAddress ticket, Protection protection) {
        return assertThrows(BraidException.class, () -> new ServerCall(ticket, protection, HELLO).call());
    }

    @Test
    void whoKnowsTheSecretEnters() throws Exception {
        FrameSocket server = new ServerCall(ticket, TlsProtection.of(secret), HELLO).call();
        server.write(new Entry(HostIdentity.own(), 5, 2, 1, List.of(-1), "a", "", "", CoreLayout.NONE).frame());
        assertEquals("entered a", next());
        server.close();
    }

    @Test
    void aTicketOfAnotherJobIsRefusedByBothEndsInTheHandshake() throws Exception {
        Secret other = Secret.random();
        BraidException refusal = refused(new JobAddress(ticket.hosts(), ticket.port(), other), TlsProtection.of(other));
        assertEquals(ErrorCode.SERVER_UNREACHABLE, refusal.code());
        assertTrue(refusal.why().contains("the ticket may be of another job, or stale"), refusal.why());
        assertTrue(next().startsWith("BRD-1403 no TLS"));
    }

    @Test
    void whoCallsInTheClearIsSentAway() throws Exception {
        refused(ticket, Protection.CLEAR);
        assertTrue(next().startsWith("BRD-1403 no TLS"));
    }
}
