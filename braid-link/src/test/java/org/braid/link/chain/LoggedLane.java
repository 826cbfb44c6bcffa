package org.braid.link.chain;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.braid.base.memory.Memory;
import org.braid.link.spi.Frame;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/** A lane into a list, from which it can hand back everything. It answers, or throws, what the test wants. */
final class LoggedLane extends Lane {
    final List<Frame> frames = new ArrayList<>();
    final Deque<Integer> answers = new ArrayDeque<>();
    @Nullable RuntimeException thrown;
    int frameBytes = 1 << 16;
    int eagerBytes = 1 << 13;
    boolean givenUp;
    boolean busy;

    @Override
    public int offer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (thrown != null) {
            throw thrown;
        }
        if (givenUp) {
            return CLOSED;
        }
        byte[] copy = new byte[length];
        if (base != null && length > 0) {
            Memory.copy(base, offset, copy, 0, length);
        }
        Integer answer = answers.poll();
        if (answer != null && answer != TAKEN) {
            return answer;
        }
        frames.add(new Frame(kind, endpoint, route, handler, a0, a1, a2, a3, copy, 0, length));
        return TAKEN;
    }

    /** Brings the frames from this number on to the other end. */
    void bring(int from, ReceivingChain to) {
        for (Frame f : frames.subList(from, frames.size())) {
            bring(f, to);
        }
    }

    static void bring(Frame f, ReceivingChain to) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment payload = arena.allocate(Math.max(1, f.length()));
            if (f.base() != null) {
                Memory.copyIn(f.base(), f.offset(), payload, 0, f.length());
            }
            to.frame(f.kind(), f.endpoint(), f.route(), f.handler(), f.a0(), f.a1(), f.a2(), f.a3(), payload, 0, f.length());
        }
    }

    @Override
    public long takenFrames() {
        return frames.size();
    }

    @Override
    public boolean giveUp() {
        givenUp = !busy;
        return givenUp;
    }

    @Override
    public void handBack(long accepted, Consumer<Frame> to) {
        for (Frame f : frames.subList((int) accepted, frames.size())) {
            to.accept(f);
        }
    }

    @Override
    public String method() {
        return "log";
    }

    @Override
    public int frameBytes() {
        return frameBytes;
    }

    @Override
    public int eagerBytes() {
        return eagerBytes;
    }

    @Override
    public void grant(long cumulativeBytes) {
        throw new AssertionError("credit is the chain's");
    }
}
