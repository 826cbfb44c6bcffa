package org.braid.mpi.meeting;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The stream between two leaders on different hosts, as long as their groups are connected: a word each second, and one that takes leave. A stream that ends without it, or says nothing for eleven seconds, has lost the other group, since a process that dies ends its whole job. Two threads.
 */
final class Lifeline {
    private static final int BEAT = 1;
    private static final int LEAVE = 2;
    private static final long BEAT_NS = 1_000_000_000L;
    private static final long LATE_NS = 3_000_000_000L;
    private static final long LOST_NS = 11_000_000_000L;

    private final Talk talk;
    private final Consumer<String> lost;
    private volatile long heardNs = System.nanoTime();
    private boolean isOver; // guarded by this

    /** @param lost told once, in a thread that may wait, why the other group is given up */
    Lifeline(Talk talk, Consumer<String> lost) {
        this.talk = talk;
        this.lost = lost;
    }

    void start() {
        Thread.ofVirtual().name("braid-lifeline-read").start(this::read);
        Thread.ofVirtual().name("braid-lifeline-beat").start(this::beat);
    }

    private void read() {
        try {
            while (talk.hear() != LEAVE) {
                heardNs = System.nanoTime();
            }
            boolean ignored = over();
        } catch (IOException e) {
            lose("the connection of its leader has ended (" + e.getMessage() + ")");
        } finally {
            talk.close();
        }
    }

    /** Whoever was late itself accuses nobody. */
    private void beat() {
        try {
            for (long lastNs = System.nanoTime(); !isOver(); lastNs = System.nanoTime()) {
                LockSupport.parkNanos(BEAT_NS);
                long nowNs = System.nanoTime();
                heardNs = nowNs - lastNs > LATE_NS ? nowNs : heardNs;
                if (nowNs - heardNs > LOST_NS) {
                    lose("nothing was heard of its leader for " + LOST_NS / BEAT_NS + " s");
                    talk.close();
                } else {
                    say(BEAT);
                }
            }
        } catch (IOException e) {
            // The thread that reads has the reason, or gets it.
        }
    }

    private synchronized void say(int word) throws IOException {
        if (!isOver) {
            talk.say(word);
        }
    }

    /** The groups are strangers again. The stream ends with the other leader's leave: until then somebody reads, so that none of its words meets a closed socket, whose answer could overtake ours. */
    void end() {
        try {
            say(LEAVE);
        } catch (IOException e) {
            // The other group is gone anyway.
        }
        boolean ignored = over();
    }

    private synchronized boolean isOver() {
        return isOver;
    }

    /** Whether it was not before. */
    private synchronized boolean over() {
        boolean was = isOver;
        isOver = true;
        return !was;
    }

    private void lose(String why) {
        if (over()) {
            lost.accept(why);
        }
    }
}
