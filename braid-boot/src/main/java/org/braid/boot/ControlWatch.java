package org.braid.boot;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.locks.LockSupport;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.control.ControlReader;

/**
 * The one thread that Braid adds to a rank before its program runs: it reads the control pipe until its end, which means that the
 * launcher is gone. Then this process goes too, with {@code halt}: no hook of the program may keep an orphan alive.
 *
 * <p>A JVM waits 300 ms at its end for daemon threads that are inside a system call (HotSpot, {@code
 * VM_Exit::wait_for_threads_in_native_to_block}). So the end of the JVM interrupts the read, behind what the launcher had said before it ended this
 * process, and while the program's hooks run this thread looks for its launcher from time to time instead of waiting in the kernel.
 */
final class ControlWatch implements Runnable {
    private static final long LOOK_NS = 100_000_000L;

    private final ControlReader pipe;
    private final RankInput input;
    private final ControlEvents events;
    private final long launcherPid;
    private volatile boolean isHandling;

    ControlWatch(ControlReader pipe, RankInput input, ControlEvents events, long launcherPid) {
        this.launcherPid = launcherPid;
        this.pipe = pipe;
        this.input = input;
        this.events = events;
    }

    static void start(ControlReader pipe, RankInput input, ControlEvents events, long launcherPid) {
        ControlWatch watch = new ControlWatch(pipe, input, events, launcherPid);
        Thread thread = new Thread(null, watch, RankMain.CONTROL_THREAD, 128 * 1024);
        thread.setDaemon(true);
        thread.start();
        Runtime.getRuntime().addShutdownHook(new Thread(null, new Interrupt(thread, watch), "braid-exit", 64 * 1024));
    }

    /** A class instead of a lambda: as long as no method handle has been made, the JDK calls the program's main natively, 9 ms sooner. */
    private record Interrupt(Thread thread, ControlWatch watch) implements Runnable {
        private static final long PATIENCE_NS = 200_000_000L;
        private static final long NAP_NS = 1_000_000L;

        @Override
        public void run() {
            long deadlineNs = System.nanoTime() + PATIENCE_NS;
            while (watch.mayBeHeard() && System.nanoTime() - deadlineNs < 0) {
                LockSupport.parkNanos(NAP_NS);
            }
            thread.interrupt();
        }
    }

    /**
     * Whether this process is to go on for a moment although it is being ended. Why it is ended comes down the pipe before the signal that ends it; on a busy machine the signal may be heard first. And a program that waits for a rank which has
     * died, as the pipe said, is to hear that before its process is gone.
     */
    private boolean mayBeHeard() {
        try {
            return pipe.hasMore() || isHandling || events.mayHearOfDeath();
        } catch (IOException e) {
            return false; // there is no pipe any more, and nothing in it
        }
    }

    @Override
    public void run() {
        try {
            readToEnd();
        } catch (ClosedByInterruptException e) {
            events.answersEnd();
            watchLauncher();
        } catch (IOException e) {
            // A broken pipe says the same as its end.
        }
        events.launcherGone();
    }

    void readToEnd() throws IOException {
        while (pipe.next()) {
            isHandling = true;
            switch (pipe.kind()) {
                case ControlFrame.INPUT -> input.append(pipe.payload());
                case ControlFrame.INPUT_END -> input.end();
                default -> handle();
            }
            isHandling = false;
        }
    }

    /** Whatever the news do to those who hear them, this thread must live: nobody else notices that the launcher is gone. */
    private void handle() {
        try {
            events.handle(pipe.kind(), pipe.firstInt(-1), pipe.payload());
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
        }
    }

    /** Returns when the launcher is gone; normally this process ends before. */
    private void watchLauncher() {
        Thread.interrupted();
        rest();
        long parent = parent();
        while (parent() == parent && ProcessHandle.of(launcherPid).isPresent()) {
            rest();
        }
    }

    /** An interrupt leaves a permit behind, so that the first park would return at once. */
    private static void rest() {
        long wakeNs = System.nanoTime() + LOOK_NS;
        for (long leftNs = LOOK_NS; leftNs > 0; leftNs = wakeNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }

    private static long parent() {
        return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    }
}
