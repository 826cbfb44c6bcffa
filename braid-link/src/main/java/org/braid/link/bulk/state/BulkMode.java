package org.braid.link.bulk.state;

/** Who copies. The numbers travel in PULL messages. */
public final class BulkMode {
    /** The receiver copies from the sender's memory, directly. A PULL with this mode only tells the sender that it has begun. */
    public static final int GET = 1;
    /** The sender copies into the receiver's shared buffer. */
    public static final int PUT = 2;
    /** The sender pushes fragments through the lane. Always possible. */
    public static final int PIPE = 3;

    private BulkMode() {}

    /** The receiver's choice: one copy by the receiver is best, one copy by the sender next, else through the lane. */
    public static int choose(boolean receiverReachesSender, boolean senderReachesReceiver) {
        if (receiverReachesSender) return GET;
        return senderReachesReceiver ? PUT : PIPE;
    }
}
