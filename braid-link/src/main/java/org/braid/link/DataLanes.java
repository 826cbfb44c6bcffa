package org.braid.link;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.MethodExpression;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one link for data of sizes that another method carries than the shortest. Their envelopes go by the link's own lane, in order with everything else. Each lane is opened by
 * the first message that needs it and counted until the link closes. Guarded by the context's token.
 */
final class DataLanes {
    private final Peer peer;
    private final @Nullable DescriptorTable table;
    private final List<MethodExpression> order;
    private final Lane own;
    private final Division division;
    private final @Nullable Lane[] lanes; // by part of the division

    DataLanes(Peer peer, @Nullable DescriptorTable table, List<MethodExpression> order, Lane own, Division division) {
        this.peer = peer;
        this.table = table;
        this.order = order;
        this.own = own;
        this.division = division;
        this.lanes = new Lane[division.count()];
        lanes[0] = own;
    }

    /** The longest message that goes by the link's own lane in one piece. */
    int eagerBytes() {
        return (int) Math.min(own.eagerBytes(), division.parts().getFirst().max());
    }

    /** The lane for data of so many bytes. One that has ended, or cannot be opened, is replaced by the link's own. */
    Lane carrying(long bytes) {
        int part = division.partOf(bytes);
        Lane known = lanes[part];
        if (known == null) {
            known = open(division.parts().get(part).min());
            lanes[part] = known;
        }
        return known.closedBy() == null ? known : own;
    }

    private Lane open(long bytes) {
        try {
            Lane opened = peer.lane(table, order, bytes);
            peer.joins(opened);
            return opened;
        } catch (BraidException refused) {
            if (refused.code() == ErrorCode.METHOD_PARAMETER) {
                throw refused; // whoever wrote it should know
            }
            peer.context().notice("Data from " + bytes + " bytes on goes to " + peer.id() + " by " + own.method() + ": " + refused.what() + ": " + refused.why());
            peer.joins(own);
            return own;
        }
    }

    /** Those that are open. */
    List<Lane> open() {
        List<Lane> open = new ArrayList<>(lanes.length);
        for (Lane each : lanes) {
            if (each != null) {
                open.add(each);
            }
        }
        return open;
    }

    boolean settled() {
        for (Lane each : lanes) {
            if (each != null && !each.settled()) {
                return false;
            }
        }
        return true;
    }

    /** The link has closed, and given its own lane back. */
    void leave() {
        for (int part = 1; part < lanes.length; part++) {
            Lane left = lanes[part];
            if (left != null) {
                peer.leaves(left);
            }
        }
        Arrays.fill(lanes, null);
    }
}
