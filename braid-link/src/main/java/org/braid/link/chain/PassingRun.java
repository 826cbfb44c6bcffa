package org.braid.link.chain;

import org.braid.link.spi.RequestRun;
import org.jspecify.annotations.Nullable;

/** The requests that lie behind each other in a lane when no device looks at them: they are counted, and that is all. Guarded by the context's token. */
final class PassingRun implements RequestRun {
    private final ReceivingChain chain;
    private final RequestRun behind;

    PassingRun(ReceivingChain chain, RequestRun behind) {
        this.chain = chain;
        this.behind = behind;
    }

    /** This run, or a new one if that of the lane is another; mostly it is the same ring that runs on. */
    static PassingRun of(@Nullable PassingRun last, ReceivingChain chain, RequestRun behind) {
        return last != null && last.behind == behind ? last : new PassingRun(chain, behind);
    }

    @Override
    public boolean next() {
        if (!chain.isOpen() || !behind.next()) {
            return false;
        }
        chain.passes();
        return true;
    }

    @Override
    public int a1() {
        return behind.a1();
    }

    @Override
    public long offset() {
        return behind.offset();
    }

    @Override
    public int length() {
        return behind.length();
    }
}
