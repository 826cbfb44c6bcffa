package org.braid.mpi.match;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one kind, found by (source, tag): a hash table with chains.
 *
 * <p>A queue that runs empty stays, for it is likely to be used again; when the table is full its empty queues become spares, and only if few were empty the table doubles. So a
 * program that uses each tag once neither allocates nor fills memory, and every operation is O(1) on average.
 */
final class QueueTable {
    private static final int FIRST_CAPACITY = 16;

    private @Nullable QueuePair[] chains = new @Nullable QueuePair[FIRST_CAPACITY];
    private int shift = Integer.numberOfLeadingZeros(FIRST_CAPACITY) + 1;
    private int used;
    private @Nullable QueuePair spares;

    /** The queue of this key, or null if there has been none lately. */
    @Nullable QueuePair find(int source, int tag) {
        QueuePair q = chains[slot(source, tag)];
        while (q != null && (q.tag != tag || q.source != source)) {
            q = q.chain;
        }
        return q;
    }

    /** The queue of this key; made if there is none. */
    QueuePair at(int source, int tag) {
        QueuePair q = find(source, tag);
        return q != null ? q : create(source, tag);
    }

    /** Some queue in which a message waits, or null. */
    @Nullable QueuePair firstWithArrived() {
        for (QueuePair first : chains) {
            for (QueuePair q = first; q != null; q = q.chain) {
                if (q.firstArrived != null) {
                    return q;
                }
            }
        }
        return null;
    }

    /** How many receives wait in all queues. */
    int posted() {
        int count = 0;
        for (QueuePair first : chains) {
            for (QueuePair q = first; q != null; q = q.chain) {
                count += q.posted();
            }
        }
        return count;
    }

    /** Adds the messages that wait in queues of exact keys. */
    void addArrived(List<Arrived> all) {
        for (QueuePair first : chains) {
            for (QueuePair q = first; q != null; q = q.chain) {
                for (Arrived a = q.firstArrived; a != null; a = a.later[Kind.EXACT]) {
                    all.add(a);
                }
            }
        }
    }

    int capacity() {
        return chains.length;
    }

    private int slot(int source, int tag) {
        return (source * 0x9E3779B1 + tag * 0x85EBCA77) >>> shift;
    }

    private QueuePair create(int source, int tag) {
        if (used == chains.length) {
            makeRoom();
        }
        QueuePair q = spares;
        if (q == null) {
            q = new QueuePair();
        } else {
            spares = q.chain;
        }
        q.source = source;
        q.tag = tag;
        push(q);
        used++;
        return q;
    }

    private void push(QueuePair q) {
        int slot = slot(q.source, q.tag);
        q.chain = chains[slot];
        chains[slot] = q;
    }

    /** Empty queues become spares; the others are hashed again, into a table twice as large if they fill more than half of it. */
    private void makeRoom() {
        QueuePair kept = takeAll();
        if (used > chains.length / 2) {
            chains = new @Nullable QueuePair[chains.length * 2];
            shift--;
        }
        while (kept != null) {
            QueuePair next = kept.chain;
            push(kept);
            kept = next;
        }
    }

    private @Nullable QueuePair takeAll() {
        QueuePair kept = null;
        for (int i = 0; i < chains.length; i++) {
            QueuePair q = chains[i];
            chains[i] = null;
            while (q != null) {
                QueuePair next = q.chain;
                if (q.isEmpty()) {
                    q.source = QueuePair.NOBODY;
                    q.chain = spares;
                    spares = q;
                    used--;
                } else {
                    q.chain = kept;
                    kept = q;
                }
                q = next;
            }
        }
        return kept;
    }
}
