package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.braid.link.Startpoint;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Payload;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of one link that go by two methods: nothing is lost, doubled or reordered, whoever sends. */
@Timeout(60)
class MethodsBySizeOrderTest {
    @ParameterizedTest(name = "{1} up to 3000 bytes, {2} beyond")
    @CsvSource(textBlock = SplitLinks.PAIRS)
    void messagesOfAllSizesArriveInTheOrderInWhichTheyWereSent(String where, String shorter, String longer) throws InterruptedException {
        try (World world = SplitLinks.open(where, false)) {
            Arrivals arrivals = new Arrivals(1);
            int handler = world.registerForOffers("sizes.order", arrivals::take);
            Startpoint link = SplitLinks.by(world, 1, SplitLinks.split(shorter, 3000, longer));
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
    @CsvSource(textBlock = SplitLinks.PAIRS)
    void severalThreadsSendMixedSizesThroughOneStartpoint(String where, String shorter, String longer) throws InterruptedException {
        int threads = 3;
        int each = 120;
        try (World world = SplitLinks.open(where, true)) {
            Arrivals arrivals = new Arrivals(threads);
            int handler = world.registerForOffers("sizes.threads", arrivals::take);
            Startpoint link = SplitLinks.by(world, 1, SplitLinks.split(shorter, 3000, longer));
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
}
