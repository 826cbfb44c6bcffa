package org.braid.link.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.braid.link.bulk.state.BulkMode;
import org.braid.link.bulk.state.BulkReceive;
import org.braid.link.bulk.state.BulkSend;
import org.braid.link.bulk.state.BulkStatus;
import org.braid.link.bulk.state.BulkTable;
import org.braid.link.bulk.state.Transfer;
import org.junit.jupiter.api.Test;

/** Both halves, message by message. The simulated world plays them against each other under faults. */
class BulkTest {
    private static final int K = 1024;
    private static final long PEERS_ID = 1L << 32 | 7;

    private final BulkTable<BulkSend> sends = new BulkTable<>(4, BulkSend::new);
    private final BulkTable<BulkReceive> receives = new BulkTable<>(4, BulkReceive::new);

    @Test
    void getCopiesInPiecesAndEndsWithTheLastByte() {
        BulkReceive receive = matched(1300 * K, 1300 * K);
        receive.get();
        List<Integer> pieces = new ArrayList<>();
        for (int bytes = receive.nextPieceBytes(); bytes > 0; bytes = receive.nextPieceBytes()) {
            pieces.add(bytes / K);
            receive.copied(bytes);
        }
        assertEquals(List.of(512, 512, 276), pieces);
        assertEquals(BulkReceive.DONE, receive.state());
    }

    @Test
    void aGetRefusedInMidRunGoesOnThroughTheLaneFromTheFirstMissingByte() {
        BulkSend send = offered(1300 * K);
        BulkReceive receive = matched(1300 * K, 1300 * K);
        receive.get();
        assertEquals(Transfer.OK, send.onGet(receive.id(), receive.wantBytes()));
        receive.copied(receive.nextPieceBytes());
        receive.copied(100);
        receive.getRefused();
        assertTrue(receive.pullDue());
        long from = receive.positionBytes();
        assertEquals(Transfer.OK, send.onPipe(receive.id(), receive.wantBytes(), from, receive.takePull()));
        assertEquals(512 * K + 100, send.nextFragmentOffset());
        pump(send, receive);
        assertEquals(BulkSend.PUSHED, send.state());
        assertEquals(Transfer.OK, send.onDone(BulkStatus.OK, 0));
        assertEquals(BulkSend.DONE, send.state());
        assertNull(send.base(), "the user's buffer is not kept");
    }

    @Test
    void aGetThatIsDoubtedAtItsEndBeginsAgainThroughTheLane() {
        BulkSend send = offered(1300 * K);
        BulkReceive receive = matched(1300 * K, 1300 * K);
        receive.get();
        receive.copied(receive.nextPieceBytes());
        receive.copied(receive.nextPieceBytes());
        receive.getDoubted();
        assertEquals(BulkReceive.PIPING, receive.state());
        assertEquals(0, receive.positionBytes());
        assertEquals(Transfer.OK, send.onPipe(receive.id(), receive.wantBytes(), receive.positionBytes(), receive.takePull()));
        pump(send, receive);
        assertEquals(1300 * K, receive.positionBytes());
        assertEquals(BulkReceive.DONE, receive.state());
        assertThrows(IllegalStateException.class, receive::getDoubted);
    }

    @Test
    void pipeFragmentsGrowAndNeverLeaveTheWindow() {
        BulkSend send = offered(600 * K);
        BulkReceive receive = matched(600 * K, 600 * K);
        receive.pipe();
        assertEquals(Transfer.OK, send.onPipe(receive.id(), 600 * K, 0, receive.takePull()));
        assertEquals(List.of(16, 128, 128, 128, 112), pump(send, receive).subList(0, 5), "the first window of 512 KiB");
        assertEquals(BulkReceive.DONE, receive.state());
    }

    @Test
    void fewFragmentsAreAsLongAsTheyMayBe() {
        BulkSend send = offered(600 * K);
        assertEquals(Transfer.OK, send.onPipe(PEERS_ID, 600 * K, 0, 512 * K));
        assertEquals(64 * K, send.nextFragmentBytes(64 * K, true));
        assertEquals(128 * K, send.nextFragmentBytes(1 << 20, true));
        send.pushed(128 * K, BulkSend.COPIED);
        send.pushed(128 * K, BulkSend.COPIED);
        send.pushed(200 * K, BulkSend.COPIED);
        assertEquals(56 * K, send.nextFragmentBytes(1 << 20, true), "what is left of the window");
    }

