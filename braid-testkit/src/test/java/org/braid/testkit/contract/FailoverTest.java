package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.braid.link.select.LinkReport;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes are killed and recover, over real transports: the stream goes on by the next part of its compound, and back by itself once the better one has stood back long enough; nothing is lost, doubled or reordered. */
@Timeout(60)
class FailoverTest {
    private final List<Integer> seen = new ArrayList<>();

    private int register(World world) {
        return world.register("failover.hear", i -> (to, a0, a1, a2, a3, payload) -> seen.add(a0));
    }

    private void assertInOrder(int count) {
        assertEquals(count, seen.size());
        for (int i = 0; i < count; i++) {
            assertEquals(i, seen.get(i));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            failover(chaos(kill=100%, after=20)+shm, shm, after=50ms) | chaos(kill=100%, after=20)+shm      | shm
            failover(chaos(kill=100%, after=20)+shm, pass+shm, after=50ms) | chaos(kill=100%, after=20)+shm      | pass+shm
            pass+failover(chaos(kill=100%, after=20)+shm, shm, after=50ms) | pass+chaos(kill=100%, after=20)+shm | pass+shm
            failover(failover(chaos(kill=100%, after=20)+shm, pass+shm, after=50ms), shm) | chaos(kill=100%, after=20)+shm | pass+shm
            """)
    void aStreamGoesBackByItselfOnceTheBetterPartHasStoodBack(String method, String best, String second) throws InterruptedException {
        try (World world = World.apart(2, "*=" + method, false)) {
            int hear = register(world);
            List<String> lanes = new ArrayList<>();
            world.at(0).onLane(report -> lanes.add(report.method()));
            Startpoint to = world.link(0, 1);
            int sent = 0;
            for (int kills = 1; kills <= 3; kills++) {
                for (int killed = lanes.size(); lanes.size() == killed || lanes.size() < 2; sent++) {
                    world.send(to, hear, sent, 0, null, 0); // until the lane is killed
                    world.turn();
                }
                world.until("nobody sends, and the stream goes back", () -> lanes.getLast().equals(best)); // which it may have done already
            }
            int all = sent;
            world.until("all have come", () -> seen.size() == all);
            assertInOrder(all);
            assertEquals(List.of(best, second, best, second, best, second, best), lanes);
        }
    }

    /** What it counts from is the frame that introduces its lane, which is with it still. */
    @ParameterizedTest
    @ValueSource(strings = {"pass+tcp", "pass+shm", "lz4+checksum+unix"})
    void aStreamLeavesAChainByWhichNothingHasComeYet(String method) throws InterruptedException {
        try (World world = World.apart(2, "*=" + method, false)) {
            int hear = register(world);
            Startpoint to = world.link(0, 1);
            for (int i = 0; i < 5; i++) {
                assertEquals(Lane.TAKEN, to.trySend(hear, i, 0, 0, 0, null, 0, 0));
            }
            to.moveTo(MethodExpression.parse("checksum+shm"));
            for (int i = 5; i < 10; i++) {
                world.send(to, hear, i, 0, null, 0);
            }
            world.until("all have come", () -> seen.size() == 10);
            assertInOrder(10);
        }
    }

    @Test
    void aPartThatFailsAgainAndAgainStandsBackLongerAndLonger() throws InterruptedException {
        try (World world = World.apart(2, "*=failover(chaos(kill=100%)+shm, shm, after=20ms)", false)) {
            int hear = register(world);
            List<Long> openedNs = new ArrayList<>();
            world.at(0).onLane((LinkReport report) -> {
                if (report.method().startsWith("chaos")) {
                    openedNs.add(System.nanoTime());
                }
            });
            Startpoint to = world.link(0, 1);
            int[] sent = {0};
            world.until("the better part was tried six times", () -> {
                if (to.trySend(hear, sent[0], 0, 0, 0, null, 0, 0) == Lane.TAKEN) {
                    sent[0]++;
                }
                return openedNs.size() == 6;
            });
            world.until("all have come", () -> seen.size() == sent[0]);
            assertInOrder(sent[0]);
            for (int i = 1; i < 6; i++) {
                assertTrue(openedNs.get(i) - openedNs.get(i - 1) >= 20_000_000L << i - 1, openedNs::toString);
            }
        }
    }

    /** What has come, and waits in the device between, is the sender's still: the device above may refuse it. */
    @ParameterizedTest
    @ValueSource(strings = {"checksum+delay(300us)+chaos(corrupt=1%, seed=1)+shm", "lz4+checksum+delay(2ms)+chaos(corrupt=0.2%, seed=2)+shm"})
    void aFrameThatIsRefusedAboveADeviceThatHeldItBackIsNotLost(String method) throws InterruptedException {
        try (World world = World.apart(2, "*=failover(" + method + ", unix, after=1ms)", false)) {
            int hear = register(world);
            Startpoint to = world.link(0, 1);
            byte[] data = new byte[500];
            for (int i = 0; i < 5_000; i++) {
                world.send(to, hear, i, 0, data, i % data.length);
                for (int turn = 0; turn < 3 && i % 20 == 0; turn++) {
                    world.turn(); // the ring is found empty while the device holds what came
                }
            }
            world.until("all have come", () -> seen.size() == 5_000);
            assertInOrder(5_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lz4+tcp(nodelay=false)", "checksum+shm(max=64KiB)", "failover(pass+tcp(nodelay=false), shm)"})
    void aTransportsOwnParametersAreNoAffairOfTheReceiver(String method) throws InterruptedException {
        try (World world = World.apart(2, "*=" + method, false)) {
            int hear = register(world);
            Startpoint to = world.link(0, 1);
            world.send(to, hear, 0, 0, new byte[100], 100);
            world.until("it has come", () -> seen.size() == 1);
            assertEquals("", world.notices());
        }
    }

    @Test
    void longMessagesSurviveLanesThatAreKilledUnderThem() throws InterruptedException {
        try (World world = World.apart(2, "*=failover(chaos(kill=20%, after=3, seed=4)+shm, lz4+shm, after=1ms)", true)) {
            List<byte[]> got = Collections.synchronizedList(new ArrayList<>());
            int take = world.register("failover.take", at -> (to, a0, a1, a2, a3, payload) -> {
                byte[] bytes = new byte[(int) payload.length()];
                payload.copyTo(bytes, 0, bytes.length);
                got.add(bytes);
            });
            byte[] data = (byte[]) Store.ARRAY.filled(world.at(0), 3 << 20);
            Startpoint to = world.link(0, 1);
            for (int i = 1; i <= 5; i++) {
                int count = i;
                world.start(to, take, i, data, 0, data.length);
                world.until("it has come", () -> got.size() == count);
                assertArrayEquals(data, got.getLast());
            }
        }
    }
}
