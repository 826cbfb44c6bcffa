package org.braid.link.spi;

import java.util.List;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodParameter;

/**
 * A kind of device over several whole methods, found by {@link java.util.ServiceLoader}: {@code failover(shm, tcp)} (charm-on-vmi, section 4.4). It decides which of its parts carries the stream, or which of them do so at once; moving the
 * stream from one to the next, and putting frames into order, is the link layer's.
 */
public interface Compound {
    /** What users write in a method expression. */
    String name();

    /** One line for {@code braid info}. */
    String description();

    /** The parameters that an expression may set after the parts, with defaults. */
    List<Transport.Parameter> parameters();

    /**
     * Checks values when a method is selected. Names have been checked then.
     *
     * @throws org.braid.base.BraidException {@code METHOD_PARAMETER} or of its kind if a value makes no sense
     */
    default void check(List<MethodParameter> parameters) {}

    /** What becomes of one part, as far as it is known. */
    record Part(MethodExpression method, int failures, long lastFailureNs) {}

    /**
     * The order in which the parts are tried now.
     *
     * @param parts in the order in which the user wrote them, each with what has become of it so far
     * @param nowNs the time of the context
     * @return all of them, the one to use first
     */
    List<MethodExpression> order(List<Part> parts, List<MethodParameter> parameters, long nowNs);

    /**
     * What carries the stream at once, if that is more than one lane: the expression of each of its rails. A rail that has failed goes on by whatever its own expression says.
     *
     * @param parts in the order in which the user wrote them
     * @return at least two; empty if one part at a time carries the stream, as {@link #order} says. Where fewer than two of the parts lead to the peer, {@link #order} decides as well
     */
    default List<MethodExpression> rails(List<MethodExpression> parts, List<MethodParameter> parameters) {
        return List.of();
    }

    /** When the order will differ from what it is now although nothing happens to any part; {@link Long#MAX_VALUE} if never. Arguments as of {@link #order}. */
    default long nextChangeNs(List<Part> parts, List<MethodParameter> parameters, long nowNs) {
        return Long.MAX_VALUE;
    }
}
