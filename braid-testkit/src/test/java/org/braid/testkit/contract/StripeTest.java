package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.braid.link.spi.LaneCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream by several lanes at once, over real transports: in order and once, whatever rails break, and whatever the stream goes on by. */
@Timeout(60)
class StripeTest {
    private static final int MESSAGES = 20_000;
    private static final int MOVES = 1_200;

    private final List<Integer> seen = new ArrayList<>();
    private int wrong;

    private int register(World world) {
        return world.register("stripe.hear", i -> (to, a0, a1, a2, a3, payload) -> {
            byte[] data = new byte[(int) payload.length()];
            payload.copyTo(data, 0, data.length);
            wrong += Arrays.equals(filled(a0), data) ? 0 : 1;
            seen.add(a0);
        });
    }

    private static byte[] filled(int number) {
        byte[] data = new byte[number % 7 == 0 ? 6_000 : number % 600];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (number + i);
        }
        return data;
    }

    private void assertAllCome(World world, int count) {
        world.until("all have come", () -> seen.size() >= count);
        assertEquals(count, seen.size());
        assertEquals(0, wrong, "messages with other bytes");
        for (int i = 0; i < count; i++) {
            assertEquals(i, seen.get(i));
        }
    }

    private void send(World world, Startpoint to, int hear, int number) {
        byte[] data = filled(number);
        world.send(to, hear, number, 0, data, data.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe(tcp, tcp)", "stripe(shm, tcp)", "stripe(tcp, unix, shm)", "lz4+stripe(tcp, checksum+tcp)", "stripe(delay(200us)+tcp, tcp)", "failover(stripe(shm, unix), tcp)"})
    void messagesComeInOrderAndOnceByAllRails(String method) throws InterruptedException {
        try (World world = World.apart(2, "*=" + method, false)) {
            int hear = register(world);
            Startpoint to = world.link(0, 1);
            for (int i = 0; i < MESSAGES; i++) {
                send(world, to, hear, i);
            }
            assertAllCome(world, MESSAGES);
            assertEquals("", world.notices());
        }
    }

    @Test
    void eachRailCarriesAShare() throws InterruptedException {
        try (World world = World.apart(2, "*=stripe(shm, tcp, unix)", false)) {
            int hear = register(world);
            Startpoint to = world.link(0, 1);
            for (int i = 0; i < 300; i++) {
                send(world, to, hear, i);
            }
            assertAllCome(world, 300);
            List<LaneCounter> counters = to.lane().counters();
            for (int rail = 1; rail <= 3; rail++) {
                String name = "rail " + rail + ": frames sent";
                assertTrue(counters.stream().anyMatch(each -> each.name().equals(name) && each.value() >= 90), counters::toString);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "stripe(chaos(kill=2%, after=5, seed=SEED)+shm, tcp)",
        "stripe(chaos(kill=2%, after=5, seed=SEED)+tcp, chaos(kill=1%, after=5, seed=SEED)+unix)",
        "checksum+stripe(chaos(kill=1%, after=5, seed=SEED)+tcp, shm)",
        "stripe(checksum+chaos(corrupt=2%, after=5, seed=SEED)+shm, tcp)",
        "stripe(chaos(stall=5%, pause=300us, seed=SEED)+shm, unix)"
    })
    void aRailThatBreaksLosesNothing(String method) throws InterruptedException {
        for (int seed = 1; seed <= 4; seed++) {
            seen.clear();
            try (World world = World.apart(2, "*=" + method.replace("SEED", "" + seed), false)) {
                int hear = register(world);
                Startpoint to = world.link(0, 1);
                for (int i = 0; i < 3_000; i++) {
                    send(world, to, hear, i);
                }
                assertAllCome(world, 3_000);
            }
        }
    }

    /** A rail to which no way is left breaks its stripe, and the stream goes on by what is written behind it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            failover(stripe(chaos(kill=100%)+shm, chaos(kill=100%)+tcp), unix, after=1h, most=1h) | unix
            failover(stripe(chaos(kill=90%, seed=1)+tcp, chaos(kill=95%, seed=2)+shm, pass+chaos(kill=90%, seed=3)+shm), tcp, after=1h, most=1h) | tcp
            lz4+failover(stripe(checksum+chaos(corrupt=100%)+shm, chaos(kill=100%)+unix), tcp, after=1h, most=1h) | lz4+tcp
            """)
    void aStreamLeavesAStripeOfWhichARailHasNoWayLeft(String method, String last) throws InterruptedException {
        try (World world = World.apart(2, "*=" + method, false)) {
            int hear = register(world);
            Startpoint to = world.link(0, 1);
            Startpoint back = world.link(1, 0);
            for (int i = 0; i < 2_000; i++) {
                send(world, to, hear, i);
            }
            assertAllCome(world, 2_000);
            seen.clear();
            for (int i = 0; i < 2_000; i++) {
                send(world, back, hear, i);
            }
            assertAllCome(world, 2_000);
            assertEquals(last, to.lane().method());
        }
    }

    /** What was gathered, and waits in the device between, is the sender's still: the device above may refuse it. */
    @ParameterizedTest
    @ValueSource(strings = {
        "checksum+delay(300us)+chaos(corrupt=1%, seed=SEED)+stripe(shm, unix)",
        "checksum+delay(2ms)+chaos(corrupt=0.2%, seed=SEED)+stripe(tcp, checksum+chaos(corrupt=1%, seed=SEED)+shm)",
        "lz4+checksum+delay(100us)+chaos(corrupt=0.5%, seed=SEED)+stripe(shm, delay(50us)+shm)"
    })
    void aFrameThatIsRefusedAboveADeviceThatHeldItBackIsNotLost(String method) throws InterruptedException {
        for (int seed = 1; seed <= 3; seed++) {
            seen.clear();
            try (World world = World.apart(2, "*=" + method.replace("SEED", "" + seed), false)) {
                int hear = register(world);
                Startpoint to = world.link(0, 1);
                for (int i = 0; i < 2_000; i++) {
                    send(world, to, hear, i);
                }
                assertAllCome(world, 2_000);
            }
        }
    }

    /** What goes back is the news of what was gathered alone, so rails carry nothing for long, and are left because what comes by the peer's is damaged. */
    @Test
    void railsThatCarryNothingAreNotHeldForHopeless() throws InterruptedException {
        try (World world = World.apart(2, "*=stripe(checksum+chaos(corrupt=2%, seed=5)+shm, checksum+chaos(corrupt=2%, seed=6)+unix)", false)) {
            int hear = register(world);
            Startpoint to = world.link(0, 1);
            for (int i = 0; i < 2_000; i++) {
                send(world, to, hear, i);
            }
            assertAllCome(world, 2_000);
        }
    }

    @Test
    void aStreamLeavesItsStripeAndComesBack() throws InterruptedException {
        MethodExpression one = MethodExpression.parse("shm");
        MethodExpression many = MethodExpression.parse("stripe(tcp, unix, tcp)");
        try (World world = World.apart(2, "*=stripe(tcp, unix, tcp)", false)) {
            int hear = register(world);
            Startpoint to = world.link(0, 1);
            for (int i = 0; i < MESSAGES; i++) {
                if (i % 400 == 399) {
                    to.moveTo(i % 800 == 399 ? one : many);
                }
                send(world, to, hear, i);
            }
            assertAllCome(world, MESSAGES);
        }
    }

    /** More often than a peer may have striped lanes at a time. */
    @Test
    void aStripeThatWasLeftMakesRoomForTheNextOne() throws InterruptedException {
        MethodExpression one = MethodExpression.parse("unix");
        MethodExpression many = MethodExpression.parse("stripe(shm, pass+shm)");
        try (World world = World.apart(2, "*=unix", false)) {
            int hear = register(world);
            Startpoint to = world.link(0, 1);
            for (int i = 0; i < MOVES; i++) {
                to.moveTo(i % 2 == 0 ? many : one);
                send(world, to, hear, i);
                int come = i + 1;
                world.until("it has come", () -> seen.size() == come);
            }
            assertAllCome(world, MOVES);
            assertFalse(world.notices().contains("refused"), world::notices);
        }
    }

    @Test
    void longMessagesGoByAllRails() throws InterruptedException {
        try (World world = World.apart(2, "*=stripe(tcp, tcp)", true)) {
            List<byte[]> got = Collections.synchronizedList(new ArrayList<>());
            int take = world.register("stripe.take", at -> (to, a0, a1, a2, a3, payload) -> {
                byte[] bytes = new byte[(int) payload.length()];
                payload.copyTo(bytes, 0, bytes.length);
                got.add(bytes);
            });
            byte[] data = (byte[]) Store.ARRAY.filled(world.at(0), 5 << 20);
            Startpoint to = world.link(0, 1);
            for (int i = 1; i <= 5; i++) {
                int count = i;
                world.start(to, take, i, data, 0, data.length);
                world.until("it has come", () -> got.size() == count);
                assertArrayEquals(data, got.getLast());
            }
        }
    }

    /** Its lanes take leave one after the other, and what one of them brings last may come after the farewell of another one. */
    @Test
    void theEndOfAPeerIsToldAfterItsLastMessage() throws InterruptedException {
        for (int run = 0; run < 10; run++) {
            seen.clear();
            try (World world = World.apart(2, "*=stripe(unix, tcp)", false)) {
                int hear = register(world);
                List<Integer> atTheEnd = new ArrayList<>();
                world.at(1).onFailure((peer, cause) -> atTheEnd.add(seen.size()));
                Startpoint to = world.link(0, 1);
                for (int i = 0; i < 500; i++) {
                    send(world, to, hear, i);
                }
                assertTrue(world.closes(0, 20_000_000_000L));
                world.until("the end is told", () -> !atTheEnd.isEmpty());
                assertEquals(List.of(500), atTheEnd);
            }
        }
    }

    /** What waits in the first device goes down while the context closes, and the second one kills the lane then. */
    @ParameterizedTest
    @ValueSource(strings = {
        "stripe(chaos(stall=100%, pause=20ms)+chaos(kill=100%, after=4)+shm, unix)",
        "stripe(chaos(stall=100%, pause=20ms)+chaos(kill=100%, after=4)+shm, chaos(stall=100%, pause=20ms)+chaos(kill=100%, after=6)+tcp)",
        "failover(chaos(stall=100%, pause=20ms)+chaos(kill=100%, after=4)+shm, unix)"
    })
    void aLaneThatBreaksWhileItsContextClosesLosesNothing(String method) throws InterruptedException {
        try (World world = World.apart(2, "*=" + method, false)) {
            int hear = register(world);
            Startpoint to = world.link(0, 1);
            for (int i = 0; i < 20; i++) {
                send(world, to, hear, i);
            }
            assertTrue(world.closes(0, 20_000_000_000L));
            assertAllCome(world, 20);
        }
    }

    @Test
    void whereOnlyOneMethodLeadsItCarriesTheStreamAlone() throws InterruptedException {
        try (World world = World.apart(2, "*=stripe(tcp, nowhere)", false)) {
            int hear = register(world);
            List<String> lanes = new ArrayList<>();
            world.at(0).onLane(report -> lanes.add(report.method()));
            send(world, world.link(0, 1), hear, 0);
            assertAllCome(world, 1);
            assertEquals(List.of("tcp"), lanes);
        }
    }

    @Test
    void whereNoneLeadsItSaysWhy() throws InterruptedException {
        try (World world = World.apart(2, "*=stripe(nowhere, elsewhere)", false)) {
            Startpoint to = world.link(0, 1);
            BraidException none = assertThrows(BraidException.class, () -> send(world, to, register(world), 0));
            assertEquals(ErrorCode.NO_METHOD, none.code());
            assertTrue(none.why().contains("fewer than two of its methods lead there"), none.why());
        }
    }
}
