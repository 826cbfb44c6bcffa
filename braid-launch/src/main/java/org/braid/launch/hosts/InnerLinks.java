package org.braid.launch.hosts;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The jobs that are spoken of on one connection beside the first, by the numbers that its server has given them. Any thread. */
final class InnerLinks {
    private final PeerLink outer;
    private final Map<Integer, InnerLink> open = new HashMap<>(); // guarded by this
    private @Nullable String why; // it has ended; guarded by this

    InnerLinks(PeerLink outer) {
        this.outer = outer;
    }

    /** One more is spoken of from now on. */
    synchronized InnerLink open(int job) {
        InnerLink link = new InnerLink(outer, job);
        open.put(job, link);
        if (why != null) {
            link.ended(why);
        }
        return link;
    }

    /** It is over: what is still said of it nobody hears. */
    synchronized void close(int job) {
        open.remove(job);
    }

    /** The payload of a JOB frame has come, in the thread that reads. */
    void heard(ByteBuffer in) throws InterruptedException {
        InnerLink link = find(in.getInt());
        if (link != null) {
            link.heard(in);
        }
    }

    private synchronized @Nullable InnerLink find(int job) {
        return open.get(job);
    }

    /** The connection has ended. */
    void ended(String reason) {
        List<InnerLink> all;
        synchronized (this) {
            why = why == null ? reason : why;
            all = List.copyOf(open.values());
        }
        all.forEach(each -> each.ended(reason));
    }
}
