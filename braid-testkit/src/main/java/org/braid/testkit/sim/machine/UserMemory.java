package org.braid.testkit.sim.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * A user's buffer: what the runtime is given, and what the world sees of it. Around the message's bytes lie others, which nobody may write.
 *
 * <pre>
 *   base:  | {@link #GUARD_BYTES} | message | {@link #GUARD_BYTES} |
 * </pre>
 */
public final class UserMemory {
    static final int GUARD_BYTES = 16;

    private static final byte GUARD = 0x5A;
    private static final byte SCRIBBLE = 0x77;

    private final MemoryKind kind;
    private final Object base;
    private final MemorySegment view;
    private final int bytes;
    private final @Nullable Arena arena;

    /** @param view what the world touches: {@code base}, seen by its maker */
    UserMemory(MemoryKind kind, Object base, MemorySegment view, int bytes, @Nullable Arena arena) {
        this.kind = kind;
        this.base = base;
        this.view = view;
        this.bytes = bytes;
        this.arena = arena;
        if (kind != MemoryKind.FOREIGN) {
            view.fill(GUARD);
        }
        if (kind == MemoryKind.CLOSED) {
            close();
        }
    }

    /** What the runtime is given. */
    public Object base() {
        return base;
    }

    /** Where the message lies in it, in bytes. */
    public long offset() {
        return kind == MemoryKind.FOREIGN ? 0 : GUARD_BYTES;
    }

    /** Room for a message. */
    public int bytes() {
        return bytes;
    }

    /** Of what kind it was made. */
    public MemoryKind kind() {
        return kind;
    }

    /** Puts a message there. Foreign memory holds what it always held, that of salt 0. */
    public void fill(int salt) {
        if (isOurs()) {
            Pattern.fill(view, GUARD_BYTES, salt, bytes);
        }
    }

    /** The runtime has given it back, so its owner uses it for something else. */
    public void scribble() {
        if (isOurs()) {
            view.asSlice(GUARD_BYTES, bytes).fill(SCRIBBLE);
        }
    }

    /** The long in place {@code at} of the message, counted in longs. */
    public long getLong(int at) {
        return view.get(ValueLayout.JAVA_LONG_UNALIGNED, GUARD_BYTES + (long) at * Long.BYTES);
    }

    /** Writes one. */
    public void putLong(int at, long value) {
        view.set(ValueLayout.JAVA_LONG_UNALIGNED, GUARD_BYTES + (long) at * Long.BYTES, value);
    }

    /** Whether it can be closed at all. */
    public boolean mayClose() {
        return arena != null && arena.scope().isAlive();
    }

    /** Its owner closes it, whatever the runtime thinks of that. */
    public void close() {
        if (arena != null && arena.scope().isAlive()) {
            arena.close();
        }
    }

    /** The first byte of the message that is wrong, or -1. */
    public long mismatch(int salt, int wanted) {
        return isOurs() ? Pattern.mismatch(view, GUARD_BYTES, salt, wanted) : -1;
    }

    /** Whether nobody has written outside the first {@code most} bytes. */
    public boolean isWholeBehind(int most) {
        if (!isOurs()) {
            return true;
        }
        for (int i = 0; i < GUARD_BYTES; i++) {
            if (guard(i) != GUARD || guard(GUARD_BYTES + most + i) != GUARD) {
                return false;
            }
        }
        return true;
    }

    private byte guard(long at) {
        return view.get(ValueLayout.JAVA_BYTE, at);
    }

    private boolean isOurs() {
        return kind != MemoryKind.FOREIGN && view.scope().isAlive();
    }

    /** Where a peer could read it without our help; 0 on the heap. */
    long address() {
        return view.isNative() ? view.address() : 0;
    }

    /** What a peer that reads at its address finds; null once it is closed. */
    @Nullable MemorySegment readable() {
        return view.scope().isAlive() ? view : null;
    }
}
