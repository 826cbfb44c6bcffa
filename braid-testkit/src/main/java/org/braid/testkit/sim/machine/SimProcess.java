package org.braid.testkit.sim.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.braid.base.os.SharedArena;
import org.braid.link.progress.AddressSpace;
import org.braid.link.spi.Clock;
import org.braid.testkit.sim.script.VirtualTime;
import org.jspecify.annotations.Nullable;

/** One simulated process: its share of the machine's memory, what its peers can reach of that, and whether it lives. */
public final class SimProcess implements Clock {
    private final Host host;
    private final VirtualTime time;
    private final SharedArena arena;
    private final AddressSpace space;
    private final List<SharedArena.Block> blocks = new ArrayList<>();
    private final Map<Integer, MemorySegment> segments = new HashMap<>();
    private final List<UserMemory> memories = new ArrayList<>();
    private final TreeMap<Long, UserMemory> byAddress = new TreeMap<>();
    private boolean dead;

    /** @param index its number in the world */
    public SimProcess(Host host, int index, VirtualTime time) {
        this.host = host;
        this.time = time;
        this.arena = host.arena(index);
        this.space = DirectLimit.lifted(() -> new AddressSpace(arena, this));
    }

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    /** One of its calls waits, and the world goes on. */
    @Override
    public void giveWay() {
        time.step();
        if (dead) {
            throw new Killed();
        }
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

    /** A block of shared memory that peers may map, until this process is {@linkplain #release released}. */
    SharedArena.Block block(long bytes) {
        SharedArena.Block block = DirectLimit.lifted(() -> arena.allocate(bytes));
        blocks.add(block);
        segments.put(block.segmentId(), block.segment());
        return block;
    }

    /** A segment of this process as a peer maps it; null if it has none such. */
    @Nullable MemorySegment segment(int id) {
        return segments.get(id);
    }

    /** What lies at an address of this process; null where nothing does that may be read. */
    @Nullable UserMemory at(long address) {
        Map.Entry<Long, UserMemory> below = byAddress.floorEntry(address);
        return below == null ? null : below.getValue();
    }

    /** The world is over. */
    public void release() {
        space.close();
        memories.forEach(UserMemory::close);
        blocks.forEach(SharedArena.Block::free);
    }
}
