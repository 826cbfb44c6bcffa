package org.braid.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Carries one output of one rank to the launcher's: reads what there is, holds back an unfinished last line, tags lines if asked to.
 * One thread runs it; {@link #lastLines()} may be called once that thread has ended.
 */
final class OutputPump implements Runnable {
    /** A line is never torn up to this length. */
    static final int MAX_LINE_BYTES = 1 << 20;

    private static final long GRACE_MS = 300;

    private final int rank;
    private final InputStream from;
    private final OutputSink to;
    private final byte[] tag;
    private final Runnable onClosedSink;
    private final byte[] last = new byte[LastLines.BYTES];
    private byte[] held = new byte[8192];
    private int count;
    private int lastCount;
    private volatile boolean passing;
    private volatile @Nullable Thread thread;

    /** @param tag put before each line; empty for none */
    OutputPump(int rank, InputStream from, OutputSink to, String tag, Runnable onClosedSink) {
        this.rank = rank;
        this.from = from;
        this.to = to;
        this.tag = tag.getBytes(StandardCharsets.UTF_8);
        this.onClosedSink = onClosedSink;
    }

    void start(String name) {
        Thread mine = new Thread(null, this, name, 128 * 1024);
        mine.setDaemon(true);
        thread = mine;
        mine.start();
    }

    /**
     * Waits until everything was passed on. A child of the rank may keep the output open and silent: what the rank itself wrote was in the pipe when it ended, so a short wait is enough.
     * Whoever reads our own output may take its time, unless we are to be gone.
     */
    void awaitEnd(boolean patiently) throws InterruptedException {
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
        try {
            while (fill()) {
                pass(wholeLines());
            }
        } catch (IOException e) {
            // The rank is gone; what it wrote before is passed on below.
        }
        pass(count);
    }

    private boolean fill() throws IOException {
        if (count == held.length) {
            if (count >= MAX_LINE_BYTES) {
                pass(count);
            } else {
                held = java.util.Arrays.copyOf(held, count * 2);
            }
        }
        int got = from.read(held, count, held.length - count);
        count += Math.max(got, 0);
        return got >= 0;
    }

    /** Bytes up to and including the last line end. */
    private int wholeLines() {
        int end = count;
        while (end > 0 && held[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private void pass(int bytes) {
        if (bytes == 0) {
            return;
        }
        remember(bytes);
        passing = true;
        boolean open = tag.length == 0 ? to.write(rank, held, 0, bytes) : writeTagged(bytes);
        if (!open) {
            onClosedSink.run();
        }
        passing = false;
        count -= bytes;
        System.arraycopy(held, bytes, held, 0, count);
    }

    private boolean writeTagged(int bytes) {
        boolean open = true;
        int start = 0;
        while (start < bytes && open) {
            int end = start;
            while (end < bytes && held[end] != '\n') {
                end++;
            }
            byte[] line = new byte[tag.length + (end - start) + 1];
            System.arraycopy(tag, 0, line, 0, tag.length);
            System.arraycopy(held, start, line, tag.length, end - start);
            line[line.length - 1] = '\n';
            open = to.write(rank, line, 0, line.length);
            start = end + 1;
        }
        return open;
    }

    private void remember(int bytes) {
        int keep = Math.min(bytes, last.length);
        int old = Math.min(lastCount, last.length - keep);
        System.arraycopy(last, lastCount - old, last, 0, old);
        System.arraycopy(held, bytes - keep, last, old, keep);
        lastCount = old + keep;
    }

    LastLines lastLines() {
        return LastLines.of(last, lastCount);
    }
}
