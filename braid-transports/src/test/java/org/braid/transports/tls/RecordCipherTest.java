package org.braid.transports.tls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both ends' keys are the same, each direction has its own, and they change in step. */
class RecordCipherTest {
    @Test
    void keysChangeInStepAndRecordsOfTheOldOnesAreOver() throws SSLException {
        ExtendedSSLSession[] sessions = sessions();
        RecordCipher sealing = RecordCipher.sealing(TrafficKeys.of(sessions[0], TrafficKeys.OF_CALLER));
        RecordCipher opening = RecordCipher.opening(TrafficKeys.of(sessions[1], TrafficKeys.OF_CALLER));
        byte[] record = new byte[8 + RecordCipher.EXTRA_BYTES];
        byte[] first = null;
        byte[] plain = new byte[8];
        for (long number = 0; number < RecordCipher.RECORDS_OF_A_KEY + 10; number++) {
            Arrays.fill(record, (byte) number);
            sealing.seal(RecordKind.DATA, record, 8);
            first = first == null ? record.clone() : first;
            assertTrue(opening.open(record, 8, plain, 0));
            assertEquals((byte) number, plain[7]);
            if (number == RecordCipher.RECORDS_OF_A_KEY - 1) {
                assertFalse(opening.open(first, 8, plain, 0), "the number is 0 again, the key is another");
            }
        }
    }

    @Test
    void aSealThatFailsSpendsItsNumberAndTheNextOneHasAnother() throws SSLException {
        ExtendedSSLSession[] sessions = sessions();
        RecordCipher sealing = RecordCipher.sealing(TrafficKeys.of(sessions[0], TrafficKeys.OF_CALLER));
        RecordCipher opening = RecordCipher.opening(TrafficKeys.of(sessions[1], TrafficKeys.OF_CALLER));
        assertThrows(RuntimeException.class, () -> sealing.seal(RecordKind.DATA, new byte[8 + RecordCipher.EXTRA_BYTES - 1], 8), "no room for the tag");
        byte[] record = new byte[8 + RecordCipher.EXTRA_BYTES];
        sealing.seal(RecordKind.DATA, record, 8);
        assertFalse(opening.open(record, 8, new byte[8], 0), "one is missing before it");
    }

    @Test
    void directionsHaveKeysOfTheirOwn() throws SSLException {
        ExtendedSSLSession[] sessions = sessions();
        TrafficKeys caller = TrafficKeys.of(sessions[0], TrafficKeys.OF_CALLER);
        TrafficKeys called = TrafficKeys.of(sessions[0], TrafficKeys.OF_CALLED);
        assertFalse(Arrays.equals(caller.key().getEncoded(), called.key().getEncoded()));
        assertFalse(Arrays.equals(caller.iv(), called.iv()));
        assertArrayEquals(caller.key().getEncoded(), TrafficKeys.of(sessions[1], TrafficKeys.OF_CALLER).key().getEncoded());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 17, 1000, RecordCipher.MOST_BYTES})
    void whatIsSealedInPlaceIsNotReadWithoutTheKey(int bytes) throws SSLException {
        ExtendedSSLSession[] sessions = sessions();
        RecordCipher sealing = RecordCipher.sealing(TrafficKeys.of(sessions[1], TrafficKeys.OF_CALLED));
        byte[] record = new byte[bytes + RecordCipher.EXTRA_BYTES];
        sealing.seal(RecordKind.DATA, record, bytes);
        assertEquals(bytes, RecordCipher.plainBytes(ByteBuffer.wrap(record).getInt()));
        assertTrue(bytes < 15 || !HexFormat.of().formatHex(record).contains("00".repeat(15)), "it stands there in clear");
        byte[] plain = new byte[bytes];
        Arrays.fill(plain, (byte) 1);
        assertTrue(RecordCipher.opening(TrafficKeys.of(sessions[0], TrafficKeys.OF_CALLED)).open(record, bytes, plain, 0));
        assertArrayEquals(new byte[bytes], plain);
    }

    /** The caller's and the called one's. */
    private static ExtendedSSLSession[] sessions() throws SSLException {
        Handshake caller = new Handshake(Contexts.CALLERS::calling, new Allowance(Integer.MAX_VALUE));
        Handshake called = new Handshake(Contexts.CALLEDS::called, new Allowance(Integer.MAX_VALUE));
        Arrival[] arrivals = {new Arrival(), new Arrival()};
        Departure[] departures = {new Departure(), new Departure()};
        for (int turn = 0; turn < 20 && !(caller.isOver() && called.isOver()); turn++) {
            caller.shake(arrivals[0], departures[0]);
            carry(departures[0], arrivals[1]);
            called.shake(arrivals[1], departures[1]);
            carry(departures[1], arrivals[0]);
        }
        return new ExtendedSSLSession[] {caller.session(), called.session()};
    }

    private static void carry(Departure from, Arrival to) {
        to.begin().bytes().put(from.waiting().bytes());
        to.end();
    }
}
