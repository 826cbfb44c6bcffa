package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.braid.base.os.Entropy;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.StartpointImage;
import org.braid.link.progress.Progress;
import org.braid.link.spi.Clock;
import org.jspecify.annotations.Nullable;

/** The regions that one context has published. Any thread. */
final class Regions {
    /** While an access ends somewhere; most end within a copy. */
    private static final long NAP_NS = 50_000;

    private static final int LOOKS_BEFORE_NAPS = 1000;

    /** A century and a half; differences of times have no more room. */
    private static final long LONGEST_LIFETIME_NS = Long.MAX_VALUE / 2;

    private final ContextId self;
    private final RegionTable table;
    private final Progress progress;
    private final Clock clock;
    private volatile boolean closed;

    /** Of one context, in the table of its process. */
    Regions(ContextId self, RegionTable table, Progress progress, Clock clock) {
        this.self = self;
        this.table = table;
        this.progress = progress;
        this.clock = clock;
    }

    /**
     * Publishes {@code bytes} bytes of user memory from byte {@code offset} on.
     *
     * @param lifetimeNs when it expires, from now; {@link Long#MAX_VALUE} for never
     * @param owner this context, and the endpoint whose handlers are notified of puts
     * @throws BraidException {@code MEMORY_UNSUITABLE}, {@code MEMORY_READ_ONLY}, {@code MEMORY_RANGE} or {@code REGION_ALIGNMENT} if it is no memory for these rights; {@code REGION_LIMIT} if there are too many
     */
    Region publish(Object base, long offset, long bytes, Set<Right> rights, long lifetimeNs, StartpointImage owner) {
        if (closed) {
            throw whyClosed();
        }
        RegionMemory memory = suitable(base, offset, bytes, rights);
        long nowNs = progress.nanoTime();
        Terms terms = new Terms(Right.bits(rights), bytes, lifetimeNs > LONGEST_LIFETIME_NS ? RegionRecord.NEVER : nowNs + Math.max(0, lifetimeNs));
        ByteBuffer random = ByteBuffer.wrap(Entropy.bytes(3 * Long.BYTES));
        Key key = new Key(random.getLong(), random.getLong(), random.getLong() | 1); // a seal is never 0
        Region region = table.add((number, entry) -> new Region(this, number, entry, key, terms, memory, owner), table.placeOf(Memory.addressOrZero(base), offset));
        if (closed) { // meanwhile: whoever closes may not have seen it
            long ignored = withdraw(region, 0);
            throw whyClosed();
        }
        return region;
    }

    private BraidException whyClosed() {
        return new BraidException(ErrorCode.CONTEXT_CLOSED, "No region can be published", "context " + self + " is closed", "Publish while it is open");
    }

    /** What is drawn for a region. */
    record Key(long high, long low, long seal) {}

    private static RegionMemory suitable(Object base, long offset, long bytes, Set<Right> rights) {
        long capacity = Memory.capacityBytes(Objects.requireNonNull(base, "The memory to be published is null"));
        if ((offset | bytes) < 0 || offset > capacity - bytes) {
            throw new BraidException(ErrorCode.MEMORY_RANGE, bytes + " bytes from " + offset + " on cannot be published", "the memory has " + capacity, "Publish what lies inside");
        }
        if (Objects.requireNonNull(rights, "The rights to the memory to be published are null").isEmpty()) {
            throw new IllegalArgumentException("A region without any right is of no use");
        }
        if (isReadOnly(base) && !rights.equals(Set.of(Right.GET))) {
            throw new BraidException(ErrorCode.MEMORY_READ_ONLY, "Read-only memory cannot be published for " + rights, "nobody may write it", "Publish it for GET alone");
        }
        if (Confined.is(base)) {
            throw Confined.refused("The memory of one thread cannot be published", "others would access it");
        }
        RegionMemory memory = RegionMemory.own(base, offset);
        if (rights.contains(Right.ATOMIC) && !memory.hasWords()) {
            throw new BraidException(
                    ErrorCode.REGION_ALIGNMENT, "A " + base.getClass().getSimpleName() + " cannot be published for atomic operations", "its bytes may lie at any address", "Use native memory, long[] or double[]");
        }
        return memory;
    }

    private static boolean isReadOnly(Object base) {
        return base instanceof Buffer buffer && buffer.isReadOnly() || base instanceof MemorySegment segment && segment.isReadOnly();
    }

    /**
     * Takes the memory back: no frame is executed any more, nobody begins, and those who had begun are waited for.
     *
     * @return 0, or the number of the process that was in the middle of an access when time was over
     */
    long withdraw(Region region, long timeoutNs) {
        boolean entered = progress.enterUnlessMine(); // no frame is being executed
        try {
            table.remove(region);
        } finally {
            if (entered) {
                progress.exit();
            }
        }
        long startNs = clock.nanoTime();
        long pinner = table.pinner(region);
        for (int looks = 0; pinner != 0 && clock.nanoTime() - startNs < timeoutNs; looks++) {
            if (looks < LOOKS_BEFORE_NAPS) {
                Thread.onSpinWait();
            } else {
                clock.park(this, NAP_NS);
            }
            pinner = table.pinner(region);
        }
        return pinner;
    }

    /** The context closes: all regions are withdrawn. What somebody is in the middle of an access to stays reachable: {@link RegionTable#pinner}. */
    void close() {
        closed = true;
        for (Region each : table.of(this)) {
            long ignored = withdraw(each, 0);
        }
    }

    /** @return null if this context has none with this number and key */
    @Nullable Region find(int number, long keyHigh, long keyLow) {
        Region region = table.find(number, keyHigh, keyLow);
        return region != null && region.isOf(this) ? region : null;
    }

    Refusal whyNone(int number, long keyHigh, long keyLow) {
        return table.whyNone(number, keyHigh, keyLow);
    }

    long nanoTime() {
        return clock.nanoTime();
    }
}
