package org.braid.mpi.data;

/** A place in the stream of a {@link Layout}, which moves on run by run without looking for the next one. */
public final class LayoutCursor {
    private final Layout layout;
    private final boolean dense;
    private long element;
    private long time;
    private int run;
    private long within;

    LayoutCursor(Layout layout, long position) {
        this.layout = layout;
        this.dense = layout.isDense();
        this.element = position / layout.sizeBytes();
        this.time = position % layout.sizeBytes() / layout.listBytes();
        long rest = position % layout.listBytes();
        this.run = layout.runOf(rest);
        this.within = rest - layout.before(run);
    }

    /** Where the byte under the cursor lies. */
    public long displacement() {
        return element * layout.extentBytes() + time * layout.stepBytes() + layout.at(run) + within;
    }

    /** Bytes from here to the end of the run; no end if there are no gaps at all. */
    public long left() {
        return dense ? Long.MAX_VALUE : runLeft();
    }

    private long runLeft() {
        return layout.runBytes(run) - within;
    }

    /** Bytes of each base element of the run. */
    int width() {
        return layout.width(run);
    }

    /** Which byte of its base element lies under the cursor. */
    int inElement() {
        return (int) (within % layout.width(run));
    }

    private void nextList() {
        time++;
        if (time == layout.times()) {
            time = 0;
            element++;
        }
    }

    /** Moves on by at most {@link #left} bytes. */
    public void skip(long bytes) {
        if (dense) {
            long sum = within + bytes;
            element += sum / layout.sizeBytes();
            within = sum % layout.sizeBytes();
            return;
        }
        within += bytes;
        if (within == layout.runBytes(run)) {
            within = 0;
            run++;
            if (run == layout.listed()) {
                run = 0;
                nextList();
            }
        }
    }
}
