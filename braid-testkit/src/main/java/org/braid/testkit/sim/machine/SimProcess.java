package org.braid.testkit.sim.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.braid.base.os.Futex;
import org.braid.base.os.SharedArena;
import org.braid.link.Context;
import org.braid.link.progress.AddressSpace;
import org.braid.link.spi.Clock;
import org.braid.link.spi.Doorbell;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;
import org.braid.testkit.sim.script.VirtualTime;
import org.jspecify.annotations.Nullable;

/** One simulated process: its share of the machine's memory, what its peers can reach of that, and whether it lives. */
public final class SimProcess implements Clock {
    /** One thread that sleeps, since so many rings. */
    private record Sleep(long rings, long endNs) {}

    private static final int STATE_BITS = 3;
    private static final long LONGEST_SLEEP_NS = 400_000;

    private final Host host;
    private final int index;
    private final Script script;
    private final VirtualTime time;
    private final SharedArena arena;
    private final AddressSpace space;
    private final List<SharedArena.Block> blocks = new ArrayList<>();
    private final Map<Integer, MemorySegment> segments = new HashMap<>();
    private final List<UserMemory> memories = new ArrayList<>();
    private final TreeMap<Long, UserMemory> byAddress = new TreeMap<>();
    private Runnable way;
    private boolean dead;
    private long rings;
    private final List<Sleep> sleeps = new ArrayList<>();
    private @Nullable Ears ears;

    /** @param index its number in the world */
    public SimProcess(Host host, int index, Script script) {
        this.host = host;
        this.index = index;
        this.script = script;
        this.time = script.time();
        this.way = time::step;
        this.arena = host.arena(index);
        this.space = DirectLimit.lifted(() -> new AddressSpace(arena, this));
        SimFutex.add(space.doorbellBlock().segment(), space.doorbellBlock().offset(), this);
    }

    @Override
    public String toString() {
        return "process " + index;
    }

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    /** One of its calls waits, and the world goes on. */
    @Override
    public void giveWay() {
        way.run();
        throwIfDead();
    }

    /** Its calls do not run the world inside themselves, but have a stack of their own, which gives way so. */
    public void givesWayBy(Runnable own) {
        way = own;
    }

    /** After a call that may have caught what it met when its process was killed: nothing of it goes on. */
    public void throwIfDead() {
        if (dead) {
            throw new Killed();
        }
    }

    /**
     * One of its threads sleeps, and the world goes on: until somebody rings, or not much longer. Whatever comes meanwhile that needs this thread has to ring, and at once: what is written into the
     * memory of this world is seen.
     */
    @Override
    public int awaitWord(MemorySegment memory, long offset, int expected, long timeoutNs) {
        int need = expected & STATE_BITS;
        Sleep sleep = new Sleep(rings, time.elapsedNs() + Math.min(timeoutNs, script.within(LONGEST_SLEEP_NS)));
        sleeps.add(sleep);
        try {
            return sleep(sleep, need);
        } finally {
            sleeps.removeLast();
        }
    }

    private int sleep(Sleep sleep, int need) {
        script.tally().count(need == Doorbell.WAITED ? Sight.CALL_SLEPT : Sight.BACKGROUND_SLEPT);
        while (isAsleep(sleep)) {
            giveWay();
            if (sleep.rings == rings && ears != null && ears.hear(need)) {
                time.broken("something has come, and nobody has rung for " + (need == Doorbell.WAITED ? "a call that sleeps" : "the background thread"));
            }
        }
        if (sleep.rings == rings) {
            return Futex.TIMED_OUT;
        }
        script.tally().count(Sight.RUNG);
        return Futex.WOKEN;
    }

    private boolean isAsleep(Sleep sleep) {
        return sleep.rings == rings && time.elapsedNs() < sleep.endNs;
    }

    /** How many of its threads sleep: nobody has rung for them, and their time is not over. */
    public int asleep() {
        int asleep = 0;
        for (Sleep each : sleeps) {
            asleep += isAsleep(each) ? 1 : 0;
        }
        return asleep;
    }

    /** Somebody has rung here. */
    void rung() {
        rings++;
    }

