package org.braid.mpi.meeting;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * The stream between two leaders on different hosts, as long as their groups are connected: what is said there now is the {@link Pulse}, and one word that takes leave. A stream that ends without it, or on which nothing is heard for eleven seconds, has lost the other group, since a process that dies ends its
 * whole job. One thread, and that of the pulse.
 */
final class Lifeline {
    private final Talk talk;
    private final Consumer<String> lost;
    private boolean isOver; // guarded by this

    /** @param lost told once, in a thread that may wait, why the other group is given up */
    Lifeline(Talk talk, Consumer<String> lost) {
        this.talk = talk;
        this.lost = lost;
    }

    void start() {
        Thread.ofVirtual().name("braid-lifeline").start(this::read);
    }

    private void read() {
        try {
            talk.awaitLeave();
            boolean ignored = over();
        } catch (IOException e) {
            lose("the connection of its leader has ended (" + e.getMessage() + ")");
        } finally {
            talk.close();
        }
    }

    /** The groups are strangers again. The stream ends with the other leader's leave: until then somebody reads, so that none of its words meets a closed socket, whose answer could overtake ours. */
    void end() {
        try {
            talk.leave();
        } catch (IOException e) {
            // The other group is gone anyway.
        }
        boolean ignored = over();
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
