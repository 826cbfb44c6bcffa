package org.braid.boot.spawn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a rank has its launcher start more processes, and hears of them. Made when the first are asked for, or when the launcher says who has asked for this one.
 *
 * <p>Any thread may call any method.
 */
public final class Spawning {
    /** The property of a rank's JVM that was spawned: the number of its command in the request. */
    public static final String APPLICATION = "braid.spawned";

    /** The same of a rank that the user has started, where one line has started several programs and this is not the first. */
    public static final String APPNUM = "braid.appnum";

    /** The hint that says on which hosts processes are started: {@link HostSlot}. */
    public static final String HOST = "host";

    /** What the launcher says of one request. Called by the thread that reads the control pipe; must not wait. */
    public interface Listener {
        /** The job that was asked for cannot be started, or has ended. */
        void heard(SpawnNews news);
    }

    /** Hears of jobs that have failed. Called by a thread that may wait. */
    public interface Losses {
        /** All processes of a job have ended, or are about to. */
        void failed(FailedJob job);
    }

    /** Of so many failed jobs it is known that they have, for whoever asks later. */
    private static final int MOST_FAILED = 1024;

    private final @Nullable Consumer<byte[]> launcher;
    private final Map<Integer, Listener> asked = new HashMap<>(); // guarded by this
    private int next; // guarded by this
    private final List<FailedJob> failed = new ArrayList<>(); // guarded by this
    private @Nullable Losses losses; // guarded by this
    private @Nullable String parentPort; // guarded by this
    private boolean ended; // guarded by this

    /** @param launcher takes a request to the launcher; null where there is none */
    public Spawning(@Nullable Consumer<byte[]> launcher) {
        this.launcher = launcher;
    }

    /** Whether there is a launcher to ask. */
    public boolean isPossible() {
        return launcher != null;
    }

    /**
     * Asks for processes.
     *
     * @param port where this process waits for them
     * @return the id of the request, for {@link #forget}
     * @throws IOException if the request is too long to be told
     * @throws org.braid.base.BraidException if the launcher is gone
     */
    public int ask(String port, List<SpawnRequest.Command> commands, Listener listener) throws IOException {
        if (launcher == null) {
            throw new IOException("no launcher has started this process");
        }
        int id = keep(listener);
        boolean asks = false;
        try {
            byte[] request = new SpawnRequest(id, port, commands).toBytes();
            if (request.length > SpawnRequest.MAX_BYTES) {
                throw new IOException("commands, arguments and hints have " + request.length + " bytes, more than " + SpawnRequest.MAX_BYTES);
            }
            launcher.accept(request);
            asks = true;
            return id;
        } finally {
            if (!asks) {
                forget(id);
            }
        }
    }

    private synchronized int keep(Listener listener) {
        asked.put(next, listener);
        return next++;
    }

    /** What becomes of these processes is not heard any more: they have met this one, or never will. */
    public synchronized void forget(int id) {
        asked.remove(id);
    }

    /** The launcher says something of a request. */
    public void heard(byte[] payload) {
        SpawnNews news = SpawnNews.decode(payload);
        Listener listener = news == null ? null : listener(news.id());
        if (listener != null && news != null) {
            listener.heard(news);
        }
    }

    private synchronized @Nullable Listener listener(int id) {
        return asked.get(id);
    }

    // ---- jobs that have failed

    /** From now on this one hears of them, and of those before. */
    public void tellLosses(Losses listener) {
        List<FailedJob> before;
        synchronized (this) {
            before = losses == null ? List.copyOf(failed) : List.of();
            losses = listener;
        }
        before.forEach(listener::failed);
    }

    /** The launcher says that a job has failed. */
    public void jobFailed(byte[] payload) {
        FailedJob job = FailedJob.decode(payload);
        Losses listener = job == null ? null : kept(job);
        if (listener != null && job != null) {
            listener.failed(job);
        }
    }

    private synchronized @Nullable Losses kept(FailedJob job) {
        if (failed.size() == MOST_FAILED) {
            failed.removeFirst();
        }
        failed.add(job);
        return losses;
    }

    // ---- of a process that was spawned

    /** The launcher says where the process waits that has asked for this one. */
    public synchronized void parentIs(String port) {
        parentPort = port;
        notifyAll();
    }

    /** The launcher says nothing more. */
    public synchronized void end() {
        ended = true;
        notifyAll();
    }

    /**
     * Where the process waits that has asked for this one; the launcher says it right behind the ticket.
     *
     * @return null if the launcher has not said it within the time, or is gone
     */
    public synchronized @Nullable String awaitParent(long timeoutNs) {
        long deadlineNs = System.nanoTime() + timeoutNs;
        boolean interrupted = false;
        for (long leftNs = timeoutNs; parentPort == null && !ended && leftNs > 0; leftNs = deadlineNs - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, leftNs);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return parentPort;
    }
}
