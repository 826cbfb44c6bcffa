package org.braid.link.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.progress.Notices;
import org.braid.link.progress.Progress;
import org.braid.link.ring.RingLane;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * The streams to one peer: one for each method, channel and class that links want, shared by all links that want the same and counted (nexus-multimethod, section 3.1). Guarded by the context's token.
 */
public final class Streams {
    private final Map<String, Stream> byWish = new HashMap<>();
    private final Map<String, Stream> byMethod = new HashMap<>();
    private final List<Stream> all = new ArrayList<>(1);
    private final Transfers transfers;
    private final Progress progress;
    private final Notices notices;
    private int serials;
    private boolean firstIsFree; // nothing but the default stream may have it

    Streams(Transfers transfers, Progress progress, Notices notices) {
        this.transfers = transfers;
        this.progress = progress;
        this.notices = notices;
    }

    // What each of them works with.

    Transfers transfers() {
        return transfers;
    }

    Progress progress() {
        return progress;
    }

    Notices notices() {
        return notices;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** The stream that this wish came to before; null if it is new. */
    @Nullable Stream wished(Wish wish) {
        return byWish.get(wish.key());
    }

    /** The stream by this method for wishes of this kind, if there is one. */
    public @Nullable Stream by(String method, Wish wish) {
        return byMethod.get(key(method, wish));
    }

    void fulfil(Wish wish, Stream stream) {
        byWish.put(wish.key(), stream);
    }

    /** The number of the next stream for such a wish. */
    public int nextNumber(Wish wish) {
        int serial = firstIsFree ? 0 : serials++;
        firstIsFree = false;
        return StreamNumber.of(serial, wish.delivery(), wish.channel());
    }

    /** The stream that was to have this number could not be opened, and its peer has not heard of it. */
    public void notOpened(int number) {
        if (StreamNumber.serial(number) == serials - 1) {
            serials--;
        } else {
            firstIsFree |= StreamNumber.serial(number) == 0;
        }
    }

    /** True of a number that was given out, whether its stream is open still or not. */
    boolean wasOpened(int number) {
        return StreamNumber.serial(number) < serials;
    }

    /** A stream by this method is there from now on. */
    public void opened(String method, Stream stream) {
        byMethod.putIfAbsent(key(method, stream.wish()), stream);
        all.add(stream);
    }

    /** A stream is there from now on to which no wish leads: a part of a striped lane. */
    public void add(Stream rail) {
        all.add(rail);
    }

    /** A stream goes on by another method: whoever wants the one before gets a stream of its own. */
    void moved(Stream stream) {
        byMethod.values().removeIf(each -> each == stream);
        byWish.entrySet().removeIf(each -> each.getValue() == stream && !each.getKey().equals(stream.wish().key()));
        byWish.putIfAbsent(stream.wish().key(), stream);
    }

    /** By index, for grants come in the stream of messages, which allocates nothing. */
    public int count() {
        return all.size();
    }

    /** One of those that are open. */
    public Stream at(int index) {
        return all.get(index);
    }

    /** True if something of any of them has found no way so far. */
    boolean leaveSomethingBehind() {
        for (Stream each : all) {
            if (each.leavesSomethingBehind()) {
                return true;
            }
        }
        return false;
    }

    /** True if a frame of one of them waits for room or for a lane. */
    boolean anyWaits() {
        for (Stream each : all) {
            if (each.waits()) {
                return true;
            }
        }
        return false;
    }

    /** True if the lane of one of them has taken something that the peer has not accepted. */
    boolean anyUnsettled() {
        for (Stream each : all) {
            if (!each.bottom().settled()) {
                return true;
            }
        }
        return false;
    }

    /** True if something of one of them is not with the peer: it waits for room or in a device, or was not accepted. */
    boolean anyUnderWay() {
        for (Stream each : all) {
            if (each.waits() || each.isHeldBelow() || !each.bottom().settled()) {
                return true;
            }
        }
        return false;
    }

    boolean anyUnseen() {
        for (Stream each : all) {
            if (!each.bottom().isSeen()) {
                return true;
            }
        }
        return false;
    }

    /** The one that the peer knows by this number; null if there is none any more. */
    public @Nullable Stream of(int number) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).number() == number) {
                return all.get(i);
            }
        }
        return null;
    }

    /** Nobody uses it any more: gives its lane back, unless that stays, and forgets it. */
    void release(Stream unused) {
        if (unused.itinerary().carrier().release()) {
            byWish.values().removeIf(each -> each == unused);
            byMethod.values().removeIf(each -> each == unused);
            all.remove(unused);
        }
    }

    /** As if it had never been opened. */
    void forget(Stream stream) {
        byWish.values().removeIf(each -> each == stream);
        byMethod.values().removeIf(each -> each == stream);
        all.remove(stream);
        serials--;
    }

    /** Nobody is there to go on to: what is between two lanes stays with the one that has ended. */
    void stay() {
        for (Stream each : all) {
            if (each.isMoving()) {
                each.drop();
            }
        }
    }

    /** True if one of them has lost its lane, not because that was closed or given back, and the peer may not have accepted everything that it took. */
    boolean anyBroken() {
        for (Stream each : all) {
            if (isBroken(each.lane())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBroken(Lane lane) {
        if (!(lane.closedBy() instanceof BraidException why) || why.code() == ErrorCode.CONTEXT_CLOSED || why.code() == ErrorCode.STARTPOINT_CLOSED) {
            return false;
        }
        long accepted = lane.acceptedFrames();
        return accepted == Long.MAX_VALUE || accepted < lane.takenFrames(); // a lane that keeps no frames cannot tell
    }

    /** The peer reads nothing any more. */
    void endRings(BraidException cause) {
        for (Stream each : all) {
            if (each.bottom() instanceof RingLane ring) {
                ring.end(cause);
            }
        }
    }

    private static String key(String method, Wish wish) {
        return method + '/' + wish.kind();
    }
}
