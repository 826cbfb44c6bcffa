package org.braid.link.chain;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.braid.base.memory.Memory;
import org.braid.link.spi.DamagedFrame;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;
import org.braid.link.spi.Lane;

/** Well-behaved devices. */
final class Ends {
    private Ends() {}

    /** Does nothing. */
    static class Passing extends DeviceEnd {
        Passing(DeviceHost host) {
            super(host);
        }
    }

    /** Writes a letter behind each payload, and insists on it on the way up. */
    static class Marking extends DeviceEnd {
        private final byte mark;

        Marking(DeviceHost host, char mark) {
            super(host);
            this.mark = (byte) mark;
        }

        @Override
        public int down(IoRequest request) {
            Frame frame = request.frame();
            byte[] longer = new byte[frame.length() + 1];
            if (frame.base() != null) {
                Memory.copy(frame.base(), frame.offset(), longer, 0, frame.length());
            }
            longer[frame.length()] = mark;
            request.replace(frame.with(longer, 0, longer.length));
            return host.below(request);
        }

        @Override
        public Frame undo(Frame frame) {
            byte[] last = new byte[1];
            Object base = frame.base();
            if (base == null || frame.length() == 0) {
                throw new DamagedFrame("there is no mark");
            }
            Memory.copy(base, frame.offset() + frame.length() - 1, last, 0, 1);
            if (last[0] != mark) {
                throw new DamagedFrame("the mark is " + new String(last, StandardCharsets.US_ASCII));
            }
            return frame.with(base, frame.offset(), frame.length() - 1);
        }

        @Override
        public int overheadBytes() {
            return 1;
        }
    }

    /** Lets frames wait at both ends while it is told to. */
    static class Holding extends DeviceEnd {
        private final Deque<IoRequest> requests = new ArrayDeque<>();
        private final Deque<Frame> frames = new ArrayDeque<>();
        boolean holds;

        Holding(DeviceHost host) {
            super(host);
        }

        @Override
        public int down(IoRequest request) {
            if (!holds && requests.isEmpty()) {
                return host.below(request);
            }
            request.keep();
            requests.add(request);
            return Lane.PENDING;
        }

        @Override
        public void up(Frame frame) {
            if (!holds && frames.isEmpty()) {
                host.above(frame);
            } else {
                frames.add(copied(frame));
            }
        }

        @Override
        public int poll(long nowNs) {
            int moved = 0;
            while (!holds && !requests.isEmpty() && host.below(requests.peek()) == Lane.TAKEN) {
                host.completed(requests.remove());
                moved++;
            }
            while (!holds && !frames.isEmpty()) {
                host.above(frames.remove());
                moved++;
            }
            return moved;
        }

        @Override
        public boolean pending() {
            return !requests.isEmpty() || !frames.isEmpty();
        }

        @Override
        public long dueNs() {
            return pending() ? 17 : Long.MAX_VALUE;
        }

        @Override
        public void giveUp(Consumer<Frame> above) {
            requests.forEach(each -> above.accept(each.frame()));
            frames.forEach(above);
        }

        static Frame copied(Frame frame) {
            byte[] copy = new byte[frame.length()];
            if (frame.base() != null) {
                Memory.copy(frame.base(), frame.offset(), copy, 0, copy.length);
            }
            return frame.with(copy, 0, copy.length);
        }
    }
}
