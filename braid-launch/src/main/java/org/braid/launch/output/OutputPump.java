package org.braid.launch.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries one output of one rank to the launcher's: reads what there is and passes on whole lines. An unfinished last line is held back
 * where other ranks print, too, unless it may be a prompt ({@link InputFlow}). One thread runs it.
 */
public final class OutputPump implements Runnable, CarriedOutput {
    /** A line is never torn up to this length. */
    public static final int MAX_LINE_BYTES = 1 << 20;

    private static final long GRACE_MS = 300;

    private final int rank;
    private final InputStream from;
    private final OutputSink to;
    private final byte[] tag;
    private final InputFlow input;
    private final Runnable onClosedSink;
    private volatile boolean passing;
    private volatile @Nullable Thread thread;

    // Guarded by this.
    private byte[] held = new byte[8192];
    private int count;
    private int promptedIn; // the long wait in which an unfinished line was passed on
    private final LastLines last = new LastLines();

    /**
     * It carries nothing before it is started.
     *
     * @param rank whose output it is
     * @param from what it prints
     * @param to where it goes
     * @param tag put before each line; empty for none
     * @param input what is known of this rank's standard input
     * @param onClosedSink run when nobody reads what is passed on; once, by whichever of the sink's pumps finds it first
     */
    public OutputPump(int rank, InputStream from, OutputSink to, String tag, InputFlow input, Runnable onClosedSink) {
        this.rank = rank;
        this.from = from;
        this.to = to;
        this.tag = tag.getBytes(StandardCharsets.UTF_8);
        this.input = input;
        this.onClosedSink = onClosedSink;
    }

    /** Carries from now on, in a daemon thread of this name. */
    public void start(String name) {
        Thread mine = new Thread(null, this, name, 128 * 1024);
        mine.setDaemon(true);
        thread = mine;
        mine.start();
    }

    /** Some of what the rank has printed, which another one reads that carries the output of several. */
    void feed(byte[] chunk, int bytes) throws IOException {
        take(chunk, bytes);
    }

    /**
     * Waits until everything was passed on. A child of the rank may keep the output open and silent: what the rank itself wrote was in the pipe when it ended, so a short wait is enough.
     * The reader of our own output may take its time, unless we are to be gone.
     *
     * @param patiently whether that reader is waited for, however long it takes
     * @throws InterruptedException if this thread was interrupted; the output goes on being carried
     */
    @Override
    public void awaitEnd(boolean patiently) throws InterruptedException {
        Thread mine = thread;
        if (mine != null) {
            mine.join(GRACE_MS);
            while (patiently && passing && mine.isAlive()) {
                mine.join(GRACE_MS);
            }
        }
    }

    @Override
    public void run() {
        byte[] chunk = new byte[8192];
        try {
            for (int got = from.read(chunk); got >= 0; got = from.read(chunk)) {
                take(chunk, got);
            }
        } catch (IOException e) {
            // The rank is gone; what it wrote before is passed on below.
        }
        end();
    }

    private synchronized void take(byte[] chunk, int bytes) throws IOException {
        if (held.length - count < bytes) {
            held = Arrays.copyOf(held, Math.max(2 * held.length, count + bytes));
        }
        System.arraycopy(chunk, 0, held, count, bytes);
        int before = count;
        count += bytes;
        pass(mayPass(before));
    }

    /** @param searched so much of what is held has no line's end */
    private int mayPass(int searched) throws IOException {
        if (!to.isShared() || isPrompt()) {
            return count;
        }
        int end = count;
        while (end > searched && held[end - 1] != '\n') {
            end--;
        }
        if (end > searched) {
            return end;
        }
        return count < MAX_LINE_BYTES ? 0 : count;
    }

    /**
     * What was on its way here when the rank began to wait, up to the last of it, and was not here yet when the wait became long. Once in
     * a wait: what comes later was printed by another thread of the rank, and may be the first half of a line.
     */
    private boolean isPrompt() throws IOException {
        int wait = input.longWait();
        if (wait == 0 || wait == promptedIn || from.available() > 0) {
            return false;
        }
        promptedIn = wait;
        return true;
    }

    /** The rank has waited long for its input; what it has printed last is a prompt, unless it goes on meanwhile. Waits for whoever reads our output. */
    @Override
    public synchronized void showUnfinished() {
        if (input.longWait() != 0) {
            pass(count);
        }
    }

    /** Nothing follows. */
    synchronized void end() {
        pass(count);
        if (tag.length > 0) {
            to.endLine(rank);
        }
    }

    private void pass(int bytes) {
        if (bytes == 0) {
            return;
        }
        last.append(held, bytes);
        passing = true;
        if (!to.write(rank, tag, held, 0, bytes) && to.claimClosed()) {
            onClosedSink.run();
        }
        passing = false;
        count -= bytes;
        System.arraycopy(held, bytes, held, 0, count);
    }

    @Override
    public List<String> lastLines(int ofRank) {
        return lastLines();
    }

    /** The last lines that the rank printed, six at most, the last of all last. They are whole once the thread that runs this has ended. */
    synchronized List<String> lastLines() {
        return last.lines();
    }
}
