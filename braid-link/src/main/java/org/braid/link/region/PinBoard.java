package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import org.braid.base.os.Machine;
import org.jspecify.annotations.Nullable;

/** The {@link Pins} of all contexts that access the regions of one {@link RegionSheet} directly: lines that are claimed once by each context, and taken from processes that are known to have ended. Any thread. */
final class PinBoard {
    /** Contexts that access the regions of one sheet directly; others send frames. */
    private static final int MOST_CONTEXTS = 64;

    static final int BYTES = MOST_CONTEXTS * Pins.BYTES;

    private static final int PID_BITS = 24; // the kernel gives numbers of 22 bits at most
    private static final long NOBODY = 0;

    private final MemorySegment memory;
    private final long base;

    /** @param base a multiple of {@link Pins#BYTES}; the board lies inside of {@code memory} */
    PinBoard(MemorySegment memory, long base) {
        this.memory = memory;
        this.base = base;
    }

    /** Tells it from every other board that this process has mapped. */
    long address() {
        return memory.address() + base;
    }

    /** A line for a context of this process; null while all are claimed by processes that live, or if nobody could tell whether this one does. */
    @Nullable Pins claim() {
        long startTicks = Machine.startTicks(Machine.pid());
        if (startTicks <= Machine.UNKNOWN_START) {
            return null;
        }
        long self = startTicks << PID_BITS | Machine.pid();
        for (int line = 0; line < MOST_CONTEXTS; line++) {
            long at = at(line);
            long claimed = (long) Pins.WORD.getAcquire(memory, at);
            if ((claimed == NOBODY || !lives(claimed)) && (boolean) Pins.WORD.compareAndSet(memory, at, claimed, self)) {
                clearIf(claimed, at);
                return new Pins(memory, at);
            }
        }
        return null;
    }

    /** What a process has left pinned that has ended in the middle of its accesses. */
    private void clearIf(long ended, long line) {
        for (long pin = line + Pins.FIRST_PIN; ended != NOBODY && pin < line + Pins.BYTES; pin += Long.BYTES) {
            Pins.WORD.setRelease(memory, pin, Pins.FREE);
        }
    }

    /** The number of a process that lives and has pinned this seal; 0 if there is none. */
    long pinner(long seal) {
        for (int line = 0; line < MOST_CONTEXTS; line++) {
            long at = at(line);
            for (long pin = at + Pins.FIRST_PIN; pin < at + Pins.BYTES; pin += Long.BYTES) {
                if ((long) Pins.WORD.getVolatile(memory, pin) == seal) {
                    long claimed = (long) Pins.WORD.getAcquire(memory, at);
                    if (claimed == NOBODY || lives(claimed)) {
                        return claimed == NOBODY ? Machine.pid() : claimed & (1L << PID_BITS) - 1;
                    }
                }
            }
        }
        return 0;
    }

    private static boolean lives(long claimed) {
        return Machine.isAlive(claimed & (1L << PID_BITS) - 1, claimed >>> PID_BITS);
    }

    private long at(int line) {
        return base + (long) line * Pins.BYTES;
    }
}
