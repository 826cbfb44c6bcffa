package org.braid.pipe.frame;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.braid.base.memory.spi.SegmentWindow;
import org.braid.pipe.log.Run;
import org.jspecify.annotations.Nullable;

/**
 * Byte buffers over the memory of a replay log and over user memory, made once and kept, because channels and {@link CRC32C} take nothing else and a buffer for each message would be
 * garbage. A log changes its memory when it grows; then the views are made anew.
 */
final class LogViews {
    private static final ByteBuffer NONE = ByteBuffer.allocateDirect(0);

    /** Most pieces of one gathering write. */
    static final int RUNS = 8;

    private @Nullable MemorySegment of;
    private ByteBuffer scratch = NONE;
    private final ByteBuffer[] runs = new ByteBuffer[RUNS];
    private final UserView[] users = new UserView[RUNS];
    private final UserView summed = new UserView();

    /** The memory of one user's object that was asked for last; such memory may be longer than a buffer. */
    private static final class UserView {
        private @Nullable Object of;
        private @Nullable SegmentWindow window;

        /** Offsets count bytes from element 0, whatever a buffer's position. */
        ByteBuffer part(Object base, long offset, int length) {
            SegmentWindow known = window;
            if (known == null || of != base) {
                known = new SegmentWindow(base instanceof MemorySegment segment ? segment : MemorySegment.ofBuffer(((Buffer) base).duplicate().clear()));
                window = known;
                of = base;
            }
            return known.of(offset, length);
        }

        void forget() {
            of = null;
            window = null;
        }
    }

    LogViews() {
        for (int slot = 0; slot < RUNS; slot++) {
            users[slot] = new UserView();
        }
    }

    /** The whole log, for checksums. */
    ByteBuffer scratch(MemorySegment log) {
        follow(log);
        return scratch;
    }

    /** The bytes of a run, as the piece number {@code slot} of a gathering write. */
    ByteBuffer piece(MemorySegment log, int slot, Run run) {
        Object base = run.base();
        if (run.isExternal() && base != null) {
            return users[slot].part(base, run.offset(), run.bytes());
        }
        follow(log);
        return part(runs[slot], run.offset(), run.bytes());
    }

    /** User memory, for checksums. */
    ByteBuffer user(Object base, long offset, int length) {
        return summed.part(base, offset, length);
    }

    /** Whether there are views of user memory. */
    boolean hasUsers() {
        return summed.of != null;
    }

    /** Drops user memory, so that none stays reachable. */
    void forgetUsers() {
        summed.forget();
        for (UserView each : users) {
            each.forget();
        }
    }

    void forget() {
        forgetUsers();
        of = null;
    }

    @SuppressWarnings("MemorySegmentReferenceEquality") // identity is meant: another block may lie at the same address when the first is freed
    private void follow(MemorySegment log) {
        if (of != log) {
            renew(log);
        }
    }

    private void renew(MemorySegment log) {
        of = log;
        scratch = log.asByteBuffer();
        for (int i = 0; i < RUNS; i++) {
            runs[i] = scratch.duplicate();
        }
    }

    private static ByteBuffer part(ByteBuffer of, long offset, int length) {
        return of.limit((int) offset + length).position((int) offset);
    }
}
