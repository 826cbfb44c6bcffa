package org.braid.mpi.objects.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a message that goes on behind its head. As many receives are posted as pieces may come: two at first, and one more for each that was read, until there are as many as an end may hold. Of one thread at a time.
 */
public final class StreamReceive implements PieceSource, AutoCloseable {
    private static final int SENDER = 0;

    /** Most streams are short, and eight arrays of 1 MiB take time to make. */
    private static final int FIRST_PIECES = 2;

    private record Posted(Request request, byte[] room) {}

    private record Came(@Nullable PieceKind kind, Piece piece) {}

    private final Completions completions;
    private final PieceLimits limits;
    private final PieceReader bytes;
    private final Lco object;
    private final ArrayDeque<Posted> posted = new ArrayDeque<>();
    private int made;
    private byte @Nullable [] current;
    private boolean isOver;
    private boolean isUnwanted;
    private @Nullable BraidException failure;
    private @Nullable OutOfMemoryError noRoom; // for the first piece

    /**
     * Lets the first pieces come.
     *
     * @param process any object of this process
     * @param head the first {@code length} bytes of it are the head, which {@link StreamHead#begins} has looked at
     */
    public StreamReceive(Lco process, byte[] head, int length, PieceLimits limits) {
        this.completions = process.completions();
        this.limits = limits;
        this.bytes = new PieceReader(head, StreamHead.BYTES, length, this);
        this.object = process.newLco().joinAcross(0, new LcoName[] {StreamHead.sender(head)});
        int ignored = guarded(this::begin);
    }

    /** What was written at the other end. */
    public InputStream bytes() {
        return bytes;
    }

    /** What has ended it, for messages have failed; null: nothing. */
    public @Nullable BraidException failure() {
        return failure;
    }

    /** The rest is not wanted: the sender is told so when this is closed. */
    public void refuse() {
        isUnwanted = true;
    }

    @Override
    public @Nullable Piece next() throws IOException {
        if (isOver) {
            return null;
        }
        if (noRoom != null) {
            throw noRoom;
        }
        return take();
    }

    private Piece take() throws IOException {
        Came came = guarded(this::awaitNext);
        current = came.piece.bytes();
        isOver = came.kind != PieceKind.MORE;
        if (came.kind == PieceKind.BROKEN) {
            throw new IOException("its sender could not write it: " + new String(current, 0, came.piece.length(), StandardCharsets.UTF_8));
        }
        if (came.kind == null) {
            throw new StreamCorruptedException("a piece of a kind that there is not");
        }
        return came.piece;
    }

    /** Takes what comes still, so that nothing comes too late for this object: all of it if it is wanted, else what the sender has let go before it heard. */
    @Override
    public void close() {
        while (!isOver && failure == null) {
            try {
                Piece ignored = take();
            } catch (IOException broken) {
                isOver = true; // whoever reads was told, or has failed before
            }
        }
        abandon();
    }

    // ---- messages

    private int begin() {
        byte[] name = new byte[LcoName.BYTES];
        StreamHead.put(object.name(), ByteBuffer.wrap(name));
        int pieces = postFirst();
        object.send(name, 0, name.length, 0, SENDER, pieces); // the tag says how many
        return pieces;
    }

    /** Without memory for a single piece the sender is told to stop, and what reads is told when it wants more than the head. */
    private int postFirst() {
        try {
            return postMore(Math.min(FIRST_PIECES, limits.most()));
        } catch (OutOfMemoryError full) {
            made = posted.size();
            if (made == 0) {
                noRoom = full;
                isUnwanted = true;
                post(new byte[0]); // for the word that nothing follows
            }
            return made;
        }
    }

    private Came awaitNext() {
        byte[] read = current;
        if (read != null) {
            int more = isUnwanted ? Credit.STOP : 1 + postMore(1); // there may be no memory for it
            current = null;
            post(read);
            object.send(null, 0, 0, 0, SENDER, more);
        }
        Posted next = posted.remove();
        completions.await(next.request);
        MpiFailure failed = next.request.error();
        PieceKind kind = PieceKind.of(next.request.tag());
        int length = (int) next.request.bytes();
        completions.release(next.request);
        if (failed != null) {
            throw failed;
        }
        return new Came(kind, new Piece(next.room, length));
    }

    /** How many were posted beside those that are. */
    private int postMore(int wanted) {
        int more = Math.min(wanted, limits.most() - made);
        for (int i = 0; i < more; i++) {
            post(new byte[limits.pieceBytes()]);
        }
        made += more;
        return more;
    }

    private void post(byte[] room) {
        posted.add(new Posted(object.irecv(room, 0, room.length, 0, SENDER, LcoSlots.ANY), room));
    }

    /** Whatever fails ends all of it. */
    private <T> T guarded(Supplier<T> step) {
        try {
            return step.get();
        } catch (BraidException failed) {
            failure = failed;
            abandon();
            throw failed;
        }
    }

    private void abandon() {
        for (Posted each : posted) {
            completions.cancel(each.request);
            completions.releaseWhenDone(each.request);
        }
        posted.clear();
        object.close();
    }
}
