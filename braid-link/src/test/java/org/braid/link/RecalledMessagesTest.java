package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.SharedArena;
import org.braid.link.bulk.Bulk;
import org.braid.link.bulk.Offer;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.stream.Carried;
import org.braid.link.stream.Wish;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A sender whose call has failed recalls its long message, wherever that is: its memory is the program's again, and whoever has not got all of it is told, and never takes what stands there now. */
@Timeout(60)
class RecalledMessagesTest {
    private static final int MAILBOX = 5;
    private static final int BYTES = 3 << 20;
    private static final BraidException WHY = new BraidException(ErrorCode.MESSAGE_TAKEN_BACK, "It was not delivered", "its call has failed", "See that call");

    /** Where in the sender's memory its message lies, when its receiver reads that memory itself. */
    private enum Place {
        SEGMENT,
        ADDRESS;

        private MemorySegment room(ContextPair pair) {
            SharedArena.Block block = pair.space.arena().allocate(BYTES);
            return this == SEGMENT ? block.segment().asSlice(block.offset(), BYTES) : Arena.ofAuto().allocate(BYTES);
        }
    }

    private final ContextPair pair = new ContextPair();
    private final Context a = pair.a;
    private final Context b = pair.b;
    private final byte[] sent = new byte[BYTES];
    private final byte[] got = new byte[BYTES];
    private Completion free = new Completion();
    private final Completion arrived = new Completion();
    private final Shown shown = new Shown();
    private @Nullable Offer offer;
    private int take;

