package org.braid.pipe.fake;

import java.util.function.BooleanSupplier;
import org.braid.pipe.driver.BytePipe;

/** Two pipes that are each other's other end, and the faults that a test brings about. */
public final class Wire {
    private static final int CAPACITY_BYTES = 1 << 20;

    private final Stream there = new Stream(CAPACITY_BYTES);
    private final Stream back = new Stream(CAPACITY_BYTES);
    private final WirePipe caller;
    private final WirePipe called;

    /** A wire between two who are called so. */
    public Wire(String callerName, String calledName) {
        caller = new WirePipe(calledName, back, there);
        called = new WirePipe(callerName, there, back);
    }

    /** The end that called. */
    public BytePipe caller() {
        return caller;
    }

    /** The end that was called. */
    public BytePipe called() {
        return called;
    }

    /** Both ends are connected when that is so, and not before. */
    public void takesLong(BooleanSupplier until, boolean isAnswered) {
        caller.takesLong(until, isAnswered);
        called.takesLong(until, isAnswered);
    }

    /** Each look at either end brings no more than that. */
    public void slow(int bytesPerRead) {
        there.slow(bytesPerRead);
        back.slow(bytesPerRead);
    }

    /** The end that was called can say so many bytes more. */
    public void narrowBack(int bytes) {
        back.narrow(bytes);
    }

    /** It breaks: what is on its way is lost. */
    public void cut() {
        there.cut();
        back.cut();
    }

    /** It stays open, and nothing is delivered any more. */
    public void freeze() {
        there.freeze();
        back.freeze();
    }

    /** It delivers from the caller no more; the other way goes on. */
    public void freezeThere() {
        there.freeze();
    }

    /** Damages a byte on its way from the caller. */
    public boolean flipThere(int skipBytes) {
        return there.flip(skipBytes);
    }

    /** Bytes that the caller has written. */
    public long bytesThere() {
        return there.carried();
    }

    /** True once both ends have let go. */
    public boolean isClosed() {
        return caller.isClosed() && called.isClosed();
    }
}
