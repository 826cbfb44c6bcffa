package org.braid.pipe.state;

import org.braid.pipe.log.ReplayLog;

/**
 * Closing a lane without losing anything: refuse new sends, flush, wait until all is acknowledged, say farewell with the last number,
 * all before a deadline. Connections may break and be made again meanwhile.
 *
 * <pre>
 *   OPEN ──close──> FLUSHING ──all accepted──> FAREWELL ──peer confirmed, or connection gone──> ENDED (abandoned = 0)
 *                      └────── deadline ──────────┴────────────────────────────────────────-──> ENDED (abandoned = what is not accepted)
 * </pre>
 */
public final class CloseHandshake {
    public static final int OPEN = 0;
    public static final int FLUSHING = 1;
    public static final int FAREWELL = 2;
    public static final int ENDED = 3;

    private int phase = OPEN;
    private long deadlineNs;
    private long abandonedFrames;

    /** One of the constants of this class. */
    public int phase() {
        return phase;
    }

    /** No new sends from here on. A second close changes nothing. */
    public void close(long nowNs, long withinNs) {
        if (phase != OPEN) return;
        phase = FLUSHING;
        deadlineNs = nowNs + withinNs;
    }

    /** Whether nothing more may be sent. */
    boolean refusesSends() {
        return phase != OPEN;
    }

    /** The farewell names the last number: from here on not even a reply may be appended to the log. */
    boolean refusesFrames() {
        return phase >= FAREWELL;
    }

    /** When it is given up. */
    long deadlineNs() {
        return deadlineNs;
    }

    /**
     * Looks at the log and the time. While it answers {@link #FAREWELL}, the caller says farewell, if there is a connection. When it changes to {@link #ENDED} with frames abandoned, these are lost.
     */
    public int advance(ReplayLog log, long nowNs) {
        if (phase == FLUSHING && log.isEmpty()) phase = FAREWELL;
        if ((phase == FLUSHING || phase == FAREWELL) && nowNs - deadlineNs >= 0) end(log);
        return phase;
    }

    /** The peer confirmed the last number, or the connection went away after everything had been accepted. */
    public void farewellDone(ReplayLog log) {
        if (phase == FAREWELL) end(log);
    }

    /** The lane failed: what was not accepted is given up. */
    public void failed(ReplayLog log) {
        if (phase != ENDED) end(log);
    }

    /** Frames that the remote runtime isn't known to have accepted; 0 means flushed. */
    long abandonedFrames() {
        return abandonedFrames;
    }

    private void end(ReplayLog log) {
        phase = ENDED;
        abandonedFrames = log.appendedFrames() - log.ackedFrames();
    }
}
