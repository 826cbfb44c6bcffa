package org.braid.coll.agreement;

import org.braid.coll.schedule.Operation;
import org.jspecify.annotations.Nullable;

/**
 * What a member believes is being called, in the 62 bits that travel with each message of a collective:
 * <pre>
 *  61   54 53   48 47         39 38      35 34    31   30   29         0
 * | plan  | name  | root mod 511  | operator | type | long | bytes      |      root 511: this member does not know it;
 *                                                                            of allgatherv and reduce-scatter a hash of their table of lengths
 *      plan: by which algorithm, told what ({@link PlanName}); name: operations first, then purposes; bytes are hashed if there are 2^30 or more
 *
 *  of an algorithm that was told something     30   29   18 17          0
 *                                            | long | more | bytes      |     more of what it was told; with 2^18 bytes or more all of this is hashed
 * </pre>
 * Calls that belong together have equal signatures; unequal ones are reported instead of waited for, and the report can say both sizes.
 */
public final class Signature {
    /** How many bits a signature has. */
    public static final int BITS = 62;

    private static final int PLAN_AT = 54;
    private static final int NAME_AT = 48;
    private static final int ROOT_AT = 39;
    private static final int OPERATOR_AT = 35;
    private static final int TYPE_AT = 31;

    private static final int ROOT_MASK = 0x1FF;
    private static final int ROOTS = ROOT_MASK;
    private static final int OPERATOR_MASK = 0xF;
    private static final int TYPE_MASK = 0xF;
    private static final long LONG = 1L << 30;
    private static final long BYTES_MASK = LONG - 1;
    private static final int MORE_AT = 18;
    private static final long FEW_MASK = (1L << MORE_AT) - 1;
    private static final long HASH = 0x9E3779B97F4A7C15L;

    private static final Operation[] OPERATIONS = Operation.values();

    /** Of operations and purposes. */
    private static final int NAMES = OPERATIONS.length + Purpose.values().length;

    /** What a member does that leaves. */
    static final long LEAVING = of(Operation.BARRIER, Purpose.FINALIZE, 0, 0, 0, 0, PlanName.NONE);

    /** What a member does that frees the communicator. */
    static final long FREEING = of(Operation.BARRIER, Purpose.FREE, 0, 0, 0, 0, PlanName.NONE);

    /** What a member has done that has made a call more than this one, of which nobody can tell any more what it was. */
    public static final long ANOTHER = of(Operation.BARRIER, Purpose.ANOTHER, 0, 0, 0, 0, PlanName.NONE);

    /** What a member does whose call has failed. */
    static final long CALLED_OFF = of(Operation.BARRIER, Purpose.CALL_OFF, 0, 0, 0, 0, PlanName.NONE);

    /** What a member does whose call has failed since another member has died. */
    static final long LOST = of(Operation.BARRIER, Purpose.LOST, 0, 0, 0, 0, PlanName.NONE);

    /** What a member has done whose calls are others than this one's, since longer ago than anybody remembers. */
    public static final long EARLIER = of(Operation.BARRIER, Purpose.EARLIER, 0, 0, 0, 0, PlanName.NONE);

    /** The root of a rooted operation at a member that does not know it. */
    public static final int NO_ROOT = -1;

    private Signature() {}

    /**
     * What a member says that makes a call.
     *
     * @param purpose what the program calls it, if not by the operation's own name
     * @param root a rank, or {@link #NO_ROOT}; of an operation without root a hash of the lengths of its blocks, if all members know these
     * @param operator code of a reduction's operator, as {@link CodeNames} has them
     * @param bytes what all members must agree upon; 0 where they needn't
     * @param type code of the elements' type, as {@link CodeNames} has them
     * @param plan by which plan it is carried out, as {@link PlanName} has them
     */
    public static long of(Operation operation, @Nullable Purpose purpose, int root, int operator, long bytes, int type, int plan) {
        long name = purpose == null ? operation.ordinal() : OPERATIONS.length + purpose.ordinal();
        long combined = operation.isReduction() ? operator & OPERATOR_MASK : 0;
        long size = PlanName.isTold(plan) ? sizeAndMore(bytes, PlanName.more(plan)) : bytes < LONG ? bytes : LONG | (bytes * HASH >>> 34);
        return (long) PlanName.inBrief(plan) << PLAN_AT | name << NAME_AT | (long) (root == NO_ROOT ? ROOT_MASK : root % ROOTS) << ROOT_AT | combined << OPERATOR_AT | (long) (type & TYPE_MASK) << TYPE_AT | size;
    }

    private static long sizeAndMore(long bytes, int more) {
        return bytes <= FEW_MASK ? (long) more << MORE_AT | bytes : LONG | ((bytes << PlanName.MORE_BITS | more) * HASH >>> 34);
    }

    /** With what of the rest of its hash can be read. */
    private static int plan(long signature) {
        int brief = (int) (signature >>> PLAN_AT);
        boolean hasMore = PlanName.isTold(brief) && (signature & LONG) == 0;
        return hasMore ? PlanName.with(brief, (int) ((signature & BYTES_MASK) >>> MORE_AT)) : brief;
    }

