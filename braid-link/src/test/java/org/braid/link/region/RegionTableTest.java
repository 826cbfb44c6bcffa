package org.braid.link.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.base.wire.region.RegionCapability;
import org.braid.link.Context;
import org.braid.link.ContextPair;
import org.braid.link.dispatch.Endpoint;
import org.junit.jupiter.api.Test;

/** Numbers and keys of regions, and what is told of those that are over. */
class RegionTableTest {
    private final byte[] memory = new byte[64];

    private Region publish(Context owner, Endpoint notified) {
        return owner.publish(memory, 0, memory.length, Set.of(Right.GET), Long.MAX_VALUE, notified);
    }

    private static RegionTable table(ContextPair pair) {
        return pair.space.shared(RegionTable.class, new RegionTable.Maker(pair.space.arena()));
    }

    private static RegionCapability capability(Region region) {
        PutBuffer message = new PutBuffer();
        region.put(message);
        return RegionCapability.get(new GetBuffer(message.toBytes()));
    }

    @Test
    void aWithdrawnRegionIsKnownAsSuchWhileSixtyFourOthersAreWithdrawn() {
        try (ContextPair pair = new ContextPair()) {
            Endpoint notified = pair.a.newEndpoint(null);
            Region first = publish(pair.a, notified);
            RegionCapability its = capability(first);
            assertSame(first, table(pair).find(its.number(), its.keyHigh(), its.keyLow()));
            assertTrue(first.withdraw(0));
            assertNull(table(pair).find(its.number(), its.keyHigh(), its.keyLow()));
            for (int i = 0; i < 63; i++) {
                publish(pair.a, notified).close();
                assertEquals(Refusal.WITHDRAWN, table(pair).whyNone(its.number(), its.keyHigh(), its.keyLow()), "after " + i);
            }
            List<Region> more = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                more.add(publish(pair.a, notified));
            }
            assertTrue(more.stream().anyMatch(each -> each.number() == first.number()), "its number is used again");
            assertEquals(Refusal.UNKNOWN, table(pair).whyNone(its.number(), its.keyHigh(), its.keyLow()));
            assertTrue(first.withdraw(0), "a second time takes nobody else's number");
            RegionCapability other = capability(Objects.requireNonNull(more.stream().filter(each -> each.number() == first.number()).findFirst().orElse(null)));
            assertFalse(table(pair).find(other.number(), other.keyHigh(), other.keyLow()) == null);
        }
    }

    @Test
    void aRegionOfANeighbourIsNotFoundAtThisContext() {
        try (ContextPair pair = new ContextPair()) {
            Region region = publish(pair.a, pair.a.newEndpoint(null));
            RegionCapability its = capability(region);
            Regions others = new Regions(pair.b.id(), table(pair), pair.b.progress(), pair.space.clock());
            assertNull(others.find(its.number(), its.keyHigh(), its.keyLow()));
        }
    }

    @Test
    void aRegionOfANeighbourIsUnknownHereAndNotWithdrawn() {
        try (ContextPair pair = new ContextPair()) {
            RegionCapability its = capability(publish(pair.a, pair.a.newEndpoint(null)));
            assertEquals(Refusal.UNKNOWN, table(pair).whyNone(its.number(), its.keyHigh(), its.keyLow()));
        }
    }

    @Test
    void whatIsAccessedStillIsNobodyElsesMemoryNorNumber() throws InterruptedException {
        try (ContextPair pair = new ContextPair()) {
            WeakReference<Object> memoryOfA = new WeakReference<>(new byte[64]);
            Region region = pair.a.publish(Objects.requireNonNull(memoryOfA.get()), 0, 64, Set.of(Right.PUT), Long.MAX_VALUE, pair.a.newEndpoint(null));
            int number = region.number();
            Pins pins = Objects.requireNonNull(region.board().claim());
            long pin = pins.pin(region.seal());
            pair.a.close(1_000_000);
            region = publish(pair.b, pair.b.newEndpoint(null)); // and nobody knows the first one any more
            System.gc();
            assertNotNull(memoryOfA.get(), "somebody writes there");
            for (int i = 0; i < 200; i++) {
                region.close();
                region = publish(pair.b, pair.b.newEndpoint(null));
                assertFalse(region.number() == number);
            }
            pins.unpin(pin);
            publish(pair.b, pair.b.newEndpoint(null));
            for (int i = 0; memoryOfA.get() != null; i++) {
                assertTrue(i < 100, "nobody is inside any more");
                System.gc();
            }
        }
    }

    @Test
    void aClosedContextPublishesNothingWhetherItHasBeforeOrNot() {
        try (ContextPair pair = new ContextPair()) {
            Region before = publish(pair.b, pair.b.newEndpoint(null));
            assertEquals(memory.length, before.bytes());
            for (Context each : pair.both()) {
                Endpoint notified = each.newEndpoint(null);
                each.close(1_000_000);
                assertEquals(ErrorCode.CONTEXT_CLOSED, assertThrows(BraidException.class, () -> publish(each, notified)).code());
            }
        }
    }

    @Test
    void keysAndSealsAreDrawnAnewAndSealsAreNeverZero() {
        try (ContextPair pair = new ContextPair()) {
            Endpoint notified = pair.a.newEndpoint(null);
            Set<Long> drawn = new java.util.HashSet<>();
            for (int i = 0; i < 200; i++) {
                Region region = publish(pair.a, notified);
                RegionCapability its = capability(region);
                assertTrue(drawn.add(its.keyHigh()) && drawn.add(its.keyLow()) && drawn.add(region.seal()) && region.seal() != 0);
                region.close();
            }
        }
    }

    @Test
    void thereAreSixtyFourThousandAndNoMore() {
        try (ContextPair pair = new ContextPair()) {
            Endpoint notified = pair.a.newEndpoint(null);
            List<Region> all = new ArrayList<>();
            for (int i = 0; i < 1 << 16; i++) {
                all.add(publish(pair.a, notified));
            }
            assertEquals(ErrorCode.REGION_LIMIT, assertThrows(BraidException.class, () -> publish(pair.a, notified)).code());
            all.getFirst().close();
            assertEquals(all.getFirst().number(), publish(pair.a, notified).number());
        }
    }

    @Test
    void withdrawSaysThatSomebodyIsInsideAndWaitsNoLongerThanItMay() {
        try (ContextPair pair = new ContextPair()) {
            Region region = publish(pair.a, pair.a.newEndpoint(null));
            Pins pins = Objects.requireNonNull(region.board().claim());
            long pin = pins.pin(region.seal());
            assertFalse(region.withdraw(1_000_000));
            assertFalse(region.withdraw(0));
            pins.unpin(pin);
            assertTrue(region.withdraw(0));
        }
    }
}
