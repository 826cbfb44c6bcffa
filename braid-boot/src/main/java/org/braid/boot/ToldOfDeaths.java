package org.braid.boot;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.Context;

/** The contexts in which somebody may wait for a rank that dies. Any thread. */
final class ToldOfDeaths {
    private final List<Context> contexts = new CopyOnWriteArrayList<>();

    /** From now on this one is told, too. */
    void add(Context context) {
        contexts.add(context);
    }

    /** A rank whose context has this name is dead. */
    void tell(ContextId dead, BraidException how) {
        for (Context context : contexts) {
            News.tell(new Death(context, dead, how));
        }
    }

    /** A class instead of a lambda, since it starts faster. */
    private record Death(Context context, ContextId dead, BraidException how) implements Runnable {
        @Override
        public void run() {
            context.peerFailed(dead, how);
        }
    }
}
