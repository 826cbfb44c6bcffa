package org.braid.link.region;

import org.braid.link.progress.Completion;

/** An atomic operation under way, and what the word held before it. */
public final class FetchedLong extends Completion {
    private long value;

    /** What the word held before. Meaningful once it is done and has not failed. */
    public long value() {
        return value;
    }

    void complete(long before) {
        value = before;
        complete();
    }
}