    @Test
    void eachPullGrantsTwiceAsMuchUntilSixteenMebibytesAreOpen() {
        BulkReceive receive = matched(100 << 20, 100 << 20);
        receive.pipe();
        List<Long> granted = new ArrayList<>();
        long limit = receive.takePull();
        granted.add(limit >> 10);
        while (limit < 100 << 20) {
            while (!receive.pullDue()) {
                receive.fragmentCopied(16 * K);
            }
            assertTrue(receive.positionBytes() < limit, "the next one comes before the sender stands still");
            limit = receive.takePull();
            granted.add((limit - receive.positionBytes()) >> 10);
        }
        assertEquals(List.of(512L, 1_024L, 2_048L, 4_096L, 8_192L, 16_384L, 16_384L), granted.subList(0, 7));
        assertTrue(granted.stream().allMatch(each -> each <= BulkReceive.MOST_WINDOW_BYTES >> 10), granted::toString);
    }

    @Test
    void aPutThatTheSenderCannotDoFallsBackToThePipe() {
        BulkSend send = offered(10 * K);
        BulkReceive receive = matched(10 * K, 10 * K);
        receive.expectPut();
        assertEquals(Transfer.OK, send.onPut(receive.id(), 10 * K, 3, 4096));
        assertEquals(3, send.target());
        send.cannotPut();
        assertEquals(Transfer.OK, receive.onDone(BulkStatus.CANNOT_PUT));
        assertEquals(Transfer.OK, send.onPipe(receive.id(), 10 * K, 0, receive.takePull()));
        pump(send, receive);
        assertEquals(BulkReceive.DONE, receive.state());
    }

    @Test
    void aPutEndsOnBothSides() {
        BulkSend send = offered(10 * K);
        BulkReceive receive = matched(10 * K, 10 * K);
        receive.expectPut();
        send.onPut(receive.id(), 10 * K, 3, 4096);
        send.put();
        assertEquals(BulkSend.DONE, send.state());
        assertEquals(Transfer.OK, receive.onDone(BulkStatus.OK));
        assertEquals(10 * K, receive.positionBytes());
    }

    @Test
    void aShortBufferTakesWhatFitsAndAnEmptyOneNothing() {
        BulkReceive receive = matched(100, 60);
        assertEquals(60, receive.wantBytes());
        BulkReceive nothing = matched(100, 0);
        nothing.pipe();
        assertEquals(BulkReceive.DONE, nothing.state());
    }

    @Test
    void theReceiverMayRefuseOnlyBeforeItHasChosen() {
        BulkSend send = offered(10);
        assertEquals(Transfer.OK, send.onDone(BulkStatus.REFUSED, 0));
        assertEquals(BulkSend.REFUSED, send.state());
        BulkSend pulled = offered(10);
        pulled.onGet(PEERS_ID, 10);
        assertEquals(Transfer.PROTOCOL_ERROR, pulled.onDone(BulkStatus.REFUSED, 0));
    }

    @Test
    void pullsWithImpossibleNumbersAreRefusedAndChangeNothing() {
        BulkSend send = offered(100);
        long[][] wrong = {{101, 0, 50}, {-1, 0, 0}, {100, -1, 50}, {100, 60, 50}, {100, 0, 101}, {100, 100, 100}};
        for (long[] pull : wrong) assertEquals(Transfer.PROTOCOL_ERROR, send.onPipe(PEERS_ID, pull[0], pull[1], pull[2]));
        assertEquals(Transfer.PROTOCOL_ERROR, send.onGet(PEERS_ID, 101));
        assertEquals(Transfer.PROTOCOL_ERROR, send.onPut(PEERS_ID, 100, 1, -1));
        assertEquals(BulkSend.OFFERED, send.state());
        assertEquals(Transfer.OK, send.onPipe(PEERS_ID, 100, 0, 50));
        assertEquals(Transfer.STALE, send.onPipe(PEERS_ID, 100, 0, 40), "an older window");
        assertEquals(Transfer.PROTOCOL_ERROR, send.onPipe(PEERS_ID + 1, 100, 0, 60), "another receiver");
        assertEquals(Transfer.PROTOCOL_ERROR, send.onDone(BulkStatus.OK, 0), "nobody can have all of it yet");
        assertEquals(Transfer.PROTOCOL_ERROR, send.onDone(99, 0));
    }