    @BeforeEach
    void open() {
        for (Context each : pair.both()) {
            each.newEndpoint(MAILBOX, null);
            take = each.registerForOffers("recalled.take", (to, a0, a1, a2, a3, payload) -> offer = payload.takeOffer());
        }
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void whoFetchesItAfterwardsIsTold() {
        offerByFrames();
        recall();
        assertSame(WHY, free.failure());
        pull();
        settle();
        assertToldOf("its sender " + a.id() + " has taken it back");
    }

    @Test
    void whoIsFetchingItIsTold() {
        offerByFrames();
        sent[0] = 7;
        pull();
        while (got[0] != 7) {
            turn(a);
            turn(b);
        }
        assertFalse(free.isDone() || arrived.isDone());
        recall();
        settle();
        assertSame(WHY, free.failure());
        assertToldOf("has taken it back: It was not delivered: its call has failed");
    }

    /** It asks nobody while it reads, and has read what the program has written since. */
    @ParameterizedTest
    @EnumSource
    void whoReadsTheSendersMemoryItselfIsTold(Place place) {
        MemorySegment memory = place.room(pair);
        offerToRead(memory);
        pull();
        turn(b);
        assertFalse(arrived.isDone());
        recall();
        memory.fill((byte) 1);
        settle();
        assertSame(WHY, free.failure());
        assertToldOf("its sender " + a.id() + " has taken it back");
        assertTrue(b.notices().isEmpty(), b.notices()::toString);
    }

    @ParameterizedTest
    @EnumSource
    void whoReadsOneWhenAnotherIsRecalledGetsIt(Place place) {
        MemorySegment memory = place.room(pair);
        memory.fill((byte) 9);
        offerToRead(memory);
        pull();
        turn(b);
        Completion another = new Completion();
        assertFalse(a.startpointTo(b.id(), MAILBOX).start(take, 0, 0, 0, 0, sent, 0, BYTES, another));
        ContextPair.inside(a, () -> a.longMessages().recall(another, WHY));
        settle();
        assertSame(WHY, another.failure());
        assertGot((byte) 9);
        assertTrue(b.notices().isEmpty(), b.notices()::toString);
    }

    @ParameterizedTest
    @EnumSource
    void whoReadsOneThatWasOfferedAfterARecallLooksOnceAndSaysNothingBeforeItHasIt(Place place) {
        MemorySegment memory = place.room(pair);
        offerToRead(memory);
        recall();
        free = new Completion();
        memory.fill((byte) 9);
        offer(memory);
        pull();
        while (!arrived.isDone()) {
            turn(b); // the sender has no turn: it pushes nothing
        }
        settle();
        assertGot((byte) 9);
        assertEquals(1, shown.looks);
    }

    /** A piece is 512 KiB. */
    @Test
    void whoCopiesItOutOfTheSendersArrayIsTold() {
        offer();
        pull();
        turn(b);
        assertFalse(arrived.isDone());
        recall();
        settle();
        assertSame(WHY, free.failure());
        assertToldOf("its sender " + a.id() + " has taken it back");
        assertTrue(b.notices().isEmpty(), b.notices()::toString);
    }

    /** Its receiver may have a part of it, or all, before it hears that. */
    @ParameterizedTest
    @ValueSource(ints = {16 << 10, BYTES})
    void whatALaneRefersToIsCopiedBeforeTheMemoryIsTheProgramsAgain(int wanted) {
        Copying[] lane = new Copying[1];
        ContextPair.inside(b, () -> reaching(b, a, Reach.NONE));
        ContextPair.inside(a, () -> {
            lane[0] = new Copying(usual(a, b));
            Carried.by(lane[0], a.startpointTo(b.id(), MAILBOX).peer(), Wish.DEFAULT);
        });
        offer();
        ContextPair.inside(b, () -> Objects.requireNonNull(offer).pull(got, 0, wanted, arrived));
        while (inside(() -> a.longMessages().isOnlyOffered(free))) {
            turn(a);
        }
        turn(a); // pushes what the lane takes
        assertFalse(free.isDone());
        assertEquals(0, lane[0].copies);
        recall();
        assertEquals(1, lane[0].copies);
        settle();
        assertEquals(wanted == BYTES, arrived.failure() != null);
    }

    @Test
    void whoHasAllOfItHearsNothing() {
        offerByFrames();
        pull();
        settle();
        assertTrue(free.isDone());
        recall();
        settle();
        assertNull(free.failure());
        assertTrue(arrived.isDone());
        assertNull(arrived.failure());
    }

    @Test
    void aSenderWithoutRoomWaitsNoLongerThanItSays() {
        offerByFrames();
        for (int more = 1; more < Bulk.MOST_TRANSFERS; more++) {
            assertTrue(inside(() -> a.longMessages().awaitRoom(0)), "with " + more);
            assertFalse(a.startpointTo(b.id(), MAILBOX).start(take, 0, 0, 0, 0, sent, 0, BYTES, new Completion()));
            turn(b);
        }
        long sinceNs = System.nanoTime();
        assertFalse(inside(() -> a.longMessages().awaitRoom(1_000_000)));
        assertTrue(System.nanoTime() - sinceNs >= 1_000_000);
        recall();
        assertTrue(inside(() -> a.longMessages().awaitRoom(0)));
    }

    /** The message is offered, and its receiver can have it in frames alone. */
    private void offerByFrames() {
        ContextPair.inside(b, () -> reaching(b, a, Reach.NONE));
        ContextPair.inside(a, () -> reaching(a, b, Reach.NONE));
        offer();
    }

    private void offer() {
        offer(sent);
    }

    /** The message is offered, and its receiver can read it where it lies. */
    private void offerToRead(MemorySegment memory) {
        ContextPair.inside(a, () -> a.progress().ports().add("shown", shown));
        Reach reach = new Readable(shown, pair.space.arena());
        ContextPair.inside(b, () -> reaching(b, a, reach));
        ContextPair.inside(a, () -> reaching(a, b, reach));
        offer(memory);
    }

    private void offer(Object memory) {
        offer = null;
        assertFalse(a.startpointTo(b.id(), MAILBOX).start(take, 0, 0, 0, 0, memory, 0, BYTES, free));
        while (offer == null) {
            turn(b);
        }
    }

    private boolean inside(BooleanSupplier asked) {
        boolean[] answer = new boolean[1];
        ContextPair.inside(a, () -> answer[0] = asked.getAsBoolean());
        return answer[0];
    }

    /** As the program does afterwards with memory that is its own again. */
    private void recall() {
        ContextPair.inside(a, () -> a.longMessages().recall(free, WHY));
        Arrays.fill(sent, (byte) 1);
    }

    private void pull() {
        ContextPair.inside(b, () -> Objects.requireNonNull(offer).pull(got, 0, BYTES, arrived));
    }

    private void assertToldOf(String why) {
        BraidException told = Objects.requireNonNull(arrived.failure());
        assertEquals(ErrorCode.MESSAGE_TAKEN_BACK, told.code());
        assertTrue(told.why().contains(why), told.why());
        assertEquals(0, a.bulk().outgoing().live());
    }

    private void assertGot(byte each) {
        assertTrue(free.isDone() && arrived.isDone());
        assertNull(free.failure());
        assertNull(arrived.failure());
        byte[] expected = new byte[BYTES];
        Arrays.fill(expected, each);
        assertArrayEquals(expected, got);
    }

    private void settle() {
        for (int quiet = 0; quiet < 5; quiet++) {
            for (Context each : pair.both()) {
                each.progress().enter();
                quiet = each.progress().poll() == 0 ? quiet : 0;
                each.progress().exit();
            }
        }
    }

    private static void turn(Context context) {
        ContextPair.inside(context, context.progress()::poll);
    }

    private static void reaching(Context here, Context there, Reach reach) {
        Carried.by(new ReachingLane(usual(here, there), reach), here.startpointTo(there.id(), MAILBOX).peer(), Wish.DEFAULT);
    }

    private static Lane usual(Context here, Context there) {
        return Carried.usual(here.routes(), here.startpointTo(there.id(), MAILBOX).peer());
    }

    /** One that leaves payloads where they are, and reaches nothing. */
    private static final class Copying extends PassingLane {
        private int copies;

        Copying(Lane lane) {
            super(lane);
        }

        @Override
        public void copyInPlace() {
            copies++;
        }

        @Override
        public Reach reach() {
            return Reach.NONE;
        }
    }

    /** Where the sender shows how often it has recalled something. */
    private static final class Shown extends IdlePort {
        private long recalls;
        private int looks;

        @Override
        public void recalled(long count) {
            recalls = count;
        }

        @Override
        public int poll(int limit) {
            return 0;
        }

        @Override
        public boolean open() {
            return false;
        }
    }

    /** What another process reaches on the same host. */
    private record Readable(Shown shown, SharedArena arena) implements Reach {
        @Override
        public MemorySegment segment(int id, int fd, long bytes) {
            return MemorySegment.ofAddress(arena.address(id)).reinterpret(bytes);
        }

        @Override
        public boolean canRead() {
            return true;
        }

        @Override
        public int read(long remoteAddress, MemorySegment to, long at, int bytes) {
            MemorySegment.copy(MemorySegment.ofAddress(remoteAddress).reinterpret(bytes), 0, to, at, bytes);
            return bytes;
        }

        @Override
        public boolean hasRecalledSince(long count) {
            shown.looks++;
            return shown.recalls != count;
        }
    }
}
