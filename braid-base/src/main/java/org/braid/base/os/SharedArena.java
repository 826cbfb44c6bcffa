package org.braid.base.os;

import java.io.File;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A process's shared memory, handed out in blocks: what {@code MPI.newByteBuffer} gives to the user, and the rings of the links.
 * A peer maps each segment once and then reads every block in it with a plain copy.
 *
 * <pre>
 *   segment 0: 1 MiB                               segment 1: 16 MiB, or as long as its first block needs, or made for one block
 *   +-------+-------+-------+--------+-------+     +-------+-----------------------------
 *   | block | block | block | unused | stamp |     | block | block
 *   +-------+-------+-------+--------+-------+     +-------+-----------------------------
 *   0       each a multiple of 128
 * </pre>
 *
 * <p>A process may have several arenas, one after the other too, and the kernel gives their descriptors the same numbers by turns. So an arena
 * has a random name, which the {@link SegmentStamp} at the end of each segment repeats: a peer asks for a segment by name and descriptor, and
 * believes it by its stamp.
 *
 * <p>Blocks begin at multiples of 128 bytes, two cache lines, so that no two of them share a line or a prefetched pair. Their
 * sizes are of four classes per doubling: at most a quarter is unused. A freed block is used again for its class, or for a smaller
 * one when the arena may not grow. Blocks are zero when they are handed out.
 *
 * <p>Not on the way of a message: one lock guards allocation. {@link #segmentOf} is on that way and takes no lock.
 */
public final class SharedArena implements AutoCloseable {
    /** The longest buffer: the JDK makes none that is as long as an int can say of memory that was mapped. */
    public static final int MOST_BUFFER_BYTES = Integer.MAX_VALUE - 8;

    private static final long FIRST_BYTES = 1 << 20;
    private static final long NEXT_BYTES = 16 << 20;
    private static final long NEVER = Long.MIN_VALUE;
    private static final long LEAST_REST_NS = 1_000_000_000L;
    private static final long MOST_REST_NS = 16_000_000_000L;
    private static final long FIRST_NAP_NS = 1_000_000L;
    private static final long LAST_NAP_NS = 128_000_000L;

    private final @Nullable Path directory;                         // null: no peer can map anything
    private final @Nullable BraidException whyNotShared;
    private final long capBytes;
    private final long name = Entropy.nextLong();
    private final FreeBlocks free = new FreeBlocks();
    private final FreeBlocks freeLedgers = new FreeBlocks();
    private volatile SegmentTable segments = SegmentTable.EMPTY;    // written under the lock; readers need no lock
    private long totalBytes;
    private int current = -1;                                       // the segment whose rest is unused
    private long unusedFrom;
    private @Nullable Cleaner cleaner;
    private long collectedNs = NEVER; // when the collector was last asked
    private long restNs = LEAST_REST_NS; // how long it is not asked again

    /** @param capBytes the sum of all segments never exceeds it */
    public SharedArena(long capBytes) {
        this(SharedMemory.DEFAULT_DIRECTORY, capBytes);
    }

    /** @param directory in a memory file system; see {@link SharedMemory} */
    SharedArena(Path directory, long capBytes) {
        this(directory, null, capBytes);
    }

    private SharedArena(@Nullable Path directory, @Nullable BraidException whyNotShared, long capBytes) {
        this.directory = directory;
        this.whyNotShared = whyNotShared;
        this.capBytes = capBytes;
    }

    /** An arena of this process's own memory, for a machine that has just refused to share any: everything works, and peers map nothing. */
    public static SharedArena unshared(BraidException refusal, long capBytes) {
        return new SharedArena(null, refusal, capBytes);
    }

    /** The machine's refusal because of which peers can map nothing of this arena; null when they can. */
    public @Nullable BraidException whyNotShared() {
        return whyNotShared;
    }

    /** A piece of the arena: {@code bytes} bytes from {@code offset} on of {@code segment}, which is the whole segment. */
    public static final class Block {
        private final SharedArena arena;
        private final SharedSegment segment;
        private final int segmentId;
        private final long offset;
        private final long bytes;
        private final FreeBlocks home;
        private boolean freed;

        private Block(SharedArena arena, int segmentId, long offset, long bytes, FreeBlocks home) {
            this.arena = arena;
            this.segment = arena.segments.segment(segmentId);
            this.segmentId = segmentId;
            this.offset = offset;
            this.bytes = bytes;
            this.home = home;
        }

        /** The whole segment in which the block lies. */
        public MemorySegment segment() {
            return segment.segment();
        }

        /** The number of that segment in its arena. */
        public int segmentId() {
            return segmentId;
        }

        /** The block's first byte, counted from the beginning of the segment. */
        public long offset() {
            return offset;
        }

        /** At least what was asked for. */
        long bytes() {
            return bytes;
        }

        /** Gives the block back, after which it must not be touched; calls after the first have no effect. */
        public void free() {
            synchronized (arena) {
                if (!freed) {
                    freed = true;
                    arena.release(segmentId, offset, bytes, home);
                }
            }
        }
    }

    /** Runs when a buffer has become unreachable; a class instead of a lambda because buffers are made while a rank starts. */
    private record Release(Block block) implements Runnable {
        @Override
        public void run() {
            block.free();
        }
    }

    /**
     * A block of at least {@code bytes} bytes, all zero, in use until {@link Block#free}.
     *
     * @throws BraidException {@code BRD-1108} if the cap is reached, {@code BRD-1101} or {@code BRD-1102} if the machine has no more
     */
    public synchronized Block allocate(long bytes) {
        return take(bytes, false);
    }

    /** As {@link #allocate}, in a segment made for it alone if no free block fits: it does not make the arena grow by more than it needs. */
    public synchronized Block allocateApart(long bytes) {
        return take(bytes, true);
    }

    /**
     * A block in a segment of its own, where no other memory will ever lie: what a peer finds there was written by this process's runtime, whoever has told the peer to look ({@link #isLedger}). When it is freed it may serve as another ledger, and as nothing else.
     *
     * @throws BraidException as {@link #allocate}
     */
    public synchronized Block allocateLedger(long bytes) {
        long size = BlockSize.roundUp(bytes);
        long location = freeLedgers.take(size);
        return new Block(this, location < 0 ? newLedger(size) : FreeBlocks.segmentOf(location), 0, size, freeLedgers);
    }

    private int newLedger(long size) {
        long needed = size + SegmentStamp.BYTES;
        if (needed > capBytes - totalBytes) {
            throw full(size);
        }
        SharedSegment segment = newSegment(needed, needed);
        SegmentStamp.putLedger(segment.segment(), name);
        return add(segment);
    }

    /** Whether a segment of an arena, this process's or mapped from a peer, was made by {@link #allocateLedger}. */
    public static boolean isLedger(MemorySegment segment) {
        return SegmentStamp.isLedger(segment);
    }

    /**
     * A direct buffer in native order, zero, in use until neither it nor any slice, duplicate or typed view of it is reachable. A
     * segment made from it by {@code MemorySegment.ofBuffer} does not keep it in use.
     *
     * @throws BraidException {@code BRD-1004} if it has more than {@link #MOST_BUFFER_BYTES}, and as {@link #allocate}
     */
    public ByteBuffer newByteBuffer(int bytes) {
        if (bytes == 0) {
            return ByteBuffer.allocateDirect(0).order(ByteOrder.nativeOrder());
        }
        if (bytes > MOST_BUFFER_BYTES) {
            throw new BraidException(ErrorCode.INPUT_OUT_OF_RANGE, "a buffer of " + bytes + " bytes could not be had from the shared arena", "the JDK makes none of more than " + MOST_BUFFER_BYTES + " bytes of a segment", "ask for a shorter one");
        }
        Block block = allocate(bytes);
        MemorySegment view = block.segment().asSlice(block.offset(), bytes);    // an object that all views of the buffer refer to
        Cleaner.Cleanable ignored = cleaner().register(view, new Release(block));
        return view.asByteBuffer().order(ByteOrder.nativeOrder());
    }

    /** What peers call this arena; no two have the same one. */
    public long name() {
        return name;
    }

    /** In which segment that peers may map an address of this process lies, or -1; O(log segments), without lock or allocation. */
    public int segmentOf(long address) {
        return directory == null ? -1 : segments.segmentOf(address);
    }

    /** The descriptor by which peers attach segment {@code id}, as in {@link SharedMemory#attach}. */
    public int fd(int id) {
        return segments.segment(id).fd();
    }

    /** The length of segment {@code id}. */
    public long bytes(int id) {
        return segments.segment(id).bytes();
    }

    /** Where segment {@code id} is mapped in this process. */
    public long address(int id) {
        return segments.segment(id).segment().address();
    }

    /** Bytes that all segments take, which is what the machine has given. */
    synchronized long totalBytes() {
        return totalBytes;
    }

    /** Bytes that the machine can still give to this and other arenas; as good as endless where it does not say. One system call or two. */
    public long roomBytes() {
        if (directory == null) {
            return Long.MAX_VALUE;
        }
        File where = directory.toFile(); // a FileStore would read the list of all mounts
        return where.getTotalSpace() == 0 ? Long.MAX_VALUE : where.getUsableSpace();
    }

    /** Lets no peer attach any more. Blocks and buffers stay valid here as long as they are reachable. */
    @Override
    public synchronized void close() {
        SegmentTable table = segments;
        for (int id = 0; id < table.count(); id++) {
            table.segment(id).close();
        }
    }

    private long takeUnused(long size) {
        if (current < 0 || bytes(current) - SegmentStamp.BYTES - unusedFrom < size) {
            return -1;
        }
        long location = FreeBlocks.location(current, unusedFrom);
        unusedFrom += size;
        return location;
    }

    private Block take(long bytes, boolean apart) {
        if (bytes <= 0 || bytes > capBytes) {
            throw full(bytes);
        }
        long size = BlockSize.roundUp(bytes);
        long location = free.take(size);
        if (location < 0 && !apart) {
            location = takeUnused(size);
        }
        if (location < 0) {
            location = growOrTakeLarger(size, bytes, apart ? size : totalBytes == 0 ? FIRST_BYTES : NEXT_BYTES);
        }
        return new Block(this, FreeBlocks.segmentOf(location), FreeBlocks.offsetOf(location), size, free);
    }

    private long growOrTakeLarger(long size, long bytes, long segmentBytes) {
        long most = capBytes - totalBytes;
        long needed = size + SegmentStamp.BYTES;
        if (needed <= most) {
            return grow(Math.min(most, Math.max(needed, segmentBytes)), size);
        }
        long larger = free.takeLarger(size);
        if (larger < 0) {
            throw full(bytes);
        }
        return larger;
    }

    /** The new segment's rest is used next, unless the old one has more left. */
    private long grow(long segmentBytes, long size) {
        SharedSegment segment = newSegment(segmentBytes, size + SegmentStamp.BYTES);
        SegmentStamp.put(segment.segment(), name);
        int id = add(segment);
        if (current < 0 || segment.bytes() - size > bytes(current) - unusedFrom) {
            current = id;
            unusedFrom = size;
        }
        return FreeBlocks.location(id, 0);
    }

    private int add(SharedSegment segment) {
        int id = segments.count();
        segments = segments.with(segment);
        totalBytes += segment.bytes();
        return id;
    }

    /** A machine that has no {@code bytes} may still have what is needed now; and what is taken in advance leaves as much to others. */
    private SharedSegment newSegment(long bytes, long needed) {
        if (directory == null) {
            return SharedMemory.unshared(bytes);
        }
        long wanted = Math.max(needed, Math.min(bytes, roomBytes() / 2 & -SharedMemory.PAGE_BYTES));
        try {
            return SharedMemory.createUntilUnreachable(directory, wanted);
        } catch (BraidException full) {
            if (full.code() == ErrorCode.SHARED_MEMORY_FULL) {
                collect(needed);
            }
            return SharedMemory.createUntilUnreachable(directory, needed);
        }
    }

    /**
     * What closed arenas held stays mapped until the collector finds it, and a container's 64 MiB are soon full of that. Two other threads unmap it, which on a busy machine take their time:
     * they get up to a quarter of a second, at most once a second, and less and less often while that is in vain.
     */
    private void collect(long needed) {
        long nowNs = System.nanoTime();
        if (collectedNs != NEVER && nowNs - collectedNs < restNs) {
            return;
        }
        collectedNs = nowNs;
        System.gc();
        for (long napNs = FIRST_NAP_NS; napNs <= LAST_NAP_NS && roomBytes() < needed; napNs *= 2) {
            LockSupport.parkNanos(napNs);
        }
        restNs = roomBytes() < needed ? Math.min(2 * restNs, MOST_REST_NS) : LEAST_REST_NS;
    }

    /** Zeroed now and not when it is handed out again: a message that was let go must not stay readable for all peers. */
    private void release(int segmentId, long offset, long size, FreeBlocks to) {
        segments.segment(segmentId).segment().asSlice(offset, size).fill((byte) 0);
        to.put(FreeBlocks.location(segmentId, offset), size);
    }

    private synchronized Cleaner cleaner() {
        if (cleaner == null) {
            cleaner = Cleaner.create();
        }
        return cleaner;
    }

    private BraidException full(long bytes) {
        return new BraidException(ErrorCode.ARENA_FULL,
                "a block of " + bytes + " bytes could not be had from the shared arena",
                "the arena has " + totalBytes + " bytes and may have " + capBytes,
                "let go of buffers that are no longer used, or raise the bound");
    }
}
