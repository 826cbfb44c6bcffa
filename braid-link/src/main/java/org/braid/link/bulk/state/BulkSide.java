package org.braid.link.bulk.state;

/** Whom a DONE message speaks to. Append only: the numbers travel. */
public final class BulkSide {
    /** To the owner of a send. */
    public static final int TO_SENDER = 0;
    /** To the owner of a receive. */
    public static final int TO_RECEIVER = 1;

    private BulkSide() {}
}
