package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.base.wire.HandlerId;
import org.braid.base.wire.region.AccessRequest;
import org.braid.base.wire.region.RegionCapability;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Link;
import org.jspecify.annotations.Nullable;

/**
 * A region of another context's memory, as whoever has its capability accesses it (GRIM's memory messages: grim-heterogeneous-endpoints, section 5.1; charm-on-vmi, section 4.4). Any thread.
 *
 * <p>How is decided at the first access, by the lane that its link goes by then. Over {@code local}, and over {@code shm} if the region lies in memory that this process may map, the calling thread touches the memory itself, and every call is over when it returns. Otherwise frames carry the
 * access, and the owner executes it whenever its context is polled. The contract is the same:
 *
 * <ul>
 *   <li>A call that answers true is over, and touches its {@link Completion} no more; else the completion tells of the end, or fails with the reason.
 *   <li>A put that has returned is done with the buffer (local completion). When it is over, the data is there (remote completion), and by frames the notified handler has returned, or ended if it is a blocking one.
 *   <li>What was put is there before what the same thread puts behind it through the same object; and before the handler of a message runs that it sends behind it to the same context by the default channel and the methods that the region was given (none, unless said). Other regions, startpoints
 *       that ask for other methods, and other channels have no order with it: what must be there before something goes another way is waited for. A message that was sent before may be handled later. A get that is not over may see what is put behind it.
 *   <li>A completion that has served before may serve again, without a reset: it is not over from the call on that answers false.
 *   <li>Memory that only one thread may touch ({@code Arena.ofConfined}) can be put from by that thread, and got into by the form that waits. The other form refuses it with {@code MEMORY_UNSUITABLE} unless the way is direct, since any thread may bring the data.
 *   <li>Operations on words are atomic among all who use them, the owner's own {@code VarHandle}s included.
 * </ul>
 *
 * <p>Errors, thrown or told by the completion: {@code REGION_UNKNOWN}, {@code REGION_WITHDRAWN}, {@code REGION_EXPIRED}, {@code REGION_RANGE}, {@code REGION_RIGHT}, {@code REGION_ALIGNMENT}, {@code REGION_MEMORY}, and those of the peer's end; those of {@link Memory} for the caller's own memory; {@link NullPointerException} for a null. In a handler nothing waits: what has no room is copied, up
 * to 16 MiB, and the forms that wait are refused unless the way is direct.
 */
public final class RemoteRegion implements AutoCloseable {
    /** Of what is brought to an array first; as many bytes as a peer is asked for at once. */
    private static final long ARRAY_BYTES = 1 << 20;

    private final RemoteMemory memory;
    private final Progress progress;
    private final Link link;
    private final RegionCapability capability;
    private final RegionName name;
    private volatile @Nullable Direct direct; // one of the two, once it was accessed
    private volatile @Nullable Framed framed;
    private volatile boolean closed;

    RemoteRegion(RemoteMemory memory, Progress progress, Link link, RegionCapability capability) {
        this.memory = memory;
        this.progress = progress;
        this.link = link;
        this.capability = capability;
        this.name = new RegionName(link.peer().id(), capability.number(), capability.bytes());
    }

    /** Its length in bytes, as its capability says. */
    public long bytes() {
        return capability.bytes();
    }

    /** True if this process touches the memory itself; decides how it is accessed. */
    public boolean isDirect() {
        return way() != null;
    }

    /**
     * The region's memory, if this process touches it itself and it is native; null otherwise. It is read-only unless the region may be put into. Whoever uses it has nobody that refuses: it is valid until the region is withdrawn, and what several do at once is theirs to order.
     *
     * @throws BraidException {@code REGION_RIGHT} if the region may not be got, for whoever has the memory reads it; {@code REGION_WITHDRAWN}, {@code REGION_EXPIRED} or {@code REGION_MEMORY} if it is over
     */
    public @Nullable MemorySegment memory() {
        Direct way = way();
        return way == null ? null : way.memory(capability.bytes());
    }

