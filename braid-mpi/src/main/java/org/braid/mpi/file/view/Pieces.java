package org.braid.mpi.file.view;

import org.braid.mpi.data.LayoutCursor;
import org.jspecify.annotations.Nullable;

/** The pieces of a file that a part of a view's stream consists of, one after the other and upwards: each as long as the file has no gap, or as the caller wants it. */
public final class Pieces {
    private final @Nullable LayoutCursor cursor;
    private final long displacement;
    private long position;
    private long left;
    private long nextOffset;
    private long offset;
    private long bytes;

    Pieces(View view, long position, long bytes) {
        this.cursor = bytes == 0 ? null : view.filetype().cursor(position);
        this.displacement = view.displacementBytes();
        this.position = position;
        this.left = bytes;
        this.nextOffset = cursor == null ? 0 : displacement + cursor.displacement();
    }

    /** Whether there are more. */
    public boolean hasNext() {
        return left > 0;
    }

    /** Where the next one begins. */
    public long nextOffset() {
        return nextOffset;
    }

    /** Where in the stream the next one begins. */
    public long position() {
        return position;
    }

    /** Goes to the next one, of at most so many bytes; the rest of it is a piece of its own. */
    public void take(long most) {
        offset = nextOffset;
        bytes = 0;
        while (left > 0 && bytes < most && nextOffset == offset + bytes) {
            step(most - bytes);
        }
    }

    private void step(long most) {
        LayoutCursor at = cursor;
        if (at == null) {
            throw new IllegalStateException("there are no pieces");
        }
        long run = Math.min(Math.min(at.left(), left), most);
        at.skip(run);
        bytes += run;
        left -= run;
        position += run;
        nextOffset = displacement + at.displacement();
    }

    /** Where the piece lies that was taken last. */
    public long offset() {
        return offset;
    }

    /** Its length. */
    public long bytes() {
        return bytes;
    }
}
