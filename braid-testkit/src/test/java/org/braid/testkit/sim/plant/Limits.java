package org.braid.testkit.sim.plant;

import java.util.List;

/** Limits are where bugs live, and a world is small: so the engine's are cut down for it. Nothing else of it is changed. */
final class Limits {
    private static final String PASS = "org.braid.testkit.sim.machine.Fibre.mayPass(); ";

    static final List<Patch> CUT_DOWN = List.of(
            limit("progress.AddressSpace", "YOUNG_NS = 1_500_000_000L", "YOUNG_NS = 0"),
            limit("progress.IdleStrategy", "YIELDS = 400", "YIELDS = 2"),
            limit("progress.IdleStrategy", "SHORTEST = 50", "SHORTEST = 1"),
            limit("progress.IdleStrategy", "this.spins = coresForAll ? 200 : 0", "this.spins = coresForAll ? 1 : 0"),
            limit("progress.PollTurn", "CALLER_TURNS = 64", "CALLER_TURNS = 4"), // of turns that are up to 50 us apart, so that whoever calls for 300 us at a time is met within them, as one who calls for three seconds is
            limit("spi.Doorbell", "Futex.wake(memory, offset, Integer.MAX_VALUE);", "org.braid.testkit.sim.machine.SimFutex.wake(memory, offset);"),
            limit("flow.StripeLimits", "MOST_FRAMES = 1_024", "MOST_FRAMES = 64"),
            limit("flow.StripeLimits", "MOST_BYTES = 4 << 20", "MOST_BYTES = 16 << 10"),
            limit("receiving.Grants", "WINDOW_BYTES = 4 << 20", "WINDOW_BYTES = 8 << 10"),
            limit("bulk.state.BulkReceive", "int PIECE_BYTES = 512 << 10", "int PIECE_BYTES = 6 << 10"),
            limit("bulk.state.BulkReceive", "DEFAULT_WINDOW_BYTES = 512 << 10", "DEFAULT_WINDOW_BYTES = 5 << 10"),
            limit("bulk.state.FragmentSize", "FIRST_BYTES = 16 << 10", "FIRST_BYTES = 512"),
            limit("bulk.state.FragmentSize", "MOST_BYTES = 128 << 10", "MOST_BYTES = 3 << 10"),
            limit("stream.Outbox", "MAX_FRAMES = 65_536", "MAX_FRAMES = 40"),
            limit("stream.Outbox", "MAX_BYTES = 16 << 20", "MAX_BYTES = 32 << 10"),
            limit("stream.Outbox", "MAX_LOSERS = 64", "MAX_LOSERS = 4"),
            limit("stream.Outbox", "MAX_LOSERS_BYTES = 256 << 10", "MAX_LOSERS_BYTES = 2 << 10"),
            new Patch("org.braid.link.ring.RingConsumer", "ALONE_BYTES = 16 << 10", "ALONE_BYTES = 1 << 10"),
            new Patch("org.braid.pipe.PipeLane", "FRAME_BYTES = 256 << 10", "FRAME_BYTES = 3 << 10"),
            new Patch("org.braid.pipe.PipeLane", "EAGER_BYTES = 64 << 10", "EAGER_BYTES = 2 << 10"),
            new Patch("org.braid.pipe.PipeLane", "ACK_WINDOW_FRAMES = 1 << 16", "ACK_WINDOW_FRAMES = 16"),
            new Patch("org.braid.pipe.PipeLane", "ACK_WINDOW_BYTES = 1 << 20", "ACK_WINDOW_BYTES = 8 << 10"),
            new Patch("org.braid.pipe.PipePort", " TICK_NS = 1_000_000", " TICK_NS = 50_000"),
            new Patch("org.braid.pipe.log.ReceiveCount", "DEFAULT_ACK_DELAY_NS = 5_000_000", "DEFAULT_ACK_DELAY_NS = 200_000"),
            new Patch("org.braid.pipe.log.ReplayLog", "DEFAULT_FIRST_BYTES = 64 << 10", "DEFAULT_FIRST_BYTES = 4 << 10"),
            new Patch("org.braid.pipe.log.ReplayLog", "DEFAULT_MOST_BYTES = 4 << 20", "DEFAULT_MOST_BYTES = 16 << 10"),
            new Patch("org.braid.pipe.frame.LoggedFrames", "IN_PLACE_FROM_BYTES = 8 << 10", "IN_PLACE_FROM_BYTES = 1 << 10"),
            new Patch("org.braid.pipe.frame.Landing", "LEAST_BYTES = 16 << 10", "LEAST_BYTES = 1 << 10"),
            new Patch("org.braid.pipe.frame.PipeWriter", "MOST_BYTES = 1 << 20", "MOST_BYTES = 6 << 10"),
            new Patch("org.braid.pipe.frame.FrameReader", " FIRST_BYTES = 16 << 10", " FIRST_BYTES = 1 << 10"),
            new Patch("org.braid.pipe.frame.FrameReader", "MOST_READ_BYTES = 256 << 10", "MOST_READ_BYTES = 8 << 10"),
            new Patch("org.braid.base.os.DirectMemory", "return ByteBuffer.allocateDirect(bytes);", "org.braid.testkit.sim.machine.DirectLimit.reserve(); return ByteBuffer.allocateDirect(bytes);"),
            new Patch("org.braid.base.os.DirectMemory", "return arena.allocate(bytes, alignment);", "org.braid.testkit.sim.machine.DirectLimit.reserve(); return arena.allocate(bytes, alignment);"),
            new Patch("org.braid.mpi.p2p.EarlyMemory", "LARGEST = 64 << 10", "LARGEST = 1 << 10"),
            new Patch("org.braid.mpi.p2p.EarlyMemory", "CHUNK_BYTES = 64 << 10", "CHUNK_BYTES = 2 << 10"),
            new Patch("org.braid.mpi.liveness.FruitlessPolls", "PERIOD_NS = 1_000_000_000L", "PERIOD_NS = Long.MAX_VALUE / 4"), // of the machine's time, which means nothing in a world
            limit("region.Accesses", "MOST = 1 << 16", "MOST = 5"),
            limit("region.Asking", "WINDOW_BYTES = 1 << 20", "WINDOW_BYTES = 8 << 10"),
            new Patch("org.braid.base.wire.region.AccessRequest", "MOST_BYTES = 32 << 10", "MOST_BYTES = 6 << 10"),
            limit("bulk.OutgoingBulk", "sends.live() < Bulk.MOST_TRANSFERS", "sends.live() < 6"),
            limit("bulk.OutgoingBulk", "new BulkTable<>(Bulk.MOST_TRANSFERS,", "new BulkTable<>(6,"),
            new Patch("org.braid.coll.schedule.Loop", "ROUNDS_UNDER_WAY = 128", "ROUNDS_UNDER_WAY = 1"),
            new Patch("org.braid.coll.schedule.Loop", "FEWEST_UNDER_WAY = 256", "FEWEST_UNDER_WAY = 4"),
            new Patch("org.braid.coll.engine.Stalls", "PATIENCE_NS = 1_000_000_000L", "PATIENCE_NS = 300_000L"),
            new Patch("org.braid.mpi.completion.UnderWay", "PATIENCE_NS = 1_000_000_000L", "PATIENCE_NS = 300_000L"),
            new Patch("org.braid.coll.engine.BoardWaits", "new Looks(crowded ? 0 : 1_000, 1_000, LONGEST_NS)", "new Looks(crowded ? 0 : 2, 3)"),
            new Patch("org.braid.coll.engine.BoardWaits", "BETWEEN_TURNS = 32", "BETWEEN_TURNS = 2"),
            new Patch("org.braid.coll.board.Extent", "new Extent(1 << 10, 16, 256, 128)", "new Extent(1 << 10, 4, 4, 128)"),
            new Patch("org.braid.coll.board.Extent", "new Extent(64 << 10, 8, 8, 16)", "new Extent(96, 2, 2, 16)"),
            word("long value = words.get(index(at)); VarHandle.acquireFence();"),
            new Patch("org.braid.coll.board.Words", "VarHandle.releaseFence(); words.put(index(at), value);", PASS + "VarHandle.releaseFence(); words.put(index(at), value); " + PASS),
            word("WORD.setVolatile(memory, at, value);"),
            word("return (boolean) WORD.compareAndSet(memory, at, expected, value);"));

    private Limits() {}

    /** Before a word of a board is touched others may come. */
    private static Patch word(String access) {
        return new Patch("org.braid.coll.board.Words", access, PASS + access);
    }

    private static Patch limit(String type, String before, String after) {
        return new Patch("org.braid.link." + type, before, after);
    }
}
