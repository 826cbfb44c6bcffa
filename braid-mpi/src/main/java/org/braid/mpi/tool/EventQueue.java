package org.braid.mpi.tool;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What has happened and was not told yet. Events are noted in the midst of a message's way, where nothing may wait and no user code may run; a virtual thread tells them, in their order. Bounded: what finds no room is
 * counted, and the listeners are told how many were lost.
 */
final class EventQueue {
    /** Events that wait for their listeners, at most. */
    static final int MOST_WAITING = 1024;

    /** Who is told, in a thread where it may call MPI; what it throws is for that thread's handler. */
    interface Listener {
        void happened(Event event);

        void dropped(long count);
    }

    private final CopyOnWriteArrayList<Listener> listeners = new CopyOnWriteArrayList<>();
    private final ArrayDeque<Event> waiting = new ArrayDeque<>();
    private boolean telling;
    private long dropped;

    void add(Listener listener) {
        listeners.add(listener);
    }

    void remove(Listener listener) {
        listeners.remove(listener);
    }

    boolean isHeard() {
        return !listeners.isEmpty();
    }

    /** Never waits. */
    synchronized void note(Event event) {
        if (listeners.isEmpty()) {
            return;
        }
        if (waiting.size() == MOST_WAITING) {
            dropped++;
            return;
        }
        waiting.add(event);
        if (!telling) {
            Thread.ofVirtual().name("braid-events").start(this::tellAll);
            telling = true;
        }
    }

    private void tellAll() {
        long lost = takeDropped();
        for (Event next = take(); next != null; next = take()) {
            for (Iterator<Listener> each = listeners.iterator(); each.hasNext(); ) {
                tell(each.next(), next, lost);
            }
            lost = takeDropped();
        }
    }

    private synchronized @Nullable Event take() {
        Event next = waiting.poll();
        telling = next != null;
        return next;
    }

    private synchronized long takeDropped() {
        long lost = dropped;
        dropped = 0;
        return lost;
    }

    private static void tell(Listener listener, Event event, long lost) {
        try {
            if (lost > 0) {
                listener.dropped(lost);
            }
            listener.happened(event);
        } catch (Throwable thrown) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        }
    }
}
