package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Lane;
import org.braid.pipe.hello.Handshake;
import org.braid.pipe.state.LaneTimes;
import org.braid.pipe.state.PipeTimes;
import org.braid.transports.inet.Addresses;
import org.braid.transports.socket.ChannelPipe;
import org.braid.transports.tcp.FaultRelay.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection that breaks is made again; nothing is lost, doubled or reordered, in either direction. */
class BrokenConnectionTest {
    private static final long MS = 1_000_000;
    private static final PipeTimes HASTY =
            new PipeTimes(new LaneTimes(50 * MS, 50 * MS, MS, 20 * MS, 200 * MS, 200 * MS), 50 * MS, 20 * MS, 60 * MS, 100 * MS, 100 * MS);
    private static final PipeTimes QUICK = new PipeTimes(LaneTimes.DEFAULTS, 300 * MS, 20 * MS, 60 * MS, 5000 * MS, 100 * MS);

    private static final int IN_PLACE_FROM_BYTES = 8 << 10;
    private static final int SLOTS = 64;
    private static final int SLOT_BYTES = 80_000;

    private final long seed = Long.getLong("braid.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final byte[] scratch = new byte[Ledger.FRAME_BYTES];
    private final ByteBuffer direct = ByteBuffer.allocateDirect(SLOTS * SLOT_BYTES);
    private final Node a = new Node(0, Node.SECRET, false, QUICK);
    private final Node b = new Node(1, Node.SECRET, false, QUICK);
    private FaultRelay relay;
    private Lane ab;
    private Lane ba;
    private long sentAb;
    private long sentBa;

    @BeforeEach
    void open() throws IOException {
        relay = new FaultRelay(b.listeningPort(), seed);
        ab = a.laneTo(b.id, new Descriptor(TcpTransport.NAME, relay.descriptorBody()));
        ba = b.laneTo(a.id, new Descriptor(TcpTransport.NAME, Addresses.encode(1, List.of(InetAddress.getLoopbackAddress())))); // nobody listens there
        turnQuietly("connected", () -> Node.connectionsOf(ab) > 0);
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
        relay.close();
    }

    @Test
    void cutAHundredTimesUnderLoadInMixedWaysLosesDoublesAndReordersNothing() throws IOException {
        Fault[] faults = {Fault.RESET, Fault.END, Fault.GARBAGE, Fault.FLIP, Fault.LOSE_BYTE, Fault.RESET, Fault.END, Fault.HALF_OPEN, Fault.FREEZE};
        for (int cut = 0; cut < 100; cut++) {
            relay.next(faults[cut % faults.length], 400 + random.nextInt(400_000));
            if (cut == 0) {
                relay.cutAll();
            }
            int strikes = relay.strikes();
            int before = relay.connections();
            turnUntil("cut " + cut + " struck", () -> relay.strikes() > strikes);
            turnUntil("cut " + cut + " was noticed", () -> relay.connections() > before);
        }
        relay.next(Fault.NONE, 0);
        turnUntil("a fragment landed in place", () -> b.ledgerOf(a).landed() > 0); // whether one did before depends on how the kernel cut the bytes
        finish();
        assertTrue(relay.strikes() >= 100);
    }

    @Test
    void aCutAtEveryByteOfTheHandshakeAndOfTheFirstFramesIsSurvived() throws IOException {
        for (int at = 1; at < 420; at++) {
            relay.next(at % 2 == 0 ? Fault.RESET : Fault.END, at);
            relay.cutAll();
            int strikes = relay.strikes();
            send(ab, sentAb++, 20);
            turnQuietly("cut at byte " + at, () -> relay.strikes() > strikes);
            relay.next(Fault.NONE, 0);
            turnQuietly("cut at byte " + at + ": all arrived", () -> b.ledgerOf(a).received() == sentAb && ab.settled());
        }
        assertNull(b.ledgerOf(a).violation(), this::replay);
    }

    @Test
    void aHotConnectionGoesAroundItsChannelAndStillBreaksAndIsReplacedLikeAnyOther() throws IOException {
        for (Fault fault : new Fault[] {Fault.RESET, Fault.END}) {
            for (int i = 0; i < ChannelPipe.READS_BEFORE_SHORTCUT + 100; i++) {
                long count = ++sentAb;
                send(ab, count - 1, 8);
                turnQuietly("message " + count, () -> b.ledgerOf(a).received() == count && ab.settled());
            }
            int before = relay.connections();
            relay.next(fault, 100);
            relay.cutAll();
            turnQuietly(fault + " was noticed", () -> relay.connections() > before);
            relay.next(Fault.NONE, 0);
        }
        send(ab, sentAb++, 8);
        turnQuietly("all arrived", () -> b.ledgerOf(a).received() == sentAb && ab.settled());
        assertNull(b.ledgerOf(a).violation(), this::replay);
    }

    @Test
    void aDamagedLengthMakesNobodyWaitForEver() throws IOException {
        relay.next(Fault.LENGTHEN, Handshake.ALL_BYTES + 1);
        relay.cutAll();
        send(ab, sentAb++, 20);
        turnQuietly("struck", () -> relay.strikes() > 0);
        relay.next(Fault.NONE, 0);
        int before = relay.connections();
        long[] nextNs = {System.nanoTime()};
        turnQuietly("given up, although the other direction works and its acknowledgements come", () -> {
            if (System.nanoTime() - nextNs[0] >= 0) {
                send(ba, sentBa++, 20);
                nextNs[0] += 5 * MS;
            }
            return relay.connections() > before;
        });
        turnQuietly("all arrived", () -> b.ledgerOf(a).received() == sentAb && a.ledgerOf(b).received() == sentBa);
        assertNull(b.ledgerOf(a).violation(), this::replay);
        assertNull(a.ledgerOf(b).violation(), this::replay);
    }

    @Test
    void aDripOfSingleBytesIsEnough() throws IOException {
        relay.chunkBytes = 1;
        for (int i = 0; i < 20; i++) {
            send(ab, sentAb++, i);
        }
        turnQuietly("arrived", () -> b.ledgerOf(a).received() == 20);
        assertNull(b.ledgerOf(a).violation());
    }

    @Test
    void aSilentPeerIsAskedAndThenLeft() throws IOException {
        send(ab, sentAb++, 1);
        turnQuietly("arrived", ab::settled);
        int before = relay.connections();
        turnFor(150 * MS);
        assertEquals(before, relay.connections(), "a peer that answers pings is not left");
        relay.freezeAll();
        turnQuietly("a new connection", () -> relay.connections() > before);
        send(ab, sentAb++, 1);
        turnQuietly("arrived again", () -> b.ledgerOf(a).received() == 2);
        assertNull(b.ledgerOf(a).violation());
    }

    /** Whom nobody polls is like a process that is stopped: the kernel goes on to take its connections. */
    @Test
    void aPeerThatIsStoppedIsWaitedForIfItsEndWouldBeTold() {
        try (Node stopped = new Node(3);
                Node watching = new Node(2, Node.SECRET, false, HASTY).watching();
                Node alone = new Node(4, Node.SECRET, false, HASTY)) {
            Lane lane = watching.laneTo(stopped);
            Lane other = alone.laneTo(stopped);
            assertEquals(Lane.TAKEN, Ledger.offer(lane, 0, scratch, 1));
            assertEquals(Lane.TAKEN, Ledger.offer(other, 0, scratch, 1));
            Node.until("given up by who would not be told", () -> other.closedBy() != null, watching, alone);
            Node.turnFor(2 * HASTY.lane().graceNs(), watching);
            assertNull(lane.closedBy());
            Node.until("arrived when it runs again", () -> stopped.ledgerOf(watching).received() == 1, watching, stopped);
            assertNull(stopped.ledgerOf(watching).violation());
        }
    }

    @Test
    void aPeerThatCannotBeReachedFailsTheLaneWithinTheGraceTime() throws IOException {
        try (Node c = new Node(2, Node.SECRET, false, HASTY)) {
            Node gone = new Node(3);
            Descriptor there = gone.port.descriptor();
            gone.close();
            Lane lane = c.laneTo(gone.id, there);
            long startNs = System.nanoTime();
            Node.until("failed", () -> lane.closedBy() != null, c);
            assertTrue(System.nanoTime() - startNs < LaneTimes.DEFAULTS.graceNs() / 2, "its own grace time of 0.2 s is meant");
            assertEquals(Lane.CLOSED, Ledger.offer(lane, 0, scratch, 1));
            String cause = String.valueOf(lane.closedBy());
            assertTrue(cause.contains("refused"), cause);
            assertSame(lane.closedBy(), c.ledgerOf(gone).ended());
        }
    }

    /** Polls under load in both directions: small frames, large ones, fragments in place. */
    private void turnUntil(String what, BooleanSupplier so) {
        turn(what, so, true);
    }

    private void turnQuietly(String what, BooleanSupplier so) {
        turn(what, so, false);
    }

    private void turn(String what, BooleanSupplier so, boolean load) {
        long deadlineNs = System.nanoTime() + 20_000 * MS;
        while (!so.getAsBoolean()) {
            if (load) {
                load();
            }
            step();
            if (System.nanoTime() - deadlineNs > 0) {
                throw new AssertionError("after 20 s still not: " + what + replay() + " a: " + last(a) + " b: " + last(b));
            }
        }
    }

    private void load() {
        if (sentAb - b.ledgerOf(a).received() < 300) {
            sentAb = offerSome(ab, sentAb, b.ledgerOf(a).received());
        }
        if (sentBa - a.ledgerOf(b).received() < 300) {
            sentBa = offerSome(ba, sentBa, Long.MIN_VALUE);
        }
    }

    /** Every tenth frame is long; of those that may, every other one stays in the sender's memory until it is accepted. */
    private long offerSome(Lane lane, long number, long received) {
        int length = random.nextInt(10) == 0 ? random.nextInt(SLOT_BYTES) : random.nextInt(100);
        if (length < IN_PLACE_FROM_BYTES || number % 2 == 0 || received < number - SLOTS / 2) {
            return Ledger.offer(lane, number, scratch, length) == Lane.TAKEN ? number + 1 : number;
        }
        int at = (int) (number % SLOTS) * SLOT_BYTES;
        Ledger.fill(scratch, number, length);
        direct.put(at, scratch, 0, length);
        int said = lane.offer(FrameKind.FRAGMENT, 7, 3, 300, (int) number, 0, length, ~length, direct, at, length);
        return said == Lane.TAKEN ? number + 1 : number;
    }

    private void finish() {
        turnQuietly("all arrived", () -> b.ledgerOf(a).received() == sentAb && a.ledgerOf(b).received() == sentBa && ab.settled() && ba.settled());
        assertNull(b.ledgerOf(a).violation(), this::replay);
        assertNull(a.ledgerOf(b).violation(), this::replay);
        assertTrue(sentAb > 100 && sentBa > 100);
    }

    private void send(Lane lane, long number, int length) {
        while (Ledger.offer(lane, number, scratch, length) != Lane.TAKEN) {
            step();
        }
    }

    private void turnFor(long ns) {
        long endNs = System.nanoTime() + ns;
        while (System.nanoTime() - endNs < 0) {
            step();
        }
    }

    private void step() {
        a.port.poll(64);
        relay.step();
        b.port.poll(64);
    }

    private String replay() {
        return "; replay with -Dbraid.seed=" + seed;
    }

    private static String last(Node node) {
        return node.notices.isEmpty() ? "nothing" : node.notices.getLast();
    }
}
