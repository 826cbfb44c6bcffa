package org.braid.coll.sim;

import java.util.List;
import org.braid.coll.topology.Topology;

/**
 * Where ranks are and what messages between them cost.
 *
 * @param topology who is how far from whom; not necessarily the one that an algorithm goes by
 * @param channels what messages cost between ranks whose places differ first at level i of the topology's kinds; the last one is for ranks on one host
 * @param combinePsPerByte how long combining a byte of two operands takes
 * @param copyPsPerByte how long copying a byte within a rank takes
 * @param sharing which ranks share processors
 * @param board what memory costs that ranks of one host share
 */
public record Network(Topology topology, List<ChannelCost> channels, double combinePsPerByte, double copyPsPerByte, Sharing sharing, BoardCost board) {
    /** Of ranks that have a core each. */
    public Network(Topology topology, List<ChannelCost> channels, double combinePsPerByte, double copyPsPerByte) {
        this(topology, channels, combinePsPerByte, copyPsPerByte, Sharing.NONE, BoardCost.USUAL);
    }

    /** @throws IllegalArgumentException if it has not one channel for each kind of level and one more */
    public Network {
        channels = List.copyOf(channels);
        if (channels.size() != topology.kinds().size() + 1) {
            throw new IllegalArgumentException(channels.size() + " channels for " + topology.kinds().size() + " levels");
        }
        if (!(combinePsPerByte >= 0) || !(copyPsPerByte >= 0)) {
            throw new IllegalArgumentException("a cost is not negative");
        }
    }

    /** One in which everybody is equally far from everybody, and computing costs nothing. */
    static Network flat(int ranks, ChannelCost channel) {
        return new Network(Topology.flat(ranks), List.of(channel), 0, 0);
    }
}
