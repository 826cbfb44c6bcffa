package org.braid.pipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.braid.link.spi.Lane;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.fake.Fabric;
import org.braid.pipe.fake.Ledger;
import org.braid.pipe.fake.Node;
import org.braid.pipe.fake.Wire;
import org.braid.pipe.hello.Greeting;
import org.braid.pipe.hello.Handshake;
import org.braid.pipe.hello.Handshakes;
import org.braid.pipe.hello.OpenerHandshake;
import org.braid.pipe.hello.ResumePoint;
import org.braid.pipe.hello.Verdict;
import org.junit.jupiter.api.Test;

/** A call that its peer has given up may still come, behind the one that followed it. */
class LateCallTest {
    private static final long LONG_NS = 10_000_000_000L;

    private final byte[] scratch = new byte[100];
    private final Fabric fabric = new Fabric(7);
    private final Node a = new Node(fabric, 0);
    private final Node b = new Node(fabric, 1);
    private final PipeLane ab = (PipeLane) a.laneTo(b);
    private final PipeLane ba = (PipeLane) b.laneTo(a);

    @Test
    void whatWasSaidBeforeTheLastAcknowledgementReplacesNoConnectionAndFailsNoLane() {
        exchange(5);
        long made = ba.connections.made();
        ResumePoint now = ab.connections.resumePoint();
        ResumePoint before = new ResumePoint(0, now.incarnation(), now.knownOfPeer(), now.nextExpected() - 1, now.accepted() - 1);
        assertEquals(Verdict.CROSSED, answerTo(before));
        assertNull(ba.closedBy());
        exchange(10);
        assertEquals(made, ba.connections.made());
    }

    @Test
    void whatIsStillTrueReplacesTheConnection() {
        exchange(5);
        long made = ba.connections.made();
        assertEquals(Verdict.WELCOME, answerTo(ab.connections.resumePoint()));
        assertEquals(made + 1, ba.connections.made());
    }

    @Test
    void aPeerThatWasMadeAnewIsAStranger() {
        exchange(5);
        ResumePoint now = ab.connections.resumePoint();
        assertEquals(Verdict.STRANGER, answerTo(new ResumePoint(0, now.incarnation() + 2, 0, 0, 0)));
        fabric.until("its lane has failed", () -> ba.closedBy() != null);
        assertNotNull(ba.closedBy());
    }

    @Test
    void aVerdictThatTheWireTakesInPartIsFollowedByNoFrame() {
        exchange(5);
        long made = ba.connections.made();
        OpenerHandshake handshake = new Handshakes("wire", b.hello(), a.self(), a.secrets(), fabric).with(b.self());
        Greeting greeting = new Greeting(fabric.call(a.self(), b.self()), handshake, fabric.nowNs() + LONG_NS);
        Wire wire = fabric.lastWire();
        until(greeting, handshake, Handshake.Phase.PROVEN);
        wire.narrowBack(10);
        handshake.prove(ab.connections.resumePoint());
        until(greeting, handshake, Handshake.Phase.DECIDED); // in vain
        assertNotNull(greeting.trouble());
        fabric.until("they have another connection", () -> ba.connections.made() == made + 1 && ba.connections.atHand() != null);
        exchange(10);
    }

    /** Both have sent {@code count} messages in all, and know that they are accepted. */
    private void exchange(int count) {
        for (long i = ab.takenFrames(); i < count; i++) {
            assertEquals(Lane.TAKEN, Ledger.offer(ab, i, scratch, 10));
            assertEquals(Lane.TAKEN, Ledger.offer(ba, i, scratch, 10));
            fabric.until("exchanged", () -> ab.settled() && ba.settled());
        }
        assertEquals(count, a.ledgerOf(b).received());
        assertEquals(count, b.ledgerOf(a).received());
        assertNull(a.ledgerOf(b).violation());
        assertNull(b.ledgerOf(a).violation());
    }

    /** What b says to another connection of a's, on which a goes on there. */
    private Verdict answerTo(ResumePoint there) {
        OpenerHandshake handshake = new Handshakes("wire", b.hello(), a.self(), a.secrets(), fabric).with(b.self());
        BytePipe pipe = fabric.call(a.self(), b.self());
        Greeting greeting = new Greeting(pipe, handshake, fabric.nowNs() + LONG_NS);
        until(greeting, handshake, Handshake.Phase.PROVEN);
        handshake.prove(there);
        until(greeting, handshake, Handshake.Phase.DECIDED);
        assertNull(handshake.fault());
        return assertInstanceOf(Verdict.class, handshake.verdict());
    }

    private void until(Greeting greeting, OpenerHandshake handshake, Handshake.Phase phase) {
        fabric.until("handshake is " + phase, () -> {
            greeting.step(fabric.nowNs());
            return handshake.phase() == phase || handshake.phase() == Handshake.Phase.FAILED || greeting.trouble() != null;
        });
    }
}
