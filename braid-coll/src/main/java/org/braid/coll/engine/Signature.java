package org.braid.coll.engine;

import org.braid.coll.schedule.Operation;

/**
 * What a member believes is being called, in the 32 bits that travel with each message of a collective:
 * <pre>
 *  31     27 26        17 16                      0
 * | operation | root mod 1024 | hash of bytes and type |
 * </pre>
 * Calls that belong together have equal signatures; unequal ones are reported instead of waited for.
 */
final class Signature {
    private static final Operation[] OPERATIONS = Operation.values();
    private static final int ROOT_MASK = 0x3FF;
    private static final int HASH_MASK = 0x1FFFF;

    private Signature() {}

    /** @param bytes what all members must agree upon; 0 where they needn't */
    static int of(Operation operation, int root, long bytes, int type) {
        long mixed = (bytes * 31 + type) * 0x9E3779B97F4A7C15L;
        return operation.ordinal() << 27 | (root & ROOT_MASK) << 17 | (int) (mixed >>> 40) & HASH_MASK;
    }

    static String text(int signature) {
        int operation = signature >>> 27;
        if (operation >= OPERATIONS.length) {
            return "an unknown operation";
        }
        Operation called = OPERATIONS[operation];
        return called.isRooted() ? called.text() + " with root " + (signature >>> 17 & ROOT_MASK) : called.text();
    }
}
