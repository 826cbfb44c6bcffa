package org.braid.launch.hosts;

import java.nio.ByteBuffer;

/** A connection between a job's server and one join, or what one of them says to the other about one job more. Any thread may send. */
interface PeerLink {
    /** Told in the thread that reads; it may wait, and then so do frames. */
    interface Listener {
        /** A frame has come, other than a BEAT. */
        void heard(int kind, ByteBuffer payload) throws InterruptedException;

        /** Nothing comes any more. Once, and last. */
        void ended(String why);
    }

    /** The numeric address at the other end. */
    String there();

    /** When something came last, monotonic nanoseconds. */
    long heardNs();

    /** Whether the peer says nothing for a good reason: it is taken for heard until the kernels say that its host does not answer. Of the connection as a whole, so what is said about one job more changes nothing. */
    void expectSilence(boolean isExpected);

    /** From now on frames are heard. */
    void start(Listener listener, String name);

    /** Does not wait; a peer that reads nothing is given up. */
    void send(byte[] frame);

    /** Waits while the peer is slow, so that whoever makes the frames becomes as slow. */
    void sendPatiently(byte[] frame);

    /** Ends it behind what was sent. */
    void finish();

    /** Returns once it has ended, or after a second. */
    void awaitEnd() throws InterruptedException;

    /** Ends it at once; the first reason counts. */
    void close(String reason);
}
