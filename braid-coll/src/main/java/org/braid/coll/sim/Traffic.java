package org.braid.coll.sim;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is on the network's channels: counts, and for those that are shared when their pipes are free. */
final class Traffic {
    private final List<ChannelCost> channels;
    private final Distances distances;
    private final Map<Long, Long> pipesFreePs = new HashMap<>();
    final long[] messages;
    final long[] bytes;

    Traffic(Network network) {
        this.channels = network.channels();
        this.distances = new Distances(network.topology());
        this.messages = new long[channels.size()];
        this.bytes = new long[channels.size()];
    }

    ChannelCost channel(int one, int other) {
        return channels.get(distances.channel(one, other));
    }

    /** A message leaves its sender; when its last byte is at its receiver's port. */
    long carry(int sender, int receiver, long length, long atPs) {
        int kind = distances.channel(sender, receiver);
        ChannelCost cost = channels.get(kind);
        messages[kind]++;
        bytes[kind] += length;
        long startPs = cost.isShared() ? enter(distances.way(), cost.streamPs(length), atPs) : atPs;
        return startPs + cost.streamPs(length) + cost.latencyPs();
    }

    private long enter(long way, long streamPs, long atPs) {
        long startPs = Math.max(atPs, pipesFreePs.getOrDefault(way, Long.MIN_VALUE));
        pipesFreePs.put(way, startPs + streamPs);
        return startPs;
    }
}
