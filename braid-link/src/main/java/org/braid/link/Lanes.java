package org.braid.link;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.MethodExpression;
import org.braid.link.flow.GrantedCredit;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * The lanes to one peer: one for each method and its parameters, shared by all links that select it and counted (nexus-multimethod, section 3.1), and the credit that they share. Guarded by
 * the context's token.
 */
final class Lanes {
    private static final int NONE = -1;

    private final Map<String, Lane> byWish = new HashMap<>();
    private final Map<String, Lane> byMethod = new HashMap<>();
    private final List<Shared> all = new ArrayList<>(1);
    private final GrantedCredit credit;
    private long chargedByReleased;

    /** A lane, and how many use it: links, and long messages under way. */
    private static final class Shared {
        final Lane lane;
        int users;

        Shared(Lane lane) {
            this.lane = lane;
        }
    }

    /** @param windowBytes eager bytes that a peer grants before it says anything */
    Lanes(long windowBytes) {
        credit = new GrantedCredit(windowBytes);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** What a link wants, as a key: the ways that it may take, in its order, and the shortest of the messages that it is for. */
    static String wish(@Nullable DescriptorTable ownTable, List<MethodExpression> order, long bytes) {
        return (ownTable == null ? "" : Arrays.toString(ownTable.toBytes())) + order + bytes;
    }

    /** The lane that this wish came to before; null if it is new. */
    @Nullable Lane wished(String wish) {
        return byWish.get(wish);
    }

    /** The lane of this method with these parameters, if there is one. */
    @Nullable Lane of(String method) {
        return byMethod.get(method);
    }

    void fulfil(String wish, Lane lane) {
        byWish.put(wish, lane);
    }

    void opened(String method, Lane lane) {
        byMethod.put(method, lane);
        if (find(lane) == null) {
            all.add(new Shared(lane));
            share();
        }
    }

    void joined(Lane lane) {
        Shared shared = find(lane);
        if (shared != null) {
            shared.users++;
        }
    }

    /** @return true if nobody uses it any more */
    boolean left(Lane lane) {
        Shared shared = find(lane);
        return shared != null && --shared.users == 0;
    }

    /** How many links and long messages use this lane. */
    int users(Lane lane) {
        Shared shared = find(lane);
        return shared == null ? 0 : shared.users;
    }

    /** The lanes that nobody uses; {@code own} is the peer's, by which grants and answers go. */
    List<Lane> unused(@Nullable Lane own) {
        List<Lane> unused = new ArrayList<>(0);
        for (Shared each : all) {
            if (each.users == 0 && each.lane != own) {
                unused.add(each.lane);
            }
        }
        return unused;
    }

    /** It ends; what was sent by it stays charged. */
    void released(Lane lane) {
        byWish.values().removeIf(each -> each == lane);
        byMethod.values().removeIf(each -> each == lane);
        all.removeIf(each -> each.lane == lane);
        chargedByReleased += lane.chargedBytes();
    }

    private @Nullable Shared find(Lane lane) {
        for (Shared each : all) {
            if (each.lane == lane) {
                return each;
            }
        }
        return null;
    }

    /**
     * The peer's grant is one total for all that comes from here, by whatever lane.
     *
     * @return false if it cannot be meant
     */
    boolean grant(long totalBytes) {
        boolean honest = credit.granted(totalBytes, chargedByOthers(NONE));
        share();
        return honest;
    }

    /**
     * Every lane may use all that is left: who of several senders is quickest has it. What other threads charge meanwhile is not seen, so together they may exceed the grant, by one
     * window for each lane at most, until the next one.
     */
    private void share() {
        for (int i = 0; i < all.size(); i++) { // by index, for grants come in the stream of messages, which allocates nothing
            all.get(i).lane.grant(credit.totalBytes() - chargedByOthers(i));
        }
    }

    /** True while less than half of what the peer has room for is under way: what other threads send meanwhile will hardly use up the rest. */
    boolean hasAmpleCredit() {
        return credit.totalBytes() - chargedByOthers(NONE) >= credit.windowBytes() / 2;
    }

    private long chargedByOthers(int but) {
        long charged = chargedByReleased;
        for (int i = 0; i < all.size(); i++) {
            charged += i == but ? 0 : all.get(i).lane.chargedBytes();
        }
        return charged;
    }

    /** The peer reads nothing any more. */
    void endRings(BraidException cause) {
        for (Shared each : all) {
            if (each.lane instanceof RingLane ring) {
                ring.end(cause);
            }
        }
    }
}