    /** Whose frames are to wake those that sleep here. */
    public void listensFor(Context context) {
        ears = new Ears(context);
    }

    /** What its contexts share. */
    public AddressSpace space() {
        return space;
    }

    /** True once it has been killed. */
    public boolean isDead() {
        return dead;
    }

    /** It ends without a word. What it shared with others stays mapped there. */
    public void kill() {
        dead = true;
    }

    /** Memory for a message of so many bytes. */
    public UserMemory allocate(MemoryKind kind, int bytes) {
        UserMemory made = make(kind, bytes, bytes + 2 * UserMemory.GUARD_BYTES);
        memories.add(made);
        if (made.address() != 0) {
            byAddress.put(made.address(), made);
        }
        return made;
    }

    private UserMemory make(MemoryKind kind, int bytes, int all) {
        return switch (kind) {
            case BYTES -> of(kind, new byte[all], bytes);
            case INTS -> ofInts(new int[(all + 3) / 4], bytes);
            case DIRECT -> ofBuffer(ByteBuffer.allocateDirect(all), bytes);
            case NATIVE, CLOSED -> ofArena(kind, Arena.ofConfined(), bytes, all);
            case SHARED -> ofBlock(block(all), bytes, all);
            case FOREIGN -> new UserMemory(kind, host.foreign(), host.foreign(), bytes, null);
            case READ_ONLY -> new UserMemory(kind, ByteBuffer.wrap(new byte[all]).asReadOnlyBuffer(), MemorySegment.ofArray(new byte[all]), bytes, null);
        };
    }

    private static UserMemory of(MemoryKind kind, byte[] array, int bytes) {
        return new UserMemory(kind, array, MemorySegment.ofArray(array), bytes, null);
    }

    private static UserMemory ofInts(int[] array, int bytes) {
        return new UserMemory(MemoryKind.INTS, array, MemorySegment.ofArray(array), bytes, null);
    }

    private static UserMemory ofBuffer(ByteBuffer buffer, int bytes) {
        return new UserMemory(MemoryKind.DIRECT, buffer, MemorySegment.ofBuffer(buffer), bytes, null);
    }

    private static UserMemory ofArena(MemoryKind kind, Arena owner, int bytes, int all) {
        MemorySegment segment = owner.allocate(all, Long.BYTES);
        return new UserMemory(kind, segment, segment, bytes, owner);
    }

    private static UserMemory ofBlock(SharedArena.Block block, int bytes, int all) {
        MemorySegment piece = block.segment().asSlice(block.offset(), all);
        return new UserMemory(MemoryKind.SHARED, piece, piece, bytes, null);
    }

    /** A block of shared memory that peers may map, until it is {@linkplain #free freed}, or this process is {@linkplain #release released}. */
    public SharedArena.Block block(long bytes) {
        SharedArena.Block block = DirectLimit.lifted(() -> arena.allocate(bytes));
        blocks.add(block);
        segments.put(block.segmentId(), block.segment());
        return block;
    }

    /** Gives back one of those blocks, which nobody touches any more. */
    void free(SharedArena.Block block) {
        boolean ignored = blocks.remove(block);
        block.free();
    }

    /** A segment of this process as a peer maps it; null if it has none such. */
    @Nullable MemorySegment segment(int id) {
        MemorySegment known = segments.get(id);
        return known != null ? known : ledger(id);
    }

    private @Nullable MemorySegment ledger(int id) {
        MemorySegment segment = MemorySegment.ofAddress(arena.address(id)).reinterpret(arena.bytes(id));
        return SharedArena.isLedger(segment) ? segment : null;
    }

    /** What lies at an address of this process; null where nothing does that may be read. */
    @Nullable UserMemory at(long address) {
        Map.Entry<Long, UserMemory> below = byAddress.floorEntry(address);
        return below == null ? null : below.getValue();
    }

    /** The world is over. */
    public void release() {
        SimFutex.remove(space.doorbellBlock().segment(), space.doorbellBlock().offset());
        space.close();
        memories.forEach(UserMemory::close);
        blocks.forEach(SharedArena.Block::free);
    }
}
