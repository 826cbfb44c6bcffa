package org.braid.mpi.window;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.braid.base.os.DirectMemory;
import org.braid.link.Context;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.Serving;
import org.braid.mpi.completion.UnderWay;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.liveness.LockWaits;

/** The windows of one process: what they have in common, and the making of them. Made with the first one. */
public final class Windows {
    private static final int ALIGNMENT = 64;

    final Context context;
    final Completions completions;
    final AccessTable table;
    final RequestedAccesses requested;

    /** Windows whose accesses come by messages want it. */
    final Serving serving;

    /** Locks that are waited for are seen by it. */
    final LockWaits waits;

    private final IntFunction<ByteBuffer> memory;
    private final List<Window> open = new CopyOnWriteArrayList<>();

    /** @param memory allocates what peers may map, if that can be had */
    public Windows(Context context, Completions completions, UnderWay underWay, Serving serving, LockWaits waits, IntFunction<ByteBuffer> memory) {
        this.context = context;
        this.completions = completions;
        this.serving = serving;
        this.waits = waits;
        this.memory = memory;
        this.table = new AccessTable(context);
        this.requested = new RequestedAccesses(completions, underWay);
    }

    /**
     * Makes a window; collective over the communicator, in the order of its collectives.
     *
     * @param given what this rank brings; what it throws is thrown here, and the others are told
     * @param collectives makes the collectives of the window's own communicator
     * @throws org.braid.mpi.failure.MpiFailure ARG if the ranks do not bring the same flavor, or one of them brings something wrong; RMA_SHARED if memory that is to be shared cannot be; NO_MEMORY
     */
    public Window create(CollectiveRuns comm, Supplier<WindowOffer> given, Function<Lco, CollectiveRuns> collectives) {
        return new WindowCreation(this, comm).create(given, collectives);
    }

    /**
     * This process is about to leave MPI.
     *
     * @throws org.braid.mpi.failure.MpiFailure RMA_SYNC if an epoch of some window is open: others may wait for its end
     */
    public void throwIfInside() {
        for (Window each : open) {
            each.throwIfInside();
        }
    }

    void add(Window made) {
        open.add(made);
    }

    /** False if it was removed before. */
    boolean remove(Window freed) {
        return open.remove(freed);
    }

    ByteBuffer buffer(int bytes) {
        return memory.apply(bytes);
    }

    /** Memory of a window, all zeros: a buffer that ranks on this host can touch, also an empty one, and where none is long enough memory that messages reach. */
    Object allocate(long bytes) {
        return bytes > Integer.MAX_VALUE ? DirectMemory.segment(Arena.ofAuto(), bytes, ALIGNMENT) : cleared(buffer(Math.max(Long.BYTES, (int) bytes))).slice(0, (int) bytes).order(ByteOrder.nativeOrder());
    }

    private static ByteBuffer cleared(ByteBuffer fresh) {
        MemorySegment ignored = MemorySegment.ofBuffer(fresh).fill((byte) 0);
        return fresh;
    }
}
