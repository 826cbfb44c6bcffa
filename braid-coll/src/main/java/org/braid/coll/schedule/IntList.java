package org.braid.coll.schedule;

import java.util.Arrays;

/** A growing array of ints. */
final class IntList {
    private int[] items = new int[16];
    private int size;

    int size() {
        return size;
    }

    int get(int at) {
        return items[at];
    }

    void set(int at, int value) {
        items[at] = value;
    }

    void add(int value) {
        if (size == items.length) {
            items = Arrays.copyOf(items, 2 * size);
        }
        items[size++] = value;
    }

    /** Whether a value stands at {@code from} or behind it. */
    boolean containsFrom(int from, int value) {
        for (int at = from; at < size; at++) {
            if (items[at] == value) {
                return true;
            }
        }
        return false;
    }

    void truncate(int newSize) {
        size = newSize;
    }

    int[] toArray() {
        return Arrays.copyOf(items, size);
    }
}
