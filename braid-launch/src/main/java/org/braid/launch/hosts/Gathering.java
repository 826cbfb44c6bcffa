package org.braid.launch.hosts;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** Until all ranks are brought: joins come and get seats, or are sent away, and go again. Main thread only. */
final class Gathering {
    private final Seats<RemoteHost> seats;
    private final Roll roll;
    private final RemoteRanks.Listener listener;
    private boolean isOver;

    Gathering(Seats<RemoteHost> seats, Roll roll, RemoteRanks.Listener listener) {
        this.seats = seats;
        this.roll = roll;
        this.listener = listener;
    }

    /**
     * One has come that says what it brings.
     *
     * @param fromHosts hears what it says from now on
     */
    void seat(RemoteHost host, FromHosts fromHosts) {
        host.link.start(fromHosts.of(host), host.entry.name());
        int[] taken = {};
        try {
            if (fromHosts.hasBegun() || isOver) {
                throw new BraidException(
                        ErrorCode.JOB_COMPLETE, "a braid join comes too late", isOver ? "the job is over" : "the job has begun with all of its ranks", "Start another job");
            }
            taken = seats.take(host, host.entry.wanted());
            roll.checkPlace(host.entry); // behind that: whoever could bring nothing is missed by nobody
        } catch (BraidException e) {
            seats.giveBack(taken);
            refuse(host, e);
            return;
        }
        host.ranks = taken;
        if (roll.add(host)) {
            listener.settled();
        }
        if (seats.free() == 0) {
            fromHosts.complete();
        }
        ByteBuffer seated = HostProtocol.frame(HostProtocol.SEATED, 4 * host.ranks.length);
        for (int rank : host.ranks) {
            seated.putInt(rank);
        }
        host.link.send(seated.array());
        listener.joined(host.toString(), host.ranksText());
    }

    /** All ranks are brought at once, by joins that are there. */
    void bring(List<RemoteHost> joins, FromHosts fromHosts) {
        joins.forEach(host -> {
            boolean ignored = roll.add(host);
        });
        fromHosts.complete();
        for (RemoteHost host : joins) {
            int ignored = seats.take(host, Arrays.stream(host.ranks).boxed().toList()).length;
            host.link.start(fromHosts.of(host), host.entry.name());
        }
    }

    private void refuse(RemoteHost host, BraidException why) {
        String reason = why.code().id() + " " + why.what() + ": " + why.why();
        host.isGone = true;
        host.link.send(HostProtocol.withText(HostProtocol.REFUSED, reason + "\n" + why.whatToDo()));
        host.link.finish();
        if (why.code() == ErrorCode.PLACE_DIFFERS && roll.contradicted(host.entry)) {
            listener.contradicted(host.toString(), reason);
        } else {
            listener.refused(host.toString(), reason);
        }
    }

    /** One has gone before all ranks were brought. */
    void giveBack(RemoteHost host) {
        seats.giveBack(host.ranks);
        if (roll.remove(host)) {
            listener.settled();
        }
    }

    /** Nobody gets a seat any more. */
    void over() {
        isOver = true;
    }

    /** How many ranks nobody brings yet. */
    int missing() {
        return seats.free();
    }
}
