package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.braid.base.memory.Memory;
import org.braid.link.bulk.state.BulkReceive;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.stream.Carried;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Wish;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The kernel may refuse to read another process's memory at any piece: what is left comes in fragments, and nothing is lost. */
@Timeout(30)
class RefusedInMidRunTest {
    private static final int MAILBOX = 5;
    private static final int PIECES = 5;

    private final ContextPair pair = new ContextPair();

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void aDirectCopyThatIsRefusedAtAnyPieceGoesOnInFragments() {
        byte[] data = new byte[PIECES * BulkReceive.PIECE_BYTES - 77];
        new Random(11).nextBytes(data);
        ByteBuffer source = ByteBuffer.allocateDirect(data.length).put(data);
        byte[] got = new byte[data.length];
        pair.b.newEndpoint(MAILBOX, null);
        pair.a.newEndpoint(MAILBOX, null);
        Completion[] arrived = new Completion[1];
        pair.b.registerForOffers("test.refused", (to, a0, a1, a2, a3, payload) -> payload.takeOffer().pull(got, 0, payload.length(), arrived[0]));
        int id = pair.a.registerForOffers("test.refused", (to, a0, a1, a2, a3, payload) -> {});
        Peer peer = pair.b.startpointTo(pair.a.id(), MAILBOX).peer();
        Refusing lane = refusing(peer);
        for (int allowed = 0; allowed <= PIECES; allowed++) {
            lane.piecesLeft = allowed;
            java.util.Arrays.fill(got, (byte) 0);
            arrived[0] = new Completion();
            Completion free = new Completion();
            pair.a.startpointTo(pair.b.id(), MAILBOX).start(id, 0, 0, 0, 0, source, 0, data.length, free);
            while (!arrived[0].isDone() || !free.isDone()) {
                pair.both().forEach(each -> ContextPair.inside(each, each.progress()::poll));
            }
            assertNull(arrived[0].failure());
            assertArrayEquals(data, got, allowed + " pieces were read directly");
            assertEquals(0, lane.piecesLeft);
        }
        List<String> refusals = pair.b.notices();
        assertEquals(PIECES, refusals.size(), refusals::toString);
        assertTrue(refusals.getFirst().endsWith("directly was refused; fragments are used instead"), refusals::toString);
    }

    /** Stands between the receiver and its lane before anybody else asks for it. */
    private Refusing refusing(Peer peer) {
        Refusing[] made = new Refusing[1];
        ContextPair.inside(pair.b, () -> {
            made[0] = new Refusing(Carried.usual(pair.b.routes(), peer));
            Carried.by(made[0], peer, Wish.DEFAULT);
        });
        return made[0];
    }

    /** The lane of two contexts of one process, as if they were two: the other one's memory can be read by address, for some pieces. */
    private static final class Refusing extends PassingLane implements Reach {
        private int piecesLeft;

        Refusing(Lane lane) {
            super(lane);
        }

        @Override
        public boolean canRead() {
            return true;
        }

        @Override
        public int read(long remoteAddress, MemorySegment to, long at, int bytes) {
            if (piecesLeft == 0) {
                return -1;
            }
            piecesLeft--;
            Memory.copyOut(MemorySegment.ofAddress(remoteAddress).reinterpret(bytes), 0, to, at, bytes);
            return bytes;
        }

        @Override
        public Reach reach() {
            return this;
        }
    }
}
