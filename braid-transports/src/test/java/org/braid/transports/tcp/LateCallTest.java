package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import org.braid.base.wire.Hello;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call that its peer has given up may still come, behind the one that followed it. */
class LateCallTest {
    private static final long LONG_NS = 10_000_000_000L;

    private final byte[] scratch = new byte[100];
    private final Node a = new Node(0);
    private final Node b = new Node(1);
    private final TcpLane ab = a.laneTo(b);
    private final TcpLane ba = b.laneTo(a);

    @AfterEach
    void close() {
        a.close();
        b.close();
    }

    @Test
    void whatWasSaidBeforeTheLastAcknowledgementReplacesNoConnectionAndFailsNoLane() throws IOException {
        exchange(5);
        long made = ba.connections.made();
        ResumePoint now = ab.connections.resumePoint();
        ResumePoint before = new ResumePoint(0, now.incarnation(), now.knownOfPeer(), now.nextExpected() - 1);
        assertEquals(Verdict.CROSSED, answerTo(before));
        assertNull(ba.closedBy());
        exchange(10);
        assertEquals(made, ba.connections.made());
    }

    @Test
    void whatIsStillTrueReplacesTheConnection() throws IOException {
        exchange(5);
        long made = ba.connections.made();
        assertEquals(Verdict.WELCOME, answerTo(ab.connections.resumePoint()));
        assertEquals(made + 1, ba.connections.made());
    }

    @Test
    void aPeerThatWasMadeAnewIsAStranger() throws IOException {
        exchange(5);
        ResumePoint now = ab.connections.resumePoint();
        assertEquals(Verdict.STRANGER, answerTo(new ResumePoint(0, now.incarnation() + 2, 0, 0)));
        Node.until("its lane has failed", () -> ba.closedBy() != null, b);
    }

    /** Both have sent {@code count} messages in all, and know that they are accepted. */
    private void exchange(int count) {
        for (long i = a.ledgerOf(b).received(); i < count; i++) {
            Ledger.offer(ab, i, scratch, 10);
            Ledger.offer(ba, i, scratch, 10);
            long now = i + 1;
            Node.until("exchanged", () -> a.ledgerOf(b).received() == now && b.ledgerOf(a).received() == now && ab.settled() && ba.settled(), a, b);
        }
        assertNull(a.ledgerOf(b).violation());
        assertNull(b.ledgerOf(a).violation());
    }

    /** What b says to another connection of a's, on which a goes on there. */
    private Verdict answerTo(ResumePoint there) throws IOException {
        JobProof proof = new JobProof(Node.SECRET);
        OpenerHandshake handshake = new OpenerHandshake(new Hello(Hello.THIS_VERSION, 0, 0), proof, a.id, b.id, proof.nonce());
        try (SocketChannel channel = SocketChannel.open()) {
            channel.configureBlocking(false);
            Greeting greeting = Greeting.call(channel, new InetSocketAddress(InetAddress.getLoopbackAddress(), b.listeningPort()), handshake, System.nanoTime() + LONG_NS);
            until(greeting, handshake, Handshake.Phase.PROVEN);
            handshake.prove(there);
            until(greeting, handshake, Handshake.Phase.DECIDED);
        }
        assertNull(handshake.fault());
        return assertInstanceOf(Verdict.class, handshake.verdict());
    }

    private void until(Greeting greeting, OpenerHandshake handshake, Handshake.Phase phase) {
        Node.until("handshake is " + phase, () -> {
            greeting.step(System.nanoTime());
            return handshake.phase() == phase || handshake.phase() == Handshake.Phase.FAILED;
        }, b);
    }
}
