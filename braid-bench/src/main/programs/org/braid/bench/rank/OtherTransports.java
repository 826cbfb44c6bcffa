package org.braid.bench.rank;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import mpi.Request;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Policy;
import org.braid.boot.Job;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Completion;

/** Traffic of this process with itself by every transport: call sites that have served one of them must stay fast when they have served all. */
final class OtherTransports {
    private static final int MESSAGES = 20_000;
    private static final int HERE = 40;
    private static final long SEGMENT_BYTES = 64 << 20;
    private static final int TAG = 5;
    private static final long JOB = 0x6f74686572L; // no job of this machine: its number is random

    private OtherTransports() {}

    static void run() {
        toSelf();
        for (String method : List.of("local", "shm", "tcp")) {
            pair(method);
        }
    }

    private static void toSelf() {
        byte[] out = new byte[8];
        byte[] in = new byte[8];
        for (int i = 0; i < MESSAGES; i++) {
            Request receive = MPI.COMM_SELF.Irecv(in, 0, in.length, MPI.BYTE, 0, TAG);
            MPI.COMM_SELF.send(out, out.length, MPI.BYTE, 0, TAG);
            receive.waitFor();
        }
    }

    /** Two contexts of this process, one message at a time. */
    private static void pair(String method) {
        List<Context> both = new ArrayList<>();
        ContextConfig config = ContextConfig.alone()
                .withDirectory(id -> both.stream().filter(c -> c.id().equals(id)).map(Context::table).findFirst().orElse(null))
                .withSecret(Job.attached().secret())
                .withPolicy(Policy.parse(method));
        try (AddressSpace space = new AddressSpace(SEGMENT_BYTES);
                Context from = Context.open(config.withSpace(space).withId(new ContextId(JOB, 1, 0)));
                Context to = Context.open(config.withSpace(space).withId(new ContextId(JOB, 1, 1)))) {
            both.addAll(List.of(from, to));
            Completion arrived = new Completion();
            byte[] data = new byte[8];
            byte[] in = new byte[8];
            int message = from.register("bench.other", (_, _, _, _, _, _) -> {});
            to.register("bench.other", (_, _, _, _, _, payload) -> {
                payload.copyTo(in, 0, (int) payload.length());
                arrived.complete();
            });
            to.newEndpoint(HERE, null);
            Startpoint startpoint = from.startpointTo(to.id(), HERE);
            for (int i = 0; i < MESSAGES; i++) {
                startpoint.send(message, 0, 0, 0, 0, data, 0, data.length);
                to.progress().await(arrived);
                arrived.reset();
            }
        }
    }
}
