package org.braid.base.os;

import java.util.Arrays;

/** The segments of an arena, by number and by address. Immutable: a growing arena publishes a new one. */
final class SegmentTable {
    static final SegmentTable EMPTY = new SegmentTable(new SharedSegment[0]);

    private final SharedSegment[] byNumber;
    private final long[] addresses;     // ascending
    private final int[] numbers;        // numbers[i] is the segment at addresses[i]

    private SegmentTable(SharedSegment[] byNumber) {
        this.byNumber = byNumber;
        this.addresses = new long[byNumber.length];
        this.numbers = new int[byNumber.length];
        for (int i = 0; i < addresses.length; i++) {
            addresses[i] = address(i);
        }
        Arrays.sort(addresses);
        for (int i = 0; i < addresses.length; i++) {
            numbers[Arrays.binarySearch(addresses, address(i))] = i;
        }
    }

    SegmentTable with(SharedSegment segment) {
        SharedSegment[] more = Arrays.copyOf(byNumber, byNumber.length + 1);
        more[byNumber.length] = segment;
        return new SegmentTable(more);
    }

    int segmentOf(long address) {
        int found = Arrays.binarySearch(addresses, address);
        int at = found >= 0 ? found : -found - 2;
        return at >= 0 && address - addresses[at] < byNumber[numbers[at]].bytes() ? numbers[at] : -1;
    }

    SharedSegment segment(int number) {
        return byNumber[number];
    }

    int count() {
        return byNumber.length;
    }

    private long address(int number) {
        return byNumber[number].segment().address();
    }
}
