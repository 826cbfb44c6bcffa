package org.braid.pipe.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ReplayLogTest {
    private final LogBudget budget = new LogBudget(1 << 20);
    private final ReplayLog log = new ReplayLog(budget, 256, 1024);

    @Test
    void whatWasAppendedIsWrittenInOrder() {
        append(log, frame(0, 40));
        append(log, frame(1, 50));
        assertEquals(bytes(frame(0, 40), frame(1, 50)), write(log, Integer.MAX_VALUE));
        assertEquals(2, log.writtenFrames());
        assertFalse(log.hasUnwritten());
    }

    @Test
    void aFrameBuiltInPlaceMayBeShorterThanItsClaim() {
        long at = log.claim(100);
        log.segment().set(ValueLayout.JAVA_BYTE, at, (byte) 7);
        assertEquals(0, log.commit(1));
        assertEquals(List.of((byte) 7), write(log, Integer.MAX_VALUE));
    }

    @Test
    void aFullLogRefusesAndTakesAgainAfterAnAcknowledgement() {
        long appended = 0;
        while (append(log, frame(appended, 60)) != ReplayLog.REFUSED) appended++;
        assertEquals(1024 / 60, appended);
        write(log, Integer.MAX_VALUE);
        assertTrue(log.accepted(1));
        assertEquals(appended, append(log, frame(appended, 60)));
    }

    @Test
    void aFrameThatCanNeverFitIsAProgrammersError() {
        assertThrows(IllegalArgumentException.class, () -> log.claim(1025));
        assertEquals(0, log.claim(1024));
    }

    @Test
    void anAcknowledgementOfWhatNoConnectionCarriedIsRefused() {
        append(log, frame(0, 40));
        assertFalse(log.accepted(1));
        write(log, 39);
        assertFalse(log.accepted(1));
        write(log, 1);
        assertTrue(log.accepted(1));
        assertFalse(log.accepted(2));
        assertFalse(log.accepted(-1));
        assertTrue(log.accepted(0), "an old acknowledgement changes nothing");
        assertEquals(1, log.ackedFrames());
    }

    @Test
    void anAcknowledgementAheadOfTheReplaySkipsNothingOnAByteStreamButDoesWithExplicitNumbers() {
        for (int n = 0; n < 4; n++) append(log, frame(n, 40));
        write(log, 4 * 40);
        log.connectionLost();
        write(log, 40 + 10);
        assertTrue(log.accepted(3), "the peer had frames 1 and 2 before the break");
        assertEquals(1, log.ackedFrames());
        assertEquals(30, log.bytesToBoundary());
        log.connectionLost();
        assertTrue(log.acceptedByNumber(3));
        assertEquals(bytes(frame(3, 40)), write(log, Integer.MAX_VALUE));
        assertFalse(log.acceptedByNumber(5));
    }

    @Test
    void afterAConnectionWasLostInTheMiddleOfAFrameTheNextOneStartsBetweenFrames() {
        append(log, frame(0, 40));
        write(log, 10);
        log.connectionLost();
        assertEquals(0, log.bytesToBoundary());
        assertEquals(40, log.nextFrameBytes());
        assertEquals(bytes(frame(0, 40)), write(log, Integer.MAX_VALUE));
    }

    @Test
    void aNewConnectionStartsWhereThePeerExpects() {
        for (int n = 0; n < 4; n++) append(log, frame(n, 40));
        write(log, 3 * 40 + 10);
        assertEquals(30, log.bytesToBoundary());
        assertTrue(log.resumeAt(1, 1));
        assertEquals(0, log.bytesToBoundary());
        assertEquals(bytes(frame(1, 40), frame(2, 40), frame(3, 40)), write(log, Integer.MAX_VALUE));
    }

    @Test
    void aPeerCannotExpectWhatItAcknowledgedOrWhatNeverWentOut() {
        for (int n = 0; n < 4; n++) append(log, frame(n, 40));
        write(log, 3 * 40 + 10);
        assertTrue(log.accepted(2));
        assertFalse(log.resumeAt(1, 1));
        assertFalse(log.resumeAt(3, 1));
        assertFalse(log.resumeAt(4, 2));
        assertFalse(log.resumeAt(2, 3), "nothing is accepted before it has come");
        assertTrue(log.resumeAt(3, 3), "it may have got more than it said");
    }

    @Test
    void whatThePeerHasAndMayStillRefuseIsNotWrittenAgainButHandedBack() {
        for (int n = 0; n < 4; n++) append(log, frame(n, 40));
        write(log, 3 * 40 + 10);
        assertTrue(log.resumeAt(3, 1));
        assertEquals(1, log.ackedFrames());
        assertEquals(3 * 40, log.writtenBytes());
        assertEquals(bytes(frame(3, 40)), write(log, Integer.MAX_VALUE));
        assertTrue(log.mayHaveAccepted(1));
        List<Byte> back = new ArrayList<>();
        log.handBack(2, (segment, at, bytes, external, externalAt, externalBytes) -> back.addAll(bytes(segment.asSlice(at, bytes))));
        assertEquals(bytes(frame(2, 40), frame(3, 40)), back);
    }

    @Test
    void aPayloadLeftInUserMemoryIsWrittenFromThereAndAgain() {
        byte[] user = new byte[500];
        for (int i = 0; i < user.length; i++) user[i] = (byte) i;
        append(log, frame(0, 40));
        long at = log.claim(36);
        MemorySegment.copy(frame(1, 36), 0, log.segment(), at, 36);
        assertEquals(1, log.commit(36, user, 100, 300));
        append(log, frame(2, 40));
        byte[] part = new byte[300];
        System.arraycopy(user, 100, part, 0, 300);
        List<Byte> all = bytes(frame(0, 40), frame(1, 36), MemorySegment.ofArray(part), frame(2, 40));
        assertEquals(all, write(log, Integer.MAX_VALUE));
        assertTrue(log.resumeAt(0, 0));
        List<Byte> again = new ArrayList<>();
        while (log.hasUnwritten()) again.addAll(write(log, 7));
        assertEquals(all, again);
        assertEquals(416, log.writtenBytes());
    }

    @Test
    void thousandsOfRandomStepsAgreeWithANaiveList() {
        for (long seed = 0; seed < 300; seed++) new NaiveLog(seed).run(400);
    }

    @Test
    void anIdleLogGivesItsMemoryBackWhenTheProcessIsShort() {
        LogBudget small = new LogBudget(1024);
        ReplayLog first = new ReplayLog(small, 256, 1024);
        ReplayLog second = new ReplayLog(small, 256, 1024);
        assertEquals(0, append(first, frame(0, 200)));
        assertEquals(1, append(first, frame(1, 200)), "grows to 512");
        write(first, Integer.MAX_VALUE);
        assertEquals(0, append(second, frame(0, 200)));
        assertEquals(ReplayLog.REFUSED, append(second, frame(1, 200)), "growth stops at three quarters");
        assertEquals(0, append(new ReplayLog(small, 256, 1024), frame(0, 200)), "a first block is still there");
        assertEquals(ReplayLog.REFUSED, append(new ReplayLog(small, 256, 1024), frame(0, 200)));
        assertTrue(small.isTight());
        assertTrue(first.accepted(2));
        assertEquals(0, first.capacityBytes());
        assertFalse(first.trim(), "nothing is left to give");
        assertEquals(0, append(new ReplayLog(small, 256, 1024), frame(0, 200)));
    }

    @Test
    void closingGivesAllMemoryBack() {
        append(log, frame(0, 200));
        append(log, frame(0, 200));
        log.close();
        assertEquals(0, budget.usedBytes());
        assertTrue(log.isEmpty());
    }

    /** The same events applied to the log and to a plain list of frames. */
    private static final class NaiveLog {
        final long seed;
        final SplittableRandom random;
        final LogBudget budget = new LogBudget(1 << 20);
        final ReplayLog log = new ReplayLog(budget, 256, 4096);
        final List<MemorySegment> frames = new ArrayList<>();
        final ByteArrayOutputStream wire = new ByteArrayOutputStream();
        long base; // number of the first frame on this connection

        NaiveLog(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
        }

        void run(int steps) {
            for (int i = 0; i < steps; i++) step();
            wireIsAPrefixFromBase();
            log.close();
            assertEquals(0, budget.usedBytes(), "seed " + seed);
        }

        void step() {
            switch (random.nextInt(6)) {
                case 0, 1 -> appendOne();
                case 2 -> appendExternal();
                case 3 -> wire.writeBytes(toArray(write(log, 1 + random.nextInt(500))));
                case 4 -> {
                    long frames = log.ackedFrames() + random.nextLong(log.writtenFrames() - log.ackedFrames() + 1);
                    assertTrue(log.accepted(frames), "seed " + seed);
                }
                default -> {
                    if (random.nextInt(4) == 0) reconnect();
                }
            }
            assertTrue(log.ackedBytes() <= log.writtenBytes() && log.writtenBytes() <= log.appendedBytes(), "seed " + seed);
        }

        void appendOne() {
            MemorySegment frame = frame(frames.size(), 1 + random.nextInt(300));
            if (append(log, frame) != ReplayLog.REFUSED) frames.add(frame);
        }

        void appendExternal() {
            int header = 1 + random.nextInt(40);
            int payload = random.nextInt(600);
            MemorySegment frame = frame(frames.size(), header + payload);
            long at = log.claim(header);
            if (at == ReplayLog.REFUSED) return;
            MemorySegment.copy(frame, 0, log.segment(), at, header);
            log.commit(header, frame, header, payload);
            frames.add(frame);
        }

        void reconnect() {
            wireIsAPrefixFromBase();
            long accepted = log.ackedFrames() + random.nextLong(log.writtenFrames() - log.ackedFrames() + 1);
            long expects = accepted + random.nextLong(log.writtenFrames() - accepted + 1);
            assertTrue(log.resumeAt(expects, accepted), "seed " + seed);
            assertEquals(accepted, log.ackedFrames(), "seed " + seed);
            base = expects;
            wire.reset();
        }

        void wireIsAPrefixFromBase() {
            byte[] got = wire.toByteArray();
            int at = 0;
            for (int n = (int) base; at < got.length; n++) {
                for (long i = 0; i < frames.get(n).byteSize() && at < got.length; i++)
                    assertEquals(frames.get(n).get(ValueLayout.JAVA_BYTE, i), got[at++], "seed " + seed + ", frame " + n);
            }
        }
    }

    private static MemorySegment frame(long number, int bytes) {
        byte[] frame = new byte[bytes];
        for (int i = 0; i < bytes; i++) frame[i] = (byte) (number * 31 + i);
        return MemorySegment.ofArray(frame);
    }

    private static long append(ReplayLog log, MemorySegment frame) {
        return log.append(frame, 0, (int) frame.byteSize());
    }

    private static List<Byte> write(ReplayLog log, int upTo) {
        Run[] runs = {new Run(), new Run(), new Run()};
        List<Byte> out = new ArrayList<>();
        int left = upTo;
        for (int count = log.gather(runs, left); count > 0; count = log.gather(runs, left)) {
            int before = out.size();
            for (int i = 0; i < count; i++) take(runs[i], out);
            left -= out.size() - before;
            log.written(out.size() - before);
        }
        return out;
    }

    private static void take(Run run, List<Byte> out) {
        MemorySegment from = run.base() instanceof MemorySegment s ? s : MemorySegment.ofArray((byte[]) java.util.Objects.requireNonNull(run.base()));
        for (int i = 0; i < run.bytes(); i++) out.add(from.get(ValueLayout.JAVA_BYTE, run.offset() + i));
    }

    private static List<Byte> bytes(MemorySegment... parts) {
        List<Byte> out = new ArrayList<>();
        for (MemorySegment part : parts) for (long i = 0; i < part.byteSize(); i++) out.add(part.get(ValueLayout.JAVA_BYTE, i));
        return out;
    }

    private static byte[] toArray(List<Byte> list) {
        byte[] out = new byte[list.size()];
        for (int i = 0; i < out.length; i++) out[i] = list.get(i);
        return out;
    }
}
