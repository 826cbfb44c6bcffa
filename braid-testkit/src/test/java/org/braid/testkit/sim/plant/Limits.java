package org.braid.testkit.sim.plant;

import java.util.List;

/** Limits are where bugs live, and a world is small: so the engine's are cut down for it. Nothing else of it is changed. */
final class Limits {
    static final List<Patch> CUT_DOWN = List.of(
            limit("receiving.Grants", "WINDOW_BYTES = 4 << 20", "WINDOW_BYTES = 8 << 10"),
            limit("bulk.state.BulkReceive", "int PIECE_BYTES = 512 << 10", "int PIECE_BYTES = 6 << 10"),
            limit("bulk.state.BulkReceive", "DEFAULT_WINDOW_BYTES = 512 << 10", "DEFAULT_WINDOW_BYTES = 5 << 10"),
            limit("bulk.state.FragmentSize", "FIRST_BYTES = 16 << 10", "FIRST_BYTES = 512"),
            limit("bulk.state.FragmentSize", "MOST_BYTES = 128 << 10", "MOST_BYTES = 3 << 10"),
            limit("stream.Outbox", "MAX_FRAMES = 65_536", "MAX_FRAMES = 40"),
            limit("stream.Outbox", "MAX_BYTES = 16 << 20", "MAX_BYTES = 48 << 10"),
            limit("stream.Outbox", "MAX_LOSERS = 64", "MAX_LOSERS = 4"),
            limit("stream.Outbox", "MAX_LOSERS_BYTES = 256 << 10", "MAX_LOSERS_BYTES = 2 << 10"),
            limit("bulk.OutgoingBulk", "sends.live() == Bulk.MOST_TRANSFERS", "sends.live() == 6"),
            limit("bulk.OutgoingBulk", "new BulkTable<>(Bulk.MOST_TRANSFERS,", "new BulkTable<>(6,"));

    private Limits() {}

    private static Patch limit(String type, String before, String after) {
        return new Patch("org.braid.link." + type, before, after);
    }
}
