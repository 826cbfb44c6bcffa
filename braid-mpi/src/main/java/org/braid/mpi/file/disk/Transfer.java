package org.braid.mpi.file.disk;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.data.UserStream;
import org.braid.mpi.file.view.Pieces;
import org.braid.mpi.file.view.View;
import org.jspecify.annotations.Nullable;

/**
 * Data of one process between its memory and its view of a file, without help of others: as few calls to the system as the gaps allow. What is to lie in memory outside the heap as it is in the file is read there without a copy, all else goes through a {@link Staging}: also what is written from outside the heap, since the
 * system writes one piece of a file at a time, and is done sooner with what a copy has just brought into the caches.
 *
 * <p>Writing touches no byte that the view does not name. Reading may read gaps, which it drops.
 */
public final class Transfer {
    /** Longest piece in one call without a copy. */
    private static final int MOST_DIRECT_BYTES = 1 << 30;

    /** A gap up to this length is read over: a call to the system costs as much as copying some thousand bytes. */
    private static final int SMALL_GAP_BYTES = 1 << 14;

    private final Disk disk;
    private final StagingPool pool;

    /** For one file. */
    public Transfer(Disk disk, StagingPool pool) {
        this.disk = disk;
        this.pool = pool;
    }

    /** Writes the whole stream to {@code position} of the view. */
    public void write(View view, long position, UserStream from) {
        if (from.bytes() > 0) {
            Staging staging = pool.take(from.bytes());
            writeStaged(view.pieces(position, from.bytes()), from, staging);
            pool.give(staging);
        }
    }

    /** The stream, if it lies outside the heap as it is. */
    private static @Nullable MemorySegment directly(UserStream stream) {
        if (!stream.isPlain() || stream.memory() instanceof boolean[]) {
            return null;
        }
        MemorySegment memory = UserMemory.view(stream.memory());
        return memory.isNative() ? memory.asSlice(stream.at(0), stream.bytes()) : null;
    }

    /** The stream is copied in long parts, of which each piece of the file is a slice. */
    private void writeStaged(Pieces pieces, UserStream from, Staging staging) {
        long part = 0;
        long filled = 0;
        for (long done = 0; pieces.hasNext(); done += pieces.bytes()) {
            if (done == filled) {
                int next = (int) Math.min(staging.bytes(), from.bytes() - done);
                from.copyTo(done, staging.segment(), 0, next);
                part = done;
                filled += next;
            }
            pieces.take(filled - done);
            disk.write(staging.part((int) (done - part), (int) pieces.bytes()), pieces.offset());
        }
    }

    /**
     * Fills the stream from {@code position} of the view, as far as there is file.
     *
     * @return bytes read
     */
    public long read(View view, long position, UserStream to) {
        if (to.bytes() == 0) {
            return 0;
        }
        Pieces pieces = view.pieces(position, to.bytes());
        MemorySegment direct = view.filetype().isDense() ? directly(to) : null;
        if (direct != null) {
            return readDirect(pieces, direct);
        }
        Staging staging = pool.take(view.range(position, to.bytes()).bytes());
        long read = readStaged(pieces, position, to, staging);
        pool.give(staging);
        return read;
    }

    private long readDirect(Pieces pieces, MemorySegment data) {
        long done = 0;
        while (pieces.hasNext()) {
            pieces.take(MOST_DIRECT_BYTES);
            ByteBuffer part = data.asSlice(done, pieces.bytes()).asByteBuffer();
            int got = disk.read(part, pieces.offset());
            done += got;
            if (got < pieces.bytes()) {
                return done;
            }
        }
        return done;
    }

    /** Each call reads what lies near together, gaps too; the pieces in it are copied out. */
    private long readStaged(Pieces pieces, long origin, UserStream to, Staging staging) {
        PieceList near = new PieceList();
        while (pieces.hasNext()) {
            long at = pieces.position() - origin;
            near.collect(pieces, staging.bytes(), SMALL_GAP_BYTES);
            int got = disk.read(staging.part(0, (int) near.spanBytes()), near.start());
            for (int i = 0; i < near.count(); i++) {
                int there = (int) Math.clamp(near.start() + got - near.offset(i), 0, near.bytes(i));
                to.copyFrom(staging.segment(), near.offset(i) - near.start(), at, there);
                at += there;
                if (there < near.bytes(i)) {
                    return at;
                }
            }
        }
        return to.bytes();
    }
}
