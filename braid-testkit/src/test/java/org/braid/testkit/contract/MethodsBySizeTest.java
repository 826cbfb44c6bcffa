package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Completion;
import org.braid.link.Endpoint;
import org.braid.link.MethodReport;
import org.braid.link.Payload;
import org.braid.link.Startpoint;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One link whose messages go by one method up to a size and by another beyond: nothing is lost, doubled or reordered, and the bytes go where their size says. */
@Timeout(60)
class MethodsBySizeTest {
    private static final String PAIRS = """
            apart, shm, tcp
            apart, tcp, shm
            apart, shm, shm(eager=4KiB)
            apart, tcp, tcp(sndbuf=64KiB)
            together, local, shm
            together, local, tcp
            together, tcp, local
            together, shm, local
            """;

    private static World open(String where, boolean serves) {
        return where.equals("apart") ? World.apart(3, "auto", serves) : World.together(3, "auto", serves);
    }

    private static Startpoint by(World world, int to, String order) {
        return world.link(0, to).by(MethodExpression.parseOrder(order).toArray(new MethodExpression[0]));
    }

    private static String split(String shorter, long most, String longer) {
        return (shorter + "(max=" + most + "B), " + longer).replace(")(", ", ");
    }

    /** Frames that the lane of a method has sent from 0 to 1. */
    private static long frames(World world, String method) {
        return by(world, 1, method).lane().counters().getFirst().value();
    }

    // ---- contents, and the way that they take

