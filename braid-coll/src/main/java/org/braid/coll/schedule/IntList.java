package org.braid.coll.schedule;

import java.util.Arrays;

/** A growing array of ints. */
final class IntList {
    private static final int FEWEST = 8;

    private int[] items = new int[0]; // most lists stay empty
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
        reserve(1);
        items[size++] = value;
    }

    /** Eight at once, as a step has words. */
    void add(int first, int second, int third, int fourth, int fifth, int sixth, int seventh, int eighth) {
        reserve(8);
        items[size] = first;
        items[size + 1] = second;
        items[size + 2] = third;
        items[size + 3] = fourth;
        items[size + 4] = fifth;
        items[size + 5] = sixth;
        items[size + 6] = seventh;
        items[size + 7] = eighth;
        size += 8;
    }

    private void reserve(int more) {
        if (size + more > items.length) {
            items = Arrays.copyOf(items, Math.max(FEWEST, 2 * size));
        }
    }

    /** Adds all of another one. */
    void addAll(IntList others) {
        for (int at = 0; at < others.size; at++) {
            add(others.items[at]);
        }
    }

    void clear() {
        size = 0;
    }

    int[] toArray() {
        return Arrays.copyOf(items, size);
    }
}
