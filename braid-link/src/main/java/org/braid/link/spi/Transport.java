package org.braid.link.spi;

import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.SizeRange;

/**
 * A method's transport, found by {@link java.util.ServiceLoader} (nexus-multimethod, section 3.1: the communication module). Stateless; {@link #open} makes the part that belongs to
 * one context.
 */
public interface Transport {
    /** What users write in a method expression: {@code shm}, {@code tcp}. */
    String name();

    /** One line for {@code braid info}. */
    String description();

    /** The parameters that a method expression may set, with defaults, beside those {@linkplain #ofEveryMethod of every method}. */
    List<Parameter> parameters();

    /**
     * Checks values before anything starts that would use them; names have been checked then, and those {@linkplain #ofEveryMethod of every method} are left out.
     *
     * @param here whether this host is to use it, so that what a value names must be there
     * @throws org.braid.base.BraidException {@code METHOD_PARAMETER} or of its kind if a value makes no sense
     */
    default void check(List<MethodParameter> parameters, boolean here) {}

    /** What selection itself understands, whatever the method. */
    static List<Parameter> ofEveryMethod() {
        return List.of(
                new Parameter(SizeRange.MIN, "size", "0B", "shortest payload that goes by this method"),
                new Parameter(SizeRange.MAX, "size", "none", "longest payload that goes by this method"));
    }

    /** Whether this host and JVM can use it, decided by trying; the answer names the reason if not. */
    Availability availability();

    /** The same for a context, whose host may have tried it already. */
    default Availability availability(TransportHost host) {
        return availability();
    }

    /** Lower is tried first when no policy orders the methods. */
    int rank();

    /** Opens the transport for one context. */
    TransportPort open(TransportHost host);

    /** One settable parameter. */
    record Parameter(String name, String type, String defaultText, String help) {}

    /** Works, or why not. */
    record Availability(boolean works, String reason) {
        /** It works. */
        public static final Availability YES = new Availability(true, "works");

        /** It does not, and why. */
        public static Availability no(String reason) {
            return new Availability(false, reason);
        }
    }
}
