package org.braid.devices.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.devices.ChainPair;
import org.braid.devices.Payloads;
import org.braid.link.chain.Devices;
import org.braid.link.spi.Alert;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChaosTest {
    private static byte[] numbered(int i) {
        return new byte[] {(byte) i, (byte) (i >>> 8), 7, 7};
    }

    private static int number(byte[] payload) {
        return payload[0] & 0xFF | (payload[1] & 0xFF) << 8;
    }

    private static List<Integer> numbers(ChainPair pair) {
        return pair.payloads().stream().map(ChaosTest::number).toList();
    }

    /** Sends numbered frames until there are so many, or the lane takes no more. */
    private static int send(ChainPair pair, int frames) {
        int sent = 0;
        while (sent < frames && pair.send(numbered(sent)) == Lane.TAKEN) {
            sent++;
            pair.carry();
        }
        return sent;
    }

    private static long alertsThatSay(ChainPair pair, String what) {
        return pair.alerts.stream().filter(each -> each.text().contains(what)).count();
    }

    @Test
    void aLaneIsKilledBehindTheFramesThatWereToPassAndNothingIsLost() {
        ChainPair pair = new ChainPair("chaos(kill=100%, after=10)");
        assertEquals(11, send(pair, 100));
        BraidException why = assertInstanceOf(BraidException.class, pair.sending.closedBy());
        assertEquals(ErrorCode.DEVICE_FAILED, why.code());
        assertTrue(why.why().contains("kills the lane") && why.why().contains("frame 11"), why::why);
        pair.pass(0);
        assertEquals(List.of(Alert.Severity.FAILURE), pair.alerts.stream().map(Alert::severity).toList());
        assertEquals(1, ChainPair.counter(pair.sending.counters(), "kill"));
        assertEquals(11, pair.above.size() + pair.handBack().size());
    }

    @Test
    void theSameSeedMakesTheSameFaultsInThatProcessAndTheNextLaneHasOthers() {
        List<Integer> kills = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            Map<Class<?>, Object> process = new HashMap<>();
            for (int lane = 0; lane < 4; lane++) {
                kills.add(send(new ChainPair("chaos(kill=2%, seed=5)", DeliveryClass.ORDERED, process), 2_000));
            }
        }
        assertEquals(kills.subList(0, 4), kills.subList(4, 8));
        assertTrue(new HashSet<>(kills.subList(0, 4)).size() > 1, kills::toString);
        Set<Integer> seeds = new HashSet<>();
        for (int seed = 0; seed < 5; seed++) {
            seeds.add(send(new ChainPair("chaos(kill=2%, seed=" + seed + ")"), 2_000));
        }
        assertTrue(seeds.size() > 2, seeds::toString);
    }

    @Test
    void aFaultHappensAsOftenAsItsShareSays() {
        ChainPair pair = new ChainPair("chaos(drop=10%, seed=1)", DeliveryClass.UNRELIABLE, new HashMap<>());
        assertEquals(10_000, send(pair, 10_000));
        long dropped = ChainPair.counter(pair.receiving.counters(), "drop");
        assertTrue(dropped > 850 && dropped < 1150, () -> dropped + " of 10000");
        assertEquals(10_000 - dropped, pair.above.size());
        assertEquals(dropped, alertsThatSay(pair, "loses a frame"));
    }

    @Test
    void aStalledLaneLetsFramesWaitAFewAndThenIsFullUntilItsPauseIsOver() {
        ChainPair pair = new ChainPair("chaos(stall=100%, after=2, pause=5ms)");
        int sent = send(pair, 1_000);
        assertEquals(3 + ChaosSending.MOST_WAITING, sent);
        assertEquals(3, pair.above.size());
        assertTrue(pair.sending.pending());
        pair.pass(4_999_999);
        pair.carry();
        assertEquals(3, pair.above.size());
        pair.pass(1);
        pair.carry();
        assertEquals(4, pair.above.size(), "one passes, and stalls the lane again");
        assertEquals(2, ChainPair.counter(pair.sending.counters(), "stall"));
        List<byte[]> back = pair.handBack();
        assertEquals(sent, pair.above.size() + back.size());
        for (int i = 0; i < back.size(); i++) {
            assertEquals(4 + i, number(back.get(i)));
        }
    }

    @Test
    void aStallIsOverEvenIfNobodySendsMeanwhile() {
        ChainPair pair = new ChainPair("chaos(stall=100%, after=2, pause=5ms)");
        send(pair, 3);
        pair.pass(5_000_000);
        assertFalse(pair.sending.pending());
        assertEquals(Lane.TAKEN, pair.send(numbered(3)));
        pair.carry();
        assertEquals(4, pair.above.size());
    }

    @Test
    void aStalledLaneThatIsFullBelowKeepsItsOrder() {
        ChainPair pair = new ChainPair("chaos(stall=100%, after=2, pause=1ms)");
        send(pair, 10);
        pair.full = true;
        pair.pass(1_000_000);
        pair.full = false;
        for (int i = 0; i < 10; i++) {
            pair.pass(1_000_000);
        }
        pair.carry();
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), numbers(pair));
    }

    @ParameterizedTest
    @ValueSource(strings = {"corrupt", "truncate"})
    void damageIsFoundAboveAndWhatWasDamagedIsSentAgain(String fault) {
        ChainPair pair = new ChainPair("checksum+chaos(" + fault + "=100%, after=5)");
        List<byte[]> payloads = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            payloads.add(numbered(i));
            pair.send(numbered(i));
        }
        pair.carry();
        assertEquals(5, pair.above.size());
        assertTrue(String.valueOf(pair.receiving.refusal()).startsWith("checksum of "), pair.receiving::refusal);
        assertEquals(1, ChainPair.counter(pair.receiving.counters(), fault));
        List<byte[]> all = new ArrayList<>(pair.payloads());
        all.addAll(pair.handBack());
        Payloads.assertSame(payloads, all);
    }

    @Test
    void framesAreDoubledWhereTheStreamAllowsIt() {
        ChainPair pair = new ChainPair("chaos(duplicate=100%, after=2)", DeliveryClass.UNRELIABLE, new HashMap<>());
        send(pair, 4);
        assertEquals(List.of(0, 1, 2, 2, 3, 3), numbers(pair));
        assertEquals(2, alertsThatSay(pair, "doubles a frame"));
    }

    @Test
    void aFrameLetsTheNextOnePassWhereTheStreamAllowsItAndNoneIsLost() {
        ChainPair pair = new ChainPair("chaos(reorder=100%, after=1)", DeliveryClass.UNORDERED, new HashMap<>());
        send(pair, 5);
        assertEquals(List.of(0, 2, 1, 4, 3), numbers(pair));
        send(pair, 1);
        assertEquals(5, pair.above.size());
        assertTrue(pair.receiving.pending());
        pair.pass(1_000_000);
        assertEquals(6, pair.above.size(), "if no other comes it waits for a moment only");
        send(pair, 1);
        assertEquals(0, pair.handBack().size());
        assertEquals(7, pair.above.size(), "and when the lane is given up it is handed up");
    }

    @Test
    void withoutFaultsNothingHappens() {
        ChainPair pair = new ChainPair("chaos(seed=3)");
        assertEquals(500, send(pair, 500));
        assertEquals(500, pair.above.size());
        assertNull(pair.sending.closedBy());
        assertEquals(List.of(), pair.alerts);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            chaos(drop=1%)+tcp               | ORDERED    | UNRELIABLE
            chaos(drop=1%)+tcp               | UNORDERED  | UNRELIABLE
            chaos(duplicate=1%)+tcp          | UNORDERED  | UNRELIABLE
            chaos(reorder=1%)+tcp            | ORDERED    | UNORDERED
            chaos(corrupt=1%)+tcp            | UNRELIABLE | checksum+chaos(corrupt=1%)
            chaos(truncate=1%)+checksum+tcp  | ORDERED    | checksum+chaos(truncate=1%)
            lz4+chaos(corrupt=1%)+tcp        | ORDERED    | checksum+chaos(corrupt=1%)
            chaos(kill=101%)+tcp             | ORDERED    | more than all frames
            chaos(kill=1.1)+tcp              | ORDERED    | more than all frames
            chaos(kill=often)+tcp            | ORDERED    | no share
            chaos(kill=1e-3)+tcp             | ORDERED    | no share
            chaos(kill=%)+tcp                | ORDERED    | no share
            chaos(kill=.)+tcp                | ORDERED    | no share
            chaos(kill=1.2.3)+tcp            | ORDERED    | no share
            chaos(pause=1h)+tcp              | ORDERED    | out of range
            chaos(after=-1)+tcp              | ORDERED    | out of range
            chaos(kil=1%)+tcp                | ORDERED    | Did you mean 'kill'?
            """)
    void whatCannotBeIsRefusedAtSelectionWithAReason(String method, DeliveryClass stream, String reason) {
        BraidException refused = assertThrows(BraidException.class, () -> new Devices().check(MethodExpression.parse(method), stream));
        assertTrue(refused.getMessage().contains(reason), refused::getMessage);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            chaos(kill=0.5%, stall=.5)+tcp                   | ORDERED
            checksum+chaos(corrupt=0.01, truncate=1%)+tcp    | ORDERED
            chaos(reorder=1%)+tcp                            | UNRELIABLE
            chaos(drop=0, reorder=0%)+tcp                    | ORDERED
            chaos(drop=1%, duplicate=1%, reorder=100%)+tcp   | UNRELIABLE
            """)
    void whatTheStreamAllowsIsSound(String method, DeliveryClass stream) {
        new Devices().check(MethodExpression.parse(method), stream);
    }
}
