package org.braid.link.region;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.region.RegionCapability.Place;
import org.jspecify.annotations.Nullable;

/**
 * The regions of all contexts of one process, by number, with their records and pins in memory that peers on the host may map. That memory is never given back: initiators look there as long as they like. A number is used again after as many others as a chunk has, so that capabilities of
 * withdrawn regions are told so for long. Any thread.
 */
final class RegionTable {
    /** Makes the one of a process. A class, since a lambda costs a millisecond at the start of every process. */
    record Maker(SharedArena arena) implements Supplier<RegionTable> {
        @Override
        public RegionTable get() {
            return new RegionTable(arena);
        }
    }

    /** Regions of one process at once. */
    private static final int MOST_REGIONS = 1 << 16;

    /** Records that are made at once, and as many withdrawn ones are left as they are. */
    private static final int CHUNK = 64;

    /** One number. */
    private static final class Slot {
        final RegionRecord record;
        final Place place;
        @Nullable Region region;

        Slot(RegionRecord record, Place place) {
            this.record = record;
            this.place = place;
        }
    }

    private final SharedArena arena;
    private final List<Slot> slots = new ArrayList<>(0);
    private final ArrayDeque<Integer> withdrawn = new ArrayDeque<>(0);
    private int unused; // the first number that no region has had
    private @Nullable PinBoard board;
    private Place boardPlace = Place.NOWHERE;

    private RegionTable(SharedArena arena) {
        this.arena = arena;
    }

    /** What is published. */
    interface Draft {
        /** @param place of the record */
        Region region(int number, RegionRecord record, Place place);
    }

    /**
     * Publishes a region under a number of its own.
     *
     * @param where its memory lies, for peers who may map that
     * @throws BraidException {@code REGION_LIMIT} if there are too many
     */
    synchronized Region add(Draft draft, Place where) {
        int number = freeNumber();
        Slot slot = slots.get(number);
        Region region = draft.region(number, slot.record, slot.place);
        region.publish(where, boardPlace);
        slot.region = region;
        return region;
    }

    /** Nobody finds it any more, and nobody begins an access. */
    synchronized void remove(Region region) {
        Slot slot = slots.get(region.number());
        if (slot.region == region) {
            slot.record.withdraw();
            slot.region = null;
            withdrawn.add(region.number());
        }
    }

    /** @return null if there is none with this number and key: see {@link #whyNone} */
    synchronized @Nullable Region find(int number, long keyHigh, long keyLow) {
        Region region = number < 0 || number >= slots.size() ? null : slots.get(number).region;
        return region != null && region.hasKey(keyHigh, keyLow) ? region : null;
    }

    /** Why there is no such region. */
    synchronized Refusal whyNone(int number, long keyHigh, long keyLow) {
        boolean was = number >= 0 && number < unused && slots.get(number).record.hasKey(keyHigh, keyLow);
        return was ? Refusal.WITHDRAWN : Refusal.UNKNOWN;
    }

    /** Those of one context. */
    synchronized List<Region> of(Regions owner) {
        List<Region> its = new ArrayList<>();
        for (Slot each : slots) {
            if (each.region != null && each.region.isOf(owner)) {
                its.add(each.region);
            }
        }
        return its;
    }

    /** A line for a context of this process that accesses regions of another one here; null while all are taken. */
    synchronized @Nullable Pins claimPins() {
        return board == null ? null : board.claim();
    }

    /** The number of a process that is in the middle of an access to what had this seal; 0 if there is none. */
    synchronized long pinner(long seal) {
        return board == null ? 0 : board.pinner(seal);
    }

    /** Where peers may map {@code base}, from byte {@code offset} on. */
    Place placeOf(long address, long offset) {
        int segment = address == 0 ? -1 : arena.segmentOf(address);
        return segment < 0 ? Place.NOWHERE : new Place(segment, arena.fd(segment), arena.bytes(segment), address + offset - arena.address(segment));
    }

    private int freeNumber() {
        if (unused == slots.size() && withdrawn.size() < CHUNK && slots.size() < MOST_REGIONS) {
            grow();
        }
        if (unused < slots.size() && withdrawn.size() < CHUNK) {
            return unused++;
        }
        Integer oldest = withdrawn.poll();
        if (oldest == null) {
            throw new BraidException(ErrorCode.REGION_LIMIT, "No further region can be published", MOST_REGIONS + " of this process are, the limit", "Withdraw those that nobody uses");
        }
        return oldest;
    }

    private void grow() {
        if (board == null) {
            MemorySegment memory = allocate(PinBoard.BYTES);
            boardPlace = placeOf(memory.address(), 0);
            board = new PinBoard(memory, 0);
        }
        MemorySegment chunk = allocate((long) CHUNK * RegionRecord.BYTES);
        for (int i = 0; i < CHUNK; i++) {
            long at = (long) i * RegionRecord.BYTES;
            slots.add(new Slot(new RegionRecord(chunk, at), placeOf(chunk.address(), at)));
        }
    }

    /** An arena that is full costs peers the direct way, and nobody the region. */
    private MemorySegment allocate(long bytes) {
        try {
            SharedArena.Block block = arena.allocate(bytes);
            return block.segment().asSlice(block.offset(), bytes);
        } catch (BraidException full) {
            return DirectMemory.segment(Arena.ofAuto(), bytes, RegionRecord.BYTES);
        }
    }
}
