import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import org.braid.base.wire.PutBuffer;
import org.braid.boot.Job;
import org.braid.link.Context;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.progress.Completion;
import org.braid.link.region.Notice;
import org.braid.link.region.Region;
import org.braid.link.region.RemoteRegion;
import org.braid.link.region.Right;

/**
 * Memory of rank 0 that all ranks write: each takes a ticket by adding to one word, puts its square into another, and rank 0 is notified.
 *
 * <p>Try: ./braid run -n 4 examples/link/Board.java
 *
 * <pre>
 *   rank r                                    rank 0: tickets | 0 | 1 | 4 | 9 | …
 *     fetchAndAdd(0, 1) ----------------------->  its thread does nothing
 *     put(8 + 8 r, r squared, notice) --------->  then handler "board.wrote"
 * </pre>
 */
public class Board {
    private static final int HERE = 40; // the well-known endpoint of every rank

    private final Job job = Job.attached();
    private final Context context = Context.open(job.contextConfig());
    private final Completion given = new Completion(); // the capability has come
    private final Completion all = new Completion(); // rank 0: every rank has written
    private final Completion told = new Completion(); // rank 0 needs nobody any more
    private RemoteRegion board;
    private int written;

    public static void main(String[] args) {
        new Board().run();
    }

    private void run() {
        int here = context.register("board.here", (to, a0, a1, a2, a3, payload) -> {
            board = context.regionFrom(payload.reader());
            given.complete();
        });
        int wrote = context.register("board.wrote", (to, rank, a1, a2, a3, payload) -> {
            written++;
            if (written == job.size()) {
                all.complete();
            }
        });
        int enough = context.register("board.enough", (to, a0, a1, a2, a3, payload) -> told.complete());
        Endpoint mine = context.newEndpoint(HERE, null);
        job.enter(context);
        if (job.rank() == 0) {
            publish(mine, here, wrote, enough);
        } else {
            write(wrote);
        }
        context.progress().await(told);
        context.close();
        job.finished();
    }

    private void publish(Endpoint mine, int here, int wrote, int enough) {
        ByteBuffer memory = context.space().arena().newByteBuffer(Long.BYTES * (1 + job.size())); // others on this host need no help to touch it
        try (Region region = context.publish(memory, 0, memory.capacity(), EnumSet.of(Right.PUT, Right.ATOMIC), Long.MAX_VALUE, mine)) {
            PutBuffer capability = new PutBuffer();
            region.put(capability);
            for (int rank = 0; rank < job.size(); rank++) {
                context.startpointTo(job.contextId(rank), HERE).send(here, 0, 0, 0, 0, capability);
            }
            write(wrote);
            context.progress().await(all);
        } // nobody writes any more
        ByteBuffer words = memory.order(ByteOrder.nativeOrder());
        System.out.println(words.getLong(0) + " tickets were taken");
        for (int rank = 0; rank < job.size(); rank++) {
            System.out.println("rank " + rank + " wrote " + words.getLong(Long.BYTES * (1 + rank)));
        }
        for (int rank = 0; rank < job.size(); rank++) {
            context.startpointTo(job.contextId(rank), HERE).send(enough, 0, 0, 0, 0, null, 0, 0);
        }
    }

    private void write(int wrote) {
        context.progress().await(given);
        long ticket = board.fetchAndAdd(0, 1);
        if (ticket < 0 || ticket >= job.size()) {
            throw new AssertionError("ticket " + ticket);
        }
        long[] square = {(long) job.rank() * job.rank()};
        Completion there = new Completion();
        if (!board.put(Long.BYTES * (1 + job.rank()), square, 0, Long.BYTES, new Notice(wrote, job.rank(), 0, 0, 0), there)) {
            context.progress().await(there);
        }
    }
}
