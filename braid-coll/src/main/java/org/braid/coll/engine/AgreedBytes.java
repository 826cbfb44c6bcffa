package org.braid.coll.engine;

import org.braid.coll.agreement.PlanName;
import org.braid.coll.agreement.Signature;
import org.braid.coll.schedule.Operation;

/** The size that all members of a call know alike, by which they choose and which they compare. */
final class AgreedBytes {
    private AgreedBytes() {}

    /** Of the vector, or of a block on the average; 0 if they don't. */
    static long of(Call call, int members) {
        if (!call.operation.isSizeAgreed()) { // no case with a guard: each rank would spin classes for it in its first call, some 15 ms
            return 0;
        }
        return switch (call.operation) {
            case ALLGATHERV, REDUCE_SCATTER -> total(call, 0) / members;
            default -> call.buffers.count() * call.buffers.elementBytes();
        };
    }

    /** Of all blocks together where they have lengths of their own; else what {@link #of} has said. */
    private static long total(Call call, long agreedBytes) {
        return switch (call.operation) {
            case ALLGATHERV -> call.buffers.outTotal() * call.buffers.elementBytes();
            case REDUCE_SCATTER -> call.buffers.inTotal() * call.buffers.elementBytes();
            default -> agreedBytes;
        };
    }

    /** Operations whose blocks have lengths that all members know have no root: there is room for their table. */
    private static int rootOrTable(Call call) {
        return switch (call.operation) {
            case ALLGATHERV -> call.buffers.outHash();
            case REDUCE_SCATTER -> call.buffers.inHash();
            default -> call.root;
        };
    }

    /** What the member says that makes this call. */
    static long signature(Call call, long agreedBytes) {
        Operation called = call.standsFor;
        return called == null
                ? Signature.of(call.operation, call.purpose, rootOrTable(call), call.operator, total(call, agreedBytes), call.type, call.plan)
                : Signature.of(called, call.purpose, call.rootSaid, call.operator, call.bytesSaid, call.type, isPlanSaid(call) ? call.plan : PlanName.NONE);
    }

    /** Whether its plan has a name where the operation that it stands for is named: between two groups, which have several plans for it. One that takes no part does not know it. */
    private static boolean isPlanSaid(Call call) {
        return call.neighbours.groups() != null && (call.operation == call.standsFor || call.operation == Operation.NEIGHBOR_REDUCE);
    }
}
