package org.braid.link.bulk.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BulkTableTest {
    private final BulkTable<BulkSend> table = new BulkTable<>(40, BulkSend::new);

    @Test
    void aFullTableRefuses() {
        List<BulkSend> open = new ArrayList<>();
        for (int i = 0; i < 40; i++) open.add(Objects.requireNonNull(table.open()));
        assertNull(table.open());
        assertEquals(40, table.live());
        table.close(open.get(17));
        assertSame(open.get(17), table.open(), "slots are used again");
    }

    @Test
    void idsOfLiveTransfersAreUnique() {
        Set<Long> ids = new HashSet<>();
        for (int i = 0; i < 40; i++) ids.add(Objects.requireNonNull(table.open()).id());
        assertEquals(40, ids.size());
    }

    @Test
    void aMessageForAFormerUserOfASlotFindsNothing() {
        BulkSend first = Objects.requireNonNull(table.open());
        long old = first.id();
        assertSame(first, table.find(old));
        table.close(first);
        assertNull(table.find(old));
        BulkSend second = Objects.requireNonNull(table.open());
        assertNotEquals(old, second.id());
        assertNull(table.find(old));
        assertNotNull(table.find(second.id()));
        assertEquals(2, table.staleMessages());
    }

    @Test
    void idsFromTheWireThatNeverWereFindNothing() {
        table.open();
        for (long id : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32 | 999, 1L << 32 | 0xFFFFFFFFL}) assertNull(table.find(id));
        assertThrows(IllegalStateException.class, () -> table.close(new BulkSend()));
    }

    @Test
    void aTableThatCannotGrowForLackOfMemoryIsAsItWas() {
        int[] left = {20};
        BulkTable<BulkSend> poor = new BulkTable<>(40, () -> {
            if (left[0]-- == 0) throw new OutOfMemoryError("on purpose");
            return new BulkSend();
        });
        for (int i = 0; i < 16; i++) assertNotNull(poor.open());
        assertThrows(OutOfMemoryError.class, () -> Objects.requireNonNull(poor.open()));
        left[0] = 40;
        for (int i = 16; i < 40; i++) assertEquals(i, (int) Objects.requireNonNull(poor.open()).id());
    }
}
