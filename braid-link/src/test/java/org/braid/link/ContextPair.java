package org.braid.link;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.braid.base.wire.ContextId;
import org.braid.link.progress.AddressSpace;
import org.braid.link.select.Directory;

/** Two contexts of one process that know each other, stepped by the test: no thread, no waiting. */
public final class ContextPair implements AutoCloseable {
    private static final long CLOSE_NS = 1_000_000L;

    public final AddressSpace space = new AddressSpace(64 << 20);
    public final Context a;
    public final Context b;

    public ContextPair() {
        this(config -> config);
    }

    /** @param ofB what is different at the second one */
    public ContextPair(UnaryOperator<ContextConfig> ofB) {
        List<Context> both = new ArrayList<>();
        Directory directory = id -> both.stream().filter(c -> c.id().equals(id)).map(Context::table).findFirst().orElse(null);
        ContextConfig config = ContextConfig.alone().withServes(false).withSpace(space).withDirectory(directory);
        a = Context.open(config.withId(new ContextId(1, 2, 0)));
        b = Context.open(ofB.apply(config.withId(new ContextId(1, 2, 1))));
        both.add(a);
        both.add(b);
    }

    public List<Context> both() {
        return List.of(a, b);
    }

    public static void inside(Context context, Runnable work) {
        context.progress().enter();
        try {
            work.run();
        } finally {
            context.progress().exit();
        }
    }

    @Override
    public void close() {
        a.close(CLOSE_NS);
        b.close(CLOSE_NS);
        space.close();
    }
}
