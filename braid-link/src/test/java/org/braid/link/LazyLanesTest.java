package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nothing grows with the size of the job until it is used: neither opening a context nor naming its peers looks anybody up or opens a lane. */
class LazyLanesTest {
    private static final int RANKS = 10_000;
    private static final int MAILBOX = 5;

    private final ContextPair pair = new ContextPair();
    private final List<ContextId> lookedUp = new ArrayList<>();
    private final Context context = Context.open(ContextConfig.alone().withServes(false).withSpace(pair.space).withId(new ContextId(1, 2, 7)).withDirectory(id -> {
        lookedUp.add(id);
        return pair.b.table();
    }));

    @AfterEach
    void close() {
        context.close();
        pair.close();
    }

    @Test
    void onlyThePeerThatIsSentToIsLookedUpAndOnce() {
        List<Startpoint> all = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            all.add(context.startpointTo(new ContextId(1, 2, rank), MAILBOX));
        }
        assertEquals(List.of(), lookedUp);
        assertFalse(context.hasMet());
        pair.b.newEndpoint(MAILBOX, null);
        int handler = context.register("test.lazy", (to, a0, a1, a2, a3, payload) -> {});
        for (int i = 0; i < 3; i++) {
            assertEquals(Lane.TAKEN, all.get(1).trySend(handler, i, 0, 0, 0, null, 0, 0));
        }
        assertEquals(List.of(pair.b.id()), lookedUp);
        assertTrue(context.hasMet());
    }
}
