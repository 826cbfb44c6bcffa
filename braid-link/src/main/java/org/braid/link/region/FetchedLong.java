package org.braid.link.region;

import org.braid.link.progress.Completion;

/** An atomic operation under way, and what the word held before it. It may serve again when the one before is over: what begins forgets what that has left. */
public final class FetchedLong extends Completion {
    private long value;

    /** What the word held before. Meaningful once it is done and has not failed. */
    public long value() {
        return value;
    }

    void complete(long before) {
        value = before;
        if (hasCause()) {
            reset(); // of an operation before
        }
        complete();
    }
}
