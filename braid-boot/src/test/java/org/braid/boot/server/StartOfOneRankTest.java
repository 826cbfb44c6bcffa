package org.braid.boot.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.hosts.HostPage;
import org.braid.boot.hosts.JobHost;
import org.braid.boot.ticket.Ticket;
import org.junit.jupiter.api.Test;

/** What one rank that starts costs in a large job is what it costs in a small one: counted at the rank server's core alone. */
class StartOfOneRankTest {
    private static final int TABLE_BYTES = 80;
    private static final int LARGE = 10_000;
    private static final int SMALL = 1_000;

    /** A job whose ranks have all registered but the last, and the bytes that were answered. */
    private static final class World {
        final int size;
        final RankServerCore core;
        final PidSessions sessions;
        final List<Integer> frames = new ArrayList<>();
        int bytes;

        World(int size) {
            this.size = size;
            HostMap map = cyclic(size, size / 50);
            Ticket job = new Ticket(77, 11, 22, 0, size, 0, size, 0, "pipe:/x", RankServerTalk.JOB.secret(), "", "", false);
            core = new RankServerCore(job, new Heard(), map);
            sessions = new PidSessions(core, (pid, frame) -> {
                frames.add(pid);
                bytes += frame.remaining();
            });
            for (int rank = 0; rank < size - 1; rank++) {
                start(rank);
            }
            frames.clear();
            bytes = 0;
        }

        private static HostMap cyclic(int size, int hosts) {
            int[] hostOf = new int[size];
            List<JobHost> all = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                hostOf[rank] = rank % hosts;
            }
            for (int number = 0; number < hosts; number++) {
                all.add(new JobHost(number, 64, size / hosts, "node" + (1000 + number), "10.0.0.1", "", ""));
            }
            return new HostMap(hostOf, all);
        }

        /** All that a rank says before it computes. */
        void start(int rank) {
            say(rank, RankServerTalk.hello(77));
            say(rank, RankServerTalk.join(22, rank, size, RankServerTalk.JOB.secret()));
            say(rank, RankServerTalk.frame(RankProtocol.REGISTER, new byte[TABLE_BYTES]));
        }

        void say(int rank, byte[] bytes) {
            sessions.said(rank + 1, ByteBuffer.wrap(bytes));
            assertTrue(core.unsettled().size() <= 1, "only who has an answer is looked at");
            sessions.settle();
        }

        static byte[] hosts(int first, int count) {
            return RankServerTalk.frame(RankProtocol.HOSTS, RankProtocol.buffer(8).putInt(first).putInt(count).array());
        }
    }

    private static World started(int size) {
        World world = new World(size);
        world.start(size - 1);
        world.say(size - 1, RankServerTalk.lookup(0, 32)); // a neighbour's table, and on which host it is
        world.say(size - 1, World.hosts(0, 256));
        return world;
    }

    @Test
    void itAsksForAFewPagesOfTheSameLengthHoweverManyRanksThereAre() {
        World small = started(SMALL);
        World large = started(LARGE);
        assertEquals(3, large.frames.size(), "a welcome, tables, hosts");
        assertEquals(List.of(LARGE, LARGE, LARGE), large.frames, "nobody else is told anything");
        assertTrue(large.bytes < 2 * RankProtocol.MAX_PAGE_BYTES, large.bytes + " bytes");
        int more = (256 - SMALL / 50) * (16 + "node1000".length() + "10.0.0.1".length()); // hosts in the page: as many as ranks are asked for at most
        assertTrue(large.bytes - small.bytes <= more, large.bytes + " bytes, and " + small.bytes + " in a small job");
    }

    @Test
    void aThousandthRankThatWaitsIsToldByTheOneItWaitsForAlone() {
        World world = new World(LARGE);
        world.say(5, RankServerTalk.lookup(LARGE - 1, 1));
        assertEquals(0, world.frames.size());
        world.start(LARGE - 1);
        assertEquals(List.of(LARGE, 6), world.frames, "a welcome, and the table for rank 5");
    }

    @Test
    void theMapTellsWhereARankIs() {
        World world = new World(SMALL);
        Session asking = RankServerTalk.connect(world.core, "", RankServerTalk.hello(77), RankServerTalk.join(22, SMALL - 1, SMALL, RankServerTalk.JOB.secret()));
        assertNotNull(asking);
        assertEquals(RankProtocol.WELCOME, RankServerTalk.next(asking).kind());
        world.core.received(asking, ByteBuffer.wrap(World.hosts(21, 1)));
        RankServerTalk.Said page = RankServerTalk.next(asking);
        assertEquals(RankProtocol.HOST_PAGE, page.kind());
        assertEquals("node1001", HostPage.decode(page.payload()).hosts().getFirst().name());
        world.core.received(asking, ByteBuffer.wrap(World.hosts(SMALL, 1)));
        RankServerTalk.assertRefused(asking, "BRD-1004");
    }
}
