package org.braid.transports.tcp;

/**
 * Notices a connection that is open but silent (cable, route, frozen peer): TCP itself takes a quarter of an hour. After {@link TcpTimes#pingAfterNs} without a whole frame it asks for
 * a ping, after {@link TcpTimes#silentNs} it gives the connection up. Pure; one per connection.
 *
 * <p>Who was away itself must not accuse anybody: a gap between two looks that is longer than half the waiting time is added to the peer's time (reliability, section 2.4).
 */
final class Pulse {
    static final int NOTHING = 0;
    static final int PING = 1;
    static final int SILENT = 2;

    private final long pingAfterNs;
    private final long silentNs;
    private long heardNs;
    private long lookedNs;
    private boolean pinged;

    Pulse(TcpTimes times, long nowNs) {
        pingAfterNs = times.pingAfterNs();
        silentNs = times.silentNs();
        heardNs = nowNs;
        lookedNs = nowNs;
    }

    /** A whole frame came in, and its checksum is right. */
    void heard(long nowNs) {
        heardNs = nowNs;
        pinged = false;
    }

    /** What the time asks for; {@link #PING} is said once per silence. */
    int look(long nowNs) {
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
