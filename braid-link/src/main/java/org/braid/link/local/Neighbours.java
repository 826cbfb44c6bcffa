package org.braid.link.local;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.braid.base.os.Entropy;
import org.braid.base.wire.ContextId;
import org.jspecify.annotations.Nullable;

/** The contexts of one process that can reach each other locally. The token proves that a descriptor was made in this very process. */
final class Neighbours {
    /** A class of its own because linking a lambda costs milliseconds at the start of every job. */
    static final class Maker implements Supplier<Neighbours> {
        @Override
        public Neighbours get() {
            return new Neighbours();
        }
    }

    private static final int TOKEN_BYTES = 16;

    private final byte[] token = Entropy.bytes(TOKEN_BYTES);
    private final ConcurrentHashMap<ContextId, LocalPort> ports = new ConcurrentHashMap<>();

    /** What a descriptor made in this process says; a copy. */
    byte[] token() {
        return token.clone();
    }

    boolean made(byte[] descriptor) {
        return Arrays.equals(token, descriptor);
    }

    void add(LocalPort port) {
        ports.put(port.id(), port);
    }

    void remove(LocalPort port) {
        ports.remove(port.id(), port);
    }

    int count() {
        return ports.size();
    }

    @Nullable LocalPort find(ContextId id) {
        return ports.get(id);
    }
}
