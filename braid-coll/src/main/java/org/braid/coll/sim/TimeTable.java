package org.braid.coll.sim;

import java.util.Arrays;

/** From times to small numbers: an open hash table without objects. */
final class TimeTable {
    private static final int NONE = -1;

    private long[] keys = new long[128];
    private int[] values = filled(128);
    private int size;

    private static int[] filled(int length) {
        var values = new int[length];
        Arrays.fill(values, NONE);
        return values;
    }

    private int home(long key) {
        return (int) (key * 0x9E37_79B9_7F4A_7C15L >>> 33) & (keys.length - 1);
    }

    private int slot(long key) {
        int at = home(key);
        while (values[at] != NONE && keys[at] != key) {
            at = (at + 1) & (keys.length - 1);
        }
        return at;
    }

    /** -1 if there is none. */
    int get(long key) {
        return values[slot(key)];
    }

    /** Of a key that is not there. */
    void put(long key, int value) {
        if (2 * ++size > keys.length) {
            grow();
        }
        int at = slot(key);
        keys[at] = key;
        values[at] = value;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[2 * oldKeys.length];
        values = filled(keys.length);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != NONE) {
                int at = slot(oldKeys[i]);
                keys[at] = oldKeys[i];
                values[at] = oldValues[i];
            }
        }
    }

    /** Of a key that is there. Those behind it move up, so that no tombstones are needed (Knuth, volume 3, algorithm 6.4R). */
    void remove(long key) {
        int hole = slot(key);
        size--;
        for (int at = (hole + 1) & (keys.length - 1); values[at] != NONE; at = (at + 1) & (keys.length - 1)) {
            int wanted = home(keys[at]);
            boolean isPastHole = (at - wanted & keys.length - 1) >= (at - hole & keys.length - 1);
            if (isPastHole) {
                keys[hole] = keys[at];
                values[hole] = values[at];
                hole = at;
            }
        }
        values[hole] = NONE;
    }
}
