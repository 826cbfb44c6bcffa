package org.braid.pipe.state;

/**
 * Notices a connection that is open but silent (cable, route, frozen peer): TCP by itself takes a quarter of an hour. After {@link PipeTimes#pingAfterNs} without a whole frame it asks for
 * a ping, after {@link PipeTimes#silentNs} it gives the connection up. Pure; one per connection.
 *
 * <p>An end that was away itself must not accuse anybody: a gap between two looks that is longer than half the waiting time is added to the peer's time (reliability, section 2.4).
 */
public final class Pulse {
    /** All is well, or it is too early to say. */
    public static final int NOTHING = 0;
    /** Ask the peer whether it is there. */
    public static final int PING = 1;
    /** Give the connection up. */
    public static final int SILENT = 2;

    private final long pingAfterNs;
    private final long silentNs;
    private long heardNs;
    private long lookedNs;
    private boolean pinged;

    /** The pulse of a connection that was made now. */
    public Pulse(PipeTimes times, long nowNs) {
        pingAfterNs = times.pingAfterNs();
        silentNs = times.silentNs();
        heardNs = nowNs;
        lookedNs = nowNs;
    }

    /** A whole frame came in, and its checksum is right. */
    public void heard(long nowNs) {
        heardNs = nowNs;
        pinged = false;
    }

    /** What the time asks for; {@link #PING} is said once per silence. */
    public int look(long nowNs) {
        long awayNs = nowNs - lookedNs;
        lookedNs = nowNs;
        if (awayNs > silentNs / 2) {
            heardNs += awayNs;
            pinged = false;
        }
        long quietNs = nowNs - heardNs;
        if (quietNs >= silentNs) {
            return SILENT;
        }
        if (pinged || quietNs < pingAfterNs) {
            return NOTHING;
        }
        pinged = true;
        return PING;
    }
}
