package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.braid.base.memory.NativeMemory;
import org.braid.base.wire.region.RegionCapability;
import org.braid.base.wire.region.RegionCapability.Place;

/**
 * What the owner of a region notes in memory that initiators look at, so that a region is refused without its owner's help. Written by the owner alone, before anybody can have heard of it and when it is withdrawn.
 *
 * <pre>
 *   0      8          16        24       28       32      40        44   48        56       64           72    128
 *  +------+----------+---------+--------+--------+-------+---------+----+---------+--------+------------+- - - -+
 *  | seal | key high | key low | rights | number | bytes | memory: | fd | segment | offset | expires at | 0     |
 *  |      |          |         |        |        |       | segment |    | bytes   |        | ns         |       |
 *  +------+----------+---------+--------+--------+-------+---------+----+---------+--------+------------+- - - -+
 * </pre>
 *
 * <p>The seal is random while the region is published and 0 else; it is written last when the region is published. All else stays as it is until the record serves another region, so that whoever finds the key and no seal knows that the region was withdrawn.
 */
final class RegionRecord {
    static final int BYTES = RegionCapability.RECORD_BYTES;

    /** Where {@code expires at} says so. */
    static final long NEVER = Long.MAX_VALUE;

    private static final long WITHDRAWN = 0;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final VarHandle SEAL = LONG.varHandle().withInvokeExactBehavior();

    private final MemorySegment piece;
    private final long at;

    /** @param piece native memory that stays; {@code offset} is a multiple of {@link #BYTES} and the record lies inside */
    RegionRecord(MemorySegment piece, long offset) {
        this.piece = piece;
        this.at = NativeMemory.at(piece, offset);
    }

    void publish(int number, long seal, long keyHigh, long keyLow, int rights, long bytes, Place where, long expiresNs) {
        VarHandle.storeStoreFence(); // whoever finds one of the new words finds no seal, or the new one
        memory().set(LONG, at + 8, keyHigh);
        memory().set(LONG, at + 16, keyLow);
        memory().set(INT, at + 24, rights);
        memory().set(INT, at + 28, number);
        memory().set(LONG, at + 32, bytes);
        set(40, where);
        memory().set(LONG, at + 64, expiresNs);
        SEAL.setRelease(memory(), at, seal); // pairs with seal
    }

    /** From now on nobody begins an access; those that have begun have pinned the seal before. */
    void withdraw() {
        SEAL.setVolatile(memory(), at, WITHDRAWN);
    }

    /** 0 if it is not published. In the one order of all pins and seals: see {@link Pins}. */
    long seal() {
        return (long) SEAL.getVolatile(memory(), at);
    }

    /** Whether all that was read since {@link #seal} has answered this belongs to one region. */
    boolean hasStill(long earlierSeal) {
        VarHandle.loadLoadFence(); // pairs with the fence in publish
        return seal() == earlierSeal;
    }

    boolean isOf(int number, long high, long low) {
        return memory().get(INT, at + 28) == number && memory().get(LONG, at + 8) == high && memory().get(LONG, at + 16) == low;
    }

    int rights() {
        return memory().get(INT, at + 24);
    }

    long bytes() {
        return memory().get(LONG, at + 32);
    }

    long expiresNs() {
        return memory().get(LONG, at + 64);
    }

    Place where() {
        return get(40);
    }

    private MemorySegment memory() {
        return NativeMemory.of(piece); // a constant, to the compiler
    }

    private void set(int field, Place place) {
        memory().set(INT, at + field, place.segment());
        memory().set(INT, at + field + 4, place.fd());
        memory().set(LONG, at + field + 8, place.segmentBytes());
        memory().set(LONG, at + field + 16, place.offset());
    }

    private Place get(int field) {
        return new Place(memory().get(INT, at + field), memory().get(INT, at + field + 4), memory().get(LONG, at + field + 8), memory().get(LONG, at + field + 16));
    }
}
