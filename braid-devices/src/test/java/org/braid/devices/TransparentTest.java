package org.braid.devices;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Lane;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is promised of every chain whose faults are off: frames come out as they went in, and a lane hands back what has not come out. */
class TransparentTest {
    @ParameterizedTest
    @ValueSource(strings = {"pass", "pass+pass+pass", "profile", "checksum", "lz4", "lz4(level=9)", "lz4+checksum", "checksum+lz4", "delay", "delay(1ms)", "chaos", "lz4+delay(1ms, jitter=3ms)+checksum+profile"})
    void everyPayloadComesOutAsItWentInAndInOrder(String devices) {
        ChainPair pair = new ChainPair(devices);
        List<byte[]> payloads = Payloads.all(1);
        for (byte[] each : payloads) {
            assertEquals(Lane.TAKEN, pair.send(each));
            pair.carry();
            pair.pass(10_000);
        }
        pair.pass(10_000_000);
        Payloads.assertSame(payloads, pair.payloads());
        assertNull(pair.receiving.refusal());
        assertEquals(payloads.size(), pair.receiving.delivered());
        assertEquals(List.of(), pair.alerts);
        var last = pair.above.getLast();
        assertArrayEquals(
                new int[] {FrameKind.RSR, 7, 1, 2, last.length(), -4, 5, 6},
                new int[] {last.kind(), last.endpoint(), last.route(), last.handler(), last.a0(), last.a1(), last.a2(), last.a3()});
    }

    @ParameterizedTest
    @ValueSource(strings = {"pass", "profile", "checksum", "lz4", "lz4(level=9)", "delay(1ms)", "chaos", "lz4+delay(1ms)+checksum+profile", "chaos(stall=3%, pause=1ms)+lz4"})
    void whatHasNotComeOutIsHandedBackAsItWentIn(String devices) {
        ChainPair pair = new ChainPair(devices);
        List<byte[]> payloads = Payloads.all(2);
        int sent = 0;
        while (sent < payloads.size() && pair.send(payloads.get(sent)) == Lane.TAKEN) {
            sent++;
            if (sent < 150) {
                pair.carry();
            }
        }
        List<byte[]> back = pair.handBack();
        List<byte[]> all = new ArrayList<>(pair.payloads());
        all.addAll(back);
        Payloads.assertSame(payloads.subList(0, sent), all);
    }
}
