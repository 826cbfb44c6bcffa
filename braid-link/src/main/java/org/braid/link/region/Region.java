package org.braid.link.region;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.PutBuffer;
import org.braid.base.wire.StartpointImage;
import org.braid.base.wire.region.RegionCapability;

/**
 * A piece of this context's memory that others may access without its help, or without its program's (charm-on-vmi, section 4.4: what is published). Its capability travels in messages; who has it has the rights that the region was published with, until it expires or is withdrawn. The same
 * memory may be published several times, with other rights. Any thread.
 *
 * <p>The memory belongs to the program, which must keep it open, and neither move nor free it before {@link #withdraw} has answered true.
 */
public final class Region implements AutoCloseable {
    private static final long CLOSE_NS = 5_000_000_000L;

    private final Regions owner;
    private final int number;
    private final RegionSheet.Entry entry;
    private final Regions.Key key;
    private final Terms terms;
    private final RegionMemory memory;
    private final StartpointImage startpoint;
    private boolean lost; // guarded by the owner's token

    /** @param entry where it is noted for others */
    Region(Regions owner, int number, RegionSheet.Entry entry, Regions.Key key, Terms terms, RegionMemory memory, StartpointImage startpoint) {
        this.owner = owner;
        this.number = number;
        this.entry = entry;
        this.key = key;
        this.terms = terms;
        this.memory = memory;
        this.startpoint = startpoint;
    }

    /** Others may look. */
    void publish(RegionCapability.Place where) {
        entry.record().publish(number, key.seal(), key.high(), key.low(), terms.rights(), terms.bytes(), where, terms.expiresNs());
    }

    /** Its length in bytes. */
    public long bytes() {
        return terms.bytes();
    }

    /** Puts its capability into a message, complete: whoever takes it out with {@code Context.regionFrom} needs no other knowledge. */
    public void put(PutBuffer to) {
        new RegionCapability(number, key.high(), key.low(), terms.rights(), terms.bytes(), entry.place(), startpoint).put(to);
    }

    /**
     * Takes the memory back. Nobody begins an access from now on; when the answer is true nobody is in the middle of one either, so that the memory may be freed. Handlers give no time, for they must not wait.
     *
     * @return false if the time was over and an access still under way: ask again
     */
    public boolean withdraw(long timeoutNs) {
        return owner.withdraw(this, timeoutNs) == 0;
    }

    /**
     * {@link #withdraw} with five seconds.
     *
     * @throws BraidException {@code REGION_BUSY} if that did not do: the memory must not be freed
     */
    @Override
    public void close() {
        long pid = owner.withdraw(this, CLOSE_NS);
        if (pid != 0) {
            throw new BraidException(
                    ErrorCode.REGION_BUSY, "Region " + number + " is withdrawn, and its memory is still accessed", "process " + pid + " is in the middle of an access after " + CLOSE_NS / 1_000_000_000L + " s",
                    "See whether that process is stopped; call withdraw again before the memory is freed");
        }
    }

    int number() {
        return number;
    }

    long seal() {
        return key.seal();
    }

    boolean isOf(Regions context) {
        return owner == context;
    }

    RegionRecord record() {
        return entry.record();
    }

    PinBoard board() {
        return entry.board();
    }

    /** The number of a process that is in the middle of an access to it; 0 if there is none. */
    long pinner() {
        return entry.board().pinner(key.seal());
    }

    /** Its memory could not be written: from now on it is refused by frames, or a put of which a piece was lost would be said to be done. */
    void lose() {
        lost = true;
    }

    boolean isLost() {
        return lost;
    }

    Terms terms() {
        return terms;
    }

    RegionMemory memory() {
        return memory;
    }

    boolean hasKey(long high, long low) {
        return key.high() == high && key.low() == low;
    }
}
