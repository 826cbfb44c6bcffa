package org.braid.link.dispatch;

import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.HandlerId;
import org.jspecify.annotations.Nullable;

/**
 * Handlers by the 32-bit hash of their name (grim-heterogeneous-endpoints: registered by name for the whole job). Open addressing; the table is replaced when it changes, so the
 * poller looks up without a lock.
 */
public final class HandlerTable {
    /** One registered handler. */
    public record Entry(int id, String name, Handler handler, boolean takesOffers) {}

    private volatile @Nullable Entry[] entries = new @Nullable Entry[64];
    private int count;

    /** The handler with this id; null if there is none. */
    public @Nullable Entry at(int id) {
        Entry[] e = entries;
        int mask = e.length - 1;
        for (int i = id & mask; ; i = (i + 1) & mask) {
            Entry found = e[i];
            if (found == null || found.id == id) {
                return found;
            }
        }
    }

    /**
     * Registers a handler and gives its id.
     *
     * @throws BraidException {@code HANDLER_COLLISION} if the name or its hash is taken
     */
    public synchronized int register(String name, Handler handler, boolean takesOffers) {
        int id = HandlerId.of(Objects.requireNonNull(name, "The name of a handler is null"));
        Object ignored = Objects.requireNonNull(handler, "The handler to be registered is null");
        Entry taken = at(id);
        if (taken != null) {
            throw collision(name, taken);
        }
        Entry[] next = count * 2 >= entries.length ? rehash(entries.length * 2) : entries.clone();
        insert(next, new Entry(id, name, handler, takesOffers));
        entries = next;
        count++;
        return id;
    }

    private Entry[] rehash(int length) {
        Entry[] bigger = new Entry[length];
        for (Entry e : entries) {
            if (e != null) {
                insert(bigger, e);
            }
        }
        return bigger;
    }

    private static void insert(@Nullable Entry[] into, Entry entry) {
        int mask = into.length - 1;
        int i = entry.id & mask;
        while (into[i] != null) {
            i = (i + 1) & mask;
        }
        into[i] = entry;
    }

    private static BraidException collision(String name, Entry taken) {
        boolean same = taken.name.equals(name);
        return new BraidException(
                ErrorCode.HANDLER_COLLISION,
                "Handler '" + name + "' cannot be registered",
                same ? "it is registered already" : "its id is that of handler '" + taken.name + "'",
                same ? "Register a name once per context" : "Rename one of the two; ids are 32-bit hashes of names");
    }
}
