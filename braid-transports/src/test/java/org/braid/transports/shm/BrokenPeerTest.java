package org.braid.transports.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Machine;
import org.braid.base.os.SharedMemory;
import org.braid.base.os.SharedSegment;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.Policy;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.select.Directory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Peers that scribble into the memory they share with us, and peers of another build. They map it as any peer does. */
class BrokenPeerTest {
    private static final long SOON_NS = 20_000_000_000L;

    private final List<Context> open = new ArrayList<>();
    private final Directory directory = new Directory() {
        @Override
        public @Nullable DescriptorTable tableOf(ContextId id) {
            return open.stream().filter(c -> c.id().equals(id)).map(Context::table).findFirst().orElse(null);
        }
    };

    /** Rings so small that they lie in one segment with home and doorbell, where they can be found and scribbled over. */
    private Context open(int rank, int build) {
        Context context = Context.open(ContextConfig.alone().withId(new ContextId(1, 2, rank)).withDirectory(directory).withPolicy(Policy.parse("shm(ring=256KiB)")).withBuild(build));
        open.add(context);
        return context;
    }

    @AfterEach
    void close() {
        open.forEach(context -> context.close(0));
    }

    private static ShmAddress addressOf(Context context) {
        Descriptor there = Objects.requireNonNull(context.table().find("shm"));
        return Objects.requireNonNull(ShmAddress.of(there));
    }

    /** A segment of the context, mapped once more. */
    private static SharedSegment map(ShmAddress.Place place) {
        return SharedMemory.attach(Machine.pid(), place.fd(), place.segmentBytes());
    }

    private static void poll(Context context) {
        context.progress().enter();
        try {
            context.progress().poll();
        } finally {
            context.progress().exit();
        }
    }

    private void assertServes(Context victim) {
        int[] heard = new int[1];
        victim.newEndpoint(40, null);
        int hello = victim.register("hello", (to, a0, a1, a2, a3, payload) -> heard[0]++);
        Context friend = open(9, 0);
        friend.register("hello", (to, a0, a1, a2, a3, payload) -> {});
        friend.startpointTo(victim.id(), 40).send(hello, 0, 0, 0, 0, null, 0, 0);
        assertTrue(victim.progress().awaitThat(() -> heard[0] == 1, SOON_NS), () -> "no longer serves others: " + victim.notices());
    }

    /** As a name that was damaged on its way, beside an address that was not. */
    @Test
    void whoLooksForSomebodyElseAtAnAddressIsToldSo() {
        Context victim = open(0, 0);
        ContextId nobody = new ContextId(1, 2, 7);
        ContextConfig misled = ContextConfig.alone().withId(new ContextId(1, 2, 1)).withDirectory(id -> victim.table()).withPolicy(Policy.parse("shm"));
        try (Context caller = Context.open(misled)) {
            int hello = caller.register("hello", (to, a0, a1, a2, a3, payload) -> {});
            BraidException told = assertThrows(BraidException.class, () -> caller.startpointTo(nobody, 40).send(hello, 0, 0, 0, 0, null, 0, 0));
            assertTrue(told.getMessage().contains("another context's"), told.getMessage());
        }
        assertServes(victim);
    }

    @Test
    void introductionsThatMakeNoSenseAreDroppedWithANoticeAndOthersStillComeIn() {
        for (long seed = 1; seed <= 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Context victim = open(0, 0);
            ShmAddress.Place place = addressOf(victim).home();
            try (SharedSegment mapped = map(place)) {
                for (int i = 0; i < 3 * Home.SLOTS; i++) {
                    assertTrue(new Home(mapped.segment(), place.offset()).introduce(nonsense(random, place)), "seed " + seed);
                    poll(victim);
                }
            }
            assertTrue(victim.notices().size() > Home.SLOTS, () -> "seed: " + victim.notices());
            assertServes(victim);
            open.forEach(context -> context.close(0));
            open.clear();
        }
    }

