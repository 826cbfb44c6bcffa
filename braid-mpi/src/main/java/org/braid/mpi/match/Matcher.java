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
    private int posted;
    private int postedWildcards;
    private int arrived;

    public Matcher(EnvelopeCap cap) {
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
        QueuePair q = recent;
        if (q == null || q.tag != tag || q.source != source) {
            q = exact.find(source, tag);
            recent = q;
        }
        Posted earliest = q == null ? null : q.firstPosted;
        if (postedWildcards != 0) {
            earliest = earliestWithWildcards(earliest, source, tag);
        }
        if (earliest != null) {
            unlink(earliest);
        }
        return earliest;
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
        posted++;
        queueOf(source, tag).append(receive);
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

    /**
     * Takes back a posted receive.
     *
     * @return false if it does not wait here any more
     */
    public boolean cancel(Posted receive) {
        if (!receive.isQueued()) {
            return false;
        }
        unlink(receive);
        return true;
    }

    /** Receives that wait. */
    public int posted() {
        return posted;
    }

    /** Messages that wait. */
    public int arrived() {
        return arrived;
    }

    int exactCapacity() {
        return exact.capacity();
    }

    private void unlink(Posted p) {
        QueuePair q = p.queue;
        if (q != null) {
            q.unlink(p);
            posted--;
            postedWildcards -= q.source == ANY || q.tag == ANY ? 1 : 0;
        }
    }

    private @Nullable Posted earliestWithWildcards(@Nullable Posted best, int source, int tag) {
        Posted earliest = earlier(best, anyBoth.firstPosted);
        if (anyTag != null) {
            earliest = earlier(earliest, head(anyTag.find(source, ANY)));
        }
        if (anySource != null) {
            earliest = earlier(earliest, head(anySource.find(ANY, tag)));
        }
        return earliest;
    }

    private static @Nullable Posted head(@Nullable QueuePair q) {
        return q == null ? null : q.firstPosted;
    }

    private static @Nullable Posted earlier(@Nullable Posted a, @Nullable Posted b) {
        return a == null || (b != null && b.number < a.number) ? b : a;
    }

    private QueuePair queueOf(int source, int tag) {
        int kind = Kind.of(source, tag);
        if (kind == Kind.EXACT) {
            return exactQueue(source, tag);
        }
        postedWildcards++;
        return switch (kind) {
            case Kind.ANY_TAG -> byAnyTag().at(source, tag);
            case Kind.ANY_SOURCE -> byAnySource().at(source, tag);
            default -> anyBoth;
        };
    }

    private QueuePair exactQueue(int source, int tag) {
        QueuePair q = recent;
        if (q == null || q.tag != tag || q.source != source) {
            q = exact.at(source, tag);
            recent = q;
        }
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
