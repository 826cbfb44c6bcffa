package org.braid.transports.tls;

/** What a record is: its first byte. None is one that a record of TLS begins with, 20 to 24. */
final class RecordKind {
    /** Plain bytes, one at least. */
    static final byte DATA = 1;

    /** Nothing more follows. */
    static final byte END = 2;

    private static final byte FIRST_OF_TLS = 20;
    private static final byte LAST_OF_TLS = 24;

    private RecordKind() {}

    static boolean isOfTls(byte first) {
        return first >= FIRST_OF_TLS && first <= LAST_OF_TLS;
    }
}
