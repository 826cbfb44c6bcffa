package org.braid.mpi.file.collective;

import java.lang.foreign.MemorySegment;
import org.braid.mpi.data.UserStream;
import org.braid.mpi.file.disk.Staging;
import org.braid.mpi.file.plan.Batch;
import org.braid.mpi.file.view.Pieces;
import org.braid.mpi.file.view.Range;
import org.braid.mpi.file.view.View;
import org.jspecify.annotations.Nullable;

/** What a rank has of its access in one domain: pieces still to come, and the data of those that are under way in this round. */
final class Share {
    private final UserStream data;
    private final long origin;
    private final Pieces pieces;
    private long from;
    private int bytes;
    private @Nullable Staging staging;

    Share(Access access, long position, Range domain) {
        View view = access.view();
        this.data = access.data();
        this.origin = position;
        long first = data.bytes() == 0 ? 0 : Math.clamp(view.bytesBelow(domain.start()), position, position + data.bytes());
        long end = data.bytes() == 0 ? 0 : Math.clamp(view.bytesBelow(domain.end()), position, position + data.bytes());
        this.pieces = view.pieces(first, end - first);
    }

    boolean hasNext() {
        return pieces.hasNext();
    }

    long nextOffset() {
        return pieces.nextOffset();
    }

    /** The next pieces, whose data is under way from now on. */
    Batch take(long end, int most) {
        from = pieces.position() - origin;
        Batch batch = Batch.take(pieces, end, most);
        bytes = (int) (pieces.position() - origin - from);
        return batch;
    }

    /** Where in the data of the access that lies which is under way. */
    long from() {
        return from;
    }

    int bytes() {
        return bytes;
    }

    /** The memory that a message takes or fills: the program's own if it can be. */
    Object memory() {
        return data.isPlain() ? data.memory() : room();
    }

    long at() {
        return data.isPlain() ? data.at(from) : 0;
    }

    /** Before it goes. */
    void load() {
        if (!data.isPlain()) {
            data.copyTo(from, room(), 0, bytes);
        }
    }

    /** After {@code came} bytes have come. */
    void store(int came) {
        if (!data.isPlain()) {
            data.copyFrom(room(), 0, from, came);
        }
    }

    private MemorySegment room() {
        Staging known = staging;
        if (known == null || known.bytes() < bytes) {
            known = Staging.of(bytes);
            staging = known;
        }
        return known.segment();
    }
}
