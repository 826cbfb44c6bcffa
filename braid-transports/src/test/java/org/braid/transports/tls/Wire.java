package org.braid.transports.tls;

import java.nio.ByteBuffer;
import org.braid.pipe.driver.BytePipe;
import org.jspecify.annotations.Nullable;

/** One direction of a connection that holds a bounded number of bytes, and the two ends of two of them. */
final class Wire {
    private final ByteBuffer held;
    private boolean isOver;

    private Wire(int capacityBytes) {
        held = ByteBuffer.allocate(capacityBytes);
    }

    /** Both ends. */
    static End[] ends(int capacityBytes) {
        Wire there = new Wire(capacityBytes);
        Wire back = new Wire(capacityBytes);
        return new End[] {new End(back, there), new End(there, back)};
    }

    /** One end, as a pipe. */
    static final class End implements BytePipe {
        private final Wire in;
        private final Wire out;
        boolean watchesRoom;
        int watches;
        boolean isCutForWriters;

        private End(Wire in, Wire out) {
            this.in = in;
            this.out = out;
        }

        @Override
        public boolean isConnected() {
            return true;
        }

        @Override
        public String there() {
            return "the other end";
        }

        @Override
        public @Nullable String why() {
            return null;
        }

        @Override
        public long read(ByteBuffer room, long address) {
            in.held.flip();
            int bytes = Math.min(room.remaining(), in.held.remaining());
            for (int i = 0; i < bytes; i++) {
                room.put(in.held.get());
            }
            in.held.compact();
            return bytes > 0 ? bytes : in.isOver ? ENDED : NOT_NOW;
        }

        @Override
        public long read(ByteBuffer[] rooms) {
            throw new AssertionError("records are read into one buffer");
        }

        @Override
        public long write(ByteBuffer piece, long address) {
            if (isCutForWriters) {
                return BROKEN;
            }
            int bytes = Math.min(piece.remaining(), out.held.remaining());
            for (int i = 0; i < bytes; i++) {
                out.held.put(piece.get(piece.position() + i));
            }
            piece.position(piece.position() + (address == 0 ? bytes : 0)); // as a pipe around a channel, which leaves it where it is given an address
            return bytes;
        }

        @Override
        public long write(ByteBuffer[] pieces, int first, int count) {
            throw new AssertionError("records are written from one buffer");
        }

        @Override
        public void watch(boolean forRoom) {
            watchesRoom = forRoom;
            watches++;
        }

        @Override
        public void close() {
            out.isOver = true;
        }
    }
}
