import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.MethodExpression;
import org.braid.boot.Job;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.dispatch.Payload;
import org.braid.link.progress.Completion;
import org.braid.link.select.MethodReport;

/**
 * One startpoint, two methods: messages of up to 64 KiB go by the fastest one, data that is longer by tcp, and all of them arrive in the order in which they were sent.
 *
 * <p>Try: ./braid run -n 2 examples/link/BySize.java
 *
 * <pre>
 *   rank 0                                               rank r
 *     message 0, 100 bytes      ---- fastest --------->    its bytes are here
 *     message 1, 1,000,000 bytes --- fastest --------->    an offer, in order with the others
 *       its bytes               ---- tcp ------------->    where the offer was pulled to
 * </pre>
 */
public class BySize {
    private static final int HERE = 40;
    private static final int MESSAGES = 20;
    private static final int SHORT_BYTES = 100;
    private static final int LONG_BYTES = 1_000_000;

    private final Job job = Job.attached();
    private final Context context = Context.open(job.contextConfig());
    private final Completion told = new Completion();
    private final List<Completion> arriving = new ArrayList<>();
    private boolean inOrder = true;
    private Completion answer = new Completion();

    public static void main(String[] args) {
        new BySize().run();
    }

    private void run() {
        Startpoint home = context.startpointTo(job.contextId(0), HERE);
        int receive = context.registerForOffers("bysize.receive", (to, number, a1, a2, a3, payload) -> arrived(number, payload));
        int answered = context.register("bysize.answered", (to, rank, count, ordered, a3, payload) -> {
            System.out.println("rank " + rank + " got " + count + " messages" + (ordered == 1 ? " in order" : ""));
            answer.complete();
        });
        int enough = context.register("bysize.enough", (to, a0, a1, a2, a3, payload) -> told.complete());
        context.newEndpoint(HERE, null);
        job.enter(context);
        if (job.rank() == 0) {
            for (int rank = 1; rank < job.size(); rank++) {
                sendAll(rank, receive, enough);
            }
            System.out.println("done");
        } else {
            context.progress().await(told);
            arriving.forEach(context.progress()::await);
            home.send(answered, job.rank(), arriving.size(), inOrder ? 1 : 0, 0, null, 0, 0);
        }
        context.close();
        job.finished();
    }

    private void sendAll(int rank, int receive, int enough) {
        Startpoint peer = context.startpointTo(job.contextId(rank), HERE).by(MethodExpression.parse("auto(max=64KiB)"), MethodExpression.parse("tcp"));
        byte[] data = new byte[LONG_BYTES];
        for (int number = 0; number < MESSAGES; number++) {
            peer.send(receive, number, 0, 0, 0, data, 0, number % 2 == 0 ? SHORT_BYTES : LONG_BYTES);
        }
        answer = new Completion();
        peer.send(enough, 0, 0, 0, 0, null, 0, 0);
        context.progress().await(answer);
        for (MethodReport each : peer.methods()) {
            each.carries().forEach(sizes -> System.out.println("  " + each.method() + " carries " + sizes));
        }
    }

    /** Short data is here; long data is announced, in order with the others, and pulled. */
    private void arrived(int number, Payload payload) {
        inOrder &= number == arriving.size();
        byte[] target = new byte[(int) payload.length()];
        Completion there = new Completion();
        arriving.add(there);
        if (payload.isOffer()) {
            payload.takeOffer().pull(target, 0, target.length, there);
        } else {
            payload.copyTo(target, 0, target.length);
            there.complete();
        }
    }
}
