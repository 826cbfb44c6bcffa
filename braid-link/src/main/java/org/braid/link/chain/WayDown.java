package org.braid.link.chain;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Alert;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * From the sender through all devices to the lane. Knows at each moment whose code runs, so that whatever goes wrong is told of the right device. Guarded by the chain's gate, but for {@link #failure},
 * {@link #isWaiting} and {@link #dueNs}.
 */
final class WayDown {
    /** Further ones are counted, and said to be missing. */
    private static final int MOST_ALERTS = 64;

    /** It is the lane's code that runs, or nobody's. */
    static final int NOBODY = -1;

    private final String chain;
    private final Lane lane;
    private final List<Alert> alerts = new ArrayList<>(0);
    private SendingSeat[] seats = {};
    private @Nullable SendingSeat firstStep; // null if no device looks at what goes down
    private int at = NOBODY; // the position of the device that runs; a number, since a reference would cost a card mark for each step of a frame
    private @Nullable ChainRequest spare;
    private long taken; // from the sender
    private long sent; // by the lane
    private int lostAlerts;
    private boolean told; // of the failure
    private volatile @Nullable BraidException failure;
    private volatile boolean waiting;
    private volatile long dueNs = Long.MAX_VALUE;

    WayDown(String chain, Lane lane) {
        this.chain = chain;
        this.lane = lane;
    }

    /** The devices, top first, all of them open. */
    void begin(SendingSeat[] opened) {
        seats = opened;
        firstStep = opened[0].orNextStep();
        look();
    }

    /**
     * Takes a frame from the sender.
     *
     * @return as {@link Lane#offer}
     * @throws RuntimeException if the sender's memory cannot be read, or what the lane has thrown; then nothing has changed
     */
    int take(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        at = NOBODY;
        SendingSeat first = firstStep;
        return first == null
                ? past(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length)
                : through(first, kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
    }

    /** No device looks at it. */
    private int past(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        int answer = lane.offer(kind | FrameKind.CHAINED, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        if (answer == Lane.TAKEN) {
            taken++;
            sent++;
        }
        return answer;
    }

    private int through(
            SendingSeat first, int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        ChainRequest request = spare;
        if (request == null) {
            request = ChainRequest.of(this);
            spare = request;
        }
        request.begin(taken, kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        int answer;
        try {
            answer = first.offered(request);
        } catch (Throwable thrown) {
            answer = broken(request, thrown);
        }
        if (answer == Lane.TAKEN) {
            taken++;
            complete(request, Lane.TAKEN);
            return Lane.TAKEN;
        }
        if (answer == Lane.PENDING) {
            taken++;
            spare = null;
            look();
            return Lane.TAKEN;
        }
        return answer;
    }

    /** The last step. */
    int offerToLane(SendingSeat from, ChainRequest request) {
        org.braid.link.spi.Frame f = request.frame();
        at = NOBODY;
        int answer = lane.offer(
                f.kind() | FrameKind.CHAINED, f.endpoint(), f.route(), f.handler(), f.a0(), f.a1(), f.a2(), f.a3(), f.base(), f.offset(), f.length());
        at = from.position();
        if (answer == Lane.TAKEN) {
            sent++;
            request.take();
        }
        return answer;
    }

    /** What was thrown on the way down: by the sender's memory, by the lane, or by a device, which then is at fault. */
    private int broken(ChainRequest request, Throwable thrown) {
        SendingSeat by = running();
        boolean kept = request.isKeptBelow(0);
        if (!request.isTaken() && !kept) {
            complete(request, Lane.FULL);
            if (by == null || isSenders(thrown, request.given())) {
                throw unchecked(thrown);
            }
        }
        failed(by, thrown);
        return request.isTaken() ? Lane.TAKEN : kept ? Lane.PENDING : Lane.CLOSED;
    }

    /** True if it is the sender's memory that cannot be read. */
    private static boolean isSenders(Throwable thrown, org.braid.link.spi.Frame given) {
        Object base = given.base();
        if (!(thrown instanceof BraidException) || base == null || given.length() <= 0) {
            return false;
        }
        try {
            Memory.copy(base, given.offset(), new byte[given.length()], 0, given.length());
            return false;
        } catch (BraidException unreadable) {
            return true;
        }
    }

    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException runtime ? runtime : new IllegalStateException(thrown);
    }

    private void complete(ChainRequest request, int answer) {
        try {
            request.complete(0, answer);
        } catch (Throwable thrown) {
            failed(null, thrown);
        }
    }

    /** Moves on what waits, lowest device first. Returns frames moved. */
    int poll(long nowNs) {
        int moved = 0;
        for (int i = seats.length - 1; i >= 0 && failure == null; i--) {
            moved += poll(seats[i], nowNs);
        }
        at = NOBODY;
        look();
        return moved;
    }

    private int poll(SendingSeat seat, long nowNs) {
        at = seat.position();
        try {
            return seat.end().pending() ? seat.end().poll(nowNs) : 0;
        } catch (Throwable thrown) {
            failed(running(), thrown);
            return 0;
        }
    }

    private void look() {
        boolean anyWaits = !alerts.isEmpty();
        long first = anyWaits ? Long.MIN_VALUE : Long.MAX_VALUE;
        if (failure == null) { // of a chain that has failed nothing is polled
            for (SendingSeat seat : seats) {
                anyWaits |= seat.end().pending();
                first = Math.min(first, seat.end().dueNs());
            }
        }
        dueNs = first;
        waiting = anyWaits;
    }

    /** The device at this position runs from now on, or {@link #NOBODY}'s; returns the one before. */
    int enter(int position) {
        int before = at;
        at = position;
        return before;
    }

    private @Nullable SendingSeat running() {
        return at == NOBODY ? null : seats[at];
    }

    /** A device has broken its contract: nothing more is taken. */
    void fail(SendingSeat by, String what) {
        ended(by.name(), what, ChainErrors.deviceFailed(by.name(), chain, what));
    }

    private void failed(@Nullable SendingSeat by, Throwable thrown) {
        String name = by == null ? lane.method() : by.name();
        ended(name, "threw " + thrown, ChainErrors.deviceFailed(name, chain, thrown));
    }

    private void ended(String by, String what, BraidException why) {
        if (failure == null) {
            failure = why;
            raise(new Alert(by, Alert.Severity.FAILURE, what));
        }
    }

    /** News has come to the top. It is told by the next poll, which has the token. */
    void raise(Alert alert) {
        boolean ends = !told && alert.severity() == Alert.Severity.FAILURE;
        if (ends) {
            told = true;
            failure = failure == null ? ChainErrors.deviceFailed(alert.source(), chain, alert.text()) : failure;
        }
        if (ends || alerts.size() < MOST_ALERTS) {
            alerts.add(alert);
        } else {
            lostAlerts++;
        }
        dueNs = Long.MIN_VALUE;
        waiting = true;
    }

    /** What has come to the top since the last time. */
    List<Alert> takeAlerts() {
        if (alerts.isEmpty()) {
            return List.of();
        }
        if (lostAlerts > 0) {
            alerts.add(new Alert(chain, Alert.Severity.WARNING, lostAlerts + " more alerts came at once"));
            lostAlerts = 0;
        }
        List<Alert> all = List.copyOf(alerts);
        alerts.clear();
        look();
        return all;
    }

    /** The devices are closed: nothing waits any more. */
    void close() {
        waiting = false;
        dueNs = Long.MAX_VALUE;
        alerts.clear();
        Seat.close(seats);
    }

    long taken() {
        return taken;
    }

    long sent() {
        return sent;
    }

    @Nullable BraidException failure() {
        return failure;
    }

    boolean isWaiting() {
        return waiting;
    }

    long dueNs() {
        return dueNs;
    }

    SendingSeat[] seats() {
        return seats;
    }
}