    @Test
    void fragmentsWithAHoleAnOverlapOrBeyondTheWindowAreRefused() {
        BulkReceive receive = matched(1000, 1000);
        receive.setWindowBytes(500);
        assertEquals(Transfer.PROTOCOL_ERROR, receive.onFragment(0, 10), "no pipe yet");
        receive.pipe();
        receive.takePull();
        assertEquals(Transfer.PROTOCOL_ERROR, receive.onFragment(0, 501));
        assertEquals(Transfer.PROTOCOL_ERROR, receive.onFragment(1, 10));
        assertEquals(Transfer.PROTOCOL_ERROR, receive.onFragment(0, 0));
        assertEquals(Transfer.OK, receive.onFragment(0, 10));
        receive.fragmentCopied(10);
        assertEquals(Transfer.PROTOCOL_ERROR, receive.onFragment(0, 10));
        receive.fail(BulkStatus.PEER_DIED);
        assertEquals(Transfer.STALE, receive.onFragment(10, 10));
        assertEquals(BulkStatus.PEER_DIED, receive.failure());
    }

    @Test
    void theBufferIsBusyUntilNoReplayCanReadIt() {
        BulkSend send = offered(100);
        send.onPipe(PEERS_ID, 100, 0, 100);
        send.pushed(100, 7);
        assertEquals(Transfer.OK, send.onDone(BulkStatus.OK, 7));
        assertEquals(BulkSend.SETTLING, send.state());
        assertFalse(send.isFinal());
        send.accepted(7);
        assertFalse(send.isFinal());
        assertEquals(Transfer.STALE, send.onDone(BulkStatus.OK, 8));
        send.accepted(8);
        assertEquals(BulkSend.DONE, send.state());
    }

    @Test
    void callsOutOfTurnAreProgrammersErrors() {
        BulkSend send = offered(10);
        assertThrows(IllegalStateException.class, () -> send.pushed(1, BulkSend.COPIED));
        assertThrows(IllegalStateException.class, send::put);
        assertThrows(IllegalStateException.class, () -> send.offer(0, null, 0, 1, null));
        BulkReceive receive = matched(10, 10);
        receive.pipe();
        assertThrows(IllegalStateException.class, receive::get);
        assertThrows(IllegalStateException.class, () -> receive.copied(1));
        assertEquals(0, send.nextFragmentBytes(100, false));
        assertFalse(send.isFinal());
    }

    @Test
    void theReceiverPrefersOneCopyByItself() {
        assertEquals(BulkMode.GET, BulkMode.choose(true, true));
        assertEquals(BulkMode.PUT, BulkMode.choose(false, true));
        assertEquals(BulkMode.PIPE, BulkMode.choose(false, false));
    }

    @Test
    void aSenderThatGivesUpKeepsItsBufferBusyWhileALogRefersToIt() {
        BulkSend send = offered(600 * K);
        assertEquals(Transfer.OK, send.onPipe(PEERS_ID, 600 * K, 0, 512 * K));
        send.pushed(send.nextFragmentBytes(16 * K, false), 7);
        send.giveUp(BulkStatus.FAILED, 9, 5); // the lane took two more, then the memory refused
        assertEquals(BulkSend.SETTLING, send.state());
        assertEquals(0, send.nextFragmentBytes(16 * K, false));
        send.accepted(9);
        assertEquals(BulkSend.SETTLING, send.state());
        send.accepted(10);
        assertEquals(BulkSend.FAILED, send.state());
    }

    private BulkSend offered(long bytes) {
        BulkSend send = Objects.requireNonNull(sends.open());
        send.offer(1, new byte[0], 0, bytes, null);
        return send;
    }

    private BulkReceive matched(long offered, long capacity) {
        BulkReceive receive = Objects.requireNonNull(receives.open());
        receive.match(2, PEERS_ID, offered, new byte[0], 0, capacity, null);
        return receive;
    }

    /** Plays fragments and window openings to the end; returns the fragments' sizes in KiB. */
    private static List<Integer> pump(BulkSend send, BulkReceive receive) {
        List<Integer> sizes = new ArrayList<>();
        while (send.state() == BulkSend.PUSHING) {
            for (int bytes = send.nextFragmentBytes(1 << 20, false); bytes > 0; bytes = send.nextFragmentBytes(1 << 20, false)) {
                assertEquals(Transfer.OK, receive.onFragment(send.nextFragmentOffset(), bytes));
                send.pushed(bytes, BulkSend.COPIED);
                receive.fragmentCopied(bytes);
                sizes.add(bytes / K);
            }
            if (receive.pullDue()) assertEquals(Transfer.OK, send.onPipe(receive.id(), receive.wantBytes(), receive.positionBytes(), receive.takePull()));
        }
        return sizes;
    }
}