    private static int name(long signature) {
        return (int) (signature >>> NAME_AT) & (1 << PLAN_AT - NAME_AT) - 1;
    }

    /** Whether these bits may be the signature of a call over memory that members share, in a communicator of so many; one in some thousands of others passes for one. */
    public static boolean mayBeShared(long bits, int members) {
        return bits >>> BITS == 0 && name(bits) < NAMES && PlanName.isShared((int) (bits >>> PLAN_AT)) && fits(bits, members);
    }

    /** Those that go by another name combine nothing, and have a root, or 0 in its place. */
    private static boolean fits(long bits, int members) {
        int root = (int) (bits >>> ROOT_AT) & ROOT_MASK;
        int operator = (int) (bits >>> OPERATOR_AT) & OPERATOR_MASK;
        Operation operation = name(bits) < OPERATIONS.length ? OPERATIONS[name(bits)] : Operation.BCAST;
        return (!operation.isRooted() || root < members || root == ROOT_MASK) && (operation.isReduction() || operator == 0);
    }

    /** Whether it is what a member does whose call has failed, for whatever reason. */
    static boolean isCallingOff(long signature) {
        return signature == CALLED_OFF || signature == LOST;
    }

    /** Whether both are the same call to the last bit, but for the plan. */
    static boolean differByPlanOnly(long one, long other) {
        long mask = sizeMask(one) & sizeMask(other) | ~(-1L << PLAN_AT) & ~BYTES_MASK;
        return one != other && ((one ^ other) & mask) == 0;
    }

    /** Which of the bits of the size say it. */
    private static long sizeMask(long signature) {
        return PlanName.isTold((int) (signature >>> PLAN_AT)) && (signature & LONG) == 0 ? FEW_MASK : BYTES_MASK;
    }

    /** Whether both say what they were told and their size in one hash: nobody knows which of these differs. */
    static boolean differByHash(long one, long other) {
        return one != other && sizeMask(one) == BYTES_MASK && sizeMask(other) == BYTES_MASK && PlanName.isTold((int) (one >>> PLAN_AT)) && PlanName.isTold((int) (other >>> PLAN_AT));
    }

    /** Whether one of them goes over memory that members share, and the other by an algorithm of messages. */
    static boolean differBySharing(long one, long other) {
        return PlanName.isShared((int) (one >>> PLAN_AT)) != PlanName.isShared((int) (other >>> PLAN_AT));
    }

    /** Whether both are the same call, of as much in all, in blocks of other lengths. */
    static boolean differByTableOnly(long one, long other) {
        return one != other && (one ^ other | (long) ROOT_MASK << ROOT_AT) == (long) ROOT_MASK << ROOT_AT && nameSame(one, other);
    }

    /** As {@link #text}, with the plan: {@code bcast with root 0 by binomial}. */
    static String textWithPlan(long signature) {
        int name = name(signature);
        return text(signature) + PlanName.text(name < OPERATIONS.length ? OPERATIONS[name] : null, plan(signature));
    }

    static boolean isBcast(long signature) {
        return name(signature) == Operation.BCAST.ordinal();
    }

    /** Whether it is one of the calls that ranks make of themselves where costs are looked at. */
    static boolean isOfProfile(long signature) {
        int purpose = name(signature) - OPERATIONS.length;
        Purpose[] known = Purpose.values();
        return purpose >= 0 && purpose < known.length && known[purpose].isBeforeAgreement();
    }

    /** Whether both name the same operation, root and operator. */
    static boolean nameSame(long one, long other) {
        return text(one).equals(text(other));
    }

    /** The operation, as users of MPI write it, with its root and its operator. */
    static String text(long signature) {
        int name = name(signature);
        if (name >= OPERATIONS.length) {
            int purpose = name - OPERATIONS.length;
            Purpose[] known = Purpose.values();
            return purpose >= known.length ? "an unknown operation" : known[purpose].isRooted() ? known[purpose].text() + root(signature) : known[purpose].text();
        }
        Operation called = OPERATIONS[name];
        String text = called.isRooted() ? called.text() + root(signature) : called.text();
        String operator = called.isReduction() ? CodeNames.operator((int) (signature >>> OPERATOR_AT & OPERATOR_MASK)) : "";
        return operator.isEmpty() ? text : text + (called.isRooted() ? " and " : " with ") + operator;
    }

    private static String root(long signature) {
        int said = (int) (signature >>> ROOT_AT & ROOT_MASK);
        return said == ROOT_MASK ? " with MPI.PROC_NULL in place of a root" : " with root " + said;
    }

    /** As {@link #text}, with the number and the type of elements: {@code bcast with root 0 of 100 MPI.INT}. */
    static String textWithSize(long signature) {
        int type = (int) (signature >>> TYPE_AT & TYPE_MASK);
        long bytes = signature & sizeMask(signature);
        String many = PlanName.isTold((int) (signature >>> PLAN_AT)) ? "256 KiB or more" : "more than 1 GiB";
        String size = (signature & LONG) != 0 ? many + CodeNames.of(type) : CodeNames.count(bytes, type);
        return text(signature) + " of " + size;
    }
}
