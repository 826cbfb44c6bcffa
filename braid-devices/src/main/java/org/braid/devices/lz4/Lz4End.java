package org.braid.devices.lz4;

import java.util.List;
import org.braid.base.wire.Limits;
import org.braid.devices.Room;
import org.braid.link.spi.DamagedFrame;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;
import org.braid.link.spi.LaneCounter;

/** A payload is compressed, and goes as it is where that does not make it shorter. */
final class Lz4End extends DeviceEnd {
    static final int HEADER_BYTES = 4;
    static final int AS_IS = 0;
    static final int COMPRESSED = 1;

    /** Shorter payloads are not worth the try. */
    private static final int LEAST_BYTES = 64;

    private final Lz4Blocks blocks;
    private final Room given = new Room();
    private final Room made = new Room();
    private long bytesAbove;
    private long bytesBelow;
    private long asTheyWere;

    Lz4End(DeviceHost host, Lz4Blocks blocks) {
        super(host);
        this.blocks = blocks;
    }

    @Override
    public int overheadBytes() {
        return HEADER_BYTES;
    }

    @Override
    public int down(IoRequest request) {
        Frame frame = request.frame();
        if (frame.length() > 0) {
            request.replace(compressed(frame));
        }
        int answer = host.below(request);
        if (answer >= 0) {
            passed(frame.length(), request.frame().length());
        }
        return answer;
    }

    private Frame compressed(Frame frame) {
        int length = frame.length();
        if (length >= LEAST_BYTES) {
            byte[] from = given.with(0, frame, 0);
            byte[] to = made.of(HEADER_BYTES + blocks.mostBytes(length));
            int block = blocks.compress(from, 0, length, to, HEADER_BYTES);
            if (block < length) {
                return headed(to, COMPRESSED, length, frame, block);
            }
        }
        return headed(made.with(HEADER_BYTES, frame, 0), AS_IS, length, frame, length);
    }

    private static Frame headed(byte[] bytes, int how, int length, Frame frame, int behind) {
        bytes[0] = (byte) how;
        bytes[1] = (byte) length;
        bytes[2] = (byte) (length >>> 8);
        bytes[3] = (byte) (length >>> 16);
        return frame.with(bytes, 0, HEADER_BYTES + behind);
    }

    private void passed(int above, int below) {
        bytesAbove += above;
        bytesBelow += below;
        asTheyWere += below > above ? 1 : 0;
    }

    @Override
    public Frame undo(Frame frame) {
        if (frame.length() == 0) {
            return frame;
        }
        byte[] bytes = given.with(0, frame, 0);
        int behind = frame.length() - HEADER_BYTES;
        if (behind <= 0) {
            throw new DamagedFrame("it has " + frame.length() + " bytes, and lz4's header has " + HEADER_BYTES);
        }
        int length = bytes[1] & 0xFF | (bytes[2] & 0xFF) << 8 | (bytes[3] & 0xFF) << 16;
        Frame undone = switch (bytes[0]) {
            case AS_IS -> asItIs(frame, length, behind);
            case COMPRESSED -> decompressed(frame, bytes, length, behind);
            default -> throw new DamagedFrame("lz4's header says " + bytes[0] + ", which means nothing");
        };
        passed(undone.length(), frame.length());
        return undone;
    }

    private static Frame asItIs(Frame frame, int length, int behind) {
        if (length != behind) {
            throw new DamagedFrame("lz4's header says " + length + " bytes, and there are " + behind);
        }
        return frame.with(frame.base(), frame.offset() + HEADER_BYTES, length);
    }

    private Frame decompressed(Frame frame, byte[] bytes, int length, int behind) {
        if (length > Limits.MAX_FRAME_PAYLOAD || !Lz4Blocks.canBe(behind, length)) {
            throw new DamagedFrame("lz4's header says " + length + " bytes, which " + behind + " cannot stand for");
        }
        byte[] to = made.of(Math.max(1, length));
        if (!blocks.decompress(bytes, HEADER_BYTES, behind, to, length)) {
            throw new DamagedFrame("its " + behind + " bytes are no LZ4 block of " + length);
        }
        return frame.with(to, 0, length);
    }

    @Override
    public List<LaneCounter> counters() {
        return List.of(new LaneCounter("bytes above", bytesAbove), new LaneCounter("bytes below", bytesBelow), new LaneCounter("frames not compressed", asTheyWere));
    }
}
