package org.braid.coll.schedule;

import java.util.Arrays;

/** A growing array of ints. */
final class IntList {
    private int[] items = new int[8];
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

    int[] toArray() {
        return Arrays.copyOf(items, size);
    }
}
