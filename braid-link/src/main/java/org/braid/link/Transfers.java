package org.braid.link;

import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Live bulk transfers by index and generation: a message that names a transfer which has ended finds nothing, never the next one at the same index. Guarded by the token. */
final class Transfers<T> {
    private static final int MOST = 1 << 16;

    private @Nullable Object[] slots = new @Nullable Object[16];
    private int[] generations = new int[16];
    private int[] free = new int[16];
    private int freeCount;
    private int used;

    /** The index that {@link #put} will take next. */
    int claim() {
        if (freeCount > 0) {
            return free[--freeCount];
        }
        if (used == slots.length) {
            grow();
        }
        return used++;
    }

    int put(int index, T transfer) {
        slots[index] = transfer;
        return ++generations[index];
    }

    @SuppressWarnings("unchecked")
    @Nullable T at(int index, int generation) {
        return index >= 0 && index < used && generations[index] == generation ? (T) slots[index] : null;
    }

    void remove(int index) {
        slots[index] = null;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount++] = index;
    }

    @SuppressWarnings("unchecked")
    @Nullable T slot(int index) {
        return (T) slots[index];
    }

    int slots() {
        return used;
    }

    /** Transfers that have not ended. */
    int live() {
        return used - freeCount;
    }

    private void grow() {
        if (used >= MOST) {
            throw new BraidException(
                    ErrorCode.BULK_VIOLATED,
                    "No further large message can be started",
                    used + " are under way, the limit",
                    "Complete some of them first");
        }
        slots = Arrays.copyOf(slots, used * 2);
        generations = Arrays.copyOf(generations, used * 2);
    }
}
