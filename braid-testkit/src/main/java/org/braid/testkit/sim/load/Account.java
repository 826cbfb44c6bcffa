package org.braid.testkit.sim.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must stand in a region that one context alone writes, by the order in which it has begun its accesses. A naive judge: it keeps every write. */
final class Account {
    private record Write(int number, int at, byte[] data) {}

    private final byte[] now;
    private final List<Write> writes = new ArrayList<>();
    private int begun;

    Account(int bytes) {
        this.now = new byte[bytes];
    }

    /** The number of an access that begins. */
    int begin() {
        return ++begun;
    }

    /** What it will read if nothing is written behind it. */
    byte[] at(int at, int bytes) {
        return Arrays.copyOfRange(now, at, at + bytes);
    }

    /** An access that has begun writes this. */
    void writes(int number, int at, byte[] data) {
        System.arraycopy(data, 0, now, at, data.length);
        writes.add(new Write(number, at, data.clone()));
    }

    /** What this one has written; null if nothing. */
    byte @Nullable [] written(int number) {
        for (Write each : writes) {
            if (each.number == number) {
                return each.data;
            }
        }
        return null;
    }

    /** The first byte that neither was there when an access began nor was written behind it; -1 if there is none. */
    int mismatch(int number, int at, byte[] then, byte[] found) {
        for (int i = 0; i < then.length; i++) {
            if (found[i] != then[i] && !wasWrittenBehind(number, at + i, found[i])) {
                return at + i;
            }
        }
        return -1;
    }

    private boolean wasWrittenBehind(int number, int place, byte value) {
        for (Write each : writes) {
            if (each.number > number && place >= each.at && place < each.at + each.data.length && each.data[place - each.at] == value) {
                return true;
            }
        }
        return false;
    }

    /** The whole of it. */
    byte[] all() {
        return now;
    }
}
