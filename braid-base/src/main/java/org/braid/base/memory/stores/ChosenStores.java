package org.braid.base.memory.stores;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.braid.base.memory.Memory;
import org.braid.base.memory.NativeMemory;
import org.braid.base.memory.spi.Scattered;
import org.jspecify.annotations.Nullable;

/**
 * Writes what other cores read next, long pieces of it by those stores that are quicker here and now. Between far cores a line that the other one has read comes back before it may be changed, one by one, at some 2.5 GB/s; past the caches ({@link Memory#streamIn}) none does. Between near cores ordinary stores are as
 * quick, and the reader finds in a cache what they have written. Which cores are far from each other changes while a process runs where these are a virtual machine's.
 *
 * <pre>
 *                    of 5 that were timed 2 were slow
 *   ordinary stores ------------------------------------------> past the caches
 *   one in 17 is timed                                          1,024 pieces
 *          ^                                                      ^    |
 *          | fewer were                             2 were, again |    |
 *          +----------------- 5 ordinary ones, all timed <--------+----+
 * </pre>
 *
 * <p>One thread at a time. What is timed is this thread's own copy, so nobody has to be asked. One slow copy is none, since it may have been interrupted; a second one is enough, since readers may be on several cores, of which some are far.
 *
 * <p>Bytes that do not lie in one piece come together in a stage first, where they are to go past the caches or to be timed: gathering takes a time of its own, which says nothing about cores.
 */
public class ChosenStores {
    /** Shorter pieces gain nothing. */
    private static final int LONG_BYTES = 4 << 10;

    /** Whoever writes less saves less than it costs to find the machine code. */
    private static final long WORTH_BYTES = 128L << 20;

    /** Below 5 GB/s. Near cores take 60 to 130 here, far ones 400 to 450. */
    private static final long SLOW_NS_PER_KIB = 200;

    /** Prime, and more than the blocks of a call, whose readers come round: none of them is always the one that is timed. */
    private static final int EVERY = 17;

    private static final int SAMPLES = 5;
    private static final int ENOUGH = 2;
    private static final int PIECES = 1024;
    private static final int KIB_SHIFT = 10;

    /** The end of each piece past the caches waits until all of it has arrived. 512 KiB in blocks of 64 bytes take 63 µs by so much, 75 by 4 KiB, and no less by more. */
    private static final int STAGE_BYTES = 16 << 10;

    private final long worthBytes;
    private @Nullable MemorySegment stage;
    private long writtenBytes; // in long pieces by ordinary stores
    private boolean isFar; // as was judged last
    private int streams; // so many more go past the caches
    private int untimed; // so many more are not timed
    private int samples;
    private int slow; // of these

    /** Nothing is known yet: ordinary stores. */
    public ChosenStores() {
        this(WORTH_BYTES);
    }

    /** @param worthBytes how many have to be written in long pieces before any goes past the caches */
    public ChosenStores(long worthBytes) {
        this.worthBytes = worthBytes;
    }

    /** As {@link Memory#copyIn}, to memory of the runtime's own. */
    public void copyIn(Object base, long offsetBytes, MemorySegment to, long at, int bytes) {
        if (bytes <= LONG_BYTES) {
            Memory.copyIn(base, offsetBytes, to, at, bytes);
        } else if (base instanceof Scattered && untimed == 0 && hasStage()) {
            copyTogether(base, offsetBytes, to, at, bytes);
        } else if (streams > 0) {
            Memory.streamIn(base, offsetBytes, to, at, bytes);
            streams--;
        } else if (untimed > 0) {
            Memory.copyIn(base, offsetBytes, to, at, bytes);
            untimed--;
            writtenBytes += bytes;
        } else {
            long startNs = nanoTime();
            Memory.copyIn(base, offsetBytes, to, at, bytes);
            writtenBytes += bytes;
            sample((nanoTime() - startNs << KIB_SHIFT) / bytes > SLOW_NS_PER_KIB);
        }
    }

    private void copyTogether(Object base, long offsetBytes, MemorySegment to, long at, int bytes) {
        MemorySegment together = Objects.requireNonNull(stage);
        for (int done = 0; done < bytes; done += STAGE_BYTES) {
            int piece = Math.min(STAGE_BYTES, bytes - done);
            Memory.copyIn(base, offsetBytes + done, NativeMemory.of(together), NativeMemory.at(together, 0), piece);
            copyIn(together, 0, to, at + done, piece);
        }
    }

    /** False where there is no memory for one: then what is scattered is written as it is gathered. */
    private boolean hasStage() {
        if (stage == null) {
            try {
                stage = Arena.ofAuto().allocate(STAGE_BYTES, Long.BYTES);
            } catch (OutOfMemoryError _) {
                return false;
            }
        }
        return true;
    }

    /** Tests have clocks of their own. */
    protected long nanoTime() {
        return System.nanoTime();
    }

    /** Whether the next long piece goes past the caches. */
    final boolean isPastCaches() {
        return streams > 0;
    }

    private void sample(boolean isSlow) {
        samples++;
        slow += isSlow ? 1 : 0;
        if (samples == SAMPLES) {
            isFar = slow >= ENOUGH && writtenBytes > worthBytes && Memory.canStream();
            streams = isFar ? PIECES : 0;
            samples = 0;
            slow = 0;
        }
        untimed = isFar ? 0 : EVERY - 1;
    }
}
