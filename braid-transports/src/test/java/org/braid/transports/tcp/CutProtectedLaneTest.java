package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertNull;
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
import org.braid.transports.inet.Addresses;
import org.braid.transports.tcp.FaultRelay.Fault;
import org.braid.transports.tls.TlsTransport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection under TLS that is cut or damaged in the middle of a record, over real sockets: it is made again, and nothing is lost, doubled or reordered, in either direction. */
class CutProtectedLaneTest {
    private static final int CUTS = 40;
    private static final int SLOTS = 64;
    private static final int LONG_BYTES = 80_000; // five records
    private static final int HANDSHAKE_BYTES = 10_000; // and more than that
    private static final long BOUND_NS = 30_000_000_000L;

    private final long seed = Long.getLong("braid.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final byte[] scratch = new byte[Ledger.FRAME_BYTES];
    private final ByteBuffer direct = ByteBuffer.allocateDirect(SLOTS * LONG_BYTES);
    private final Node a = new Node(0, new TlsTransport());
    private final Node b = new Node(1, new TlsTransport());
    private FaultRelay relay;
    private Lane ab;
    private Lane ba;
    private long sentAb;
    private long sentBa;

    @BeforeEach
    void open() throws IOException {
        relay = new FaultRelay(b.listeningPort(), seed);
        ab = a.laneTo(b.id, new Descriptor("tls", relay.descriptorBody()));
        ba = b.laneTo(a.id, new Descriptor("tls", Addresses.encode(1, List.of(InetAddress.getLoopbackAddress())))); // nobody listens there
        until("connected", false, () -> Node.connectionsOf(ab) > 0);
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
        relay.close();
    }

    @Test
    void aCutInTheMiddleOfARecordLosesDoublesAndReordersNothing() {
        Fault[] faults = {Fault.RESET, Fault.END, Fault.FLIP, Fault.LOSE_BYTE, Fault.GARBAGE};
        for (int cut = 0; cut < CUTS; cut++) {
            Fault fault = faults[cut % faults.length];
            int least = fault == Fault.RESET || fault == Fault.END ? 0 : HANDSHAKE_BYTES; // damaged there, a length makes both ends wait as long as a lane may
            relay.next(fault, least + random.nextInt(300_000));
            if (cut == 0) {
                relay.cutAll();
            }
            int strikes = relay.strikes();
            int before = relay.connections();
            until("cut " + cut + " struck", true, () -> relay.strikes() > strikes);
            until("cut " + cut + " was noticed", true, () -> relay.connections() > before);
        }
        relay.next(Fault.NONE, 0);
        until("all arrived", false, () -> b.ledgerOf(a).received() == sentAb && a.ledgerOf(b).received() == sentBa && ab.settled() && ba.settled());
        assertNull(b.ledgerOf(a).violation(), this::replay);
        assertNull(a.ledgerOf(b).violation(), this::replay);
        assertTrue(sentAb > CUTS && sentBa > CUTS && relay.strikes() >= CUTS);
    }

    private void until(String what, boolean load, BooleanSupplier so) {
        long deadlineNs = System.nanoTime() + BOUND_NS;
        while (!so.getAsBoolean()) {
            if (load) {
                sentAb = offerSome(ab, sentAb, b.ledgerOf(a).received());
                sentBa = offerSome(ba, sentBa, Long.MAX_VALUE);
            }
            a.port.poll(64);
            relay.step();
            b.port.poll(64);
            if (System.nanoTime() - deadlineNs > 0) {
                throw new AssertionError("not within 30 s: " + what + replay() + "; sent " + sentAb + " and " + sentBa + ", received " + b.ledgerOf(a).received() + " and " + a.ledgerOf(b).received() + ", connections " + Node.connectionsOf(ab) + " of " + relay.connections() + ", given up by " + ab.closedBy() + " and " + ba.closedBy() + "; a: " + a.notices + "; b: " + b.notices);
            }
        }
    }

    /** Every fourth frame is long, and stays in the sender's memory until it is accepted if its slot is free: {@code received} says up to which number those are. */
    private long offerSome(Lane lane, long number, long received) {
        if (number - received > SLOTS / 2) {
            return number;
        }
        int length = number % 4 == 0 ? 1 + random.nextInt(LONG_BYTES) : random.nextInt(100);
        if (length < 20_000 || received == Long.MAX_VALUE) {
            return Ledger.offer(lane, number, scratch, length) == Lane.TAKEN ? number + 1 : number;
        }
        int at = (int) (number % SLOTS) * LONG_BYTES;
        Ledger.fill(scratch, number, length);
        direct.put(at, scratch, 0, length);
        return lane.offer(FrameKind.FRAGMENT, 7, 3, 300, (int) number, 0, length, ~length, direct, at, length) == Lane.TAKEN ? number + 1 : number;
    }

    private String replay() {
        return "; replay with -Dbraid.seed=" + seed;
    }
}
