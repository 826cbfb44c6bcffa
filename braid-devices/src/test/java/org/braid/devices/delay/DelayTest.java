package org.braid.devices.delay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.MethodExpression;
import org.braid.devices.ChainPair;
import org.braid.link.chain.Devices;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayTest {
    private static final long MS = 1_000_000;

    private static ChainPair sent(String devices, int frames) {
        ChainPair pair = new ChainPair(devices);
        for (int i = 0; i < frames; i++) {
            assertEquals(Lane.TAKEN, pair.send(new byte[i]));
        }
        pair.carry();
        return pair;
    }

    @Test
    void aFrameIsHandedUpWhenItsLatencyIsOverAndNotBefore() {
        ChainPair pair = sent("delay(1ms)", 1);
        assertTrue(pair.receiving.pending());
        assertEquals(pair.nowNs + MS, pair.receiving.dueNs());
        pair.pass(MS - 1);
        assertEquals(0, pair.above.size());
        pair.pass(1);
        assertEquals(1, pair.above.size());
        assertEquals(Long.MAX_VALUE, pair.receiving.dueNs());
        assertEquals(0, ChainPair.counter(pair.receiving.counters(), "frames late"));
    }

    @Test
    void theLatencyCountsFromWhenAFrameWasSentEvenIfTheReceiverLooksLate() {
        ChainPair pair = sent("delay(1ms)", 1); // one that was looked at in time tells how the clocks stand
        pair.pass(MS);
        pair.send(new byte[1]);
        pair.pass(700_000);
        pair.carry();
        assertEquals(300_000, pair.receiving.dueNs() - pair.nowNs, 100, "but for what the clocks may have drifted apart");
        pair.send(new byte[1]);
        pair.pass(5 * MS);
        pair.carry();
        assertEquals(3, pair.above.size(), "what has been under way for long enough does not wait");
        assertEquals(2, ChainPair.counter(pair.receiving.counters(), "frames late"), "and is late, as is the one before it, which nobody polled for");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 86_400_000_000_000L, -86_400_000_000_000L, Long.MIN_VALUE / 2})
    void theClocksOfTheTwoEndsNeedNotAgree(long aheadNs) {
        ChainPair pair = new ChainPair("delay(1ms)");
        pair.receiverAheadNs = aheadNs;
        for (int i = 0; i < 3; i++) {
            pair.send(new byte[i]);
            pair.carry();
            pair.pass(MS - 1);
            assertEquals(i, pair.above.size());
            pair.pass(1);
            assertEquals(i + 1, pair.above.size());
        }
    }

    @Test
    void jitterIsThatOfTheSeedAndKeepsTheOrder() {
        List<List<Long>> arrivals = new ArrayList<>();
        for (String seed : List.of("1", "1", "2")) {
            ChainPair pair = new ChainPair("delay(1ms, jitter=1ms, seed=" + seed + ")");
            List<Long> at = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                pair.send(new byte[i]);
                pair.carry();
                pair.pass(10_000);
                while (at.size() < pair.above.size()) {
                    at.add(pair.nowNs);
                }
            }
            pair.pass(2 * MS);
            assertEquals(200, pair.above.size());
            for (int i = 0; i < 200; i++) {
                assertEquals(i, pair.above.get(i).length());
            }
            arrivals.add(at);
        }
        assertEquals(arrivals.get(0), arrivals.get(1));
        assertTrue(!arrivals.get(0).equals(arrivals.get(2)));
    }

    @Test
    void bandwidthIsServedAtTheSendingEndWhichIsFullWhileTheWireIsBusy() {
        ChainPair pair = new ChainPair("delay(bandwidth=100MB/s)"); // 10 ns a byte
        byte[] payload = new byte[10_000 - LinkModel.HEADER_BYTES];
        int taken = 0;
        while (pair.send(payload) == Lane.TAKEN) {
            taken++;
        }
        assertEquals(11, taken, "one is transmitted, and a millisecond's worth waits");
        assertEquals(Lane.FULL, pair.send(payload));
        assertEquals(2, ChainPair.counter(pair.sending.counters(), "wire was busy"));
        pair.carry();
        pair.pass(100_000);
        assertEquals(1, pair.above.size());
        assertEquals(Lane.TAKEN, pair.send(payload));
        assertEquals(Lane.FULL, pair.send(payload));
        for (int ms = 0; ms < 100; ms++) {
            pair.pass(MS / 10);
            while (pair.send(payload) == Lane.TAKEN) {
                taken++;
            }
            pair.carry();
        }
        pair.pass(2 * MS);
        long perSecond = pair.above.size() * 10_000L * 1_000 / 10; // in 10 ms
        assertTrue(Math.abs(perSecond - 100_000_000) < 15_000_000, () -> perSecond + " bytes a second");
    }

    @Test
    void aFrameOnASlowWireArrivesWhenItIsTransmittedAndUnderWay() {
        ChainPair pair = new ChainPair("delay(1ms, bandwidth=1MB/s)");
        pair.send(new byte[2_000 - LinkModel.HEADER_BYTES]);
        pair.carry();
        assertEquals(pair.nowNs + 3 * MS, pair.receiving.dueNs());
    }

    @Test
    void whatTheLaneBelowDoesNotTakeDoesNotKeepTheWireBusy() {
        ChainPair pair = new ChainPair("delay(1ms, bandwidth=1MB/s)");
        pair.full = true;
        for (int i = 0; i < 10; i++) {
            assertEquals(Lane.FULL, pair.send(new byte[2_000 - LinkModel.HEADER_BYTES]));
        }
        pair.full = false;
        pair.send(new byte[2_000 - LinkModel.HEADER_BYTES]);
        pair.carry();
        assertEquals(pair.nowNs + 3 * MS, pair.receiving.dueNs());
    }

    @Test
    void linksOfAGroupShareOneBandwidthAndOthersDoNot() {
        Map<Class<?>, Object> process = new HashMap<>();
        String wan = "delay(bandwidth=1MB/s, group=wan)";
        ChainPair one = new ChainPair(wan, DeliveryClass.ORDERED, process);
        ChainPair two = new ChainPair(wan, DeliveryClass.ORDERED, process);
        ChainPair other = new ChainPair("delay(bandwidth=1MB/s, group=lan)", DeliveryClass.ORDERED, process);
        ChainPair alone = new ChainPair("delay(bandwidth=1MB/s)", DeliveryClass.ORDERED, process);
        ChainPair elsewhere = new ChainPair(wan);
        assertEquals(Lane.TAKEN, one.send(new byte[5_000]));
        assertEquals(Lane.FULL, two.send(new byte[1]));
        for (ChainPair each : List.of(other, alone, elsewhere)) {
            assertEquals(Lane.TAKEN, each.send(new byte[1]));
        }
        two.nowNs += 5 * MS;
        assertEquals(Lane.TAKEN, two.send(new byte[1]));
    }

    @Test
    void aReceiverThatKeepsTooMuchHandsUpEarlyAndSaysSo() {
        ChainPair pair = new ChainPair("delay(1s)");
        byte[] payload = new byte[200_000];
        int frames = (int) (DelayReceiving.MOST_BYTES / payload.length) + 3;
        for (int i = 0; i < frames; i++) {
            pair.send(payload);
            pair.carry();
            pair.below.clear();
            pair.carried = 0;
        }
        assertEquals(3, pair.above.size());
        assertEquals(1, pair.alerts.size());
        assertEquals(3, ChainPair.counter(pair.receiving.counters(), "frames early"));
        assertTrue(ChainPair.counter(pair.receiving.counters(), "bytes waiting") <= DelayReceiving.MOST_BYTES);
    }

    private static org.braid.link.spi.Frame stamped(long sentNs, long laterNs) {
        byte[] bytes = ByteBuffer.allocate(17).order(ByteOrder.LITTLE_ENDIAN).put((byte) 5).putLong(sentNs).putLong(laterNs).array();
        return new org.braid.link.spi.Frame(FrameKind.RSR | FrameKind.CHAINED, 0, 0, 0, 0, 0, 0, 0, bytes, 0, bytes.length);
    }

    @Test
    void aStampThatMakesNoSenseIsRefused() {
        for (long laterNs : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, Wire.QUEUE_NS + 1}) {
            ChainPair pair = new ChainPair("delay(1ms)");
            pair.bring(stamped(pair.nowNs, laterNs));
            assertNotNull(pair.receiving.refusal(), "accepted " + laterNs);
        }
        ChainPair pair = new ChainPair("delay(1ms)");
        pair.bring(stamped(0, 0).with(new byte[15], 0, 15));
        assertNotNull(pair.receiving.refusal());
    }

    @Test
    void noStampKeepsAFrameForLongerThanTheModelAllows() {
        ChainPair pair = new ChainPair("delay(1ms)");
        long[] wild = {Long.MAX_VALUE, Long.MIN_VALUE, 0, pair.nowNs, Long.MAX_VALUE, -1, pair.nowNs, Long.MIN_VALUE};
        for (long sentNs : wild) {
            pair.bring(stamped(sentNs, 0));
            assertTrue(pair.receiving.dueNs() <= pair.nowNs + MS, () -> sentNs + " is due in " + (pair.receiving.dueNs() - pair.nowNs));
        }
        pair.pass(MS);
        assertEquals(wild.length, pair.above.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"delay(2min)", "delay(latency=1)", "delay(jitter=-1ms)", "delay(bandwidth=100)", "delay(bandwidth=1B/s)", "delay(seed=x)", "delay(1ms, latency=2ms)", "delay(wan)", "delay(lateness=1ms)"})
    void aModelThatMakesNoSenseIsRefusedAtSelection(String device) {
        assertThrows(BraidException.class, () -> new Devices().check(MethodExpression.parse(device + "+shm"), DeliveryClass.ORDERED));
    }
}
