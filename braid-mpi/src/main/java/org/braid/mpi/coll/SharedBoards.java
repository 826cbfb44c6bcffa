package org.braid.mpi.coll;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.wire.PutBuffer;
import org.braid.coll.agreement.Disagreement;
import org.braid.coll.board.BoardHost;
import org.braid.link.Context;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.region.Region;
import org.braid.link.region.RemoteRegion;
import org.braid.link.region.Right;
import org.jspecify.annotations.Nullable;

/**
 * The boards of one process: regions of its arena, whose capabilities travel by a broadcast of the communicator's (grim-heterogeneous-endpoints, section 5.1). Memory of a communicator that was freed serves for another one when no member touches it any more. Any thread. */
public final class SharedBoards implements BoardHost {
    /** What this process gives for communicators of which it is the first member: a short board of up to 32 members has some 530 KiB, one of 128 has 2.1 MiB; a long one of eight has 4 MiB. */
    private static final long MOST_OFFERED_BYTES = 64 << 20;

    /** A board takes no more than one in so many bytes that the machine still has: rings need some, too. */
    private static final int LARGEST_PART = 4;

    private static final int LINE_BYTES = 64;
    private static final int MOST_CAPABILITY_BYTES = (CAPABILITY_LONGS - 1) * Long.BYTES;

    private final Context context;
    private final IntFunction<ByteBuffer> memory;
    private final List<Offered> offered = new ArrayList<>();
    private final Map<Long, RemoteRegion> taken = new HashMap<>(); // by the memory's address; what they reach stays mapped
    private final List<Supplier<@Nullable Disagreement>> compared = new ArrayList<>();
    private @Nullable Endpoint endpoint;

    /** @param memory allocates what peers may map, if that can be had */
    public SharedBoards(Context context, IntFunction<ByteBuffer> memory) {
        this.context = context;
        this.memory = memory;
    }

    /** A communicator may have a board from now on, and compares its members' last calls there. */
    synchronized void add(Supplier<@Nullable Disagreement> comparing) {
        compared.add(comparing);
    }

    /** It makes no calls any more. */
    synchronized void remove(Supplier<@Nullable Disagreement> comparing) {
        compared.remove(comparing);
    }

    /** Compares the last calls of all communicators that have a board, once all members are in MPI.Finalize. The first difference; null if there is none. */
    public @Nullable Disagreement compareCalls() {
        List<Supplier<@Nullable Disagreement>> all;
        synchronized (this) {
            all = List.copyOf(compared);
        }
        for (Supplier<@Nullable Disagreement> each : all) {
            Disagreement found = each.get();
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Memory of this process that is, or was, a board. */
    private static final class Offered {
        @SuppressWarnings("UnusedVariable")
        final ByteBuffer buffer; // in use as long as it is reachable
        final MemorySegment board;
        final Region region;
        @Nullable BooleanSupplier isQuiet; // once no call of this process comes any more

        Offered(ByteBuffer buffer, MemorySegment board, Region region) {
            this.buffer = buffer;
            this.board = board;
            this.region = region;
        }
    }

    @Override
    public synchronized @Nullable MemorySegment offer(long bytes, long[] capability) {
        releaseQuietOnes();
        if (offeredBytes() + bytes > MOST_OFFERED_BYTES || bytes > context.space().arena().roomBytes() / LARGEST_PART) {
            return null;
        }
        try {
            return publish(bytes, capability);
        } catch (BraidException | OutOfMemoryError noneToBeHad) { // the others wait to be told
            return null;
        }
    }

    private long offeredBytes() {
        long sum = 0;
        for (Offered each : offered) {
            sum += each.board.byteSize();
        }
        return sum;
    }

    private @Nullable MemorySegment publish(long bytes, long[] capability) {
        ByteBuffer buffer = memory.apply(Math.toIntExact(bytes + LINE_BYTES));
        MemorySegment whole = MemorySegment.ofBuffer(buffer);
        int first = (int) (-whole.address() & LINE_BYTES - 1);
        Region region = context.publishInJob(buffer, first, bytes, EnumSet.of(Right.GET, Right.PUT, Right.ATOMIC), Long.MAX_VALUE, endpoint());
        PutBuffer said = new PutBuffer(MOST_CAPABILITY_BYTES, MOST_CAPABILITY_BYTES);
        try {
            region.put(said);
        } catch (RuntimeException tooLong) {
            region.close();
            return null;
        }
        long[] words = BytesInLongs.of(said);
        System.arraycopy(words, 0, capability, 0, words.length);
        MemorySegment board = whole.asSlice(first, bytes).fill((byte) 0);
        offered.add(new Offered(buffer, board, region));
        return board;
    }

    private Endpoint endpoint() {
        Endpoint known = endpoint;
        if (known == null) {
            known = context.newEndpoint(this);
            endpoint = known;
        }
        return known;
    }

    @Override
    public synchronized @Nullable MemorySegment take(long[] capability, long bytes) {
        try {
            return take(context.regionFrom(BytesInLongs.in(capability)), bytes);
        } catch (BraidException | OutOfMemoryError unreachable) {
            return null;
        }
    }

    /** The region stays open as long as its memory is used. */
    private @Nullable MemorySegment take(RemoteRegion region, long bytes) {
        boolean isKept = false;
        try {
            MemorySegment board = region.bytes() < bytes ? null : region.memory();
            if (board != null) {
                taken.put(board.address(), region);
                isKept = true;
            }
            return board;
        } finally {
            if (!isKept) {
                region.close();
            }
        }
    }

    @Override
    public synchronized void giveBack(MemorySegment board, BooleanSupplier isQuiet) {
        RemoteRegion region = taken.remove(board.address());
        if (region != null) {
            region.close();
        }
        for (Offered each : offered) {
            if (each.board.address() == board.address()) {
                each.isQuiet = isQuiet;
            }
        }
        releaseQuietOnes();
    }

    private void releaseQuietOnes() {
        for (Iterator<Offered> each = offered.iterator(); each.hasNext(); ) {
            Offered one = each.next();
            BooleanSupplier isQuiet = one.isQuiet;
            if (isQuiet != null && isQuiet.getAsBoolean() && one.region.withdraw(0)) {
                each.remove();
            }
        }
    }
}
