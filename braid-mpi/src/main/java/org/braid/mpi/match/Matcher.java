package org.braid.mpi.match;

import org.jspecify.annotations.Nullable;

/**
 * Posted receives and unexpected messages of one local communicator object, and the rules by which they meet (MPI 4.1, section 3.5): a message meets the earliest posted receive
 * that names its source and tag, a receive meets the earliest message that it names.
 *
 * <pre>
 *   kind         key            posted receives    unexpected messages
 *   EXACT        (source, tag)  o-o-o              o-o       every message stands here ...
 *   ANY_TAG      (source, *)    o                  o-o-o     from the first such receive on
 *   ANY_SOURCE   (*, tag)       o-o                o-o-o     from the first such receive on
 *   ANY_BOTH     (*, *)         o                  o-o-o-o   ... and here
 * </pre>
 *
 * A receive stands in the one queue of its kind. A message compares the running numbers of the at most four heads that it could meet; a receive looks at one head. All O(1), with
 * wildcards too. A program without wildcards pays one hash lookup per operation.
 *
 * <p>Not thread-safe: the owner guards it with the context's token.
 */
public final class Matcher {
    /** In place of a source or a tag of a receive: any. Sources and tags of messages are never negative. */
    public static final int ANY = -1;

    private final EnvelopeCap cap;
    private final QueueTable exact = new QueueTable();
    private final QueuePair anyBoth = new QueuePair();
    private @Nullable QueueTable anyTag;
    private @Nullable QueueTable anySource;
    private @Nullable QueuePair recent; // of the exact ones; what was found last is mostly asked for next
    private long numbers;
    private int postedWildcards;
    private int arrived;

    /** An empty one, whose messages count against {@code cap}. */
    public Matcher(EnvelopeCap cap) {
        this.cap = cap;
    }

    /**
     * A message has come.
     *
     * @return the receive that it meets, taken out of its queue; null if there is none, then {@link #enqueue} keeps the message
     */
    public @Nullable Posted arrive(int source, int tag) {
        QueuePair q = recent;
        if (q == null || q.tag != tag || q.source != source) {
            q = exact.find(source, tag);
            recent = q;
        }
        if (postedWildcards != 0) {
            q = earliestWithWildcards(q, source, tag);
        }
        return q == null ? null : q.takeFirst();
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
        message.number = numbers++;
        arrived++;
        exact.at(source, tag).append(message, Kind.EXACT);
        anyBoth.append(message, Kind.ANY_BOTH);
        if (anyTag != null) {
            anyTag.at(source, ANY).append(message, Kind.ANY_TAG);
        }
        if (anySource != null) {
            anySource.at(ANY, tag).append(message, Kind.ANY_SOURCE);
        }
        return true;
    }

    /**
     * Posts a receive.
     *
     * @param source a receive slot, or {@link #ANY}
     * @param tag a tag, or {@link #ANY}
     * @return the message that it meets, taken out of its queues; null if there is none, then the receive waits
     */
    public @Nullable Arrived post(Posted receive, int source, int tag) {
        if (arrived != 0) {
            Arrived message = peek(source, tag);
            if (message != null) {
                remove(message);
                return message;
            }
        }
        receive.number = numbers++;
        QueuePair q = recent;
        if (q == null || q.tag != tag || q.source != source) {
            q = queueOf(source, tag);
            postedWildcards += wildcards(source, tag);
        }
        q.append(receive);
        return null;
    }

    /** The message that a receive would meet now, left where it is; null if there is none. */
    public @Nullable Arrived peek(int source, int tag) {
        if (arrived == 0) {
            return null;
        }
        QueuePair q =
                switch (Kind.of(source, tag)) {
                    case Kind.EXACT -> exact.find(source, tag);
                    case Kind.ANY_TAG -> byAnyTag().find(source, tag);
                    case Kind.ANY_SOURCE -> byAnySource().find(source, tag);
                    default -> anyBoth;
                };
        return q == null ? null : q.firstArrived;
    }

