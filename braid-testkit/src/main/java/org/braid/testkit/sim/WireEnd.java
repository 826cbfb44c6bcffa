package org.braid.testkit.sim;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.braid.base.wire.FrameHeader;

/** One side's end of a connection: cuts bytes into frames, checks them, and stops reading while its lane cannot take more. */
final class WireEnd {
    private final SimWire wire;
    private final int side;
    private final SimLane lane;
    private final ArrayDeque<byte[]> socket = new ArrayDeque<>();
    private byte[] buffer = new byte[256];
    private int start;
    private int limit;
    private boolean attached = true;
    private boolean reading;

    WireEnd(SimWire wire, int side, SimLane lane) {
        this.wire = wire;
        this.side = side;
        this.lane = lane;
    }

    SimLane lane() {
        return lane;
    }

    boolean isOurs() {
        return side == 0;
    }

    int room() {
        return wire.room(side);
    }

    boolean takes(int packetBytes) {
        return wire.takes(side, packetBytes);
    }

    void send(byte[] bytes) {
        wire.send(side, bytes);
    }

    /** Lets go of the connection; the peer is told. Nothing is heard of it again. */
    void close() {
        if (!attached) return;
        attached = false;
        wire.close(side);
    }

    void arrived(byte[] bytes) {
        if (!attached) return;
        socket.add(bytes);
        read();
    }

    void lost() {
        if (!attached) return;
        attached = false;
        wire.close(side);
        lane.connections().lost(this);
    }

    void writable() {
        if (attached) lane.pump();
    }

    /** Reads on, after the lane had refused a frame or when bytes came in. */
    void read() {
        if (reading) return;
        reading = true;
        if (lane.options().numbered) readPackets();
        else readStream();
        reading = false;
    }

    private void readPackets() {
        while (attached && !socket.isEmpty()) {
            byte[] packet = socket.remove();
            wire.drained(side, packet.length);
            if (isWhole(packet) && lane.frames().isIntact(packet)) lane.onFrame(this, packet); // refused: lost, and sent again
        }
    }

    private void readStream() {
        boolean goesOn = true;
        while (attached && goesOn) {
            goesOn = takeFrames();
            if (goesOn && attached) goesOn = fill();
        }
    }

    /** False when the lane refused a frame: it stays in the buffer, and the socket fills. */
    private boolean takeFrames() {
        while (attached && limit - start >= FrameHeader.BYTES) {
            int word0 = SimFrame.getInt(buffer, start);
            if (!SimFrame.isPlausible(word0)) return broken();
            int bytes = FrameHeader.BYTES + FrameHeader.payloadBytes(word0);
            if (limit - start < bytes) return true;
            byte[] frame = Arrays.copyOfRange(buffer, start, start + bytes);
            if (!lane.frames().isIntact(frame)) return broken();
            if (!lane.onFrame(this, frame)) return false;
            start += bytes;
        }
        return true;
    }

    private boolean broken() {
        lost();
        return false;
    }

    private boolean fill() {
        byte[] bytes = socket.poll();
        if (bytes == null) return false;
        wire.drained(side, bytes.length);
        int have = limit - start;
        if (limit + bytes.length > buffer.length) {
            byte[] to = have + bytes.length > buffer.length ? new byte[2 * (have + bytes.length)] : buffer;
            System.arraycopy(buffer, start, to, 0, have);
            buffer = to;
            start = 0;
            limit = have;
        }
        System.arraycopy(bytes, 0, buffer, limit, bytes.length);
        limit += bytes.length;
        return true;
    }

    private static boolean isWhole(byte[] packet) {
        if (packet.length < FrameHeader.BYTES) return false;
        int word0 = SimFrame.getInt(packet, 0);
        return SimFrame.isPlausible(word0) && FrameHeader.BYTES + FrameHeader.payloadBytes(word0) == packet.length;
    }
}
