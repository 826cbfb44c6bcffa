package org.braid.transports.socket;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.TransportHost;

/** Where the contexts of one process sleep: each in one place, whatever transports over sockets it has. */
public final class Sleepers {
    /** A class of its own because linking a lambda costs milliseconds at the start of every job. */
    private static final class Maker implements Supplier<Sleepers> {
        @Override
        public Sleepers get() {
            return new Sleepers();
        }
    }

    private final Map<ContextId, Sleeper> ofContexts = new HashMap<>(); // guarded by this

    private Sleepers() {}

    /** That of this context, for one more transport, which {@linkplain #leave leaves} it in the end. */
    public static Sleeper of(TransportHost host) {
        return host.shared(Sleepers.class, new Maker()).join(host.self());
    }

    /** A transport of this context has let go of all its channels. */
    static void leave(TransportHost host, Sleeper sleeper) {
        host.shared(Sleepers.class, new Maker()).left(host.self(), sleeper);
    }

    private synchronized Sleeper join(ContextId context) {
        Sleeper known = ofContexts.get(context);
        if (known == null) {
            known = new Sleeper();
            ofContexts.put(context, known);
        }
        known.join();
        return known;
    }

    private synchronized void left(ContextId context, Sleeper sleeper) {
        if (sleeper.leave()) {
            ofContexts.remove(context, sleeper);
        }
    }
}
