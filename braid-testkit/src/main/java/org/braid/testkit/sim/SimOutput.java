package org.braid.testkit.sim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import org.braid.base.wire.FrameHeader;
import org.braid.pipe.log.ReplayLog;
import org.braid.pipe.log.Run;

/** The sending side of a lane: the replay log, what goes beside it, what waits for room in it, and how bytes get onto a connection. */
final class SimOutput {
    private static final int MOST_CHUNK_BYTES = 4096;

    private final SimLane lane;
    private final SimOptions options;
    private final ReplayLog log;
    private final ArrayDeque<byte[]> besideLog = new ArrayDeque<>(); // acknowledgements and the like: no number, no replay
    private final ArrayDeque<byte[]> replies = new ArrayDeque<>(); // waiting for room in the log
    private final Run[] runs = {new Run(), new Run(), new Run(), new Run()};
    private long lastSentNs;

    SimOutput(SimLane lane) {
        this.lane = lane;
        this.options = lane.options();
        this.log = new ReplayLog(lane.context().budget(), options.logFirstBytes, options.logMostBytes);
    }

    ReplayLog log() {
        return log;
    }

    // ---- into the log

    boolean append(byte[] frame) {
        if (lane.closing().refusesFrames()) return false;
        if (options.numbered) SimFrame.putInt(frame, FrameHeader.HANDLER, (int) log.appendedFrames());
        lane.frames().seal(frame);
        long capacity = log.capacityBytes();
        if (log.append(MemorySegment.ofArray(frame), 0, frame.length) == ReplayLog.REFUSED) return lane.refused(Transition.LOG_FULL);
        if (capacity > 0 && log.capacityBytes() > capacity) lane.tally(Transition.LOG_GREW);
        return true;
    }

    /** A frame whose payload stays in user memory until the peer has accepted it. Its number, or negative: not now. */
    long appendByReference(byte[] header, byte[] base, int offset, int bytes) {
        long at = lane.closing().refusesFrames() ? ReplayLog.REFUSED : log.claim(header.length);
        if (at == ReplayLog.REFUSED) {
            lane.tally(Transition.LOG_FULL);
            return at;
        }
        if (options.numbered) SimFrame.putInt(header, FrameHeader.HANDLER, (int) log.appendedFrames());
        lane.frames().seal(header, base, offset, bytes);
        MemorySegment.copy(MemorySegment.ofArray(header), 0, log.segment(), at, header.length);
        return log.commit(header.length, base, offset, bytes);
    }

    void reply(byte[] frame) {
        replies.add(frame);
    }

    /** True when no reply waits any more. */
    boolean appendReplies() {
        while (!replies.isEmpty() && append(replies.element())) replies.remove();
        return replies.isEmpty();
    }

    void dropReplies() {
        replies.clear();
    }

    boolean owesNothing() {
        return log.isEmpty() && replies.isEmpty();
    }

    /** The peer has accepted so many: it says so, or an answer of its proves it. */
    void accepted(long frames) {
        lane.require(options.numbered ? log.acceptedByNumber(frames) : log.accepted(frames), "acknowledged what was never written");
    }

    // ---- beside the log

    void beside(int kind, long first, long second) {
        besideLog.add(lane.frames().seal(SimFrame.of(kind, 0, first, second, 0)));
    }

    void dropBeside() {
        besideLog.clear();
    }

    // ---- onto the connection

    void write(WireEnd end) {
        if (options.numbered) writePackets(end);
        else writeStream(end);
    }

    private void writeStream(WireEnd end) {
        while (true) {
            boolean between = log.bytesToBoundary() == 0;
            while (between && !besideLog.isEmpty()) send(end, besideLog.remove());
            if (!lane.mayReplay() || !log.hasUnwritten()) return;
            int room = Math.min(end.room(), MOST_CHUNK_BYTES);
            if (!between) room = Math.min(room, log.bytesToBoundary());
            if (room == 0) return;
            send(end, take(room));
        }
    }

    private void writePackets(WireEnd end) {
        while (!besideLog.isEmpty()) send(end, besideLog.remove());
        while (lane.isFlowing() && log.hasUnwritten() && log.writtenFrames() - log.ackedFrames() < SimInput.HOLD_SLOTS) {
            if (!end.takes(log.nextFrameBytes())) return;
            send(end, take(log.nextFrameBytes()));
        }
    }

    private byte[] take(int upToBytes) {
        int count = log.gather(runs, upToBytes);
        int bytes = 0;
        for (int i = 0; i < count; i++) bytes += runs[i].bytes();
        byte[] chunk = new byte[bytes];
        int at = 0;
        for (int i = 0; i < count; at += runs[i++].bytes()) copy(runs[i], chunk, at);
        log.written(bytes);
        return chunk;
    }

    private static void copy(Run run, byte[] to, int at) {
        if (run.base() instanceof byte[] user) System.arraycopy(user, (int) run.offset(), to, at, run.bytes());
        else if (run.base() instanceof MemorySegment s) MemorySegment.copy(s, ValueLayout.JAVA_BYTE, run.offset(), to, at, run.bytes());
    }

    private void send(WireEnd end, byte[] bytes) {
        lastSentNs = lane.nowNs();
        end.send(bytes);
    }

    long lastSentNs() {
        return lastSentNs;
    }

    void checkBounds() {
        lane.require(log.capacityBytes() <= options.logMostBytes, "the log is too large");
        lane.require(replies.size() <= 8 * options.bulkSlots + 8 * options.contexts, "replies pile up: " + replies.size());
        lane.require(besideLog.size() < 64, "frames beside the log pile up");
    }

    @Override
    public String toString() {
        return "acked/written/appended=" + log.ackedFrames() + "/" + log.writtenFrames() + "/" + log.appendedFrames() + " replies="
                + replies.size();
    }
}
