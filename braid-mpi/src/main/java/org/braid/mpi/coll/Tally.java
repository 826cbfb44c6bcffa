package org.braid.mpi.coll;

import java.util.Arrays;
import org.braid.coll.topology.Topology;

/** How many messages of collectives a member has sent over each channel of its communicator's topology. Owned by whoever is inside the collectives; read by their callers. */
final class Tally {
    private static final byte UNKNOWN = -1;

    private final Topology topology;
    private final int rank;
    private final byte[] channels;
    private final long[] messages;

    /** @param rank who sends */
    Tally(Topology topology, int rank) {
        this.topology = topology;
        this.rank = rank;
        this.channels = new byte[topology.size()];
        this.messages = new long[topology.kinds().size() + 1];
        Arrays.fill(channels, UNKNOWN);
    }

    void count(int receiver) {
        byte channel = channels[receiver];
        if (channel == UNKNOWN) {
            channel = (byte) topology.channel(rank, receiver);
            channels[receiver] = channel;
        }
        messages[channel]++;
    }

    /** One number for each level of the topology, the slowest first, and one for messages within hosts. */
    long[] messages() {
        return messages.clone();
    }
}
