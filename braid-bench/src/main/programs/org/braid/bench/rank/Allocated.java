package org.braid.bench.rank;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the calling thread allocates while it does something many times. */
final class Allocated {
    static final int BYTES = 8;
    static final int BATCH = 1_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Speaker speaker;

    Allocated(Speaker speaker) {
        this.speaker = speaker;
    }

    /** Prints bytes a message. A trip is one message out and one in: two messages. */
    void measure(String operation, PingPong.Trip trip, long messages) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (long i = 0; i < messages; i += 2) {
            trip.once();
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        speaker.say(operation, "byte[]", BYTES, (double) bytes / messages, "B/msg");
    }
}
