package org.braid.mpi.tool;

import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.braid.base.wire.ContextId;
import org.braid.link.Context;
import org.braid.link.stream.LaneReport;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.lco.Lcos;
import org.braid.mpi.p2p.Receiving;
import org.braid.mpi.p2p.RequestPool;

/**
 * Where performance variables are read: the parts of one process that count.
 *
 * @param context its lanes and their polling
 * @param requests its requests
 * @param objects its communicators
 * @param receiving what has come and was not received
 */
public record ProcessState(Context context, RequestPool requests, Lcos objects, Receiving receiving) {
    /** Of all lanes that are asked for. */
    long sum(ToLongFunction<LaneReport> each, Predicate<LaneReport> asked) {
        return context.lanes().stream().filter(asked).mapToLong(each).sum();
    }

    /** The context of a rank of this process's job. */
    ContextId peer(int rank) {
        ContextId own = context.id();
        return new ContextId(own.jobHigh(), own.jobLow(), rank);
    }

    long posted() {
        return guarded(() -> objects.open().stream().map(Lco::inbox).mapToLong(inbox -> inbox.messages().posted()).sum());
    }

    long unexpected() {
        return guarded(() -> (long) receiving.unexpected());
    }

    long liveRequests() {
        return guarded(() -> (long) requests.live());
    }

    long givenRequests() {
        return guarded(requests::given);
    }

    long liveObjects() {
        return guarded(() -> (long) objects.live());
    }

    private long guarded(Supplier<Long> read) {
        boolean entered = context.progress().enterUnlessMine();
        try {
            return read.get();
        } finally {
            if (entered) {
                context.progress().exit();
            }
        }
    }
}
