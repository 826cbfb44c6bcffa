package org.braid.link.region;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.region.RegionCapability.Place;
import org.braid.link.progress.AddressSpace;
import org.jspecify.annotations.Nullable;

/**
 * The regions of all contexts of one process, by number, with their records and pins in {@linkplain RegionSheet sheets} that peers on the host may map. Those stay as long as the process: initiators look there as long as they like. A number is used again when nobody accesses its region any more, and
 * sixty-four others were withdrawn behind it, so that capabilities of withdrawn regions are told so for long. Any thread.
 */
final class RegionTable implements AddressSpace.Borrower {
    /** Makes the one of a process. A class, since a lambda costs a millisecond at the start of every process. */
    record Maker(SharedArena arena) implements Supplier<RegionTable> {
        @Override
        public RegionTable get() {
            return new RegionTable(arena);
        }
    }

    /** Regions of one process at once. */
    private static final int MOST_REGIONS = 1 << 16;

    /** Withdrawn ones that are left as they are. */
    private static final int MOST_REMEMBERED = 64;

    /** Of the first sheet; each later one has as many records as all before. */
    private static final int FIRST_RECORDS = 64;

    /** One number. */
    private static final class Slot {
        final RegionSheet.Entry entry;
        @Nullable Region region;

        Slot(RegionSheet.Entry entry) {
            this.entry = entry;
        }
    }

    private final SharedArena arena;
    private final List<RegionSheet> sheets = new ArrayList<>(0);
    private final List<Slot> slots = new ArrayList<>(0);
    private final ArrayDeque<Integer> withdrawn = new ArrayDeque<>(0);
    private final List<Region> accessed = new ArrayList<>(0); // withdrawn, and somebody was inside at the last look: their memory is not to become another's
    private int unused; // the first number that no region has had

    private RegionTable(SharedArena arena) {
        this.arena = arena;
    }

    /** What is published. */
    interface Draft {
        Region region(int number, RegionSheet.Entry entry);
    }

    /**
     * Publishes a region under a number of its own.
     *
     * @param where its memory lies, for peers who may map that
     * @throws BraidException {@code REGION_LIMIT} if there are too many
     */
    Region add(Draft draft, Place where) {
        for (Region each : accessed()) {
            long ignored = pinner(each);
        }
        return addNow(draft, where);
    }

    private synchronized Region addNow(Draft draft, Place where) {
        int number = freeNumber();
        Slot slot = slots.get(number);
        Region region = draft.region(number, slot.entry);
        if (number == unused) {
            unused++;
        } else {
            withdrawn.remove();
        }
        slot.region = region;
        region.publish(where);
        return region;
    }

    /** Nobody finds it any more, and nobody begins an access. */
    synchronized void remove(Region region) {
        Slot slot = slots.get(region.number());
        if (slot.region == region) {
            accessed.add(region); // until pinner has looked
            slot.region = null;
            slot.entry.record().withdraw();
        }
    }

    /**
     * The number of a process that is in the middle of an access to a region that was removed; 0 if there is none. Until then the table holds its memory, for its context may be closed and its program may have let go of it.
     */
    long pinner(Region region) {
        long pinner = region.pinner();
        if (pinner == 0) {
            forget(region);
        }
        return pinner;
    }

    private synchronized void forget(Region region) {
        if (accessed.remove(region)) {
            withdrawn.add(region.number());
        }
    }

    private synchronized List<Region> accessed() {
        return accessed.isEmpty() ? List.of() : List.copyOf(accessed);
    }

    /** @return null if there is none with this number and key: see {@link #whyNone} */
    synchronized @Nullable Region find(int number, long keyHigh, long keyLow) {
        Region region = number < 0 || number >= slots.size() ? null : slots.get(number).region;
        return region != null && region.hasKey(keyHigh, keyLow) ? region : null;
    }

    /** Why there is no such region where it was looked for: another context of this process may have it. */
    synchronized Refusal whyNone(int number, long keyHigh, long keyLow) {
        Slot slot = number < 0 || number >= unused ? null : slots.get(number);
        boolean was = slot != null && slot.region == null && slot.entry.record().isOf(number, keyHigh, keyLow);
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

    /** Where peers may map {@code base}, from byte {@code offset} on. */
    Place placeOf(long address, long offset) {
        int segment = address == 0 ? -1 : arena.segmentOf(address);
        return segment < 0 ? Place.NOWHERE : new Place(segment, arena.fd(segment), arena.bytes(segment), address + offset - arena.address(segment));
    }

    @Override
    public synchronized void giveBack() {
        sheets.forEach(RegionSheet::free);
    }

    /** The number of the next region, which stays free until that is made. */
    private int freeNumber() {
        boolean remembersEnough = withdrawn.size() >= MOST_REMEMBERED;
        if (!remembersEnough && unused == slots.size() && slots.size() < MOST_REGIONS) {
            grow();
        }
        if (!remembersEnough && unused < slots.size()) {
            return unused;
        }
        Integer oldest = withdrawn.peek();
        if (oldest == null) {
            throw new BraidException(ErrorCode.REGION_LIMIT, "No further region can be published", MOST_REGIONS + " of this process are, the limit", "Withdraw those that nobody uses");
        }
        return oldest;
    }

    private void grow() {
        int records = Math.max(FIRST_RECORDS, slots.size());
        RegionSheet sheet = RegionSheet.allocate(arena, records);
        sheets.add(sheet);
        for (int i = 0; i < records; i++) {
            slots.add(new Slot(sheet.entry(i)));
        }
    }
}
