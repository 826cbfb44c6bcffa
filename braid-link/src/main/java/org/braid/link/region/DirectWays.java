package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.braid.base.wire.region.AccessRequest;
import org.braid.base.wire.region.RegionCapability;
import org.braid.base.wire.region.RegionCapability.Place;
import org.braid.link.spi.Clock;
import org.braid.link.spi.Reach;
import org.jspecify.annotations.Nullable;

/** Finds out what of others' regions can be touched from here, by trying. Guarded by the context's token. */
final class DirectWays {
    /** In place of an address: the board of this process. */
    private static final long HERE = 0;

    private final RegionTable here;
    private final Clock clock;
    private final Map<Long, Pins> claimed = new HashMap<>(); // by the address of the board

    DirectWays(RegionTable here, Clock clock) {
        this.here = here;
        this.clock = clock;
    }

    /**
     * The direct way to a region.
     *
     * @param reach of the lane that leads to its owner
     * @return null if only frames lead there
     * @throws org.braid.base.BraidException if there is no such region, or it was withdrawn
     */
    @Nullable Direct to(RegionCapability region, RegionName name, Reach reach) {
        return reach.sameProcess() ? inThisProcess(region, name) : inSegment(region, name, reach);
    }

    private @Nullable Direct inThisProcess(RegionCapability capability, RegionName name) {
        Region region = here.find(capability.number(), capability.keyHigh(), capability.keyLow());
        if (region == null) {
            throw name.refused(here.whyNone(capability.number(), capability.keyHigh(), capability.keyLow()), AccessRequest.GET, 0, 0);
        }
        Pins pins = claimed.get(HERE);
        pins = pins != null ? pins : remember(HERE, here.claimPins());
        return pins == null ? null : new Direct(name, region.record(), region.seal(), region.terms(), region.memory(), pins, clock);
    }

    private @Nullable Direct inSegment(RegionCapability capability, RegionName name, Reach reach) {
        Place place = capability.record();
        MemorySegment mapped = map(reach, place, RegionRecord.BYTES);
        if (mapped == null) {
            return null;
        }
        RegionRecord record = new RegionRecord(mapped, place.offset());
        long seal = record.seal();
        boolean known = record.hasKey(capability.keyHigh(), capability.keyLow());
        Terms terms = new Terms(record.rights(), record.bytes(), record.expiresNs());
        Place where = record.where();
        Place board = record.pins();
        if (!known || seal == 0 || !record.hasStill(seal)) {
            throw name.refused(known ? Refusal.WITHDRAWN : Refusal.UNKNOWN, AccessRequest.GET, 0, 0);
        }
        MemorySegment memory = map(reach, where, terms.bytes());
        Pins pins = memory == null ? null : pinsIn(reach, board);
        return memory == null || pins == null ? null : new Direct(name, record, seal, terms, RegionMemory.mapped(memory, where.offset()), pins, clock);
    }

    private @Nullable Pins pinsIn(Reach reach, Place board) {
        MemorySegment mapped = map(reach, board, PinBoard.BYTES);
        if (mapped == null || board.offset() % Pins.BYTES != 0) {
            return null;
        }
        long address = mapped.address() + board.offset();
        Pins known = claimed.get(address);
        return known != null ? known : remember(address, new PinBoard(mapped, board.offset()).claim());
    }

    private @Nullable Pins remember(long address, @Nullable Pins pins) {
        if (pins != null) {
            claimed.put(address, pins);
        }
        return pins;
    }

    /** A segment of the peer's, if so many bytes from that place on lie in it. */
    private static @Nullable MemorySegment map(Reach reach, Place place, long bytes) {
        if (place.equals(Place.NOWHERE) || bytes < 0 || place.offset() < 0) {
            return null;
        }
        MemorySegment mapped = reach.segment(place.segment(), place.fd(), place.segmentBytes());
        return mapped == null || bytes > mapped.byteSize() || place.offset() > mapped.byteSize() - bytes ? null : mapped;
    }

    /** The context closes. */
    void giveBack() {
        claimed.values().forEach(Pins::giveBack);
        claimed.clear();
    }
}
