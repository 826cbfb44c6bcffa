package org.braid.coll.engine;

import org.braid.coll.schedule.Operation;
import org.jspecify.annotations.Nullable;

/**
 * What a member believes is being called, in the 32 bits that travel with each message of a collective:
 * <pre>
 *  31     27 26        17 16                      0
 * | operation | root mod 1024 | hash of bytes and type |      operations first, then purposes
 * </pre>
 * Calls that belong together have equal signatures; unequal ones are reported instead of waited for.
 */
final class Signature {
    private static final Operation[] OPERATIONS = Operation.values();
    private static final int ROOT_MASK = 0x3FF;
    private static final int HASH_MASK = 0x1FFFF;

    private Signature() {}

    /** @param bytes what all members must agree upon; 0 where they needn't */
    static int of(Operation operation, @Nullable Purpose purpose, int root, long bytes, int type) {
        long mixed = (bytes * 31 + type) * 0x9E3779B97F4A7C15L;
        int name = purpose == null ? operation.ordinal() : OPERATIONS.length + purpose.ordinal();
        return name << 27 | (root & ROOT_MASK) << 17 | (int) (mixed >>> 40) & HASH_MASK;
    }

    /** Whether both name the same operation and root. */
    static boolean nameSame(int one, int other) {
        return one >>> 17 == other >>> 17;
    }

    static String text(int signature) {
        int name = signature >>> 27;
        if (name >= OPERATIONS.length) {
            int purpose = name - OPERATIONS.length;
            Purpose[] known = Purpose.values();
            return purpose < known.length ? known[purpose].text() : "an unknown operation";
        }
        Operation called = OPERATIONS[name];
        return called.isRooted() ? called.text() + " with root " + (signature >>> 17 & ROOT_MASK) : called.text();
    }
}
