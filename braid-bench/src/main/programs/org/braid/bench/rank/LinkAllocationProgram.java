package org.braid.bench.rank;

/** Arguments: {@code rsr MESSAGES}. What {@link AllocationProgram} measures, of remote service requests; knows links alone. */
public final class LinkAllocationProgram {
    private LinkAllocationProgram() {}

    /** Runs as one rank of two. */
    public static void main(String[] arguments) {
        LinkPair pair = new LinkPair(1, 1, Allocated.BYTES);
        byte[] data = new byte[Allocated.BYTES];
        PingPong.Trip trip = () -> pair.trip(data, data.length);
        pair.warm(1, () -> PingPong.repeat(trip, Allocated.BATCH));
        new Allocated(new Speaker(pair.rank())).measure("allocation." + arguments[0], trip, Long.parseLong(arguments[1]));
        pair.close();
    }
}
