package org.braid.testkit.sim;

import java.util.SplittableRandom;

/**
 * One connection: two directions with latency, a bounded socket buffer each, and the faults that the run's options allow. Carries
 * either a byte stream (ordered, complete until it breaks) or packets (which may be lost, repeated and overtaken).
 */
final class SimWire {
    private final SimWorld world;
    private final SimOptions options;
    private final SplittableRandom random;
    private final WireEnd[] ends = new WireEnd[2];
    // by side of the sender
    private final boolean[] silent = new boolean[2];
    private final boolean[] closed = new boolean[2];
    private final boolean[] wantsRoom = new boolean[2];
    private final long[] lastAtNs = new long[2];
    private final long[] stalledUntilNs = new long[2];
    private final int[] inFlightBytes = new int[2];
    private boolean cut;

    SimWire(SimWorld world, SimLane opener, SimLane accepter) {
        this.world = world;
        this.options = world.options();
        this.random = world.random();
        ends[0] = new WireEnd(this, 0, opener);
        ends[1] = new WireEnd(this, 1, accepter);
    }

    WireEnd end(int side) {
        return ends[side];
    }

    boolean isLive() {
        return !cut && !closed[0] && !closed[1] && !(silent[0] && silent[1]);
    }

    /** Bytes that the socket still takes. When it is 0, the end is told once there is room. */
    int room(int side) {
        int room = Math.max(0, options.socketBytes - inFlightBytes[side]);
        wantsRoom[side] = room == 0;
        return room;
    }

    /** Whether the socket takes a packet; an empty one takes any size. If not, the end is told once there is more room. */
    boolean takes(int side, int packetBytes) {
        boolean takes = inFlightBytes[side] == 0 || packetBytes <= options.socketBytes - inFlightBytes[side];
        wantsRoom[side] = !takes;
        return takes;
    }

    void send(int side, byte[] bytes) {
        if (cut || closed[side]) return;
        inFlightBytes[side] += bytes.length;
        if (silent[side]) return; // nobody drains the socket buffer: it fills
        if (!options.numbered) {
            deliverLater(side, strikes(Fault.GARBAGE) ? garbled(bytes) : bytes, extraDelayNs());
            return;
        }
        if (strikes(Fault.DROP)) {
            inFlightBytes[side] -= bytes.length;
            return;
        }
        if (strikes(Fault.DUPLICATE)) {
            inFlightBytes[side] += bytes.length;
            deliverLater(side, bytes, extraDelayNs());
        }
        deliverLater(side, strikes(Fault.GARBAGE) ? garbled(bytes) : bytes, extraDelayNs());
    }

    /** The end on {@code side} read so many bytes out of the socket. */
    void drained(int readerSide, int bytes) {
        int side = 1 - readerSide;
        inFlightBytes[side] -= bytes;
        if (!wantsRoom[side]) return;
        wantsRoom[side] = false;
        world.after(options.latencyNs / 2, ends[side]::writable);
    }

    /** An orderly end by one side: what it sent still arrives, then the other side is told. */
    void close(int side) {
        if (closed[side]) return;
        closed[side] = true;
        if (cut || silent[side]) return;
        long waitNs = Math.max(options.latencyNs, lastAtNs[side] - world.elapsedNs());
        world.after(waitNs + 1, ends[1 - side]::lost);
    }

    // ---- faults of the nemesis

    void cut() {
        cut = true;
        world.after(random.nextLong(options.latencyNs), ends[0]::lost);
        world.after(random.nextLong(options.latencyNs), ends[1]::lost);
    }

    void silence() {
        silent[0] = true;
        silent[1] = true;
    }

    void silenceAndTellOne() {
        silence();
        ends[random.nextInt(2)].lost();
    }

    void stall(long forNs) {
        int side = random.nextInt(2);
        stalledUntilNs[side] = world.elapsedNs() + forNs;
    }

    // ---- inside

    private void deliverLater(int side, byte[] bytes, long extraNs) {
        long atNs = Math.max(world.elapsedNs() + options.latencyNs + extraNs, stalledUntilNs[side]);
        boolean overtakes = options.numbered && strikes(Fault.REORDER);
        if (overtakes) atNs += random.nextLong(3 * options.latencyNs);
        else {
            atNs = Math.max(atNs, lastAtNs[side]);
            lastAtNs[side] = atNs;
        }
        world.after(atNs - world.elapsedNs(), () -> deliver(side, bytes));
    }

    private void deliver(int side, byte[] bytes) {
        if (!cut && !silent[side]) ends[1 - side].arrived(bytes);
    }

    private long extraDelayNs() {
        return strikes(Fault.DELAY) ? random.nextLong(5 * SimOptions.MS) : 0;
    }

    private boolean strikes(Fault fault) {
        return world.isFaulty() && options.has(fault) && random.nextDouble() < rate(fault) && world.strike(fault);
    }

    private double rate(Fault fault) {
        return fault == Fault.GARBAGE && !options.numbered ? options.packetFaultRate / 10 : options.packetFaultRate;
    }

    private byte[] garbled(byte[] bytes) {
        byte[] bad = bytes.clone();
        for (int i = 1 + random.nextInt(4); i > 0; i--) bad[random.nextInt(bad.length)] ^= (byte) (1 + random.nextInt(255));
        return bad;
    }
}
