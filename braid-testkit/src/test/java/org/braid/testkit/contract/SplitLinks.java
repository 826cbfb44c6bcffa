package org.braid.testkit.contract;

import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;

/** Links whose messages go by one method up to a size and by another beyond, for tests. */
final class SplitLinks {
    /** Where the contexts are, the method of short messages, that of long ones. */
    static final String PAIRS = """
            apart, shm, tcp
            apart, tcp, shm
            apart, shm, shm(eager=4KiB)
            apart, tcp, tcp(sndbuf=64KiB)
            together, local, shm
            together, local, tcp
            together, tcp, local
            together, shm, local
            """;

    private SplitLinks() {}

    /** Three contexts. */
    static World open(String where, boolean serves) {
        return where.equals("apart") ? World.apart(3, "auto", serves) : World.together(3, "auto", serves);
    }

    /** A link from context 0, by this order. */
    static Startpoint by(World world, int to, String order) {
        return world.link(0, to).by(MethodExpression.parseOrder(order).toArray(new MethodExpression[0]));
    }

    static String split(String shorter, long most, String longer) {
        return (shorter + "(max=" + most + "B), " + longer).replace(")(", ", ");
    }

    /** Frames that the lane of a method has sent from 0 to 1. */
    static long frames(World world, String method) {
        return by(world, 1, method).lane().counters().getFirst().value();
    }

    /** The methods that carry something of this link now. */
    static String used(Startpoint link) {
        return link.methods().stream().filter(each -> each.inUse()).map(each -> each.method()).toList().toString();
    }
}
