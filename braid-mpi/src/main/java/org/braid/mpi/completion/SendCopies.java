package org.braid.mpi.completion;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.braid.base.memory.Memory;
import org.braid.link.progress.Progress;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * Copies from which started sends leave whose program changes its buffer meanwhile, as programs for MPJ Express do: that library copies whatever it sends. There is a bound for all that are under way, so that a program that starts many is not
 * ended by copies; what finds no room leaves from the program's own memory, which MPI demands to stay as it is (MPI 4.1, section 3.7.2).
 */
public final class SendCopies {
    private record Held(Request request, int generation, long bytes) {
        /** Whether the message has left, or nobody asks any more; what has left needs no copy, even if the program never waits for it. */
        boolean isOver() {
            if (request.generation() != generation) {
                return true;
            }
            boolean isDone = request.isDone();
            if (isDone) {
                request.forgetMemory();
            }
            return isDone;
        }
    }

    private final Progress progress;
    private final long mostBytes;

    // Guarded by the token.
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private long heldBytes;

    SendCopies(Progress progress, long mostBytes) {
        this.progress = progress;
        this.mostBytes = mostBytes;
    }

    /**
     * A copy, for {@link #hold} or {@link #giveUp}.
     *
     * @param base user memory (see {@link Memory})
     * @param offset bytes from its element 0
     * @return null if there is no room for it
     */
    public byte @Nullable [] of(Object base, long offset, long bytes) {
        if (bytes > mostBytes || bytes > Integer.MAX_VALUE || !reserve(bytes)) {
            return null;
        }
        boolean isCopied = false;
        try {
            byte[] copy = new byte[(int) bytes];
            Memory.copyIn(base, offset, MemorySegment.ofArray(copy), 0, copy.length);
            isCopied = true;
            return copy;
        } catch (OutOfMemoryError full) {
            return null;
        } finally {
            if (!isCopied) {
                giveUp(bytes);
            }
        }
    }

    private boolean reserve(long bytes) {
        progress.enter();
        try {
            while (!held.isEmpty() && held.element().isOver()) {
                heldBytes -= held.remove().bytes;
            }
            if (heldBytes + bytes > mostBytes) {
                forgetAllOver();
            }
            boolean fits = heldBytes + bytes <= mostBytes;
            heldBytes += fits ? bytes : 0;
            return fits;
        } finally {
            progress.exit();
        }
    }

    /** Those behind one that waits long. */
    private void forgetAllOver() {
        for (int left = held.size(); left > 0; left--) {
            Held each = held.remove();
            if (each.isOver()) {
                heldBytes -= each.bytes;
            } else {
                held.add(each);
            }
        }
    }

    /** The copy leaves with this request. */
    public void hold(Request sent, long bytes) {
        progress.enter();
        try {
            held.add(new Held(sent, sent.generation(), bytes));
        } finally {
            progress.exit();
        }
    }

    /** Nothing leaves from the copy. */
    public void giveUp(long bytes) {
        progress.enter();
        try {
            heldBytes -= bytes;
        } finally {
            progress.exit();
        }
    }
}
