package org.braid.boot.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OrderTest {
    private static final Order ORDER = new Order(Map.of("braid.rank", "1"), List.of("/a b/c", "/x.jar"), "a.Main", List.of("", "ü\n", "--x=1"), Map.of("HOME", "/h", "EMPTY", ""), List.of(0, 3));

    private static Order read(byte[] bytes) {
        int length = Order.length(Arrays.copyOf(bytes, Order.HEAD));
        if (bytes.length - Order.HEAD < length) {
            throw new IllegalArgumentException("its end is missing");
        }
        return Order.decode(Arrays.copyOfRange(bytes, Order.HEAD, Order.HEAD + length));
    }

    @Test
    void decodeIsTheInverseOfEncode() {
        assertEquals(ORDER, read(ORDER.encode()));
    }

    @Test
    void everyTruncationIsRefused() {
        byte[] whole = ORDER.encode();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThrows(IllegalArgumentException.class, () -> read(cut), "cut to " + length);
        }
    }

    @Test
    void whateverChanceMakesOfItIsReadOrRefusedAndNeverMore() {
        SplittableRandom random = new SplittableRandom(7);
        byte[] whole = ORDER.encode();
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] changed = whole.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            try {
                assertTrue(!read(changed).mainClass().isEmpty());
            } catch (IllegalArgumentException e) {
                refused++;
            }
        }
        assertTrue(refused > 1_000 && refused < 20_000, refused + " were refused");
    }

    @Test
    void whatDoesNotFitIntoAnEmptyPipeIsNoOrder() {
        Order large = new Order(Map.of(), List.of(), "Main", List.of("x".repeat(Order.MAX_BYTES)), Map.of(), List.of());
        assertEquals(0, large.encode().length);
        Order largest = new Order(Map.of(), List.of(), "Main", List.of("x".repeat(Order.MAX_BYTES - 44)), Map.of(), List.of());
        assertEquals(largest, read(largest.encode()));
        assertEquals(Order.MAX_BYTES, largest.encode().length);
    }

    @Test
    void aProgramIsNamedAndNoNameOccursTwice() {
        assertThrows(IllegalArgumentException.class, () -> read(new Order(Map.of(), List.of(), "", List.of(), Map.of(), List.of()).encode()));
        byte[] twice = new Order(Map.of("a", "1", "b", "2"), List.of(), "M", List.of(), Map.of(), List.of()).encode();
        for (int i = 0; i < twice.length; i++) {
            twice[i] = twice[i] == 'b' ? (byte) 'a' : twice[i];
        }
        assertThrows(IllegalArgumentException.class, () -> read(twice));
    }

    @Test
    void aCoreIsANumberThatIsNotNegative() {
        assertThrows(IllegalArgumentException.class, () -> read(new Order(Map.of(), List.of(), "M", List.of(), Map.of(), List.of(-1)).encode()));
    }
}
