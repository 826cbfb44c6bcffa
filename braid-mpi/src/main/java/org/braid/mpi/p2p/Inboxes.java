package org.braid.mpi.p2p;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The inboxes of this process by the names of their objects: where messages of a process to itself go. Guarded by the context's token. */
final class Inboxes {
    private record Named(LcoName name, Inbox inbox) {}

    private final List<Named> open = new ArrayList<>();

    void add(LcoName name, Inbox inbox) {
        open.add(new Named(name, inbox));
    }

    void remove(Inbox inbox) {
        open.removeIf(each -> each.inbox == inbox);
    }

    /** The inbox of the object with that name, or null if the object was freed. */
    @Nullable Inbox of(LcoName name) {
        for (int i = 0; i < open.size(); i++) { // no iterator: on the way of every message to oneself
            Named each = open.get(i);
            if (each.name.equals(name)) {
                return each.inbox;
            }
        }
        return null;
    }
}
