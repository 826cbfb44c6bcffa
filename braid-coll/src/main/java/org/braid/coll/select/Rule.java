package org.braid.coll.select;

import java.util.Map;
import java.util.Set;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Operation;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table: within these bounds, this algorithm, for this reason.
 *
 * @param minSize the least number of ranks; {@code maxSize} the greatest; both belong to the range, as do {@code minBytes} and {@code maxBytes}
 * @param isForOrder whether it is for operators alone that do not commute, whose operands keep the order of ranks
 * @param tuning how the algorithm is to work; null for as it comes
 */
public record Rule(Operation operation, int minSize, int maxSize, long minBytes, long maxBytes, Host host, boolean isForOrder, Algorithm algorithm, @Nullable Tuning tuning, String reason) {

    /** The reason of rules that somebody has set. */
    static final String BY_HAND = "set by hand";

    /** Whether ranks outnumber cores. */
    public enum Host { ANY, CROWDED, ROOMY }

    public Rule {
        if (!algorithm.serves(operation)) {
            throw new IllegalArgumentException(algorithm + " doesn't serve " + operation.text());
        }
    }

    /** Of an algorithm as it comes, whatever the operator. */
    Rule(Operation operation, int minSize, int maxSize, long minBytes, long maxBytes, Host host, Algorithm algorithm, String reason) {
        this(operation, minSize, maxSize, minBytes, maxBytes, host, algorithm, null, reason);
    }

    /** Whatever the operator. */
    Rule(Operation operation, int minSize, int maxSize, long minBytes, long maxBytes, Host host, Algorithm algorithm, @Nullable Tuning tuning, String reason) {
        this(operation, minSize, maxSize, minBytes, maxBytes, host, false, algorithm, tuning, reason);
    }

    /** What is taken, whatever the situation. */
    public static Rule taking(Operation operation, Algorithm algorithm, @Nullable Tuning tuning, String reason) {
        return new Rule(operation, 1, Integer.MAX_VALUE, 0, Long.MAX_VALUE, Host.ANY, algorithm, tuning, reason);
    }

    /** The algorithm for every situation that it can serve. */
    static Rule always(Operation operation, Algorithm algorithm, String reason) {
        return new Rule(operation, 1, Integer.MAX_VALUE, 0, Long.MAX_VALUE, Host.ANY, algorithm, reason);
    }

    /** The same for ranks that a level parts which it must not know; itself if its algorithm goes by no levels. */
    Rule blindTo(String level) {
        if (!algorithm.keys().contains(level)) {
            return this;
        }
        Tuning blind = tuning == null ? new Tuning(Set.of(level), Map.of(), 0) : tuning.blindTo(level);
        return new Rule(operation, minSize, maxSize, minBytes, maxBytes, host, isForOrder, algorithm, blind, reason);
    }

    /** Whether somebody wants it so. */
    public boolean isByHand() {
        return reason.equals(BY_HAND);
    }

    /** The algorithm and how it works, as BRAID_COLL takes it. */
    public String text() {
        return algorithm.text() + (tuning == null ? "" : tuning.toString());
    }

    boolean applies(Operation called, int size, long bytes, boolean crowded, boolean commutative) {
        return called == operation
                && size >= minSize && size <= maxSize
                && bytes >= minBytes && bytes <= maxBytes
                && (host == Host.ANY || (host == Host.CROWDED) == crowded)
                && !(isForOrder && commutative)
                && algorithm.allows(size, commutative);
    }

    @Override
    public String toString() {
        var text = new StringBuilder(operation.text()).append(" = ").append(text());
        appendRange(text, ", ranks ", minSize, maxSize, Integer.MAX_VALUE, 1);
        appendRange(text, ", bytes ", minBytes, maxBytes, Long.MAX_VALUE, 0);
        if (host != Host.ANY) {
            text.append(host == Host.CROWDED ? ", more ranks than cores" : ", a core for every rank");
        }
        if (isForOrder) {
            text.append(", operators that do not commute");
        }
        return text.append(": ").append(reason).toString();
    }

    private static void appendRange(StringBuilder text, String name, long least, long greatest, long infinite, long origin) {
        if (greatest < infinite) {
            text.append(name).append(least).append("..").append(greatest);
        } else if (least > origin) {
            text.append(name).append(">= ").append(least);
        }
    }
}
