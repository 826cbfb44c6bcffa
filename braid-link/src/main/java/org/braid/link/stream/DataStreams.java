package org.braid.link.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one link for data of sizes that another method carries than the shortest. Their envelopes go by the link's own stream, in order with everything else. Each is opened by
 * the first message that needs it and counted until the link closes. Guarded by the context's token.
 */
final class DataStreams {
    private final Wish wish;
    private final Stream own;
    private final Division division;
    private final @Nullable Stream[] streams; // by part of the division

    DataStreams(Wish wish, Stream own, Division division) {
        this.wish = wish;
        this.own = own;
        this.division = division;
        this.streams = new Stream[division.count()];
        streams[0] = own;
    }

    /** The longest message that goes by the link's own stream in one piece. */
    int eagerBytes() {
        return atMostOfFirst(own.lane().eagerBytes());
    }

    /** Likewise of memory that no peer can read. */
    int eagerArrayBytes() {
        return atMostOfFirst(own.lane().eagerArrayBytes());
    }

    private int atMostOfFirst(int bytes) {
        return (int) Math.min(bytes, division.parts().getFirst().max());
    }

    /** The stream for data of so many bytes. One whose lane has ended, or cannot be opened, is replaced by the link's own. */
    Stream carrying(long bytes) {
        int part = division.partOf(bytes);
        Stream known = streams[part];
        if (known == null) {
            known = open(division.parts().get(part).min());
            streams[part] = known;
        }
        return known.lane().closedBy() == null || known.isMoving() ? known : own;
    }

    private Stream open(long bytes) {
        try {
            Stream opened = own.peer().stream(wish.ofBytes(bytes));
            opened.joined();
            return opened;
        } catch (BraidException refused) {
            if (refused.code() == ErrorCode.METHOD_PARAMETER || refused.code() == ErrorCode.LANES_USED_UP) {
                throw refused; // whoever wrote it should know
            }
            own.peer().notice(
                    "Data from " + bytes + " bytes on goes to " + own.peer().id() + " by " + own.lane().method() + ": " + refused.what() + ": " + refused.why());
            own.joined();
            return own;
        }
    }

    /** The lanes of those that are open. */
    List<Lane> lanes() {
        List<Lane> open = new ArrayList<>(streams.length);
        for (Stream each : streams) {
            if (each != null) {
                open.add(each.lane());
            }
        }
        return open;
    }

    boolean settled() {
        for (Stream each : streams) {
            if (each != null && !each.lane().settled()) {
                return false;
            }
        }
        return true;
    }

    /** The link has closed, and given its own stream back. */
    void leave() {
        for (int part = 1; part < streams.length; part++) {
            Stream left = streams[part];
            if (left != null) {
                left.peer().leaves(left);
            }
        }
        Arrays.fill(streams, null);
    }
}
