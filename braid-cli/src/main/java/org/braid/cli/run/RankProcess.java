package org.braid.cli.run;

import java.io.IOException;
import java.io.OutputStream;
import org.braid.boot.ControlFrame;
import org.jspecify.annotations.Nullable;

/**
 * One rank as its launcher sees it: a process, its control pipe and its two outputs. Its own thread starts it and waits for its end; two
 * more carry its outputs.
 */
final class RankProcess implements Runnable {
    /** Told about this process from its own thread. */
    interface Listener {
        void started(int rank);

        void notStarted(int rank, String why);

        void exited(int rank, int code);

        void outputClosed();
    }

    private final int rank;
    private final ProcessBuilder command;
    private final byte[] ticket;
    private final boolean tagged;
    private final OutputSink[] sinks;
    private final Listener listener;

    private volatile @Nullable Process process;
    private @Nullable OutputStream control; // guarded by this
    private boolean ticketSent; // guarded by this
    private @Nullable OutputPump errors; // written before exited() is told

    RankProcess(int rank, ProcessBuilder command, byte[] ticket, boolean tagged, OutputSink[] sinks, Listener listener) {
        this.rank = rank;
        this.command = command;
        this.ticket = ticket;
        this.tagged = tagged;
        this.sinks = sinks;
        this.listener = listener;
    }

    @Override
    public void run() {
        Process started;
        try {
            started = command.start();
        } catch (IOException e) {
            ticketSent();
            listener.notStarted(rank, String.valueOf(e.getMessage()));
            return;
        }
        synchronized (this) {
            process = started;
            control = started.getOutputStream();
        }
        send(ControlFrame.TICKET, ticket, ticket.length);
        ticketSent();
        listener.started(rank);
        OutputPump out = new OutputPump(rank, started.getInputStream(), sinks[0], tag("stdout"), listener::outputClosed);
        OutputPump err = new OutputPump(rank, started.getErrorStream(), sinks[1], tag("stderr"), listener::outputClosed);
        errors = err;
        Thread outThread = start(out, "out");
        Thread errThread = start(err, "err");
        listener.exited(rank, waitFor(started, outThread, errThread));
    }

    private String tag(String stream) {
        return tagged ? "[" + rank + "]<" + stream + ">: " : "";
    }

    private Thread start(OutputPump pump, String name) {
        Thread thread = new Thread(null, pump, "rank-" + rank + "-" + name, 128 * 1024);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** A grandchild may keep the outputs open; the rank's own output is in the pipe when it ends, so a short wait for the rest is enough. */
    private static final long OUTPUT_GRACE_MS = 300;

    private static int waitFor(Process process, Thread out, Thread err) {
        while (true) {
            try {
                int code = process.waitFor();
                out.join(OUTPUT_GRACE_MS);
                err.join(OUTPUT_GRACE_MS);
                return code;
            } catch (InterruptedException e) {
                // Nobody interrupts this thread; if somebody does, the rank still has to be waited for.
            }
        }
    }

    private synchronized void ticketSent() {
        ticketSent = true;
        notifyAll();
    }

    /** Returns once this rank has its ticket, or never will. */
    synchronized void awaitTicket() throws InterruptedException {
        while (!ticketSent) {
            wait();
        }
    }

    /** Puts one frame on the control pipe; a rank that is gone needs it no more. */
    synchronized void send(int kind, byte[] payload, int length) {
        if (control == null) {
            return;
        }
        try {
            control.write(ControlFrame.of(kind, payload, length));
            control.flush();
        } catch (IOException e) {
            control = null;
        }
    }

    /** 0 if it never started. */
    long pid() {
        Process running = process;
        return running == null ? 0 : running.pid();
    }

    void terminate() {
        Process running = process;
        if (running != null) {
            running.destroy();
        }
    }

    void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }

    LastLines lastErrors() {
        return errors == null ? new LastLines(java.util.List.of()) : errors.lastLines();
    }
}
