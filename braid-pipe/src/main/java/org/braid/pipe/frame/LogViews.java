package org.braid.pipe.frame;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
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
    private final @Nullable Object[] userBases = new Object[RUNS];
    private final ByteBuffer[] users = new ByteBuffer[RUNS];
    private @Nullable Object summedBase;
    private ByteBuffer summed = NONE;

    /** The whole log, for checksums. */
    ByteBuffer scratch(MemorySegment log) {
        follow(log);
        return scratch;
    }

    /** The bytes of a run, as the piece number {@code slot} of a gathering write. */
    ByteBuffer piece(MemorySegment log, int slot, Run run) {
        Object base = run.base();
        if (run.isExternal() && base != null) {
            return part(userView(slot, base), run.offset(), run.bytes());
        }
        follow(log);
        return part(runs[slot], run.offset(), run.bytes());
    }

    /** User memory, for checksums. */
    ByteBuffer user(Object base, long offset, int length) {
        if (summedBase != base) {
            summed = bufferOf(base);
            summedBase = base;
        }
        return part(summed, offset, length);
    }

    /** Whether there are views of user memory. */
    boolean hasUsers() {
        return summedBase != null;
    }

    /** Drops user memory, so that none stays reachable. */
    void forgetUsers() {
        summedBase = null;
        summed = NONE;
        Arrays.fill(userBases, null);
        Arrays.fill(users, NONE);
    }

    void forget() {
        forgetUsers();
        of = null;
    }

    private ByteBuffer userView(int slot, Object base) {
        if (userBases[slot] != base) {
            users[slot] = bufferOf(base);
            userBases[slot] = base;
        }
        return users[slot];
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

    /** Offsets count bytes from element 0, whatever a buffer's position. */
    private static ByteBuffer bufferOf(Object base) {
        if (base instanceof MemorySegment segment) {
            return segment.asByteBuffer();
        }
        return base instanceof ByteBuffer buffer ? buffer.duplicate().clear() : MemorySegment.ofBuffer(((Buffer) base).duplicate().clear()).asByteBuffer();
    }
}
