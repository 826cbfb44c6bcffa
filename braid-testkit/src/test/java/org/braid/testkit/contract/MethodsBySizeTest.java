package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.link.Startpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One link whose messages go by one method up to a size and by another beyond: they arrive whole, and the bytes go where their size says. */
@Timeout(60)
class MethodsBySizeTest {
    @ParameterizedTest(name = "{1} up to an edge, {2} beyond")
    @CsvSource(textBlock = SplitLinks.PAIRS)
    void everySizeAroundEachEdgeArrivesWhole(String where, String shorter, String longer) throws InterruptedException {
        try (World world = SplitLinks.open(where, false)) {
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            for (int edge : new int[] {0, 1, 100, 4 << 10, 8 << 10, 16 << 10, 64 << 10, 300_000}) {
                Startpoint link = SplitLinks.by(world, 1, SplitLinks.split(shorter, edge, longer));
                for (int bytes = Math.max(0, edge - 1); bytes <= edge + 1; bytes++) {
                    for (Store store : Store.values()) {
                        transfer.move(link, Store.ARRAY, store, bytes);
                        transfer.move(link, store, Store.ARRAY, bytes);
                    }
                }
                transfer.move(link, Store.ARRAY, Store.ARRAY, 2_000_000);
                link.close();
            }
            assertEquals("", world.notices());
        }
    }

    @Test
    void longDataGoesByTcpAndShortDataByMemoryWhereverItLies() throws InterruptedException {
        try (World world = SplitLinks.open("apart", false)) {
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            Startpoint link = SplitLinks.by(world, 1, "shm(max=64KiB), tcp");
            transfer.move(link, Store.ARRAY, Store.ARRAY, 100);
            long least = 1_000_000 / SplitLinks.by(world, 1, "tcp").lane().frameBytes();
            for (Store from : Store.values()) {
                for (Store to : Store.values()) {
                    String what = " from " + from + " to " + to;
                    long byTcp = SplitLinks.frames(world, "tcp");
                    transfer.move(link, from, to, 64 << 10);
                    assertEquals(byTcp, SplitLinks.frames(world, "tcp"), "64 KiB" + what);
                    long byShm = SplitLinks.frames(world, "shm");
                    transfer.move(link, from, to, 1_000_000);
                    assertTrue(SplitLinks.frames(world, "tcp") - byTcp >= least, "1 MB" + what);
                    assertEquals(byShm + 1, SplitLinks.frames(world, "shm"), "the envelope alone" + what);
                }
            }
        }
    }

    /** The receiver's own lane to the sender is tcp, which reaches nothing; that of the data is shm, which does. */
    @Test
    void theReceiverChoosesTheWayByWhatTheLaneOfTheDataReaches() throws InterruptedException {
        try (World world = World.apart(2, "*=tcp(max=4KiB)", false)) {
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            Startpoint link = world.link(0, 1);
            transfer.move(link, Store.ARRAY, Store.ARRAY, 4096);
            transfer.move(link, Store.ARRAY, Store.ARRAY, 4097);
            assertEquals("tcp", link.lane().method());
            assertEquals("tcp", world.link(1, 0).lane().method());
            for (Store from : Store.values()) {
                for (Store to : Store.values()) {
                    String what = " from " + from + " to " + to;
                    long byTcp = SplitLinks.frames(world, "tcp");
                    long byShm = SplitLinks.frames(world, "shm");
                    transfer.move(link, from, to, 1_000_000);
                    assertTrue(SplitLinks.frames(world, "tcp") - byTcp <= 2, "the envelope, and perhaps that it was put," + what);
                    if (from == Store.ARENA || to == Store.ARENA) {
                        assertEquals(byShm, SplitLinks.frames(world, "shm"), "one of both maps the other's memory" + what);
                    } else if (from == Store.ARRAY) {
                        assertTrue(SplitLinks.frames(world, "shm") > byShm, "fragments" + what);
                    }
                }
            }
        }
    }
}
