package org.braid.mpi.window.layout;

import org.braid.mpi.data.PackedMemory;
import org.braid.mpi.data.UserMemory;

/**
 * Data of this rank's program: a place in user memory, and where they lie relative to it.
 *
 * @param base user memory, see {@link UserMemory}
 * @param offset bytes from element 0 of it
 */
public record UserData(Object base, long offset, Layout layout) {
    /** No data. */
    public static final UserData NONE = new UserData(new byte[0], 0, Layout.of(0));

    /** The same data in one piece: these themselves if they are that, else a packed copy. */
    public UserData packed() {
        return isOnePiece() ? this : new UserData(gathered(), 0, Layout.of(layout.sizeBytes()));
    }

    private Object gathered() {
        Object packed = PackedMemory.of(layout.sizeBytes());
        layout.gather(base, offset, packed);
        return packed;
    }

    /** Whether all lies in one piece that begins in this memory, and not before a slice of it. */
    public boolean isOnePiece() {
        return layout.sizeBytes() == 0 || layout.isOneBlock() && offset + layout.first() >= 0;
    }

    /** Of one piece: where it begins in the memory. */
    public long start() {
        return offset + layout.first();
    }

    /** Takes the data from there. */
    public void fill(Object packed, long from) {
        layout.scatter(packed, from, base, offset);
    }
}
