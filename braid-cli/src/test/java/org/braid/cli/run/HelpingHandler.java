package org.braid.cli.run;

import mpi.Intracomm;
import mpi.MPI;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.boot.Job;
import org.braid.link.Context;
import org.braid.link.Startpoint;

/** A context beside MPI's at each rank: when the last rank asks for it, a handler of rank 1 sends an MPI message to rank 0. */
final class HelpingHandler implements AutoCloseable {
    private final Context context;

    HelpingHandler(Intracomm world, int tag) {
        Job job = Job.attached();
        ContextId rank = job.contextId();
        context = Context.open(job.contextConfig().withServes(true).withId(ContextId.notARank(rank.jobHigh(), rank.jobLow(), job.rank() + 1L)));
        int help = context.register("help", (to, a0, a1, a2, a3, payload) -> world.send(new byte[1], 1, MPI.BYTE, 0, tag));
        Startpoint helper = shared(world, context.startpointTo(context.newEndpoint(null)));
        if (world.getRank() == world.getSize() - 1) {
            helper.send(help, 0, 0, 0, 0, null, 0, 0);
        }
    }

    /** Rank 1's. */
    private Startpoint shared(Intracomm world, Startpoint own) {
        PutBuffer put = new PutBuffer();
        own.put(put);
        int[] length = {put.length()};
        world.bcast(length, 1, MPI.INT, 1);
        byte[] bytes = world.getRank() == 1 ? put.toBytes() : new byte[length[0]];
        world.bcast(bytes, bytes.length, MPI.BYTE, 1);
        return world.getRank() == 1 ? own : context.startpointFrom(new GetBuffer(bytes));
    }

    @Override
    public void close() {
        context.close();
    }
}
