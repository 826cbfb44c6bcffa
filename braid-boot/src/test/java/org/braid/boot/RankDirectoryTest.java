package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.boot.server.RankClient;
import org.braid.boot.server.RankProtocol;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a rank knows of the others' tables, while other ranks of its process ask for them, too. */
@Timeout(60)
class RankDirectoryTest {
    private static final DescriptorTable PROMISED = DescriptorTable.of(List.of(new Descriptor("promise", new byte[] {1})));
    private static final DescriptorTable WHOLE = DescriptorTable.of(List.of(new Descriptor("kept", new byte[] {2})));
    private static final int PEER = 3;

    @TempDir Path directory = Path.of("");

    private final Map<Integer, DescriptorTable> shared = new ConcurrentHashMap<>();
    private Path pipe = Path.of("");
    private Ticket ticket = Ticket.singleton();
    private RankClient client = new RankClient(ticket);

    @BeforeEach
    void ask() throws Exception {
        pipe = Files.createFile(directory.resolve("pipe"));
        ticket = new Ticket(7, 1, 2, 0, 4, 0, 4, 5, "pipe:" + pipe, Secret.random(), "", "", false);
        client = new RankClient(ticket);
        shared.put(PEER, PROMISED);
    }

    /** The table that is told of while a question for the whole one is under way. */
    private @Nullable DescriptorTable wholeWhile(Runnable meanwhile, @Nullable DescriptorTable answer) throws Exception {
        RankDirectory known = new RankDirectory(ticket, client, new Deaths(0), shared);
        FutureTask<@Nullable DescriptorTable> asked = new FutureTask<>(() -> known.wholeTableOf(new ContextId(1, 2, PEER)));
        Thread.ofPlatform().daemon().start(asked);
        while (Files.size(pipe) == 0) {
            Thread.onSpinWait();
        }
        meanwhile.run();
        client.answered(page(answer));
        return asked.get(30, TimeUnit.SECONDS);
    }

    private static byte[] page(@Nullable DescriptorTable table) {
        byte[] bytes = table == null ? new byte[0] : table.toBytes();
        ByteBuffer page = ByteBuffer.allocate(16 + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
        return page.putInt(12 + bytes.length << 8 | RankProtocol.PAGE).putInt(PEER).putInt(1).putInt(table == null ? -1 : bytes.length).put(bytes).array();
    }

    @Test
    void aWholeTableReplacesTheOneThatAnotherRankOfTheProcessHasBeenToldMeanwhile() throws Exception {
        assertEquals(WHOLE, wholeWhile(() -> shared.putIfAbsent(PEER, PROMISED), WHOLE));
        assertEquals(WHOLE, shared.get(PEER));
    }

    @Test
    void ofARankThatHasEndedNothingIsKnownAnyMore() throws Exception {
        assertNull(wholeWhile(() -> {}, null));
        assertNull(shared.get(PEER));
    }
}
