package org.braid.link.bulk.state;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The live transfers of a context in one direction: a bounded table of slots that are used again and again. Opening and closing
 * allocates only while the table grows. A message with the id of a former user of a slot finds nothing, and is counted.
 *
 * <p>Not thread-safe: one owner.
 */
public final class BulkTable<T extends Transfer> {
    private static final int FIRST_SLOTS = 16;

    private final Supplier<T> maker;
    private final int mostSlots;
    private Transfer[] slots = new Transfer[0];
    private int[] free = new int[0];
    private int freeCount;
    private int live;
    private long staleMessages;

    /**
     * @param mostSlots bound of transfers alive at once
     * @param maker makes an unused transfer, such as {@code BulkSend::new}
     */
    public BulkTable(int mostSlots, Supplier<T> maker) {
        if (mostSlots <= 0) throw new IllegalArgumentException("mostSlots=" + mostSlots + " must be positive");
        this.mostSlots = mostSlots;
        this.maker = maker;
    }

    /** A slot to fill, or null when the table is full: back pressure. */
    public @Nullable T open() {
        if (freeCount == 0 && !grow()) return null;
        T transfer = slot(free[--freeCount]);
        transfer.live = true;
        live++;
        return transfer;
    }

    /** The transfer that a message means, or null when it has ended or never was: drop the message. */
    public @Nullable T find(long id) {
        T transfer = at((int) id);
        if (transfer != null && transfer.id() == id) return transfer;
        staleMessages++;
        return null;
    }

    /** The live transfer in slot {@code index}, or null; to visit all, for example when a peer died. */
    public @Nullable T at(int index) {
        if (index < 0 || index >= slots.length) return null;
        T transfer = slot(index);
        return transfer.live ? transfer : null;
    }

    /** Ends a transfer's use of its slot. From here on its id is stale. */
    public void close(T transfer) {
        if (!transfer.live) throw new IllegalStateException("slot " + transfer.index + " is closed already");
        transfer.live = false;
        transfer.clear();
        if (++transfer.generation == 0) transfer.generation = 1;
        free[freeCount++] = transfer.index;
        live--;
    }

    /** Upper bound of the indices in use. */
    public int slots() {
        return slots.length;
    }

    /** How many slots are in use. */
    public int live() {
        return live;
    }

    /** Messages that named an ended or unknown transfer. */
    long staleMessages() {
        return staleMessages;
    }

    private boolean grow() {
        int size = Math.min(mostSlots, Math.max(FIRST_SLOTS, 2 * slots.length));
        if (size == slots.length) return false;
        Transfer[] larger = new Transfer[size];
        int[] room = new int[size];
        System.arraycopy(slots, 0, larger, 0, slots.length);
        int added = 0;
        for (int index = size - 1; index >= slots.length; index--) {
            T made = maker.get();
            made.index = index;
            larger[index] = made;
            room[added++] = index;
        }
        slots = larger; // not before: there may be no memory for the last of them
        free = room;
        freeCount = added;
        return true;
    }

    @SuppressWarnings("unchecked") // only the maker's products are put in
    private T slot(int index) {
        return (T) slots[index];
    }
}
