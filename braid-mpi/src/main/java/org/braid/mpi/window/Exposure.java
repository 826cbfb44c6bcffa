package org.braid.mpi.window;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.window.layout.Layout;
import org.braid.mpi.window.layout.Operator;
import org.jspecify.annotations.Nullable;

/**
 * This rank's part of a window, as accesses that messages bring see it. Guarded by the token of the context: so each access that is applied here is alone, this rank's own ones included.
 */
final class Exposure {
    private final @Nullable Object base; // null: what is attached
    private final long sizeBytes;
    private final Map<Integer, Operator> operators = new HashMap<>();
    final Attachments attachments = new Attachments();

    Exposure(@Nullable Object base, long sizeBytes) {
        this.base = base;
        this.sizeBytes = sizeBytes;
    }

    /** The memory; null if there is none of its own. */
    @Nullable Object base() {
        return base;
    }

    /** The operator with this code; null if there is none. */
    @Nullable Operator operator(int code) {
        Operator known = operators.get(code);
        if (known == null) {
            known = Operator.of(code);
            if (known != null) {
                operators.put(code, known);
            }
        }
        return known;
    }

    /** A place in user memory. */
    record Spot(Object base, long offset) {}

    private Spot find(long at, Layout layout) {
        Object own = base;
        boolean isNear = at >= 0 && at <= Layout.FARTHEST_BYTES; // sums of it do not overflow
        Spot found = !isNear ? null : own == null ? attachments.find(at, layout) : at + layout.first() >= 0 && at + layout.end() <= sizeBytes ? new Spot(own, at) : null;
        if (found == null) {
            throw new RefusedAccess(RefusedAccess.RANGE, "");
        }
        return found;
    }

    /**
     * Throws unless all of an access that is applied in parts lies here.
     *
     * @throws RefusedAccess as {@link #apply}
     */
    void require(long at, Layout layout) {
        Spot ignored = find(at, layout);
    }

    /**
     * Applies an access, or a part of one that is no longer than an array.
     *
     * @param data in one piece, from byte {@code dataAt} on
     * @return what is fetched, packed; null if nothing is
     * @throws RefusedAccess if it is none that this rank can apply; nothing has changed then
     */
    byte @Nullable [] apply(Access.Kind kind, long at, Layout layout, @Nullable Operator operator, Object data, long dataAt) {
        Spot spot = find(at, layout);
        try {
            return apply(kind, spot, layout, operator, data, dataAt);
        } catch (RuntimeException | InternalError gone) { // whatever the program's memory throws: its origin waits for an answer
            throw new RefusedAccess(RefusedAccess.MEMORY, String.valueOf(gone.getMessage()));
        }
    }

    private static byte @Nullable [] apply(Access.Kind kind, Spot spot, Layout layout, @Nullable Operator operator, Object data, long dataAt) {
        byte[] before = kind == Access.Kind.PUT || kind == Access.Kind.ACCUMULATE ? null : layout.gather(spot.base, spot.offset);
        switch (kind) {
            case PUT -> layout.scatter(data, dataAt, spot.base, spot.offset);
            case GET -> {} // that is all
            case ACCUMULATE, FETCH -> combine(Objects.requireNonNull(operator), spot, layout, data, dataAt);
            case SWAP -> swap(Objects.requireNonNull(before), spot, layout, data, dataAt);
        }
        return before;
    }

    private static void combine(Operator operator, Spot spot, Layout layout, Object data, long dataAt) {
        if (!operator.changesNothing()) {
            layout.forEach((place, packed, bytes) -> operator.reduce(data, dataAt + packed, spot.base, spot.offset + place, Math.toIntExact(bytes)));
        }
    }

    private static void swap(byte[] before, Spot spot, Layout layout, Object data, long dataAt) {
        MemorySegment both = UserMemory.view(data).asSlice(dataAt, 2L * before.length);
        byte[] compared = new byte[before.length];
        UserMemory.copy(both, 0, compared, 0, compared.length);
        if (Arrays.equals(compared, before)) {
            layout.scatter(both, before.length, spot.base, spot.offset);
        }
    }
}
