package org.braid.link.local;

import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.braid.base.wire.ContextId;
import org.jspecify.annotations.Nullable;

/** The contexts of one process that can reach each other locally. The token proves that a descriptor was made in this very process. */
final class Neighbours {
    private final UUID token = UUID.randomUUID();
    private final ConcurrentHashMap<ContextId, LocalPort> ports = new ConcurrentHashMap<>();

    UUID token() {
        return token;
    }

    void add(LocalPort port) {
        ports.put(port.id(), port);
    }

    void remove(LocalPort port) {
        ports.remove(port.id(), port);
    }

    @Nullable LocalPort find(ContextId id) {
        return ports.get(id);
    }
}
