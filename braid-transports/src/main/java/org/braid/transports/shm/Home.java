package org.braid.transports.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Hello;
import org.jspecify.annotations.Nullable;

/**
 * A context's home in shared memory: the token that proves one has mapped the right segment, and the inbox through which peers introduce their rings. Many producers, one consumer.
 *
 * <pre>
 *   0         8              24        28      32     128           256          384
 *  +---------+--------------+---------+-------+------+-------------+------------+---------------------------------+
 *  | magic   | token (16 B) | version | build |      | claimed i64 | read i64   | 64 slots of 128 bytes           |
 *  +---------+--------------+---------+-------+------+-------------+------------+---------------------------------+
 *  slot:
 *   0       8         16        24        32    40           44   48              56            64         68  72      80
 *  +-------+---------+---------+---------+-----+------------+----+---------------+-------------+----------+---+-------+------
 *  | turn  | jobHigh | jobLow  | number  | pid | segment id | fd | segment bytes | ring offset | capacity |   | arena |
 *  +-------+---------+---------+---------+-----+------------+----+---------------+-------------+----------+---+-------+------
 * </pre>
 *
 * <p>A producer claims a number by compare-and-set on {@code claimed}, fills slot {@code number % 64} and stores {@code turn = number + 1} with release; the consumer waits for that
 * value with acquire and publishes {@code read} with release, which lets the slot be claimed again.
 */
final class Home {
    static final int SLOTS = 64;
    static final long BYTES = 384 + SLOTS * 128L;

    private static final long MAGIC = 0x31_64_69_61_72_42L; // "Braid1"
    private static final long TOKEN = 8;
    private static final long VERSION = 24;
    private static final long BUILD = 28;
    private static final long CLAIMED = 128;
    private static final long READ = 256;
    private static final long FIRST_SLOT = 384;
    private static final long SLOT_BYTES = 128;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final VarHandle ACCESS = ValueLayout.JAVA_LONG.varHandle();

    private final MemorySegment memory;
    private final long base;
    private long read; // consumer only

    Home(MemorySegment memory, long base) {
        this.memory = memory;
        this.base = base;
    }

    /** A ring that a peer has made for us to read. */
    record Introduction(ContextId from, long pid, long arena, int segmentId, int fd, long segmentBytes, long ringOffset, int capacityBytes) {}

    void settle(Hello hello, long tokenHigh, long tokenLow) {
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

    /** What its owner says first; to be asked once it {@link #proves}. */
    Hello hello() {
        return new Hello(memory.get(INT, base + VERSION), memory.get(INT, base + BUILD), 0);
    }

    /** Puts an introduction into the inbox; false when it is full. */
    boolean introduce(Introduction ring) {
        long number;
        do {
            number = (long) ACCESS.getAcquire(memory, base + CLAIMED);
            if (number - (long) ACCESS.getAcquire(memory, base + READ) >= SLOTS) {
                return false;
            }
        } while (!ACCESS.compareAndSet(memory, base + CLAIMED, number, number + 1));
        long at = slot(number);
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
        ACCESS.setRelease(memory, at, number + 1); // pairs with getAcquire in hasNext
        return true;
    }

    /** True when an introduction waits; one acquire. */
    boolean hasNext() {
        return (long) ACCESS.getAcquire(memory, slot(read)) == read + 1;
    }

    /** Takes the next introduction; null if its numbers cannot be meant. */
    @Nullable Introduction next() {
        long at = slot(read);
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
        read++;
        ACCESS.setRelease(memory, base + READ, read); // pairs with getAcquire in introduce
        return ring;
    }

    private long slot(long number) {
        return base + FIRST_SLOT + (number & SLOTS - 1) * SLOT_BYTES;
    }
}
