package org.braid.mpi.data;

/** A place in the stream of a {@link Layout}, which moves on run by run, and from list to list where that is repeated, without looking for the next one. */
public final class LayoutCursor {
    private final Layout layout;
    private final boolean dense;
    private long position;
    private Runs list = Runs.EMPTY;
    private long place;
    private long more;
    private long stepBytes;
    private int run;
    private long within;

    LayoutCursor(Layout layout, long position) {
        this.layout = layout;
        this.dense = layout.isDense();
        this.position = position;
        layout.find(position, this);
    }

    /** Stands on a byte of a list, which comes {@code more} times more, each time {@code step} bytes further. */
    void set(Runs runs, long inList, long at, long moreTimes, long step) {
        list = runs;
        place = at;
        more = moreTimes;
        stepBytes = step;
        run = runs.runOf(inList);
        within = inList - runs.before(run);
    }

    /** Where the byte under the cursor lies. */
    public long displacement() {
        return place + list.at(run) + within;
    }

    /** Bytes from here to the end of the run; no end if there are no gaps at all. */
    public long left() {
        return dense ? Long.MAX_VALUE : list.bytes(run) - within;
    }

    /** Bytes of each base element of the run. */
    int width() {
        return list.base(run).bytes();
    }

    /** Which byte of its base element lies under the cursor. */
    int inElement() {
        return (int) (within % width());
    }

    /** Moves on by at most {@link #left} bytes. */
    public void skip(long bytes) {
        position += bytes;
        if (dense) {
            layout.find(position, this);
            return;
        }
        within += bytes;
        if (within == list.bytes(run)) {
            within = 0;
            run++;
            if (run == list.length()) {
                nextList();
            }
        }
    }

    private void nextList() {
        run = 0;
        if (more > 0) {
            more--;
            place += stepBytes;
        } else {
            layout.find(position, this);
        }
    }
}
