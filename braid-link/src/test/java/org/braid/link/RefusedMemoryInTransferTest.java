package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.SharedArena;
import org.braid.link.bulk.Offer;
import org.braid.link.bulk.state.BulkReceive;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.stream.Carried;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Wish;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A user's memory may be closed, another thread's or read-only by the time that its long message travels: that message fails at both ends, which say why, and all others go on. */
@Timeout(30)
class RefusedMemoryInTransferTest {
    private static final int MAILBOX = 5;
    private static final Set<ErrorCode> MEMORY = Set.of(ErrorCode.MEMORY_UNSUITABLE, ErrorCode.MEMORY_READ_ONLY);
    private static final int BYTES = 3 * BulkReceive.PIECE_BYTES;

    /** How the bytes travel. */
    private enum Way {
        COPIED_IN_THE_PROCESS,
        READ_BY_THE_KERNEL,
        IN_FRAGMENTS,
        PUT_BY_THE_SENDER;

        private Reach reach(SharedArena arena) {
            return switch (this) {
                case COPIED_IN_THE_PROCESS -> new SameProcess();
                case READ_BY_THE_KERNEL -> new Readable();
                case IN_FRAGMENTS -> Reach.NONE;
                case PUT_BY_THE_SENDER -> new Mapped(arena);
            };
        }
    }

    /** What of the receiver's memory is wrong. */
    private enum Wrong {
        CLOSED,
        ANOTHER_THREADS,
        ANOTHER_THREADS_BUFFER,
        READ_ONLY;

        private Object memory() {
            return switch (this) {
                case CLOSED -> closed();
                case ANOTHER_THREADS -> anotherThreads();
                case ANOTHER_THREADS_BUFFER -> anotherThreads().asByteBuffer();
                case READ_ONLY -> Arena.ofAuto().allocate(BYTES).asReadOnly();
            };
        }
    }

    private final ContextPair pair = new ContextPair();
    private final Context a = pair.a;
    private final Context b = pair.b;
    private final List<Offer> offers = new ArrayList<>();
    private Completion free = new Completion();
    private Completion arrived = new Completion();
    private int take;

