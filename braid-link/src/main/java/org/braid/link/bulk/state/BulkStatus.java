package org.braid.link.bulk.state;

/** The status in a DONE message. Append only: the numbers travel. */
public final class BulkStatus {
    /** All bytes are where they should be. */
    public static final int OK = 0;
    /** To the sender: the receiver does not want the data; its buffer is free. */
    public static final int REFUSED = 1;
    /** To the receiver: the sender cannot PUT (it cannot map the target); choose another way. The offer stands. */
    public static final int CANNOT_PUT = 2;
    /** Either side gave up; what the receiver has is undefined. */
    public static final int FAILED = 3;
    /** Local only: the peer's process ended. */
    public static final int PEER_DIED = 4;
    /** To the receiver: the sender sends no more of the message, which is as if it had not been sent; what the receiver has is undefined. */
    public static final int TAKEN_BACK = 5;

    private BulkStatus() {}
}