    @ParameterizedTest(name = "{1} up to an edge, {2} beyond")
    @CsvSource(textBlock = PAIRS)
    void everySizeAroundEachEdgeArrivesWhole(String where, String shorter, String longer) throws InterruptedException {
        try (World world = open(where, false)) {
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            for (int edge : new int[] {0, 1, 100, 4 << 10, 8 << 10, 16 << 10, 64 << 10, 300_000}) {
                Startpoint link = by(world, 1, split(shorter, edge, longer));
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
        try (World world = open("apart", false)) {
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            Startpoint link = by(world, 1, "shm(max=64KiB), tcp");
            transfer.move(link, Store.ARRAY, Store.ARRAY, 100);
            long least = 1_000_000 / by(world, 1, "tcp").lane().frameBytes();
            for (Store from : Store.values()) {
                for (Store to : Store.values()) {
                    String what = " from " + from + " to " + to;
                    long byTcp = frames(world, "tcp");
                    transfer.move(link, from, to, 64 << 10);
                    assertEquals(byTcp, frames(world, "tcp"), "64 KiB" + what);
                    long byShm = frames(world, "shm");
                    transfer.move(link, from, to, 1_000_000);
                    assertTrue(frames(world, "tcp") - byTcp >= least, "1 MB" + what);
                    assertEquals(byShm + 1, frames(world, "shm"), "the envelope alone" + what);
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
                    long byTcp = frames(world, "tcp");
                    long byShm = frames(world, "shm");
                    transfer.move(link, from, to, 1_000_000);
                    assertTrue(frames(world, "tcp") - byTcp <= 2, "the envelope, and perhaps that it was put," + what);
                    if (from == Store.ARENA || to == Store.ARENA) {
                        assertEquals(byShm, frames(world, "shm"), "one of both maps the other's memory" + what);
                    } else if (from == Store.ARRAY) {
                        assertTrue(frames(world, "shm") > byShm, "fragments" + what);
                    }
                }
            }
        }
    }

    // ---- order

    @ParameterizedTest(name = "{1} up to 3000 bytes, {2} beyond")
    @CsvSource(textBlock = PAIRS)
    void messagesOfAllSizesArriveInTheOrderInWhichTheyWereSent(String where, String shorter, String longer) throws InterruptedException {
        try (World world = open(where, false)) {
            Arrivals arrivals = new Arrivals(1);
            int handler = world.registerForOffers("sizes.order", arrivals::take);
            Startpoint link = by(world, 1, split(shorter, 3000, longer));
            SplittableRandom random = new SplittableRandom(5);
            List<Completion> sends = new ArrayList<>();
            for (int number = 0; number < 400; number++) {
                int bytes = random.nextInt(4) == 0 ? random.nextInt(200_000) : 2990 + random.nextInt(20);
                sends.add(startNumbered(world, link, handler, number, bytes));
            }
            world.until("all arrived", () -> arrivals.are(400) && sends.stream().allMatch(Completion::isDone));
            assertEquals(List.of(), arrivals.wrong());
            sends.forEach(send -> assertNull(send.failure()));
            assertTrue(link.flush(20_000_000_000L), "everything is accepted");
        }
    }

    private static Completion startNumbered(World world, Startpoint link, int handler, int number, int bytes) {
        byte[] data = new byte[bytes];
        Arrays.fill(data, (byte) number);
        Completion free = new Completion();
        int[] answer = {Lane.FULL};
        world.until("message " + number + " finds room", () -> (answer[0] = link.trySend(handler, 0, number, bytes, 0, data, 0, bytes)) != Lane.FULL);
        if (answer[0] == Lane.TAKEN) {
            free.complete();
        } else {
            world.turn(); // room for the envelope, since nobody steps the receiver while start waits for it
            link.start(handler, 0, number, bytes, 0, data, 0, bytes, free);
        }
        return free;
    }

    @ParameterizedTest(name = "{1} up to 3000 bytes, {2} beyond")
    @CsvSource(textBlock = PAIRS)
    void severalThreadsSendMixedSizesThroughOneStartpoint(String where, String shorter, String longer) throws InterruptedException {
        int threads = 3;
        int each = 120;
        try (World world = open(where, true)) {
            Arrivals arrivals = new Arrivals(threads);
            int handler = world.registerForOffers("sizes.threads", arrivals::take);
            Startpoint link = by(world, 1, split(shorter, 3000, longer));
            CountDownLatch sent = new CountDownLatch(threads);
            for (int thread = 0; thread < threads; thread++) {
                int me = thread;
                Thread.ofPlatform().start(() -> {
                    SplittableRandom random = new SplittableRandom(me);
                    for (int number = 0; number < each; number++) {
                        int bytes = random.nextInt(3) == 0 ? random.nextInt(150_000) : 2990 + random.nextInt(20);
                        byte[] data = new byte[bytes];
                        Arrays.fill(data, (byte) number);
                        link.send(handler, me, number, bytes, 0, data, 0, bytes);
                    }
                    sent.countDown();
                });
            }
            assertTrue(sent.await(40, TimeUnit.SECONDS), () -> "all were sent; " + arrivals.messages.size() + " arrived" + world.notices());
            assertTrue(link.awaitHandled(20_000_000_000L), "all were handled");
            world.until("all arrived", () -> arrivals.are(threads * each));
            assertEquals(List.of(), arrivals.wrong());
        }
    }

    /** What arrives: from whom, in which order, with which bytes. */
    private static final class Arrivals {
        /** A message, its number, and when its bytes are there. */
        private record Message(int number, byte[] data, Completion there) {
            boolean isWhole() {
                for (byte b : data) {
                    if (b != (byte) number) {
                        return false;
                    }
                }
                return true;
            }
        }

        private final List<Message> messages = new CopyOnWriteArrayList<>();
        private final List<String> wrong = new CopyOnWriteArrayList<>();
        private final int[] next;

        Arrivals(int senders) {
            next = new int[senders];
        }

        void take(Endpoint to, int sender, int number, int bytes, int a3, Payload payload) {
            if (number != next[sender]++ || payload.length() != bytes) {
                wrong.add(sender + " brought " + number + " with " + payload.length() + " bytes of " + bytes);
            }
            Message message = new Message(number, new byte[bytes], new Completion());
            if (payload.isOffer()) {
                payload.takeOffer().pull(message.data, 0, bytes, message.there);
            } else {
                payload.copyTo(message.data, 0, bytes);
                message.there.complete();
            }
            messages.add(message);
        }

        boolean are(int count) {
            return messages.size() == count && messages.stream().allMatch(message -> message.there.isDone());
        }

        List<String> wrong() {
            messages.stream().filter(message -> !message.isWhole()).forEach(message -> wrong.add(message.number + " is damaged"));
            return wrong;
        }
    }

    // ---- several endpoints, lanes that end

    @Test
    void aMulticastSendsEachLinksDataByThatLinksMethods() throws InterruptedException {
        try (World world = open("apart", false)) {
            List<String> seen = new ArrayList<>();
            int handler = world.register("sizes.multicast", i -> (to, number, a1, a2, a3, payload) -> seen.add(i + " got " + number + " of " + payload.length()));
            Startpoint toOne = by(world, 1, "shm(max=1KiB), tcp");
            Startpoint toBoth = toOne.and(by(world, 2, "tcp(max=4KiB), shm"));
            Thread steps = Thread.ofPlatform().start(() -> {
                for (int bytes : new int[] {1024, 1025, 4096, 4097, 500_000}) {
                    toBoth.send(handler, bytes, 0, 0, 0, new byte[bytes], 0, bytes);
                }
            });
            world.until("all arrived", () -> seen.size() == 10 && !steps.isAlive());
            for (int bytes : new int[] {1024, 1025, 4096, 4097, 500_000}) {
                assertTrue(seen.contains("1 got " + bytes + " of " + bytes) && seen.contains("2 got " + bytes + " of " + bytes), seen::toString);
            }
            assertTrue(frames(world, "tcp") > 2, "500,000 bytes to context 1");
        }
    }

    @ParameterizedTest(name = "{1} up to 3000 bytes, {2} beyond")
    @CsvSource(textBlock = PAIRS)
    void aPeerThatDiesWhileLongDataIsUnderWayEndsItWithItsCause(String where, String shorter, String longer) throws InterruptedException {
        try (World world = open(where, false)) {
            AtomicInteger received = new AtomicInteger();
            int handler = world.register("sizes.killed", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
            Startpoint link = by(world, 1, split(shorter, 3000, longer));
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
                    link.start(handler, 2, 0, 0, 0, new byte[8 << 20], 0, 8 << 20, later);
                    assertSame(verdict, later.failure());
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
            Startpoint first = by(world, 1, "tcp(max=1KiB), shm(ring=1MiB, eager=4KiB)");
            for (int round = 0; round < 600; round++) { // more rings than shared memory has room for at once
                Startpoint link = by(world, 1, "tcp(max=1KiB), shm(ring=1MiB, eager=4KiB)");
                transfer.move(link, Store.ARRAY, Store.ARRAY, 1000);
                assertEquals("[tcp]", used(link));
                transfer.move(link, Store.ARRAY, Store.ARRAY, 40_000);
                assertEquals("[shm, tcp]", used(link));
                link.close();
            }
            assertEquals("", world.notices());
            assertEquals("[tcp]", used(first));
        }
    }

    private static String used(Startpoint link) {
        return link.methods().stream().filter(each -> each.inUse()).map(each -> each.method()).toList().toString();
    }

    @Test
    void aStartpointThatWasClosedTakesNoLongDataEither() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            Startpoint link = by(world, 1, "shm(max=1KiB), tcp");
            transfer.move(link, Store.ARRAY, Store.ARRAY, 40_000);
            link.close();
            for (int bytes : new int[] {10, 40_000, 2_000_000}) {
                BraidException refused = assertThrows(BraidException.class, () -> link.send(1000, 0, 0, 0, 0, new byte[bytes], 0, bytes));
                assertEquals(ErrorCode.STARTPOINT_CLOSED, refused.code());
            }
        }
    }

    // ---- what is selected, and what users are told of it

    @ParameterizedTest(name = "by {0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            shm(max=4KiB), tcp                             | shm up to 4KiB, tcp from 4097B
            tcp(min=64KiB), shm                            | shm up to 65535B, tcp from 64KiB
            shm(max=4KiB), tcp(max=64KiB), shm             | shm up to 4KiB, shm from 65537B, tcp 4097B to 64KiB
            auto(max=4KiB), tcp                            | shm up to 4KiB, tcp from 4097B
            shm(max=4KiB), auto                            | shm up to 4KiB, tcp from 4097B
            local(max=4KiB), shm, tcp                      | shm all sizes
            shm(max=4KiB), local                           | shm all sizes
            shm(max=4KiB)                                  | shm all sizes
            shm(max=4KiB), tcp(min=8KiB, max=16KiB)        | shm up to 8191B, tcp from 8KiB
            shm, tcp(min=8KiB)                             | shm all sizes
            """)
    void enquiryTellsWhichMethodCarriesWhichSizes(String order, String expected) throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            List<String> carried = new ArrayList<>();
            for (MethodReport each : by(world, 1, order).methods()) {
                each.carries().forEach(sizes -> carried.add(each.method() + " " + sizes));
            }
            assertEquals(expected, String.join(", ", carried));
        }
    }

    @ParameterizedTest(name = "policy {0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            host=shm(max=64KiB)          | shm (prescribed by the policy, up to 64KiB)                                | tcp (fastest that works, from 65537B); not shm: it carries up to 64KiB, local: another process
            *=tcp(max=4KiB)              | tcp (prescribed by the policy, up to 4KiB)                                 | shm (fastest that works, from 4097B); not tcp: it carries up to 4KiB, local: another process
            host=shm(min=1MiB), *=tcp    | tcp (fastest that works, up to 1048575B); not shm: it carries from 1MiB, local: another process | shm (prescribed by the policy, from 1MiB)
            self=local, *=tcp(max=4KiB)  | tcp (prescribed by the policy, up to 4KiB)                                 | shm (fastest that works, from 4097B); not tcp: it carries up to 4KiB, local: another process
            """)
    void theReportOfLinksHasALineForEachMethodInUse(String policy, String shorter, String longer) throws InterruptedException {
        try (World world = World.apart(2, policy, false)) {
            List<String> lines = new ArrayList<>();
            world.at(0).onLane(link -> lines.add(link.toString()));
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            transfer.move(Store.ARRAY, Store.ARRAY, 1000);
            assertEquals(List.of("0 -> 1: " + shorter), lines);
            transfer.move(Store.ARRAY, Store.ARRAY, 1 << 20);
            transfer.move(Store.ARRAY, Store.ARRAY, 1 << 20);
            assertEquals(List.of("0 -> 1: " + shorter, "0 -> 1: " + longer), lines);
        }
    }

    @Test
    void aLinkThatNoShortMessageCanTakeIsRefused() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            BraidException none = assertThrows(BraidException.class, () -> by(world, 1, "shm(min=1KiB), local").lane());
            assertEquals(ErrorCode.NO_METHOD, none.code());
            assertEquals("shm: it carries from 1KiB; local: another process", none.why());
            BraidException impossible = assertThrows(BraidException.class, () -> by(world, 1, "shm(min=2KiB, max=1KiB)"));
            assertEquals(ErrorCode.METHOD_PARAMETER, impossible.code());
        }
    }

    @Test
    void aSizeThatNobodyCarriesGoesAsTheNextSmallerOneDoes() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            Startpoint link = by(world, 1, "shm(max=1KiB), tcp(min=100KiB, max=200KiB)");
            for (int bytes : new int[] {1024, 1025, (100 << 10) - 1}) {
                transfer.move(link, Store.ARRAY, Store.ARRAY, bytes);
                assertEquals("[shm]", used(link));
            }
            for (int bytes : new int[] {100 << 10, (200 << 10) + 1, 1 << 20}) {
                long byTcp = frames(world, "tcp");
                transfer.move(link, Store.ARRAY, Store.ARRAY, bytes);
                assertEquals("[shm, tcp]", used(link));
                assertTrue(frames(world, "tcp") > byTcp);
            }
        }
    }

    @Test
    void aMistakeInTheMethodOfLongDataIsToldToWhoeverSendsTheFirst() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            Startpoint link = by(world, 1, "shm(max=1KiB), tcp(sndbuf=1B)");
            transfer.move(link, Store.ARRAY, Store.ARRAY, 1024);
            BraidException mistake = assertThrows(BraidException.class, () -> link.start(1000, 0, 0, 0, 0, new byte[4000], 0, 4000, new Completion()));
            assertEquals(ErrorCode.METHOD_PARAMETER, mistake.code());
            transfer.move(link, Store.ARRAY, Store.ARRAY, 1024);
        }
    }
}
