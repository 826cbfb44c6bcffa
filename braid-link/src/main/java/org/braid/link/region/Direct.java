package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import org.braid.base.BraidException;
import org.braid.base.wire.region.AccessRequest;
import org.braid.link.spi.Clock;
import org.jspecify.annotations.Nullable;

/**
 * The direct way to a region: its memory can be touched here, and the calling thread executes the access. Each access pins the region's seal, looks whether its owner's record still has it, and copies. Any thread; never waits but for a pin.
 *
 * <p>Budget: one uncontended compare-and-set, two loads, a release, and the copy. Errors: those of {@link Refusal}, and those of {@link org.braid.base.memory.Memory} for the initiator's own memory.
 */
final class Direct {
    private final RegionName name;
    private final RegionRecord record;
    private final long seal;
    private final Terms terms;
    private final RegionMemory memory;
    private final Pins pins;
    private final Clock clock;

    /** @param seal what the record had when its terms were read */
    Direct(RegionName name, RegionRecord record, long seal, Terms terms, RegionMemory memory, Pins pins, Clock clock) {
        this.name = name;
        this.record = record;
        this.seal = seal;
        this.terms = terms;
        this.memory = memory;
        this.pins = pins;
        this.clock = clock;
    }

    /** The memory itself, to write only if it may be put; null if it is none that others can see. */
    @Nullable MemorySegment memory(long bytes) {
        name.requireShown(terms.refuse(Right.GET, 0, 0));
        long pin = pins.pin(seal);
        try {
            name.requireShown(whyHidden());
        } finally {
            pins.unpin(pin);
        }
        MemorySegment view = memory.view(Math.min(bytes, terms.bytes()));
        return view == null || terms.refuse(Right.PUT, 0, 0) == null ? view : view.asReadOnly();
    }

    /** When it returns the data is there. */
    void put(long at, Object from, long fromOffset, long bytes) {
        name.require(terms.refuse(Right.PUT, at, bytes), AccessRequest.PUT, at, bytes);
        long pin = pins.pin(seal);
        try {
            requireSeal(AccessRequest.PUT, at, bytes);
            memory.put(from, fromOffset, at, bytes);
        } catch (BraidException refused) {
            throw memory.isWhy(refused, from) ? name.refused(Refusal.MEMORY, AccessRequest.PUT, at, bytes) : refused;
        } finally {
            pins.unpin(pin);
        }
    }

    /** When it returns the data is here. */
    void get(long at, Object to, long toOffset, long bytes) {
        name.require(terms.refuse(Right.GET, at, bytes), AccessRequest.GET, at, bytes);
        long pin = pins.pin(seal);
        try {
            requireSeal(AccessRequest.GET, at, bytes);
            memory.get(to, toOffset, at, bytes);
        } catch (BraidException refused) {
            throw memory.isWhy(refused, to) ? name.refused(Refusal.MEMORY, AccessRequest.GET, at, bytes) : refused;
        } finally {
            pins.unpin(pin);
        }
    }

    /** Adds to a word and answers what it was. */
    long add(long at, long addend) {
        requireWord(AccessRequest.ADD, at);
        long pin = pins.pin(seal);
        try {
            requireSeal(AccessRequest.ADD, at, Long.BYTES);
            return memory.add(at, addend);
        } catch (IllegalStateException | InternalError gone) {
            throw name.refused(Refusal.MEMORY, AccessRequest.ADD, at, Long.BYTES);
        } finally {
            pins.unpin(pin);
        }
    }

    /** Writes a word if it is as expected, and answers what it was. */
    long swap(long at, long expected, long value) {
        requireWord(AccessRequest.SWAP, at);
        long pin = pins.pin(seal);
        try {
            requireSeal(AccessRequest.SWAP, at, Long.BYTES);
            return memory.swap(at, expected, value);
        } catch (IllegalStateException | InternalError gone) {
            throw name.refused(Refusal.MEMORY, AccessRequest.SWAP, at, Long.BYTES);
        } finally {
            pins.unpin(pin);
        }
    }

    private void requireWord(int operation, long at) {
        name.require(terms.refuse(Right.ATOMIC, at, Long.BYTES), operation, at, Long.BYTES);
        name.require(memory.isAligned(at) ? null : Refusal.UNALIGNED, operation, at, Long.BYTES);
    }

    /** With the seal pinned. */
    private void requireSeal(int operation, long at, long bytes) {
        if (record.seal() != seal) {
            throw name.refused(Refusal.WITHDRAWN, operation, at, bytes);
        }
        if (terms.mayExpire() && terms.isExpired(clock.nanoTime())) {
            throw name.refused(Refusal.EXPIRED, operation, at, bytes);
        }
    }

    /** As {@link #requireSeal}, for who wants to see the memory itself. */
    private @Nullable Refusal whyHidden() {
        boolean published = record.seal() == seal;
        if (published && !terms.isExpired(clock.nanoTime())) {
            return memory.isClosed() ? Refusal.MEMORY : null;
        }
        return published ? Refusal.EXPIRED : Refusal.WITHDRAWN;
    }
}
