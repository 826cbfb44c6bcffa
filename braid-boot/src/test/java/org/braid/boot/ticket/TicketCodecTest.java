package org.braid.boot.ticket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class TicketCodecTest {
    private static final Ticket TICKET =
            new Ticket(0x1234abcd, 1L << 60, -7, 3, 8, 2, 4, 0, "unix:/tmp/braid-1-a/ranks", Secret.random(), "host=shm, *=tcp", "links,startup", true);

    @Test
    void decodeIsTheInverseOfEncode() {
        Ticket decoded = TicketCodec.decode(TicketCodec.encode(TICKET));
        assertEquals(TICKET.rank(), decoded.rank());
        assertEquals(TICKET.build(), decoded.build());
        assertEquals(TICKET.server(), decoded.server());
        assertEquals(TICKET.policy(), decoded.policy());
        assertEquals(TICKET.report(), decoded.report());
        assertTrue(decoded.allowClear());
        assertArrayEquals(TICKET.secret().toBytes(), decoded.secret().toBytes());
        assertArrayEquals(TicketCodec.encode(TICKET), TicketCodec.encode(decoded));
    }

    @Test
    void everyTruncationIsRefused() {
        byte[] whole = TicketCodec.encode(TICKET);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThrows(IllegalArgumentException.class, () -> TicketCodec.decode(cut), "cut to " + length);
        }
    }

    @Test
    void anyChangedByteIsRefusedOrChangesAValueAndNeverMore() {
        byte[] whole = TicketCodec.encode(TICKET);
        for (int i = 0; i < whole.length; i++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] changed = whole.clone();
                changed[i] ^= (byte) (1 << bit);
                try {
                    Ticket ticket = TicketCodec.decode(changed);
                    assertTrue(ticket.rank() < ticket.size(), "byte " + i + " bit " + bit);
                } catch (IllegalArgumentException e) {
                    // Refused: as good.
                }
            }
        }
    }

    @Test
    void aSectionThatMayBeSkippedIsSkipped() {
        assertEquals(3, TicketCodec.decode(withSection(0x0123)).rank());
    }

    @Test
    void aSectionThatMustBeUnderstoodIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> TicketCodec.decode(withSection(0x8123)));
    }

    @Test
    void aSectionMayNotOccurTwice() {
        assertThrows(IllegalArgumentException.class, () -> TicketCodec.decode(withSection(5)));
    }

    private static byte[] withSection(int tag) {
        byte[] whole = TicketCodec.encode(TICKET);
        ByteBuffer more = ByteBuffer.allocate(whole.length + 8 + 3).order(ByteOrder.LITTLE_ENDIAN);
        more.put(whole).putShort((short) tag).putShort((short) 0).putInt(3).put(new byte[3]);
        more.putShort(6, (short) (more.getShort(6) + 1));
        return more.array();
    }

    @Test
    void ranksOutsideTheJobAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> TICKET.withRank(8));
        assertThrows(IllegalArgumentException.class, () -> TICKET.withRank(-1));
        assertThrows(IllegalArgumentException.class, () -> TICKET.withRank(6), "on another host");
    }

    @Test
    void theSecretIsNotPrinted() {
        String secret = HexFormat.of().formatHex(TICKET.secret().toBytes());
        assertFalse(TICKET.toString().contains(secret.substring(0, 8)));
        assertTrue(TICKET.toString().contains("Secret[256 bit]"));
    }

    @Test
    void aSecretMatchesItselfAndNothingElse() {
        byte[] bytes = TICKET.secret().toBytes();
        assertTrue(TICKET.secret().matches(bytes, 0, bytes.length));
        for (int i = 0; i < bytes.length; i++) {
            byte[] other = bytes.clone();
            other[i] ^= 1;
            assertFalse(TICKET.secret().matches(other, 0, other.length));
        }
        assertFalse(TICKET.secret().matches(bytes, 0, 31));
        assertFalse(TICKET.secret().matches(bytes, 1, 32));
    }
}
