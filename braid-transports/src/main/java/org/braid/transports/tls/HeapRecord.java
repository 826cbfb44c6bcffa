package org.braid.transports.tls;

/** One record on the heap, where the cipher is three times as fast as outside. Grows to the largest that was there. */
final class HeapRecord {
    private static final int FIRST_BYTES = 512;

    private byte[] bytes = new byte[0];

    /** An array of at least so many bytes, at most a record; what it held is gone. */
    byte[] of(int atLeastBytes) {
        if (bytes.length < atLeastBytes) {
            int wanted = Math.max(FIRST_BYTES, Integer.highestOneBit(atLeastBytes) << 1);
            bytes = new byte[Math.min(wanted, RecordCipher.MOST_BYTES + RecordCipher.EXTRA_BYTES)];
        }
        return bytes;
    }
}
