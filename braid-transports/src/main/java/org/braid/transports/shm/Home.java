package org.braid.transports.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.braid.base.os.Machine;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Hello;
import org.jspecify.annotations.Nullable;

/**
 * A context's home in shared memory: the token that proves one has mapped the right segment, and the inbox through which peers introduce their rings. Many producers, one consumer, and
 * no order among introductions, so that nobody waits for a producer that was stopped or killed half-way.
 *
 * <pre>
 *   0         8              24        28      32             56            64   128          256
 *  +---------+--------------+---------+-------+--------------+-------------+----+------------+---------------------------------+
 *  | magic   | token (16 B) | version | build | owner (24 B) | recalls i64 |    | posted i64 | 64 slots of 128 bytes           |
 *  +---------+--------------+---------+-------+--------------+-------------+----+------------+---------------------------------+
 *  slot:
 *   0       8         16        24        32    40           44   48              56            64         68  72      80
 *  +-------+---------+---------+---------+-----+------------+----+---------------+-------------+----------+---+-------+------
 *  | state | jobHigh | jobLow  | number  | pid | segment id | fd | segment bytes | ring offset | capacity |   | arena |
 *  +-------+---------+---------+---------+-----+------------+----+---------------+-------------+----------+---+-------+------
 *
 *   state   FREE ──compare-and-set──> pid·4 + FILLING ──release──> pid·4 + FILLED ──consumer──> FREE
 *                                          │  ^
 *                                          └──┘ another pid, if this one has ended
 * </pre>
 *
 * <p>A producer counts {@code posted} up after it has filled a slot; the consumer looks through the slots when that count has changed. A producer that dies in FILLING costs a slot
 * until another one needs it.
 *
 * <p>{@code recalls} counts the long messages that the owner has recalled: whoever has read one of its memory looks here whether that was the message all the time.
 */
final class Home {
    static final int SLOTS = 64;
    static final long BYTES = 256 + SLOTS * 128L;

    private static final long MAGIC = 0x31_64_69_61_72_42L; // "Braid1"
    private static final long TOKEN = 8;
    private static final long VERSION = 24;
    private static final long BUILD = 28;
    private static final long OWNER = 32;
    private static final long RECALLS = 56;
    private static final long POSTED = 128;
    private static final long FIRST_SLOT = 256;
    private static final long SLOT_BYTES = 128;

    private static final long FREE = 0;
    private static final long FILLING = 1;
    private static final long FILLED = 2;
    private static final long STATES = 3;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final VarHandle ACCESS = ValueLayout.JAVA_LONG.varHandle();

    private final MemorySegment memory;
    private final long base;

    // Consumer only: where the search through the slots stands, and what had been posted when it began.
    private int cursor = SLOTS;
    private long seen;

    Home(MemorySegment memory, long base) {
        this.memory = memory;
        this.base = base;
    }

    /** A ring that a peer has made for us to read. */
    record Introduction(ContextId from, long pid, long arena, int segmentId, int fd, long segmentBytes, long ringOffset, int capacityBytes) {}

    void settle(ContextId owner, Hello hello, long tokenHigh, long tokenLow) {
        memory.set(LONG, base + OWNER, owner.jobHigh());
        memory.set(LONG, base + OWNER + 8, owner.jobLow());
        memory.set(LONG, base + OWNER + 16, owner.number());
        memory.set(LONG, base + RECALLS, 0);
        memory.set(INT, base + VERSION, hello.version());
        memory.set(INT, base + BUILD, hello.build());
        memory.set(LONG, base + TOKEN, tokenHigh);
        memory.set(LONG, base + TOKEN + 8, tokenLow);
        ACCESS.setRelease(memory, base, MAGIC);
    }

    /** Where the token lies in this process. */
    long tokenAddress() {
        return memory.address() + base + TOKEN;
    }

    boolean proves(long tokenHigh, long tokenLow) {
        return (long) ACCESS.getAcquire(memory, base) == MAGIC
                && memory.get(LONG, base + TOKEN) == tokenHigh
                && memory.get(LONG, base + TOKEN + 8) == tokenLow;
    }

