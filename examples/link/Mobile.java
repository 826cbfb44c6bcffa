import org.braid.base.wire.PutBuffer;
import org.braid.boot.Job;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;

/**
 * A mobile startpoint: rank 0 gives a startpoint to one of its endpoints to rank 1, which hands it on, and so to the last rank. That rank has never heard of the endpoint; it takes
 * the startpoint out of the message, selects a method by itself, and speaks through it.
 *
 * <p>Try: ./braid run -n 3 examples/link/Mobile.java
 *
 * <pre>
 *   rank 0 --startpoint--> rank 1 --startpoint--> rank 2
 *     ^                                             |
 *     +------------ the first message of all -------+
 * </pre>
 */
public class Mobile {
    private static final int HERE = 40;

    private final Job job = Job.attached();
    private final Context context = Context.open(job.contextConfig());
    private final Completion done = new Completion();

    public static void main(String[] args) {
        new Mobile().run();
    }

    private void run() {
        int speak = context.register("mobile.speak", (to, rank, a1, a2, a3, payload) -> {
            System.out.println(to.userData() + " hears rank " + rank + ": " + payload.reader().getString(200));
            done.complete();
        });
        Carried carried = new Carried();
        int carry = context.register("mobile.carry", (to, a0, a1, a2, a3, payload) -> {
            carried.startpoint = context.startpointFrom(payload.reader());
            carried.arrived.complete();
        });
        context.newEndpoint(HERE, null);
        job.enter(context);
        if (job.size() < 3) {
            sayTooFew();
        } else if (job.rank() == 0) {
            handOn(context.startpointTo(context.newEndpoint("the listener of rank 0")), carry);
            context.progress().await(done);
        } else {
            context.progress().await(carried.arrived);
            travelOrSpeak(carried.startpoint, carry, speak);
        }
        context.close();
        job.finished();
    }

    private void travelOrSpeak(Startpoint startpoint, int carry, int speak) {
        if (job.rank() < job.size() - 1) {
            handOn(startpoint, carry);
        } else {
            String text = "I got your startpoint through " + (job.size() - 2) + " others and chose " + startpoint.lane().method();
            startpoint.send(speak, job.rank(), 0, 0, 0, new PutBuffer().putString(text));
        }
    }

    private void handOn(Startpoint startpoint, int carry) {
        Startpoint next = context.startpointTo(job.contextId(job.rank() + 1), HERE);
        PutBuffer message = new PutBuffer();
        startpoint.put(message);
        next.send(carry, 0, 0, 0, 0, message);
    }

    private void sayTooFew() {
        if (job.rank() == 0) {
            System.out.println("A startpoint that travels needs three ranks: ./braid run -n 3 examples/link/Mobile.java");
        }
    }

    /** What the handler found in its message. */
    private static final class Carried {
        private final Completion arrived = new Completion();
        private Startpoint startpoint;
    }
}
