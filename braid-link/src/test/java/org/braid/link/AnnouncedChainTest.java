package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.base.wire.Frame;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Peer;
import org.braid.link.stream.StreamNumber;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A lane announces its chain, and the receiver builds the mirror over the transport by which that came: what cannot be built, or is another chain, costs the sender that lane, with the reason. */
class AnnouncedChainTest {
    private static final int MAILBOX = 40;

    private final ContextPair pair = new ContextPair();
    private final Startpoint toB;
    private final int count;
    private int heard;

    AnnouncedChainTest() {
        pair.b.newEndpoint(MAILBOX, null);
        count = pair.b.register("count", (to, a0, a1, a2, a3, payload) -> heard++);
        pair.a.register("count", (to, a0, a1, a2, a3, payload) -> {});
        toB = pair.a.startpointTo(pair.b.id(), MAILBOX);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    /** The first lane to b says this of itself, by a method of this name. */
    private FrameSink announced(byte[] text, String method) {
        toB.lane();
        Peer a = pair.b.startpointTo(pair.a.id(), MAILBOX).peer();
        FrameSink arrival = pair.b.arrivals().from(a, method);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(text.length + 1L);
            MemorySegment.copy(text, 0, memory, java.lang.foreign.ValueLayout.JAVA_BYTE, 1, text.length);
            ContextPair.inside(pair.b, () -> arrival.frame(Frame.LANE, 0, 0, 0, StreamNumber.DEFAULT, 0, -1, 0, memory, 1, text.length));
        }
        return arrival;
    }

    private void assertNothingElseIsDisturbed() {
        assertEquals(Lane.TAKEN, toB.trySend(count, 0, 0, 0, 0, null, 0, 0));
        for (int i = 0; i < 1_000 && heard == 0; i++) {
            turn();
        }
        assertEquals(1, heard);
    }

    private void turn() {
        for (Context each : pair.both()) {
            ContextPair.inside(each, () -> each.progress().poll());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            whole+tcp                | local | the sender's is whole+tcp, the receiver's is whole+local
            whole+whole+local        | shm   | the sender's is whole+whole+local, the receiver's is whole+whole+shm
            hole+local               | local | there is no device 'hole'
            whole(level=3)+local     | local | whole has no parameters
            whole + local            | local | announced the chain 'whole + local'
            whole+local(sndbuf=4KiB) | local | announced the chain 'whole+local(sndbuf=4KiB)'
            failover(local, whole+local) | local | announced the chain
            local                    | local | announced the chain 'local'
            whole++local             | local | at character 7
            """)
    void whatCannotBeBuiltHereCostsTheLaneAndItsSenderIsTold(String text, String method, String why) {
        FrameSink arrival = announced(text.getBytes(StandardCharsets.UTF_8), method);
        assertTrue(arrival.refuses());
        for (int i = 0; i < 10; i++) {
            turn();
        }
        List<String> told = pair.a.notices();
        assertTrue(told.stream().anyMatch(each -> each.contains("was given up") && each.contains(why)), told::toString);
        assertNothingElseIsDisturbed();
    }

    @Test
    void theSameChainOverTheSameMethodIsBuilt() {
        FrameSink arrival = announced("whole+local".getBytes(StandardCharsets.UTF_8), "local");
        assertFalse(arrival.refuses());
        assertEquals(List.of(), pair.a.notices());
    }

    @Test
    void whateverBytesComeNothingElseIsDisturbed() {
        SplittableRandom random = new SplittableRandom(4);
        String likely = "whole+local(),= @\u00e4";
        for (int trial = 0; trial < 300; trial++) {
            byte[] text = new byte[1 + random.nextInt(trial % 10 == 0 ? 5_000 : 40)];
            for (int i = 0; i < text.length; i++) {
                text[i] = (byte) (random.nextInt(20) == 0 ? random.nextInt() : likely.charAt(random.nextInt(likely.length())));
            }
            announced(text, "local");
        }
        assertNothingElseIsDisturbed();
    }
}
