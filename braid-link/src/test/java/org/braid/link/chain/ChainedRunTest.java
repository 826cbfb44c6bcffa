package org.braid.link.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.DamagedFrame;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Frame;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.RequestRun;
import org.junit.jupiter.api.Test;

/** Requests behind each other reach the stream through devices as they do one by one, in fewer calls: all lanes of four requests, whatever a device does with each, however many the stream takes at once. */
class ChainedRunTest {
    private static final int LONGEST = 4;
    private static final int KIND = FrameKind.RSR | FrameKind.CHAINED;
    private static final int SLOT_BYTES = 8;

    /** What the device does with a request; its second argument says so. */
    private enum Deed {
        PASS,
        MOVE_TO_THE_HEAP,
        MOVE_WITHIN_NATIVE_MEMORY,
        HOLD,
        REFUSE
    }

    @Test
    void aRunChangesNothingButTheNumberOfCalls() {
        int lanes = 0;
        for (int length = 1; length <= LONGEST; length++) {
            for (int number = 0; number < Math.pow(Deed.values().length, length); number++) {
                List<Deed> deeds = deeds(number, length);
                Seen single = new Seen(0);
                bring(deeds, single, false);
                for (int most = 1; most <= LONGEST; most++) {
                    Seen inRuns = new Seen(most);
                    bring(deeds, inRuns, true);
                    assertEquals(single.said, inRuns.said, () -> deeds + " with at most " + inRuns.most + " more in a call");
                    assertTrue(inRuns.calls <= single.calls, () -> deeds + " take " + inRuns.calls + " calls instead of " + single.calls);
                }
                lanes++;
            }
        }
        assertEquals(5 + 25 + 125 + 625, lanes);
    }

    @Test
    void requestsThatPassAreOneCall() {
        Seen seen = new Seen(LONGEST);
        bring(List.of(Deed.PASS, Deed.PASS, Deed.PASS, Deed.PASS), seen, true);
        assertEquals(1, seen.calls);
        assertEquals(List.of("0 0", "5 1", "10 2", "15 3", "delivered 4, of which 0 late; null"), seen.said);
    }

    @Test
    void aRequestWhosePayloadIsElsewhereEndsItsRun() {
        Seen seen = new Seen(LONGEST);
        bring(List.of(Deed.PASS, Deed.MOVE_TO_THE_HEAP, Deed.PASS, Deed.PASS), seen, true);
        assertEquals(3, seen.calls);
    }

    private static List<Deed> deeds(int number, int length) {
        List<Deed> deeds = new ArrayList<>();
        for (int i = 0, rest = number; i < length; i++, rest /= Deed.values().length) {
            deeds.add(Deed.values()[rest % Deed.values().length]);
        }
        return deeds;
    }

    /** Brings a lane's requests to the end of it, or of what is accepted; then what waits is polled, and the chain is given up. */
    private static void bring(List<Deed> deeds, Seen seen, boolean asRuns) {
        Devices devices = new Devices(List.of(new Kind("pass", Ends.Passing::new), new Kind("deeds", Doing::new)), List.of());
        ReceivingChain chain = devices.receiving(ChainText.parse("pass+deeds+log"), seen, new Place());
        Lane lane = new Lane(deeds);
        while (chain.refusal() == null && lane.next()) {
            if (asRuns) {
                chain.requests(KIND, 1, 2, 3, 4, lane.a1(), 6, 7, lane.memory, lane.offset(), lane.length(), lane);
            } else {
                chain.frame(KIND, 1, 2, 3, 4, lane.a1(), 6, 7, lane.memory, lane.offset(), lane.length());
            }
        }
        long delivered = chain.delivered();
        if (chain.pending()) {
            chain.poll(0);
        }
        chain.giveUp();
        seen.said.add("delivered " + delivered + ", of which " + (chain.delivered() - delivered) + " late; " + chain.refusal());
    }

    /** A lane's memory, with a request for each deed. */
    private static final class Lane implements RequestRun {
        final MemorySegment memory = Arena.ofAuto().allocate(LONGEST * SLOT_BYTES);
        private final List<Deed> deeds;
        private int at = -1;

        Lane(List<Deed> deeds) {
            this.deeds = deeds;
            for (int i = 0; i < deeds.size(); i++) {
                memory.asSlice((long) i * SLOT_BYTES).copyFrom(MemorySegment.ofArray(Integer.toString(i).getBytes(StandardCharsets.US_ASCII)));
            }
        }

        @Override
        public boolean next() {
            boolean goesOn = at + 1 < deeds.size();
            at += goesOn ? 1 : 0;
            return goesOn;
        }

        @Override
        public int a1() {
            return deeds.get(at).ordinal() + Deed.values().length * at;
        }

        @Override
        public long offset() {
            return (long) at * SLOT_BYTES;
        }

        @Override
        public int length() {
            return 1;
        }
    }

    /** Does what each request says, and lets those wait that follow one that waits. */
    private static final class Doing extends DeviceEnd {
        private final Deque<Frame> waiting = new ArrayDeque<>();
        private final MemorySegment other = Arena.ofAuto().allocate(SLOT_BYTES);

        Doing(DeviceHost host) {
            super(host);
        }

        @Override
        public void up(Frame frame) {
            Deed deed = Deed.values()[frame.a1() % Deed.values().length];
            Frame copy = Ends.Holding.copied(frame);
            if (deed == Deed.REFUSE) {
                throw new DamagedFrame("refused");
            } else if (deed == Deed.HOLD || pending()) {
                waiting.add(copy);
            } else if (deed == Deed.MOVE_TO_THE_HEAP) {
                host.above(copy);
            } else if (deed == Deed.MOVE_WITHIN_NATIVE_MEMORY) {
                MemorySegment.copy(frame.base() instanceof MemorySegment lane ? lane : other, frame.offset(), other, 0, frame.length());
                host.above(frame.with(other, 0, frame.length()));
                other.fill((byte) 'x'); // valid during the call
            } else {
                host.above(frame);
            }
        }

        @Override
        public int poll(long nowNs) {
            int moved = waiting.size();
            while (pending()) {
                host.above(waiting.remove());
            }
            return moved;
        }

        @Override
        public void giveUp(java.util.function.Consumer<Frame> above) {
            waiting.forEach(above);
            waiting.clear();
        }

        @Override
        public boolean pending() {
            return !waiting.isEmpty();
        }
    }

    /** A stream that takes at most so many more in a call. */
    private static final class Seen implements FrameSink {
        final List<String> said = new ArrayList<>();
        final int most;
        int calls;

        Seen(int most) {
            this.most = most;
        }

        @Override
        public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
            calls++;
            assertEquals(List.of(FrameKind.RSR, 1, 2, 3, 4, 6, 7), List.of(kind, endpoint, route, handler, a0, a2, a3));
            see(a1, segment, offset, length);
        }

        @Override
        public void requests(
                int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length, RequestRun run) {
            frame(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
            for (int more = 0; more < most && run.next(); more++) {
                see(run.a1(), segment, run.offset(), run.length());
            }
        }

        private void see(int a1, MemorySegment segment, long offset, int length) {
            said.add(a1 + " " + StandardCharsets.US_ASCII.decode(segment.asSlice(offset, length).asByteBuffer()));
        }

        @Override
        public void ended(Throwable cause) {
            throw new AssertionError("a chain ends no stream", cause);
        }
    }
}