    @BeforeEach
    void open() {
        for (Context each : pair.both()) {
            each.newEndpoint(MAILBOX, null);
            take = each.registerForOffers("refused.take", (to, a0, a1, a2, a3, payload) -> offers.add(payload.takeOffer()));
        }
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @ParameterizedTest
    @EnumSource(Wrong.class)
    void theReceiversMemoryThatCannotBeWrittenFailsACopyInTheProcess(Wrong wrong) {
        receiverRefuses(Way.COPIED_IN_THE_PROCESS, wrong);
    }

    @ParameterizedTest
    @EnumSource(value = Wrong.class, names = {"CLOSED", "READ_ONLY"}) // the kernel does not care for threads
    void theReceiversMemoryThatCannotBeWrittenFailsAReadOfTheKernel(Wrong wrong) {
        receiverRefuses(Way.READ_BY_THE_KERNEL, wrong);
    }

    @ParameterizedTest
    @EnumSource(Wrong.class)
    void theReceiversMemoryThatCannotBeWrittenFailsFragments(Wrong wrong) {
        receiverRefuses(Way.IN_FRAGMENTS, wrong);
    }

    @ParameterizedTest
    @EnumSource(value = Way.class, names = {"COPIED_IN_THE_PROCESS", "IN_FRAGMENTS", "PUT_BY_THE_SENDER"})
    void theSendersMemoryThatIsClosedMeanwhileFailsTheMessage(Way way) {
        Startpoint toB = reached(way);
        Arena arena = Arena.ofShared();
        offer(toB, arena.allocate(BYTES));
        arena.close();
        pull(roomAtReceiver(way));
        settle();
        assertTrue(free.isDone() && arrived.isDone());
        assertNamed(way == Way.COPIED_IN_THE_PROCESS ? arrived : free, ErrorCode.MEMORY_UNSUITABLE, "closed");
        assertNamed(way == Way.COPIED_IN_THE_PROCESS ? free : arrived, ErrorCode.BULK_VIOLATED, "closed");
        assertOthersGoOn(way, toB);
    }

    @Test
    void theSendersMemoryThatIsClosedInMidTransferFailsTheMessage() {
        Startpoint toB = reached(Way.IN_FRAGMENTS);
        Arena arena = Arena.ofShared();
        offer(toB, arena.allocate(BYTES));
        pull(roomAtReceiver(Way.IN_FRAGMENTS));
        turn();
        turn();
        assertTrue(a.bulk().active(), "some fragments were sent, others wait for room");
        arena.close();
        settle();
        assertNamed(free, ErrorCode.MEMORY_UNSUITABLE, "closed");
        assertNamed(arrived, ErrorCode.BULK_VIOLATED, "closed");
        assertOthersGoOn(Way.IN_FRAGMENTS, toB);
    }

    @ParameterizedTest
    @EnumSource(value = Wrong.class, names = "READ_ONLY", mode = EnumSource.Mode.EXCLUDE) // that, a transport sees for itself
    void noFragmentIsLetLandInMemoryThatCannotBeWritten(Wrong wrong) {
        assertNull(landing(wrong.memory()));
    }

    @Test
    void oneIsInMemoryThatCan() {
        assertEquals(1000, Objects.requireNonNull(landing(Arena.ofAuto().allocate(BYTES))).remaining());
    }

    private void receiverRefuses(Way way, Wrong wrong) {
        Startpoint toB = reached(way);
        offer(toB, ByteBuffer.allocateDirect(BYTES));
        pull(wrong.memory());
        settle();
        assertTrue(MEMORY.contains(Objects.requireNonNull(arrived.failure(), "it has failed").code()), () -> "" + arrived.failure());
        assertNamed(free, ErrorCode.BULK_VIOLATED, Objects.requireNonNull(arrived.failure()).why());
        assertOthersGoOn(way, toB);
    }

    private static void assertNamed(Completion ended, ErrorCode code, String why) {
        BraidException failure = Objects.requireNonNull(ended.failure(), "it has failed");
        assertEquals(code, failure.code(), failure::getMessage);
        assertTrue(failure.why().contains(why), failure::getMessage);
    }

    /** Short and long ones. */
    private void assertOthersGoOn(Way way, Startpoint toB) {
        assertEquals(0, a.bulk().outgoing().live() + b.bulk().incoming().live());
        free = new Completion();
        arrived = new Completion();
        offer(toB, ByteBuffer.allocateDirect(BYTES).put(BYTES - 1, (byte) 77));
        MemorySegment got = roomAtReceiver(way);
        pull(got);
        settle();
        assertTrue(free.isDone() && arrived.isDone());
        assertNull(free.failure());
        assertNull(arrived.failure());
        assertEquals(77, ByteBuffer.allocate(1).put(got.asSlice(BYTES - 1, 1).asByteBuffer()).get(0));
    }

    /** What a transport is told that has read the header of the first fragment. */
    private @Nullable ByteBuffer landing(Object memory) {
        offer(reached(Way.IN_FRAGMENTS), new byte[BYTES]);
        pull(memory);
        @Nullable ByteBuffer[] landing = new ByteBuffer[1];
        ContextPair.inside(b, () -> landing[0] = b.bulk().incoming().landing(offers.getLast().peer(), 1L << 32, 0, 1000)); // the first receive of all
        return landing[0];
    }

    private Startpoint reached(Way way) {
        reaching(a, b, way);
        reaching(b, a, way);
        return a.startpointTo(b.id(), MAILBOX);
    }

    private void reaching(Context here, Context there, Way way) {
        ContextPair.inside(here, () -> {
            Peer peer = here.startpointTo(there.id(), MAILBOX).peer();
            Lane usual = Carried.usual(here.routes(), peer);
            Carried.by(new ReachingLane(usual, way.reach(pair.space.arena())), peer, Wish.DEFAULT);
        });
    }

    private void offer(Startpoint toB, Object from) {
        int before = offers.size();
        toB.start(take, 0, 0, 0, 0, from, 0, BYTES, free);
        while (offers.size() == before) {
            turn();
        }
    }

    private void pull(Object to) {
        ContextPair.inside(b, () -> offers.getLast().pull(to, 0, BYTES, arrived));
    }

    private MemorySegment roomAtReceiver(Way way) {
        return way == Way.PUT_BY_THE_SENDER ? pair.space.arena().allocate(BYTES).segment() : Arena.ofAuto().allocate(BYTES);
    }

    private void settle() {
        for (int i = 0; i < 200; i++) {
            turn();
        }
    }

    private void turn() {
        pair.both().forEach(each -> ContextPair.inside(each, each.progress()::poll));
    }

    private static MemorySegment closed() {
        try (Arena arena = Arena.ofShared()) {
            return arena.allocate(BYTES);
        }
    }

    private static MemorySegment anotherThreads() {
        try (var other = Executors.newSingleThreadExecutor()) {
            return CompletableFuture.supplyAsync(() -> Arena.ofConfined().allocate(BYTES), other).join();
        }
    }

    private static final class SameProcess implements Reach {
        @Override
        public boolean sameProcess() {
            return true;
        }
    }

    /** As {@code CrossMemory}: the kernel knows nothing of arenas, so what it is given must live. */
    private static final class Readable implements Reach {
        @Override
        public boolean canRead() {
            return true;
        }

        @Override
        public int read(long remoteAddress, MemorySegment to, long at, int bytes) {
            assertTrue(to.scope().isAlive(), "the kernel would write into memory that was given back");
            if (!to.isNative() || to.isReadOnly()) {
                throw new IllegalArgumentException("not writable native memory: " + to);
            }
            MemorySegment.copy(MemorySegment.ofAddress(remoteAddress).reinterpret(bytes), 0, to, at, bytes);
            return bytes;
        }
    }

    /** The receiver's segments, which are this process's own here. */
    private record Mapped(SharedArena arena) implements Reach {
        @Override
        public boolean mapsSegments() {
            return true;
        }

        @Override
        public MemorySegment segment(int id, int fd, long bytes) {
            return MemorySegment.ofAddress(arena.address(id)).reinterpret(bytes);
        }
    }
}
