package org.braid.cli.run;

import java.util.Objects;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.PutBuffer;
import org.braid.boot.Job;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/** Rank 0 divides a startpoint of its own by size and sends it through all ranks; the last one sends by it, and says which methods took what. */
public final class Traveller {
    private static final int HERE = 40;
    private static final int LONG_BYTES = 1 << 20;

    private final Job job = Job.attached();
    private final Context context = Context.open(job.contextConfig());
    private final Completion carried = new Completion();
    private final Completion heard = new Completion();
    private @Nullable Startpoint startpoint;

    private Traveller() {}

    public static void main(String[] arguments) {
        new Traveller().run();
    }

    private void run() {
        int hear = context.register("traveller.hear", (to, a0, a1, a2, a3, payload) -> {
            System.out.println("rank 0 hears " + payload.length() + " bytes");
            if (payload.length() == LONG_BYTES) {
                heard.complete();
            }
        });
        int carry = context.register("traveller.carry", (to, a0, a1, a2, a3, payload) -> {
            startpoint = context.startpointFrom(payload.reader());
            carried.complete();
        });
        context.newEndpoint(HERE, null);
        job.enter(context);
        if (job.rank() == 0) {
            handOn(context.startpointTo(context.newEndpoint("home")).by(MethodExpression.parse("shm(max=64KiB)"), MethodExpression.parse("tcp(nodelay=true)")), carry);
            context.progress().await(heard);
        } else {
            context.progress().await(carried);
            Startpoint here = Objects.requireNonNull(startpoint);
            if (job.rank() < job.size() - 1) {
                handOn(here, carry);
            } else {
                send(here, hear);
            }
        }
        context.close();
        job.finished();
    }

    private void handOn(Startpoint to, int carry) {
        PutBuffer message = new PutBuffer();
        to.put(message);
        context.startpointTo(job.contextId(job.rank() + 1), HERE).send(carry, 0, 0, 0, 0, message);
    }

    private static void send(Startpoint to, int hear) {
        to.send(hear, 0, 0, 0, 0, new byte[100], 0, 100);
        Lane own = to.lane();
        Lane tcp = to.by(MethodExpression.parse("tcp(nodelay=true)")).lane(); // the same one; after the long message its peer may be gone
        to.send(hear, 0, 0, 0, 0, new byte[LONG_BYTES], 0, LONG_BYTES);
        System.out.println("short by " + own.method() + ", which sent " + frames(own) + " frames; long by tcp, which sent " + frames(tcp));
    }

    private static long frames(Lane of) {
        return of.counters().getFirst().value();
    }
}
