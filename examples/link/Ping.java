import org.braid.boot.Job;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;

/**
 * A remote service request and its answer: rank 0 pings every rank a thousand times, itself included.
 *
 * <p>Try: ./braid run -n 4 examples/link/Ping.java
 *
 * <pre>
 *   rank 0                          rank r
 *     ping(i) ---------------------->  handler "ping"
 *     handler "pong"  <---------------  pong(i), sent by the handler
 * </pre>
 */
public class Ping {
    private static final int PINGS = 1000;
    private static final int HERE = 40; // the well-known endpoint of every rank

    private final Job job = Job.attached();
    private final Context context = Context.open(job.contextConfig());
    private final Completion told = new Completion(); // rank 0 needs no more answers
    private int answered;
    private Completion answer = new Completion();

    public static void main(String[] args) {
        new Ping().run();
    }

    private void run() {
        Startpoint home = context.startpointTo(job.contextId(0), HERE);
        int pong = context.register("ping.pong", (to, number, a1, a2, a3, payload) -> {
            answered++;
            answer.complete();
        });
        int ping = context.register("ping.ping", (to, number, a1, a2, a3, payload) -> home.send(pong, number, 0, 0, 0, null, 0, 0));
        int enough = context.register("ping.enough", (to, a0, a1, a2, a3, payload) -> told.complete());
        context.newEndpoint(HERE, null);
        job.enter(context);
        if (job.rank() == 0) {
            for (int rank = 0; rank < job.size(); rank++) {
                pingAll(rank, ping, enough);
            }
        }
        context.progress().await(told);
        context.close();
        job.finished();
    }

    private void pingAll(int rank, int ping, int enough) {
        Startpoint peer = context.startpointTo(job.contextId(rank), HERE);
        answered = 0;
        for (int i = 0; i < PINGS; i++) {
            answer = new Completion();
            peer.send(ping, i, 0, 0, 0, null, 0, 0);
            context.progress().await(answer);
        }
        System.out.println("rank " + rank + " answered " + answered + " of " + PINGS + " pings");
        peer.send(enough, 0, 0, 0, 0, null, 0, 0);
    }
}