    /** The message that waits behind one, of the same source and tag; null if there is none. */
    public @Nullable Arrived behind(Arrived message) {
        return message.later[Kind.EXACT];
    }

    /** Takes out a message that {@link #peek} has shown. */
    public void remove(Arrived message) {
        for (int kind = 0; kind < Kind.COUNT; kind++) {
            QueuePair q = message.queue[kind];
            if (q != null) {
                q.unlink(message, kind);
            }
        }
        arrived--;
        cap.giveBack();
    }

    /** Whether a message waits here still: none has met it, or taken it out. */
    public boolean holds(Arrived message) {
        return message.queue[Kind.EXACT] != null;
    }

    /**
     * Takes back a receive that was posted with this source and tag.
     *
     * @return false if it does not wait here any more
     */
    public boolean cancel(Posted receive, int source, int tag) {
        boolean waits = queueOf(source, tag).remove(receive);
        postedWildcards -= waits ? wildcards(source, tag) : 0;
        return waits;
    }

    /** Whether a receive that was posted with this source and tag waits here still. */
    public boolean holds(Posted receive, int source, int tag) {
        return queueOf(source, tag).holds(receive);
    }

    /** Receives that wait; looks at every queue, since counting them would cost each message a store. */
    public int posted() {
        return exact.posted() + anyBoth.posted() + (anyTag == null ? 0 : anyTag.posted()) + (anySource == null ? 0 : anySource.posted());
    }

    /** Messages that wait. */
    int arrived() {
        return arrived;
    }

    int exactCapacity() {
        return exact.capacity();
    }

    /** The queue whose head a message meets, if any of them has one; the caller takes that head out. */
    private @Nullable QueuePair earliestWithWildcards(@Nullable QueuePair exactly, int source, int tag) {
        QueuePair wild = anyBoth;
        if (anyTag != null) {
            wild = earlier(wild, anyTag.find(source, ANY));
        }
        if (anySource != null) {
            wild = earlier(wild, anySource.find(ANY, tag));
        }
        QueuePair earliest = earlier(wild, exactly);
        postedWildcards -= earliest == wild && wild.firstPosted != null ? 1 : 0;
        return earliest;
    }

    /** The one of two queues whose first receive was posted earlier. */
    private static QueuePair earlier(QueuePair a, @Nullable QueuePair b) {
        Posted first = a.firstPosted;
        Posted other = b == null ? null : b.firstPosted;
        return b != null && other != null && (first == null || other.number < first.number) ? b : a;
    }

    private static int wildcards(int source, int tag) {
        return source == ANY || tag == ANY ? 1 : 0;
    }

    private QueuePair queueOf(int source, int tag) {
        return switch (Kind.of(source, tag)) {
            case Kind.EXACT -> exactQueue(source, tag);
            case Kind.ANY_TAG -> byAnyTag().at(source, tag);
            case Kind.ANY_SOURCE -> byAnySource().at(source, tag);
            default -> anyBoth;
        };
    }

    private QueuePair exactQueue(int source, int tag) {
        QueuePair q = exact.at(source, tag);
        recent = q;
        return q;
    }

    /** Messages by source alone: kept from the first time that somebody asks. */
    private QueueTable byAnyTag() {
        QueueTable table = anyTag;
        if (table == null) {
            table = new QueueTable();
            anyTag = table;
            for (Arrived a = anyBoth.firstArrived; a != null; a = a.later[Kind.ANY_BOTH]) {
                table.at(a.source, ANY).append(a, Kind.ANY_TAG);
            }
        }
        return table;
    }

    /** Messages by tag alone: kept from the first time that somebody asks. */
    private QueueTable byAnySource() {
        QueueTable table = anySource;
        if (table == null) {
            table = new QueueTable();
            anySource = table;
            for (Arrived a = anyBoth.firstArrived; a != null; a = a.later[Kind.ANY_BOTH]) {
                table.at(ANY, a.tag).append(a, Kind.ANY_SOURCE);
            }
        }
        return table;
    }
}
