package org.braid.mpi.window.layout;

import java.util.Objects;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.reduction.Reduction;
import org.braid.mpi.data.reduction.ReductionOperation;
import org.jspecify.annotations.Nullable;

/**
 * A predefined operation on elements of one kind, as an accumulate has it at both sides (MPI 4.1, section 12.3.4). Its code travels; the operators of other programs do not exist here.
 *
 * <pre>
 *   31      24 23      16 15       8 7          0
 *  +----------+----------+----------+------------+
 *  | index    | value    | kind     | operation  |      kind: 0 plain, 1 complex, 2 pair of value and index
 *  +----------+----------+----------+------------+
 * </pre>
 */
public final class Operator {
    private static final int PLAIN = 0;
    private static final int COMPLEX = 1;
    private static final int PAIR = 2;

    private static final int BYTE_MASK = 0xFF;

    private final int code;
    private final ReductionOperation operation;
    private final Reduction reduction;
    private final TypeMap element;
    private final boolean apart; // pairs are a block each

    private Operator(int code, ReductionOperation operation, TypeMap element, Reduction reduction, boolean apart) {
        this.code = code;
        this.operation = operation;
        this.element = element;
        this.reduction = reduction;
        this.apart = apart;
    }

    /** The operation on elements of a type, which may be derived from one basic type; null if MPI does not define it for them. */
    public static @Nullable Operator of(ReductionOperation operation, TypeMap type) {
        int code = code(operation, type);
        Operator made = code < 0 ? null : of(code);
        return made == null ? null : made.alsoFor(type);
    }

    /** The same operation, if elements of this type are combined with those of others: where pairs of one type do not follow each other as in an array, each pair is a block of its own in all of them. */
    public Operator alsoFor(TypeMap type) {
        boolean lieApart = isOfPairs() && !isPair(type) && type.pairs() != null;
        return lieApart && !apart ? new Operator(code, operation, element, reduction, true) : this;
    }

    private static int code(ReductionOperation operation, TypeMap type) {
        boolean located = operation == ReductionOperation.MAXLOC || operation == ReductionOperation.MINLOC;
        boolean moves = operation == ReductionOperation.REPLACE || operation == ReductionOperation.NO_OP;
        if (located) {
            return type.pairs() != null ? code(operation, PAIR, type.elementBase(0), type.elementBase(1)) : -1;
        }
        BaseType base = moves && type.base() == null ? BaseType.BYTE : type.base();
        return base == null ? -1 : code(operation, type.isComplex() ? COMPLEX : PLAIN, base, base);
    }

    private static int code(ReductionOperation operation, int kind, BaseType value, BaseType index) {
        return operation.ordinal() | kind << 8 | value.ordinal() << 16 | index.ordinal() << 24;
    }

    private static boolean isPair(TypeMap type) {
        return type.elements() == 2 && type.lowerBoundBytes() == 0 && type.elementAtBytes(0) == 0 && type.extentBytes() == TypeMap.pair(type.elementBase(0), type.elementBase(1)).extentBytes();
    }

    /** The operation that a message names; null if there is none. */
    public static @Nullable Operator of(int code) {
        int operation = code & BYTE_MASK;
        int kind = code >>> 8 & BYTE_MASK;
        int value = code >>> 16 & BYTE_MASK;
        int index = code >>> 24;
        int types = BaseType.values().length;
        if (operation >= ReductionOperation.values().length || kind > PAIR || value >= types || index >= types) {
            return null;
        }
        TypeMap element = element(kind, BaseType.values()[value], BaseType.values()[index]);
        ReductionOperation known = ReductionOperation.values()[operation];
        Reduction reduction = element == null ? null : Reduction.of(known, element);
        return reduction == null ? null : new Operator(code, known, Objects.requireNonNull(element), reduction, false);
    }

    private static @Nullable TypeMap element(int kind, BaseType value, BaseType index) {
        return switch (kind) {
            case PLAIN -> TypeMap.of(value);
            case COMPLEX -> value == BaseType.FLOAT || value == BaseType.DOUBLE ? TypeMap.complex(value) : null;
            default -> TypeMap.pair(value, index);
        };
    }

    /** What travels in its place. */
    public int code() {
        return code;
    }

    /** Whether the target keeps what it has. */
    public boolean changesNothing() {
        return operation == ReductionOperation.NO_OP;
    }

    /** Where the data of so many elements of a type lie as the operation wants them: pairs with what lies between value and index. */
    public Layout layout(TypeMap type, long count) {
        org.braid.mpi.data.Layout pairs = apart ? type.pairs() : null;
        if (pairs != null) {
            return Layout.of(new ElementBlocks(pairs, blockBytes()), count);
        }
        boolean asTheyLie = isOfPairs() && !apart && count > 0;
        return asTheyLie ? Layout.of(Math.addExact(Math.multiplyExact(count - 1, type.extentBytes()), type.trueExtentBytes())) : Layout.of(type, count);
    }

    /** Blocks are combined as arrays are, so pairs with a gap behind them are one by one. */
    private long blockBytes() {
        return element.trueExtentBytes() == element.extentBytes() ? Long.MAX_VALUE : element.trueExtentBytes();
    }

    private boolean isOfPairs() {
        return (code >>> 8 & BYTE_MASK) == PAIR;
    }

    /** Memory in which so many bytes of elements are combined fastest. */
    public Object newScratch(int bytes) {
        Object scratch = reduction.newScratch(bytes);
        return scratch instanceof boolean[] ? new byte[bytes] : scratch; // regions are not copied to those
    }

    /** Combines so many bytes of elements: {@code inout[i] = in[i] op inout[i]}. */
    public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int bytes) {
        reduction.reduce(in, inOffset, inout, inoutOffset, Math.ceilDiv(bytes, (int) element.extentBytes()));
    }
}
