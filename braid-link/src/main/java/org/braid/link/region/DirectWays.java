package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.braid.base.wire.region.RegionCapability;
import org.braid.base.wire.region.RegionCapability.Place;
import org.braid.link.spi.Clock;
import org.braid.link.spi.Reach;
import org.jspecify.annotations.Nullable;

/** Finds out what of others' regions can be touched from here, by trying. Guarded by the context's token. */
final class DirectWays {
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
            throw name.refused(here.whyNone(capability.number(), capability.keyHigh(), capability.keyLow()));
        }
        Pins pins = pinsOf(region.board());
        return pins == null ? null : new Direct(name, region.record(), region.seal(), region.terms(), region.memory(), pins, clock);
    }

    private @Nullable Direct inSegment(RegionCapability capability, RegionName name, Reach reach) {
        RegionSheet.Entry entry = RegionSheet.mapped(reach, capability.record());
        if (entry == null) {
            return null; // its owner will say what is wrong
        }
        RegionRecord record = entry.record();
        long seal = record.seal();
        boolean known = record.isOf(capability.number(), capability.keyHigh(), capability.keyLow());
        Terms terms = new Terms(record.rights(), record.bytes(), record.expiresNs());
        Place where = record.where();
        if (!known || seal == 0 || !record.hasStill(seal)) {
            throw name.refused(known ? Refusal.WITHDRAWN : Refusal.UNKNOWN);
        }
        MemorySegment memory = map(reach, where, terms.bytes());
        Pins pins = memory == null ? null : pinsOf(entry.board());
        return memory == null || pins == null ? null : new Direct(name, record, seal, terms, RegionMemory.mapped(memory, where.offset()), pins, clock);
    }

    private @Nullable Pins pinsOf(PinBoard board) {
        Pins known = claimed.get(board.address());
        if (known != null) {
            return known;
        }
        Pins mine = board.claim();
        if (mine != null) {
            claimed.put(board.address(), mine);
        }
        return mine;
    }

    /** A segment of the peer's, if so many bytes from that place on lie in it. */
    private static @Nullable MemorySegment map(Reach reach, Place place, long bytes) {
        if (place.isNowhere() || bytes < 0 || place.offset() < 0) {
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
