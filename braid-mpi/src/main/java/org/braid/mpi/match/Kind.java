package org.braid.mpi.match;

/** The four kinds of receives, and so of queues: source known or any, tag known or any. */
final class Kind {
    static final int EXACT = 0;
    static final int ANY_TAG = 1;
    static final int ANY_SOURCE = 2;
    static final int ANY_BOTH = 3;
    static final int COUNT = 4;

    private Kind() {}

    static int of(int source, int tag) {
        return (tag == Matcher.ANY ? ANY_TAG : 0) | (source == Matcher.ANY ? ANY_SOURCE : 0);
    }
}
