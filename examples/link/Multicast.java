import org.braid.base.wire.PutBuffer;
import org.braid.boot.Job;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;

/**
 * One startpoint, several endpoints: every rank sends rank 0 a startpoint to an endpoint of its own, rank 0 joins them into one, and one send reaches them all.
 *
 * <p>Try: ./braid run -n 4 examples/link/Multicast.java
 */
public class Multicast {
    private static final int HERE = 40;

    private final Job job = Job.attached();
    private final Context context = Context.open(job.contextConfig());
    private final Startpoint[] joined = new Startpoint[job.size()];
    private final boolean[] heard = new boolean[job.size()];
    private final Completion everybodyJoined = new Completion();
    private final Completion everybodyHeard = new Completion();
    private final Completion newsCame = new Completion();
    private int joinedCount;
    private int heardCount;

    public static void main(String[] args) {
        new Multicast().run();
    }

    private void run() {
        Startpoint home = context.startpointTo(job.contextId(0), HERE);
        int join = context.register("multicast.join", (to, rank, a1, a2, a3, payload) -> {
            joined[rank] = context.startpointFrom(payload.reader());
            if (++joinedCount == job.size()) {
                everybodyJoined.complete();
            }
        });
        int hear = context.register("multicast.hear", (to, rank, a1, a2, a3, payload) -> {
            heard[rank] = true;
            if (++heardCount == job.size()) {
                everybodyHeard.complete();
            }
        });
        int news = context.register("multicast.news", (to, a0, a1, a2, a3, payload) -> {
            home.send(hear, job.rank(), 0, 0, 0, null, 0, 0);
            newsCame.complete();
        });
        context.newEndpoint(HERE, null);
        job.enter(context);

        PutBuffer mine = new PutBuffer();
        context.startpointTo(context.newEndpoint("news")).put(mine);
        home.send(join, job.rank(), 0, 0, 0, mine);
        if (job.rank() == 0) {
            context.progress().await(everybodyJoined);
            Startpoint all = joinedToOne();
            all.send(news, 0, 0, 0, 0, null, 0, 0);
            context.progress().await(everybodyHeard);
            report(all);
        }
        context.progress().await(newsCame);
        context.close();
        job.finished();
    }

    private Startpoint joinedToOne() {
        Startpoint all = joined[0];
        for (int rank = 1; rank < joined.length; rank++) {
            all = all.and(joined[rank]);
        }
        return all;
    }

    private void report(Startpoint all) {
        StringBuilder ranks = new StringBuilder();
        for (int rank = 0; rank < heard.length; rank++) {
            ranks.append(heard[rank] ? " " + rank : "");
        }
        System.out.println("one send through a startpoint of " + all.endpoints() + " endpoint(s) was heard by:" + ranks);
    }
}