    /** Each number is right or wrong by chance, but one is always wrong. */
    private static Home.Introduction nonsense(SplittableRandom random, ShmAddress.Place real) {
        int[] capacities = {0, -1, 1, 4095, 4097, 1 << 30, Integer.MIN_VALUE, Integer.MAX_VALUE};
        long[] offsets = {-64, 1, 63, Long.MAX_VALUE, Long.MIN_VALUE, real.segmentBytes(), real.segmentBytes() - 64};
        long[] pids = {0, -1, 1, Machine.pid(), Long.MAX_VALUE};
        return new Home.Introduction(
                new ContextId(1, 2, random.nextInt(100)),
                pids[random.nextInt(pids.length)],
                random.nextLong(),
                random.nextInt(),
                random.nextBoolean() ? real.fd() : random.nextInt(),
                random.nextBoolean() ? real.segmentBytes() : random.nextLong(),
                offsets[random.nextInt(offsets.length)],
                random.nextBoolean() ? 4096 : capacities[random.nextInt(capacities.length)]);
    }

    @Test
    void aPeerWhoseRingIsScribbledOverLosesItsLaneAndNothingElseHappens() {
        int cut = 0;
        for (long seed = 1; seed <= 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Context victim = open(0, 0);
            List<BraidException> failures = new ArrayList<>();
            victim.onFailure((peer, cause) -> failures.add(cause));
            victim.newEndpoint(41, null);
            int id = victim.register("scribble.test", (to, a0, a1, a2, a3, payload) -> {});
            Context broken = open(1, 0);
            broken.register("scribble.test", (to, a0, a1, a2, a3, payload) -> {});
            broken.startpointTo(victim.id(), 41).send(id, 0, 0, 0, 0, null, 0, 0);
            poll(victim);
            scribble(addressOf(broken), random);
            for (int i = 0; i < 1000 && failures.isEmpty(); i++) {
                poll(victim);
            }
            if (!failures.isEmpty()) {
                cut++;
                assertEquals(ErrorCode.STREAM_VIOLATED, failures.getFirst().code(), "seed " + seed);
            }
            assertServes(victim);
            open.forEach(context -> context.close(0));
            open.clear();
        }
        assertTrue(cut >= 10, "only " + cut + " of 20 scribbled rings were noticed");
    }

    /** Everything behind home and doorbell, which a ring made later is. */
    private static void scribble(ShmAddress address, SplittableRandom random) {
        try (SharedSegment mapped = map(address.home())) {
            MemorySegment memory = mapped.segment();
            for (long at = address.home().offset() + Home.BYTES + 1024 & -64; at < memory.byteSize() - 8; at += 64) {
                memory.set(ValueLayout.JAVA_INT, at, random.nextInt());
            }
        }
    }

    @Test
    void contextsOfDifferentBuildsRefuseEachOtherAndNameBoth() {
        Context old = open(0, 0x0abc0001);
        Context other = open(1, 0x0def0002);
        Startpoint there = other.startpointTo(old.id(), 40);
        try {
            there.send(300, 0, 0, 0, 0, null, 0, 0);
        } catch (BraidException refused) {
            assertEquals(ErrorCode.NO_METHOD, refused.code());
            assertTrue(refused.why().contains("another build of Braid") && refused.why().contains("abc0001") && refused.why().contains("def0002"), refused::why);
            return;
        }
        throw new AssertionError("two builds talk to each other");
    }

    @Test
    void anAddressThatMakesNoSenseIsNoAddress() {
        Descriptor real = Objects.requireNonNull(open(0, 0).table().find("shm"));
        byte[] body = real.body();
        for (int length = 0; length < body.length; length++) {
            assertNull(ShmAddress.of(new Descriptor("shm", Arrays.copyOf(body, length))));
        }
        assertNotNull(ShmAddress.of(real));
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            byte[] changed = body.clone();
            changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            ShmAddress read = ShmAddress.of(new Descriptor("shm", changed));
            assertTrue(read == null || read.home().holds(Home.BYTES));
        }
    }
}