    /**
     * Writes {@code bytes} bytes of user memory into the region. They may be partly the same as those written, if they are named by {@link #memory}.
     *
     * @param at where in the region
     * @param base user memory (see {@link org.braid.base.memory.Memory}), from byte {@code offset} on
     * @param there completes when the data is there, unless the answer is true
     * @return true if it is there already
     */
    public boolean put(long at, Object base, long offset, long bytes, Completion there) {
        return put(at, base, offset, bytes, Notice.NONE, there);
    }

    /**
     * As {@link #put(long, Object, long, long, Completion)}; then a handler runs at the owner, in order with what is sent to it by the default channel.
     *
     * @param notice which handler, with what; it runs if the put was done, and only then
     */
    public boolean put(long at, Object base, long offset, long bytes, Notice notice, Completion there) {
        requireGiven(base, there);
        int handler = notice.handler();
        Direct way = way();
        if (way == null) {
            enterFor(AccessRequest.PUT, at, bytes, () -> frames().put(at, base, offset, bytes, notice, there));
            return false;
        }
        way.put(at, base, offset, bytes);
        if (handler != HandlerId.NONE) {
            link.send(handler, notice.a0(), notice.a1(), notice.a2(), notice.a3(), null, 0, 0);
        }
        return true;
    }

    /** As above; returns when the data is there. */
    public void put(long at, Object base, long offset, long bytes) {
        requireMemory(base);
        Direct way = way();
        if (way != null) {
            way.put(at, base, offset, bytes);
            return;
        }
        progress.refuseToWaitInHandlers();
        Completion there = new Completion();
        boolean ignored = put(at, base, offset, bytes, Notice.NONE, there);
        await(there);
    }

    /**
     * Reads {@code bytes} bytes of the region into user memory, which stays untouched until that is over.
     *
     * @param here completes when the data is, unless the answer is true
     * @return true if it is here already
     */
    public boolean get(long at, Object base, long offset, long bytes, Completion here) {
        requireGiven(base, here);
        Direct way = way();
        if (way == null) {
            if (Confined.is(base)) {
                throw Confined.refused("A get that does not wait cannot bring data into the memory of one thread", "any thread may be the one that brings it");
            }
            enterFor(AccessRequest.GET, at, bytes, () -> frames().get(at, base, offset, bytes, here));
            return false;
        }
        way.get(at, base, offset, bytes);
        return true;
    }

    /** As above; returns when the data is here. */
    public void get(long at, Object base, long offset, long bytes) {
        requireMemory(base);
        Direct way = way();
        if (way != null) {
            way.get(at, base, offset, bytes);
            return;
        }
        progress.refuseToWaitInHandlers();
        if (Confined.is(base)) {
            getByArrays(at, base, offset, bytes);
        } else {
            getByFrames(at, base, offset, bytes);
        }
    }

    private void getByFrames(long at, Object base, long offset, long bytes) {
        Completion here = new Completion();
        enterFor(AccessRequest.GET, at, bytes, () -> frames().get(at, base, offset, bytes, here));
        await(here);
    }

    /** Into memory that this thread alone may write, whoever brings the data: piece by piece, each by way of an array. */
    private void getByArrays(long at, Object base, long offset, long bytes) {
        Confined.requireMine(base);
        requireClaimed(AccessRequest.GET, at, bytes);
        byte[] array = new byte[(int) Math.min(bytes, ARRAY_BYTES)];
        long done = 0;
        do {
            int piece = (int) Math.min(bytes - done, ARRAY_BYTES);
            getByFrames(at + done, array, 0, piece);
            Memory.copy(array, 0, base, offset + done, piece);
            done += piece;
        } while (done < bytes);
    }

    /**
     * Adds to the word of 8 bytes at {@code at}, atomically.
     *
     * @param before completes with what the word was, also if the answer is true
     * @return true if that is known already
     */
    public boolean fetchAndAdd(long at, long addend, FetchedLong before) {
        requireCompletion(before);
        Direct way = way();
        if (way == null) {
            enterFor(AccessRequest.ADD, at, Long.BYTES, () -> frames().word(AccessRequest.ADD, at, addend, 0, before));
            return false;
        }
        before.complete(way.add(at, addend));
        return true;
    }

