package org.braid.link.region;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.region.RegionCapability.Place;
import org.braid.link.spi.Reach;
import org.jspecify.annotations.Nullable;

/**
 * What a process notes of some of its regions, and the pins of those who access these: a segment of its arena that holds nothing else. So an initiator that a capability sends there, to whatever place, finds a record of the owner's making or none.
 *
 * <pre>
 *   0                  8192      8320
 *  +------------------+---------+---------+- - - - - -+-------+
 *  | pins: PinBoard   | record  | record  |           | stamp |
 *  +------------------+---------+---------+- - - - - -+-------+
 * </pre>
 */
final class RegionSheet {
    /**
     * One region's part of it.
     *
     * @param place of the record, as peers may map it
     * @param board where those who access the region pin it
     */
    record Entry(RegionRecord record, Place place, PinBoard board) {}

    private static final long RECORDS = PinBoard.BYTES;

    private final MemorySegment memory;
    private final long base;
    private final Place place; // of its first byte
    private final PinBoard board;
    private final SharedArena.@Nullable Block block;

    private RegionSheet(MemorySegment memory, long base, Place place, SharedArena.@Nullable Block block) {
        this.memory = memory;
        this.base = base;
        this.place = place;
        this.board = new PinBoard(memory, base);
        this.block = block;
    }

    /** Of this process. An arena that is full costs peers the direct way, and nobody the region. */
    static RegionSheet allocate(SharedArena arena, int records) {
        long bytes = RECORDS + (long) records * RegionRecord.BYTES;
        try {
            SharedArena.Block block = arena.allocateLedger(bytes);
            boolean shared = arena.whyNotShared() == null;
            int id = block.segmentId();
            return new RegionSheet(block.segment(), block.offset(), shared ? new Place(id, arena.fd(id), arena.bytes(id), block.offset()) : Place.NOWHERE, block);
        } catch (BraidException full) {
            return new RegionSheet(DirectMemory.segment(Arena.ofAuto(), bytes, RegionRecord.BYTES), 0, Place.NOWHERE, null);
        }
    }

    /** This process has ended, and its arena goes on. */
    void free() {
        if (block != null) {
            block.free();
        }
    }

    /** That of its records which has this index. */
    Entry entry(int index) {
        long at = RECORDS + (long) index * RegionRecord.BYTES;
        Place its = place.isNowhere() ? place : new Place(place.segment(), place.fd(), place.segmentBytes(), place.offset() + at);
        return new Entry(new RegionRecord(memory, base + at), its, board);
    }

    /**
     * A peer's, as far as it can be mapped.
     *
     * @param claimed where a capability says that the record is
     * @return null if no record can be there
     */
    static @Nullable Entry mapped(Reach reach, Place claimed) {
        MemorySegment segment = claimed.isNowhere() ? null : reach.segment(claimed.segment(), claimed.fd(), claimed.segmentBytes());
        boolean holds = segment != null && SharedArena.isLedger(segment) && claimed.offset() >= RECORDS && claimed.offset() % RegionRecord.BYTES == 0 && claimed.offset() <= segment.byteSize() - RegionRecord.BYTES;
        return segment == null || !holds ? null : new Entry(new RegionRecord(segment, claimed.offset()), claimed, new PinBoard(segment, 0));
    }
}
