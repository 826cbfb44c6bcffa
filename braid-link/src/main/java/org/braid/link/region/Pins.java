package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.braid.base.memory.NativeMemory;

/**
 * What one context accesses of another one's regions now: a line in the owner's memory, which the owner looks at when it withdraws a region.
 *
 * <pre>
 *   0         8      64      72                              128
 *  +---------+------+-------+-------+- - - - - - - - - - - -+
 *  | whose   |      | seal  | seal  | … 8 pins, 0 = free    |
 *  +---------+------+-------+-------+- - - - - - - - - - - -+
 *   whose: start time of the process &lt;&lt; 24 | its number; 0 = free
 * </pre>
 *
 * <p>Whoever accesses pins a seal and then looks whether the record has it still; whoever withdraws takes the seal from the record and then looks at the pins. All four are volatile, so one of the two sees the other. Any thread.
 */
final class Pins {
    static final int BYTES = 128;
    static final int FIRST_PIN = 64;
    static final int PINS = 8;

    static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    static final long FREE = 0;

    private final MemorySegment piece;
    private final long at;

    /** @param offset of the line, which this context has claimed */
    Pins(MemorySegment piece, long offset) {
        this.piece = piece;
        this.at = NativeMemory.at(piece, offset);
    }

    /**
     * Pins a seal; waits while all pins are in use by other threads, each for one copy.
     *
     * @return the place of the pin
     */
    long pin(long seal) {
        MemorySegment memory = NativeMemory.of(piece);
        while (true) {
            for (long pin = at + FIRST_PIN; pin < at + BYTES; pin += Long.BYTES) {
                if ((boolean) WORD.compareAndSet(memory, pin, FREE, seal)) {
                    return pin;
                }
            }
            Thread.onSpinWait();
        }
    }

    /** The access is over: what it has done was done before. */
    void unpin(long pin) {
        WORD.setRelease(NativeMemory.of(piece), pin, FREE); // pairs with the volatile look of PinBoard.pinner
    }

    /** The context closes: the line is another one's, unless a thread is in the middle of an access, whose process it then names still. */
    void giveBack() {
        MemorySegment memory = NativeMemory.of(piece);
        for (long pin = at + FIRST_PIN; pin < at + BYTES; pin += Long.BYTES) {
            if ((long) WORD.getVolatile(memory, pin) != FREE) {
                return;
            }
        }
        WORD.setRelease(memory, at, FREE);
    }
}
