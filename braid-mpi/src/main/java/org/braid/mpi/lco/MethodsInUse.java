package org.braid.mpi.lco;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.braid.link.select.MethodReport;

/** By which methods a communicator's messages reach its members, and why, for people (nexus-multimethod, section 2.2: enquiry functions). */
final class MethodsInUse {
    private MethodsInUse() {}

    /** One clause: {@code tcp, chosen by the program: tcp(sndbuf=64KiB), shm}, or {@code shm, the first that works; not tcp: …}. While messages are under way by a method that was left, it is still in use. */
    static String text(Startpoint to, MethodWish wish) {
        String used = to.lane().method();
        List<String> others = new ArrayList<>();
        for (MethodReport each : to.methods()) {
            if (each.whyNot() != null) {
                others.add("not " + each.method() + ": " + each.whyNot());
            }
        }
        String why = wish.order().isEmpty() ? ", the first that works" : ", chosen by the program: " + MethodExpression.printOrder(wish.order());
        return used + why + (others.isEmpty() ? "" : "; " + String.join("; ", others));
    }
}
