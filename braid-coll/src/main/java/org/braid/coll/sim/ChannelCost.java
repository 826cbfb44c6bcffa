package org.braid.coll.sim;

/**
 * What a message costs on one level of a network (LogGP). A message of n bytes that begins at t keeps its sender's processor until t + o, its sender's port until t + g + (n-1)G, and is at its receiver's port at
 * t + o + (n-1)G + L; the receiver's processor needs o then.
 *
 * @param latencyPs L: how long a byte is under way, in picoseconds as all times here
 * @param sendPs o at the sender
 * @param receivePs o at the receiver
 * @param gapPs g: the least time between the beginnings of two messages of one port
 * @param psPerByte G
 * @param pipe whose messages go one after the other through one pipe of this bandwidth
 * @param offeredBytes messages as long as this, and longer ones, are offered, asked for when the receive has begun, and sent then
 * @param trips how many times the latency such a message pays, at least the three of offer, question and message
 */
public record ChannelCost(long latencyPs, long sendPs, long receivePs, long gapPs, double psPerByte, Pipe pipe, long offeredBytes, int trips) {
    /** Whose messages wait for each other, in one direction. */
    public enum Pipe {
        /** Each sender has its own. */
        OF_SENDER,

        /** Those from one constituent of a cluster to another one, as between two sites. */
        OF_PAIR,

        /** Those that leave one constituent of a cluster, whomever they are for: a host has one network. */
        OF_SIDE
    }

    static final int LEAST_TRIPS = 3;

    private static final long PS_PER_NS = 1000;

    /** @throws IllegalArgumentException if a cost is negative or endless */
    public ChannelCost {
        if (latencyPs < 0 || sendPs < 0 || receivePs < 0 || gapPs < 0 || !(psPerByte >= 0 && psPerByte < Long.MAX_VALUE) || trips < LEAST_TRIPS) {
            throw new IllegalArgumentException("a cost is not negative");
        }
    }

    /** No message is offered first. */
    ChannelCost(long latencyPs, long sendPs, long receivePs, long gapPs, double psPerByte, boolean isShared) {
        this(latencyPs, sendPs, receivePs, gapPs, psPerByte, isShared ? Pipe.OF_PAIR : Pipe.OF_SENDER, Long.MAX_VALUE, LEAST_TRIPS);
    }

    /** With the same o at both ends, g = o, and nothing shared; in nanoseconds. */
    public static ChannelCost ofNs(long latencyNs, long overheadNs, double nsPerByte) {
        return new ChannelCost(latencyNs * PS_PER_NS, overheadNs * PS_PER_NS, overheadNs * PS_PER_NS, overheadNs * PS_PER_NS, nsPerByte * PS_PER_NS, false);
    }

    /** The same through another pipe. */
    public ChannelCost through(Pipe other) {
        return new ChannelCost(latencyPs, sendPs, receivePs, gapPs, psPerByte, other, offeredBytes, trips);
    }

    /** Whether senders wait for each other. */
    boolean isShared() {
        return pipe != Pipe.OF_SENDER;
    }

    /** How long the answer to an offer is under way. */
    long answerPs() {
        long ps = 0;
        for (int trip = 2; trip < trips; trip++) {
            ps = VirtualTime.plus(ps, latencyPs);
        }
        return ps;
    }

    boolean isOffered(long bytes) {
        return bytes >= offeredBytes;
    }

    /** How long n bytes take through a port or a pipe behind the first byte. */
    long streamPs(long bytes) {
        return bytes <= 1 ? 0 : Math.round((bytes - 1) * psPerByte);
    }
}
