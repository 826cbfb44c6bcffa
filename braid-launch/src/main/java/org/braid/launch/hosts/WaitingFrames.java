package org.braid.launch.hosts;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Frames that wait to be written to one peer: as many as make up so many bytes, for what is told at once to thousands of ranks are thousands of small ones. Any thread puts, one takes. */
final class WaitingFrames {
    /** More is not kept for a peer that reads nothing. */
    static final long MOST_BYTES = 64L << 20;

    /** Whoever can wait does so from here on. */
    private static final long PATIENT_BYTES = 1L << 20;

    private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
    private long bytes;
    private boolean closed;

    /** @return false if the peer reads nothing of so much, or nothing is taken any more */
    synchronized boolean put(byte[] frame) {
        if (closed || bytes > MOST_BYTES) {
            return false;
        }
        frames.add(frame);
        bytes += frame.length;
        notifyAll();
        return true;
    }

    /** As {@link #put}, once little enough waits. */
    synchronized void putPatiently(byte[] frame) throws InterruptedException {
        while (!closed && bytes > PATIENT_BYTES) {
            wait();
        }
        boolean ignored = put(frame); // closed: nobody is there who could read it
    }

    /** The next one, or null if there is none for so long. */
    synchronized byte @Nullable [] take(long timeoutNs) throws InterruptedException {
        long deadlineNs = System.nanoTime() + timeoutNs;
        for (long leftNs = timeoutNs; frames.isEmpty() && leftNs > 0; leftNs = deadlineNs - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, leftNs);
        }
        byte[] next = frames.poll();
        if (next != null) {
            bytes -= next.length;
            notifyAll();
        }
        return next;
    }

    /** Nothing is taken any more. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
