package org.braid.coll.engine;

import org.braid.coll.schedule.Operation;
import org.jspecify.annotations.Nullable;

/**
 * What a member believes is being called, in the 32 bits that travel with each message of a collective:
 * <pre>
 *  31     27 26        17 16      13 12                  0
 * | operation | root mod 1024 | operator | hash of bytes and type |      operations first, then purposes; the hash has the operator's bits too where nothing is reduced
 * </pre>
 * Calls that belong together have equal signatures; unequal ones are reported instead of waited for.
 */
final class Signature {
    private static final Operation[] OPERATIONS = Operation.values();
    private static final int ROOT_MASK = 0x3FF;
    private static final int HASH_MASK = 0x1FFFF;
    private static final int REDUCED_HASH_MASK = 0x1FFF;
    private static final int OPERATOR_MASK = 0xF;

    /** What a member does that leaves. */
    static final int LEAVING = of(Operation.BARRIER, Purpose.FINALIZE, 0, 0, 0, 0);

    /** What a member does whose call has failed. */
    static final int CALLED_OFF = of(Operation.BARRIER, Purpose.CALL_OFF, 0, 0, 0, 0);

    private Signature() {}

    /**
     * @param operator code of a reduction's operator, as in {@link Call#operator}
     * @param bytes what all members must agree upon; 0 where they needn't
     */
    static int of(Operation operation, @Nullable Purpose purpose, int root, int operator, long bytes, int type) {
        long mixed = (bytes * 31 + type) * 0x9E3779B97F4A7C15L;
        int hash = (int) (mixed >>> 40);
        int rest = operation.isReduction() ? (operator & OPERATOR_MASK) << 13 | hash & REDUCED_HASH_MASK : hash & HASH_MASK;
        int name = purpose == null ? operation.ordinal() : OPERATIONS.length + purpose.ordinal();
        return name << 27 | (root & ROOT_MASK) << 17 | rest;
    }

    /** Whether both name the same operation, root and operator. */
    static boolean nameSame(int one, int other) {
        return text(one).equals(text(other));
    }

    static String text(int signature) {
        int name = signature >>> 27;
        if (name >= OPERATIONS.length) {
            int purpose = name - OPERATIONS.length;
            Purpose[] known = Purpose.values();
            return purpose < known.length ? known[purpose].text() : "an unknown operation";
        }
        Operation called = OPERATIONS[name];
        String text = called.isRooted() ? called.text() + " with root " + (signature >>> 17 & ROOT_MASK) : called.text();
        String operator = called.isReduction() ? operator(signature >>> 13 & OPERATOR_MASK) : "";
        return operator.isEmpty() ? text : text + (called.isRooted() ? " and " : " with ") + operator;
    }

    private static String operator(int code) {
        return switch (code) {
            case 0 -> "";
            case 1 -> "MAX";
            case 2 -> "MIN";
            case 3 -> "SUM";
            case 4 -> "PROD";
            case 5 -> "LAND";
            case 6 -> "BAND";
            case 7 -> "LOR";
            case 8 -> "BOR";
            case 9 -> "LXOR";
            case 10 -> "BXOR";
            case 11 -> "MAXLOC";
            case 12 -> "MINLOC";
            case 13 -> "REPLACE";
            case 14 -> "NO_OP";
            default -> "an operator of the program's own";
        };
    }
}