    /** As above; returns what the word was. */
    public long fetchAndAdd(long at, long addend) {
        Direct way = way();
        if (way != null) {
            return way.add(at, addend);
        }
        progress.refuseToWaitInHandlers();
        FetchedLong before = new FetchedLong();
        boolean ignored = fetchAndAdd(at, addend, before);
        await(before);
        return before.value();
    }

    /**
     * Writes the word of 8 bytes at {@code at} if it is {@code expected}, atomically.
     *
     * @param before completes with what the word was, also if the answer is true
     * @return true if that is known already
     */
    public boolean compareAndSwap(long at, long expected, long value, FetchedLong before) {
        requireCompletion(before);
        Direct way = way();
        if (way == null) {
            enterFor(AccessRequest.SWAP, at, Long.BYTES, () -> frames().word(AccessRequest.SWAP, at, expected, value, before));
            return false;
        }
        before.complete(way.swap(at, expected, value));
        return true;
    }

    /** As above; returns what the word was: it was written if that is {@code expected}. */
    public long compareAndSwap(long at, long expected, long value) {
        Direct way = way();
        if (way != null) {
            return way.swap(at, expected, value);
        }
        progress.refuseToWaitInHandlers();
        FetchedLong before = new FetchedLong();
        boolean ignored = compareAndSwap(at, expected, value, before);
        await(before);
        return before.value();
    }

    /** Ends it: later accesses are refused with {@code STARTPOINT_CLOSED}, those under way go on. */
    @Override
    public void close() {
        closed = true;
        boolean entered = progress.enterUnlessMine();
        try {
            Framed way = framed;
            if (way == null) {
                link.close();
            } else {
                way.close();
            }
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }

    // ---- how

    /** The direct way; null if there is none. A peer that has ended is the same error by both ways, as soon as that is known here. */
    private @Nullable Direct way() {
        if (closed || memory.isClosed()) {
            throw closed ? Lane.unused() : memory.whyClosed();
        }
        BraidException gone = link.peer().failure();
        if (gone != null) {
            throw gone;
        }
        Direct known = direct;
        return known != null || framed != null ? known : decide();
    }

    private @Nullable Direct decide() {
        boolean entered = progress.enterUnlessMine();
        try {
            if (direct == null && framed == null) {
                Direct found = memory.directWay(capability, name, link);
                if (found == null) {
                    framed = memory.framedWay(capability, name, link);
                } else {
                    direct = found;
                }
            }
            return direct;
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }

    private Framed frames() {
        Framed way = framed;
        if (way == null) {
            throw new IllegalStateException("It goes the direct way");
        }
        return way;
    }

    /** What its capability already says is told without a round trip; what it claims is compared by the owner all the same. */
    private void enterFor(int operation, long at, long bytes, Runnable access) {
        requireClaimed(operation, at, bytes);
        boolean entered = progress.enterUnlessMine();
        try {
            access.run();
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }

    private void requireClaimed(int operation, long at, long bytes) {
        Terms claimed = new Terms(capability.rights(), capability.bytes(), RegionRecord.NEVER);
        name.require(claimed.refuse(Right.to(operation), at, bytes), operation, at, bytes);
    }

    private static void requireGiven(Object base, Completion over) {
        requireMemory(base);
        requireCompletion(over);
    }

    private static void requireMemory(Object base) {
        Object ignored = Objects.requireNonNull(base, "The memory of an access is null");
    }

    private static void requireCompletion(Completion over) {
        Object ignored = Objects.requireNonNull(over, "The completion of an access is null");
    }

    private void await(Completion over) {
        if (progress.isMine()) {
            progress.awaitInside(over);
        } else {
            progress.await(over);
        }
        BraidException failure = over.failure();
        if (failure != null) {
            throw failure;
        }
    }
}
