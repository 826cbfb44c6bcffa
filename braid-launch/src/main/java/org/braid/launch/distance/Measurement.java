package org.braid.launch.distance;

import java.util.ArrayList;
import java.util.List;

/**
 * How a job's server has its hosts measure their ways, a landmark at a time: it opens a port, says which, and all others say how long a round trip to it takes. A core: it is told what comes and what time it is. A host that does
 * not answer is not asked again, and after two seconds what is known is all.
 *
 * <pre>
 *   open(landmark)  →  opened(port)  →  ping(everybody else)  →  pinged(time) from each  →  the next landmark, if one is needed
 * </pre>
 */
public final class Measurement {
    /** Carries questions. */
    public interface Hosts {
        /** Has a host open a port for others. */
        void open(int host);

        /**
         * Has a host measure.
         *
         * @param landmark to which
         * @param round comes back with the answer
         * @param token that whoever listens at the port says
         */
        void ping(int host, int landmark, int round, int port, long token);
    }

    /** Of more hosts nobody is asked: all of them call a landmark in the same moment. */
    static final int MOST_HOSTS = 256;

    /** Two hosts form no group beside another. */
    static final int FEWEST_HOSTS = 3;

    static final long STEP_NS = 800_000_000L;
    static final long ALL_NS = 2_000_000_000L;

    private final Hosts ask;
    private final RoundTrips times;
    private final List<Integer> landmarks = new ArrayList<>();
    private final boolean[] isSilent; // it is not asked again
    private final boolean[] isAwaited;
    private final long endNs;
    private long stepEndNs;
    private boolean isOpen; // the landmark has said where it listens
    private boolean isOver;

    private Measurement(int hosts, Hosts ask, long nowNs) {
        this.ask = ask;
        this.times = new RoundTrips(hosts);
        this.isSilent = new boolean[hosts];
        this.isAwaited = new boolean[hosts];
        this.endNs = nowNs + ALL_NS;
    }

    /** Asks the first question, where there are hosts enough and not too many; else it is over at once. */
    public static Measurement begin(int hosts, Hosts ask, long nowNs) {
        boolean isWanted = hosts >= FEWEST_HOSTS && hosts <= MOST_HOSTS;
        Measurement measurement = new Measurement(isWanted ? hosts : 0, ask, nowNs);
        measurement.isOver = !isWanted;
        if (isWanted) {
            measurement.nextLandmark(nowNs);
        }
        return measurement;
    }

    private void nextLandmark(long nowNs) {
        int next = Landmarks.next(times, landmarks);
        while (next != Landmarks.NONE && isSilent[next]) {
            landmarks.add(next);
            next = Landmarks.next(times, landmarks);
        }
        if (next == Landmarks.NONE) {
            isOver = true;
            return;
        }
        landmarks.add(next);
        isOpen = false;
        isAwaited[next] = true;
        stepEndNs = nowNs + STEP_NS;
        ask.open(next);
    }

    private int landmark() {
        return landmarks.getLast();
    }

    /** A host listens; one that is not the landmark is not listened to. */
    public void opened(int host, int port, long token, long nowNs) {
        if (isOver || isOpen || host != landmark()) {
            return;
        }
        isOpen = true;
        isAwaited[host] = false;
        stepEndNs = nowNs + STEP_NS;
        for (int other = 0; other < isSilent.length; other++) {
            if (other != host && !isSilent[other]) {
                isAwaited[other] = true;
                ask.ping(other, host, landmarks.size(), port, token);
            }
        }
        goOnIfAllHaveSaid(nowNs);
    }

    /** A host has measured; an answer that comes too late is none. */
    public void pinged(int host, int round, int us, long nowNs) {
        if (isOver || !isOpen || round != landmarks.size() || !isAwaited[host]) {
            return;
        }
        isAwaited[host] = false;
        times.put(host, landmark(), us);
        goOnIfAllHaveSaid(nowNs);
    }

    /** Nothing more is to be expected of a host. */
    public void gone(int host, long nowNs) {
        if (!isOver && !isSilent[host]) {
            isSilent[host] = true;
            isAwaited[host] = false;
            goOnIfAllHaveSaid(nowNs);
        }
    }

    private void goOnIfAllHaveSaid(long nowNs) {
        for (boolean awaited : isAwaited) {
            if (awaited) {
                return;
            }
        }
        nextLandmark(nowNs);
    }

    /** Whether nothing more is waited for; to be asked when {@link #lookNs} has come, too. */
    public boolean isOver(long nowNs) {
        if (!isOver && nowNs - endNs >= 0) {
            isOver = true;
        }
        if (!isOver && nowNs - stepEndNs >= 0) {
            giveUpWaiting(nowNs);
        }
        return isOver;
    }

    private void giveUpWaiting(long nowNs) {
        for (int host = 0; host < isAwaited.length; host++) {
            isSilent[host] |= isAwaited[host];
            isAwaited[host] = false;
        }
        nextLandmark(nowNs);
    }

    /** Until when it waits for what it waits for. */
    public long lookNs() {
        return stepEndNs - endNs < 0 ? stepEndNs : endNs;
    }

    /** What is known. */
    public RoundTrips times() {
        return times;
    }
}
