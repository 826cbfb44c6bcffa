package org.braid.coll.sim;

import java.util.HashMap;
import java.util.Map;

/** What is on the network's channels: counts, and for those that are shared when their pipes are free. */
final class Traffic {
    private static final long ANYWHERE = 0xFFFF_FFFFL; // in place of the side that a way leads to

    private final ChannelCost[] costs;
    private final Distances distances;
    private final boolean[] areWithinHost;
    private final boolean processorsMove;
    private final Map<Long, Long> pipesFreePs = new HashMap<>();
    final long[] messages;
    final long[] bytes;

    /** @param processorsMove whether processors move the bytes within a host, into a ring and out of it, as where they are counted, and not ports that have nothing else to do */
    Traffic(Network network, boolean processorsMove) {
        this.processorsMove = processorsMove;
        this.costs = network.channels().toArray(ChannelCost[]::new);
        this.distances = new Distances(network.topology());
        this.areWithinHost = new boolean[costs.length];
        this.messages = new long[costs.length];
        this.bytes = new long[costs.length];
        for (int level = 0; level < costs.length; level++) {
            areWithinHost[level] = network.topology().isWithinHost(level);
        }
    }

    /** Which channel joins two ranks. */
    int channel(int one, int other) {
        return distances.channel(one, other);
    }

    ChannelCost cost(int channel) {
        return costs[channel];
    }

    /** For how long a message keeps its sender's processor. */
    long sendingPs(int channel, long length) {
        return VirtualTime.plus(costs[channel].sendPs(), movingPs(channel, length));
    }

    /** And its receiver's. */
    long receivingPs(int channel, long length) {
        return VirtualTime.plus(costs[channel].receivePs(), movingPs(channel, length));
    }

    private long movingPs(int channel, long length) {
        return processorsMove && areWithinHost[channel] ? costs[channel].streamPs(length) : 0;
    }

    /** A message leaves its sender; when its last byte is at its receiver's port. */
    long carry(int sender, int receiver, int channel, long length, long atPs) {
        ChannelCost cost = costs[channel];
        messages[channel]++;
        bytes[channel] += length;
        long startPs = cost.isShared() ? enter(pipe(cost.pipe(), distances.way(sender, receiver)), cost.streamPs(length), atPs) : atPs;
        return VirtualTime.plus(VirtualTime.plus(startPs, cost.streamPs(length)), cost.latencyPs());
    }

    /** Those of one side are all ways from there. */
    private static long pipe(ChannelCost.Pipe pipe, long way) {
        return pipe == ChannelCost.Pipe.OF_SIDE ? way | ANYWHERE : way;
    }

    private long enter(long way, long streamPs, long atPs) {
        long startPs = Math.max(atPs, pipesFreePs.getOrDefault(way, Long.MIN_VALUE));
        pipesFreePs.put(way, VirtualTime.plus(startPs, streamPs));
        return startPs;
    }
}
