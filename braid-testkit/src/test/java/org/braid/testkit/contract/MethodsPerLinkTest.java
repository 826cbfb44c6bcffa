package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Different links to the same target by different methods (nexus-multimethod, section 2.3), in contexts that have all of them. */
@Timeout(60)
class MethodsPerLinkTest {
    @Test
    void linksToOneTargetUseTheMethodTheyWereGivenAndNeitherRunsOutOfCredit() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            List<String> wrong = new ArrayList<>();
            int[] next = new int[2];
            int handler = world.register("links.order", i -> (to, link, number, a2, a3, payload) -> {
                if (number != next[link]++) {
                    wrong.add("link " + link + " brought " + number);
                }
            });
            Startpoint[] links = {by(world, "shm"), by(world, "tcp")};
            assertEquals("shm", links[0].lane().method());
            assertEquals("tcp", links[1].lane().method());
            byte[] data = new byte[1024];
            int each = 16_000; // four times the window of credit on each
            for (int number = 0; number < each; number++) {
                for (int link = 0; link < 2; link++) {
                    world.send(links[link], handler, link, number, data, data.length);
                }
            }
            world.until("all arrived", () -> next[0] == each && next[1] == each);
            assertEquals(List.of(), wrong);
        }
    }

    @Test
    void eachSetOfParametersHasAConnectionOfItsOwn() throws InterruptedException {
        try (World world = World.apart(2, "*=tcp", false)) {
            int[] next = new int[4];
            AtomicInteger wrong = new AtomicInteger();
            int handler = world.register("links.parameters", i -> (to, link, number, a2, a3, payload) -> wrong.addAndGet(number == next[link]++ ? 0 : 1));
            Startpoint[] links = {by(world, "tcp"), by(world, "tcp(sndbuf=64KiB)"), by(world, "tcp(nodelay=false, rcvbuf=64KiB)"), world.link(1, 0).by(MethodExpression.parse("tcp(sndbuf=1MiB)"))};
            byte[] data = new byte[3000];
            for (int number = 0; number < 3000; number++) {
                for (int link = 0; link < links.length; link++) {
                    world.send(links[link], handler, link, number, data, number % data.length);
                }
            }
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            transfer.move(links[1], Store.ARRAY, Store.DIRECT, 1_000_000);
            world.until("all arrived", () -> next[0] == 3000 && next[1] == 3000 && next[2] == 3000 && next[3] == 3000);
            assertEquals(0, wrong.get());
            assertEquals("", world.notices());
            assertEquals(4, Arrays.stream(links).map(Startpoint::lane).distinct().count());
            assertSame(links[1].lane(), by(world, "tcp(sndbuf=64KiB)").lane());
            for (Startpoint link : links) {
                assertEquals(1, count(link, "connections made"));
            }
        }
    }

    @Test
    void linksThatSelectTheSameMethodShareItsLane() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            Lane automatic = world.link(0, 1).lane();
            assertEquals("shm", automatic.method());
            assertSame(automatic, by(world, "shm").lane());
            assertSame(automatic, world.link(0, 1).without("tcp").lane());
            assertSame(by(world, "unix").lane(), world.link(0, 1).without("shm").lane());
            assertNotSame(automatic, by(world, "shm(eager=4KiB)").lane());
        }
    }

    @Test
    void eachLaneCountsWhatItHasDoneInItsOwnWords() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            AtomicInteger received = new AtomicInteger();
            int handler = world.register("links.counted", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
            Startpoint tcp = by(world, "tcp");
            Startpoint shm = by(world, "shm");
            for (int i = 0; i < 10; i++) {
                world.send(tcp, handler, i, 0, null, 0);
                world.send(shm, handler, i, 0, null, 0);
            }
            world.until("all arrived", () -> received.get() == 20 && tcp.lane().settled());
            assertEquals(1, count(tcp, "connections made"));
            assertEquals(count(tcp, "frames sent"), count(tcp, "frames accepted by the peer"));
            assertTrue(count(tcp, "frames sent") >= 10);
            assertTrue(count(shm, "frames sent") >= 10);
        }
    }

    @Test
    void longDataGoesByTheMethodOfItsLinkToo() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            int bytes = 3_000_000;
            Startpoint link = by(world, "tcp");
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            for (Store from : Store.values()) {
                for (Store to : Store.values()) {
                    long before = link.lane().acceptedFrames();
                    transfer.move(link, from, to, bytes);
                    world.until("everything is acknowledged", link.lane()::settled);
                    long frames = link.lane().acceptedFrames() - before;
                    assertTrue(frames >= bytes / link.lane().frameBytes(), frames + " frames by tcp from " + from + " to " + to);
                }
            }
        }
    }

    @Test
    void aPeerThatUsedSeveralMethodsHasClosedWhenAllOfThemHaveTakenLeave() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            AtomicInteger received = new AtomicInteger();
            List<Integer> receivedWhenTold = new ArrayList<>();
            List<ErrorCode> told = new ArrayList<>();
            int handler = world.register("links.leave", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
            world.at(1).onFailure((peer, cause) -> {
                told.add(cause.code());
                receivedWhenTold.add(received.get());
            });
            Startpoint[] links = {by(world, "shm"), by(world, "tcp")};
            byte[] data = new byte[500];
            int each = 400;
            for (int i = 0; i < 2 * each; i++) {
                world.send(links[i % 2], handler, i, 0, data, data.length);
            }
            assertTrue(world.closes(0, 20_000_000_000L), "flushed");
            world.until("the peer was told", () -> !told.isEmpty());
            assertEquals(List.of(ErrorCode.CONTEXT_CLOSED), told);
            assertEquals(List.of(2 * each), receivedWhenTold);
        }
    }

    private static long count(Startpoint of, String name) {
        return of.lane().counters().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow().value();
    }

    private static Startpoint by(World world, String method) {
        return world.link(0, 1).by(MethodExpression.parse(method));
    }
}
