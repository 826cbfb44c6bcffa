package org.braid.mpi.match;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Matching where every receive names its source and its tag, and tags are running numbers: that of collectives. Two queues for each source, receives and messages, in which an entry is
 * looked for from the oldest on. All members make their calls in one order, so it is the first one, unless calls that were started overtake each other; then as many are passed over as
 * overtake. So a tag that is used once costs no queue of its own, as it would in a {@link Matcher}.
 *
 * <p>Not thread-safe: the owner guards it with the context's token. Allocates nothing once every source was heard.
 */
public final class ExactMatcher {
    private static final int ALL_TAGS = 0;

    private final EnvelopeCap cap;
    private final QueueTable bySource = new QueueTable();
    private QueuePair recent = bySource.at(0, ALL_TAGS); // the source that was heard last is mostly heard next
    private int posted;
    private int arrived;

    /** An empty one, whose messages count against {@code cap}. */
    public ExactMatcher(EnvelopeCap cap) {
        this.cap = cap;
    }

    /**
     * A message has come.
     *
     * @return the receive that it meets, taken out of its queue; null if there is none, then {@link #enqueue} keeps the message
     */
    public @Nullable Posted arrive(int source, int tag) {
        if (posted == 0) {
            return null;
        }
        QueuePair q = queue(source);
        Posted p = q.firstPosted;
        while (p != null && p.tag != tag) {
            p = p.later;
        }
        if (p != null) {
            q.remove(p);
            posted--;
        }
        return p;
    }

    /**
     * Keeps a message that met no receive.
     *
     * @return false if the process holds as many as it may already; then nothing has changed
     */
    public boolean enqueue(Arrived message, int source, int tag) {
        if (!cap.take()) {
            return false;
        }
        message.source = source;
        message.tag = tag;
        arrived++;
        queue(source).append(message, Kind.EXACT);
        return true;
    }

    /**
     * Posts a receive.
     *
     * @return the message that it meets, taken out of its queue; null if there is none, then the receive waits
     */
    public @Nullable Arrived post(Posted receive, int source, int tag) {
        QueuePair q = queue(source);
        Arrived message = q.firstArrived;
        while (message != null && message.tag != tag) {
            message = message.later[Kind.EXACT];
        }
        if (message != null) {
            remove(message, q);
            return message;
        }
        receive.tag = tag;
        posted++;
        q.append(receive);
        return null;
    }

    /** The messages that wait. */
    public List<Arrived> allArrived() {
        List<Arrived> all = new ArrayList<>(arrived);
        bySource.addArrived(all);
        return all;
    }

    /** Takes out some message that waits; null if none does. */
    public @Nullable Arrived takeAny() {
        QueuePair q = arrived == 0 ? null : bySource.firstWithArrived();
        Arrived message = q == null ? null : q.firstArrived;
        if (q != null && message != null) {
            remove(message, q);
        }
        return message;
    }

    /**
     * Takes back a receive that was posted for this source.
     *
     * @return false if it does not wait here any more
     */
    public boolean cancel(Posted receive, int source) {
        boolean waits = queue(source).remove(receive);
        posted -= waits ? 1 : 0;
        return waits;
    }

    /** Whether a receive that was posted for this source waits here still. */
    public boolean holds(Posted receive, int source) {
        return queue(source).holds(receive);
    }

    /** Receives that wait. */
    public int posted() {
        return posted;
    }

    /** Messages that wait. */
    int arrived() {
        return arrived;
    }

    private QueuePair queue(int source) {
        QueuePair q = recent;
        if (q.source != source) {
            q = bySource.at(source, ALL_TAGS);
            recent = q;
        }
        return q;
    }

    private void remove(Arrived message, QueuePair q) {
        q.unlink(message, Kind.EXACT);
        arrived--;
        cap.giveBack();
    }
}