    /** Whether it is the home of that context; to be asked once it {@link #proves}. A name that was damaged on its way may come with the address of somebody else. */
    boolean isOf(ContextId context) {
        return memory.get(LONG, base + OWNER) == context.jobHigh() && memory.get(LONG, base + OWNER + 8) == context.jobLow() && memory.get(LONG, base + OWNER + 16) == context.number();
    }

    /** What its owner says first; to be asked once it {@link #proves}. */
    Hello hello() {
        return new Hello(memory.get(INT, base + VERSION), memory.get(INT, base + BUILD), 0);
    }

    /** The owner has recalled so many long messages by now. */
    void recalled(long count) {
        ACCESS.setRelease(memory, base + RECALLS, count); // pairs with getAcquire in recalls
    }

    /** How many long messages its owner has recalled; one acquire. */
    long recalls() {
        return (long) ACCESS.getAcquire(memory, base + RECALLS);
    }

    /** Puts an introduction into the inbox; false when it is full. */
    boolean introduce(Introduction ring) {
        int slot = claim(ring.pid);
        if (slot < 0) {
            return false;
        }
        long at = at(slot);
        memory.set(LONG, at + 8, ring.from.jobHigh());
        memory.set(LONG, at + 16, ring.from.jobLow());
        memory.set(LONG, at + 24, ring.from.number());
        memory.set(LONG, at + 32, ring.pid);
        memory.set(INT, at + 40, ring.segmentId);
        memory.set(INT, at + 44, ring.fd);
        memory.set(LONG, at + 48, ring.segmentBytes);
        memory.set(LONG, at + 56, ring.ringOffset);
        memory.set(INT, at + 64, ring.capacityBytes);
        memory.set(LONG, at + 72, ring.arena);
        ACCESS.setRelease(memory, at, ring.pid << 2 | FILLED); // pairs with getAcquire in nextFilled
        long ignored = (long) ACCESS.getAndAdd(memory, base + POSTED, 1L); // pairs with getAcquire in hasNews
        return true;
    }

    /** A slot for this process to fill, or -1 when all are in use by processes that live. */
    int claim(long pid) {
        for (int slot = 0; slot < SLOTS; slot++) {
            if (change(slot, FREE, pid)) {
                return slot;
            }
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            long state = (long) ACCESS.getAcquire(memory, at(slot));
            if ((state & STATES) == FILLING && Machine.startTicks(state >>> 2) < 0 && change(slot, state, pid)) {
                return slot;
            }
        }
        return -1;
    }

    private boolean change(int slot, long from, long pid) {
        return (long) ACCESS.getAcquire(memory, at(slot)) == from && ACCESS.compareAndSet(memory, at(slot), from, pid << 2 | FILLING);
    }

    /** True when an introduction may wait; one acquire. */
    boolean hasNews() {
        return cursor < SLOTS || (long) ACCESS.getAcquire(memory, base + POSTED) != seen;
    }

    /** A slot with an introduction, or -1 when none waits. */
    int nextFilled() {
        if (cursor == SLOTS && hasNews()) {
            seen = (long) ACCESS.getAcquire(memory, base + POSTED); // before the search: what is posted during it is searched for again
            cursor = 0;
        }
        for (; cursor < SLOTS; cursor++) {
            if (((long) ACCESS.getAcquire(memory, at(cursor)) & STATES) == FILLED) {
                return cursor;
            }
        }
        return -1;
    }

    /** Takes the introduction out of a filled slot; null if its numbers cannot be meant. */
    @Nullable Introduction take(int slot) {
        long at = at(slot);
        long number = memory.get(LONG, at + 24);
        Introduction ring = number < 0
                ? null
                : new Introduction(
                        new ContextId(memory.get(LONG, at + 8), memory.get(LONG, at + 16), number),
                        memory.get(LONG, at + 32),
                        memory.get(LONG, at + 72),
                        memory.get(INT, at + 40),
                        memory.get(INT, at + 44),
                        memory.get(LONG, at + 48),
                        memory.get(LONG, at + 56),
                        memory.get(INT, at + 64));
        ACCESS.setRelease(memory, at, FREE); // pairs with getAcquire in change
        return ring;
    }

    private long at(int slot) {
        return base + FIRST_SLOT + slot * SLOT_BYTES;
    }
}
