package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.braid.boot.server.RankClient;
import org.braid.boot.server.RankProtocol;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.progress.Completion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The thread that hears the launcher says that all ranks are about to leave. */
@Timeout(60)
class PartingTest {
    private static final long BOUND_S = 20;
    private static final byte[] ALL_LEFT = ByteBuffer.allocate(RankProtocol.FRAME_HEAD).order(ByteOrder.LITTLE_ENDIAN).putInt(RankProtocol.ALL_LEFT).array();

    @TempDir Path directory = Path.of("");

    /** Whoever holds the token may wait for an answer of the directory's, which the same thread hears next. */
    @Test
    void whoHearsThatAllLeaveDoesNotWaitForWhoeverHoldsTheToken() throws Exception {
        Path pipe = Files.createFile(directory.resolve("pipe"));
        RankClient client = new RankClient(new Ticket(7, 1, 2, 0, 4, 0, 4, 5, "pipe:" + pipe, Secret.random(), "", "", false));
        Completion all = new Completion();
        try (Context context = Context.open(ContextConfig.alone())) {
            new Parting(client).leave(context, all);
            context.progress().enter();
            try {
                CompletableFuture.runAsync(() -> client.answered(ALL_LEFT)).get(BOUND_S, TimeUnit.SECONDS);
                assertFalse(all.isDone());
            } finally {
                context.progress().exit();
            }
            assertTrue(context.progress().await(all, TimeUnit.SECONDS.toNanos(BOUND_S)));
        }
    }
}
