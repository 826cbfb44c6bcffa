package org.braid.pipe.frame;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.log.ReplayLog;
import org.braid.pipe.log.Run;
import org.jspecify.annotations.Nullable;

/**
 * Moves bytes from a replay log to the pipe at hand, if there is one, in as few calls as possible, and frames without a number between those of the log. Guarded by its owner's lock, but for
 * {@link #broken}.
 *
 * <pre>
 *   | frames without a number | rest of the log: runs of its own memory and of user memory … |     one gathering write
 * </pre>
 */
final class PipeWriter {
    /** Bytes written by one call; more waits for the next poll, so that one lane does not keep the others waiting. */
    private static final int MOST_BYTES = 1 << 20;

    private static final long NO_ADDRESS = 0;

    private final ReplayLog log;
    private final LogViews views;
    private final UnnumberedFrames beside;
    private final InPlaceFrames inPlace;
    private final Run[] runs = new Run[LogViews.RUNS];
    private final ByteBuffer[] pieces = new ByteBuffer[LogViews.RUNS + 1]; // those without a number, then one for each run

    private @Nullable BytePipe pipe;
    private boolean blocked;
    private long lastWriteNs;
    private volatile @Nullable String broken;

    PipeWriter(ReplayLog log, LogViews views, UnnumberedFrames beside, InPlaceFrames inPlace) {
        this.log = log;
        this.views = views;
        this.beside = beside;
        this.inPlace = inPlace;
        forgetUsers();
    }

    /** Drops user memory, so that none stays reachable. */
    void forgetUsers() {
        Arrays.fill(pieces, beside.bytes());
        for (int i = 0; i < runs.length; i++) {
            runs[i] = new Run();
        }
    }

    /** Writes to this pipe from now on, of which the log knows where to begin; nothing of an earlier one is half written. */
    void attach(BytePipe fresh) {
        pipe = fresh;
        blocked = false;
        broken = null;
        beside.clear();
    }

    void detach() {
        pipe = null;
    }

    boolean isAttached() {
        return pipe != null;
    }

    /** True while the pipe takes no more for now, so that it must be watched for room. */
    boolean isBlocked() {
        return blocked;
    }

    long lastWriteNs() {
        return lastWriteNs;
    }

    /** Why nothing can be written to this pipe any more, or null; any thread. */
    @Nullable String broken() {
        return broken;
    }

    void breakUp(String why) {
        broken = why;
        detach();
    }

    /** Writes until the pipe takes no more, nothing is left, or enough was written for one call. */
    void write(long nowNs) {
        BytePipe to = pipe;
        if (to == null) {
            return;
        }
        try {
            if (writeTo(to) == BytePipe.BROKEN) {
                breakUp(String.valueOf(to.why()));
            } else {
                lastWriteNs = nowNs;
            }
        } catch (RuntimeException unreadable) {
            goOnWithout(unreadable);
        }
    }

    /** Nothing was written: some user's memory refuses to be read. The rest goes out on the next turn. */
    private void goOnWithout(RuntimeException unreadable) {
        int replaced = inPlace.replaceUnreadable();
        if (replaced == InPlaceFrames.INSIDE) {
            breakUp("memory of this process cannot be read any more, in the middle of a frame");
        } else if (replaced == 0) {
            throw unreadable;
        }
    }

    /** Anything but {@link BytePipe#BROKEN} is well. */
    private long writeTo(BytePipe to) {
        long total = 0;
        do {
            if (log.bytesToBoundary() == 0) {
                beside.build();
            }
            int first = beside.bytes().remaining();
            long offered = first;
            int count = log.gather(runs, MOST_BYTES);
            for (int i = 0; i < count; i++) {
                pieces[i + 1] = views.piece(log.segment(), i, runs[i]);
                offered += runs[i].bytes();
            }
            if (offered == 0) {
                blocked = false;
                return total;
            }
            long taken = put(to, first, count);
            if (taken == BytePipe.BROKEN) {
                return taken;
            }
            log.written(taken - (first - beside.bytes().remaining()));
            total += taken;
            blocked = taken < offered;
        } while (!blocked && total < MOST_BYTES && (log.hasUnwritten() || beside.hasWanted()));
        return total;
    }

    private long put(BytePipe to, int firstBytes, int count) {
        if (firstBytes == 0 && count == 1) {
            return to.write(pieces[1], runs[0].isExternal() ? NO_ADDRESS : log.segment().address() + runs[0].offset());
        }
        if (count == 0) {
            return to.write(beside.bytes(), NO_ADDRESS);
        }
        return firstBytes == 0 ? to.write(pieces, 1, count) : to.write(pieces, 0, count + 1);
    }
}
