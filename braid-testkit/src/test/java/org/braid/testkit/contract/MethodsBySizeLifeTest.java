package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A link by two methods from its first long message to its end, and its peer's; and several such links as one. */
@Timeout(60)
class MethodsBySizeLifeTest {
    @Test
    void aMulticastSendsEachLinksDataByThatLinksMethods() throws InterruptedException {
        try (World world = SplitLinks.open("apart", false)) {
            List<String> seen = new ArrayList<>();
            int handler = world.register("sizes.multicast", i -> (to, number, a1, a2, a3, payload) -> seen.add(i + " got " + number + " of " + payload.length()));
            Startpoint toOne = SplitLinks.by(world, 1, "shm(max=1KiB), tcp");
            Startpoint toBoth = toOne.and(SplitLinks.by(world, 2, "tcp(max=4KiB), shm"));
            Thread steps = Thread.ofPlatform().start(() -> {
                for (int bytes : new int[] {1024, 1025, 4096, 4097, 500_000}) {
                    toBoth.send(handler, bytes, 0, 0, 0, new byte[bytes], 0, bytes);
                }
            });
            world.until("all arrived", () -> seen.size() == 10 && !steps.isAlive());
            for (int bytes : new int[] {1024, 1025, 4096, 4097, 500_000}) {
                assertTrue(seen.contains("1 got " + bytes + " of " + bytes) && seen.contains("2 got " + bytes + " of " + bytes), seen::toString);
            }
            assertTrue(SplitLinks.frames(world, "tcp") > 2, "500,000 bytes to context 1");
        }
    }

    @ParameterizedTest(name = "{1} up to 3000 bytes, {2} beyond")
    @CsvSource(textBlock = SplitLinks.PAIRS)
    void aPeerThatDiesWhileLongDataIsUnderWayEndsItWithItsCause(String where, String shorter, String longer) throws InterruptedException {
        try (World world = SplitLinks.open(where, false)) {
            AtomicInteger received = new AtomicInteger();
            int handler = world.register("sizes.killed", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
            Startpoint link = SplitLinks.by(world, 1, SplitLinks.split(shorter, 3000, longer));
            world.send(link, handler, 0, 0, null, 0);
            world.until("connected", () -> received.get() == 1);
            for (int turns = 0; turns < 4; turns++) { // the offer is on its way, is being fetched
                Completion pending = world.start(link, handler, 1, new byte[8 << 20], 0, 8 << 20);
                for (int turn = 0; turn < turns && !pending.isDone(); turn++) {
                    world.turn();
                }
                if (turns == 3) {
                    BraidException verdict = new BraidException(ErrorCode.PEER_LOST, "Context 1 has died", "killed by signal 9", "See its output");
                    boolean over = pending.isDone();
                    world.at(0).peerFailed(world.at(1).id(), verdict);
                    assertSame(over ? null : verdict, pending.failure());
                    Completion later = new Completion();
                    assertSame(verdict, assertThrows(BraidException.class, () -> link.start(handler, 2, 0, 0, 0, new byte[8 << 20], 0, 8 << 20, later)));
                } else {
                    world.until("it arrived", pending::isDone);
                }
            }
            world.at(1).peerFailed(world.at(0).id(), new BraidException(ErrorCode.PEER_LOST, "Context 0 has gone", "it has", ""));
        }
    }

    @Test
    void theLaneForLongDataIsOpenedByTheFirstLongMessageAndGivenBackByClose() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            Startpoint first = SplitLinks.by(world, 1, "tcp(max=1KiB), shm(ring=1MiB, eager=4KiB)");
            for (int round = 0; round < 600; round++) { // more rings than shared memory has room for at once
                Startpoint link = SplitLinks.by(world, 1, "tcp(max=1KiB), shm(ring=1MiB, eager=4KiB)");
                transfer.move(link, Store.ARRAY, Store.ARRAY, 1000);
                assertEquals("[tcp]", SplitLinks.used(link));
                transfer.move(link, Store.ARRAY, Store.ARRAY, 40_000);
                assertEquals("[shm, tcp]", SplitLinks.used(link));
                link.close();
            }
            assertEquals("", world.notices());
            assertEquals("[tcp]", SplitLinks.used(first));
        }
    }

    @Test
    void aStartpointThatWasClosedTakesNoLongDataEither() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            Startpoint link = SplitLinks.by(world, 1, "shm(max=1KiB), tcp");
            transfer.move(link, Store.ARRAY, Store.ARRAY, 40_000);
            link.close();
            for (int bytes : new int[] {10, 40_000, 2_000_000}) {
                BraidException refused = assertThrows(BraidException.class, () -> link.send(1000, 0, 0, 0, 0, new byte[bytes], 0, bytes));
                assertEquals(ErrorCode.STARTPOINT_CLOSED, refused.code());
            }
        }
    }
}
