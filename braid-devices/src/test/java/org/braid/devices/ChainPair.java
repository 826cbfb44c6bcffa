package org.braid.devices;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.braid.base.memory.Memory;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameKind;
import org.braid.link.chain.ChainText;
import org.braid.link.chain.Devices;
import org.braid.link.chain.ReceivingChain;
import org.braid.link.chain.SendingChain;
import org.braid.link.chain.Surroundings;
import org.braid.link.spi.Alert;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneCounter;
import org.jspecify.annotations.Nullable;

/** Both ends of a chain of the installed devices, over a lane that keeps frames until they are carried to the other end. Time stands where the test puts it. */
public final class ChainPair {
    /** What the lane holds, in its order; what was carried stays. */
    public final List<org.braid.link.spi.Frame> below = new ArrayList<>();

    /** What the stream was handed, with payloads of its own. */
    public final List<org.braid.link.spi.Frame> above = new ArrayList<>();

    /** What has come to the top of either end. */
    public final List<Alert> alerts = new ArrayList<>();

    /** The time of both ends. */
    public long nowNs = 1_000_000_000_000L;

    /** How far the receiver's clock is ahead. */
    public long receiverAheadNs;

    /** The end that sends. */
    public final SendingChain sending;

    /** The end that receives. */
    public final ReceivingChain receiving;

    /** Frames that were carried. */
    public int carried;

    /** The lane is full. */
    public boolean full;

    private final Map<Class<?>, Object> shared;

    /** Over a lane of {@code log}; the devices are written as in a method: {@code lz4(level=9)}. */
    public ChainPair(String devices) {
        this(devices, DeliveryClass.ORDERED, new HashMap<>());
    }

    /** For a stream of this delivery class, in a process that shares these objects. */
    public ChainPair(String devices, DeliveryClass stream, Map<Class<?>, Object> process) {
        shared = process;
        ChainText text = ChainText.parse(devices + "+log");
        Devices installed = new Devices();
        sending = installed.sending(text, new LoggedLane(), 0, new Place(stream, false));
        receiving = installed.receiving(text, new Top(), new Place(stream, true));
    }

    /** Offers a request with this payload. */
    public int send(byte[] payload) {
        return sending.offer(FrameKind.RSR, 7, 1, 2, payload.length, -4, 5, 6, payload, 0, payload.length);
    }

    /** Brings everything to the other end that was not brought before. */
    public void carry() {
        while (carried < below.size()) {
            bring(below.get(carried++));
        }
    }

    /** Brings a frame that the sender need not have made. */
    public void bring(org.braid.link.spi.Frame f) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment payload = arena.allocate(f.length() + 1L);
            if (f.base() != null) {
                Memory.copyIn(f.base(), f.offset(), payload, 1, f.length());
            }
            receiving.frame(f.kind(), f.endpoint(), f.route(), f.handler(), f.a0(), f.a1(), f.a2(), f.a3(), payload, 1, f.length());
        }
    }

    /** Time passes; both ends are polled. */
    public void pass(long ns) {
        nowNs += ns;
        sending.poll(nowNs);
        receiving.poll(nowNs + receiverAheadNs);
    }

    /** Gives the lane up at both ends; what the stream has not been handed comes back. */
    public List<byte[]> handBack() {
        List<byte[]> back = new ArrayList<>();
        receiving.giveUp();
        if (!sending.giveUp()) {
            throw new AssertionError("somebody is inside");
        }
        sending.handBack(receiving.delivered(), frame -> back.add(bytes(frame)));
        return back;
    }

    /** What the stream was handed. */
    public List<byte[]> payloads() {
        return above.stream().map(ChainPair::bytes).toList();
    }

    /** A counter of either end, such as {@code chaos(kill=1%): kill}; -1 if there is none. */
    public static long counter(List<LaneCounter> counters, String name) {
        return counters.stream().filter(each -> each.name().endsWith(": " + name)).mapToLong(LaneCounter::value).findFirst().orElse(-1);
    }

    /** A copy of a frame's payload. */
    public static byte[] bytes(org.braid.link.spi.Frame frame) {
        return copy(frame.base(), frame.offset(), frame.length());
    }

    private static byte[] copy(@Nullable Object base, long offset, int length) {
        byte[] copy = new byte[length];
        if (base != null && length > 0) {
            Memory.copy(base, offset, copy, 0, length);
        }
        return copy;
    }

    private final class Top implements FrameSink {
        @Override
        public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
            byte[] payload = segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
            above.add(new org.braid.link.spi.Frame(kind, endpoint, route, handler, a0, a1, a2, a3, payload, 0, length));
        }

        @Override
        public void ended(Throwable cause) {
            throw new AssertionError("a chain ends no stream", cause);
        }
    }

    private final class LoggedLane extends Lane {
        private boolean givenUp;

        @Override
        public int offer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
            if (givenUp || full) {
                return givenUp ? CLOSED : FULL;
            }
            below.add(new org.braid.link.spi.Frame(kind, endpoint, route, handler, a0, a1, a2, a3, copy(base, offset, length), 0, length));
            return TAKEN;
        }

        @Override
        public boolean giveUp() {
            givenUp = true;
            return true;
        }

        @Override
        public boolean mayBeLeft() {
            return true;
        }

        @Override
        public void handBack(long accepted, Consumer<org.braid.link.spi.Frame> to) {
            below.subList((int) accepted, below.size()).forEach(to);
        }

        @Override
        public String method() {
            return "log";
        }

        @Override
        public int frameBytes() {
            return 256 << 10;
        }

        @Override
        public int eagerBytes() {
            return 16 << 10;
        }

        @Override
        public void grant(long cumulativeBytes) {}
    }

    private final class Place implements Surroundings {
        private final DeliveryClass stream;
        private final boolean receives;

        Place(DeliveryClass stream, boolean receives) {
            this.stream = stream;
            this.receives = receives;
        }

        @Override
        public ContextId self() {
            return new ContextId(1, 2, receives ? 1 : 0);
        }

        @Override
        public ContextId peer() {
            return new ContextId(1, 2, receives ? 0 : 1);
        }

        @Override
        public DeliveryClass delivery() {
            return stream;
        }

        @Override
        public long nowNs() {
            return receives ? nowNs + receiverAheadNs : nowNs;
        }

        @Override
        public <T> T shared(Class<T> type, Supplier<T> make) {
            return type.cast(shared.computeIfAbsent(type, each -> make.get()));
        }

        @Override
        public void alert(Alert alert) {
            alerts.add(alert);
        }
    }
}
