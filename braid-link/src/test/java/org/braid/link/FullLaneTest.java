package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lane is full, and whoever reads from it stands still: a sender that has more to look at than this message is back after a while, and the message goes out when there is room. */
@Timeout(30)
class FullLaneTest {
    private static final int MAILBOX = 5;

    private final ContextPair pair = new ContextPair();
    private final Context a = pair.a;
    private final Context b = pair.b;
    private final Completion free = new Completion();
    private int note;
    private int filling;
    private int noted;
    private int last;

    @BeforeEach
    void fill() {
        for (Context each : pair.both()) {
            each.newEndpoint(MAILBOX, null);
            note = each.register("full.note", (to, a0, a1, a2, a3, payload) -> {
                noted++;
                last = a0;
            });
        }
        ContextPair.inside(a, () -> {
            while (toB().trySend(note, filling, 0, 0, 0, new byte[64], 0, 64) == Lane.TAKEN) {
                filling++;
            }
        });
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 64, 100_000})
    void whoLooksIsBackWhileNobodyReads(int bytes) {
        ContextPair.inside(a, () -> assertFalse(toB().startAndLook(note, -1, 0, 0, 0, new byte[bytes], 0, bytes, free)));
        assertFalse(free.isDone());
        assertEquals(0, noted);
        settle();
        assertTrue(free.isDone());
        assertNull(free.failure());
        assertEquals(filling + 1, noted);
        assertEquals(-1, last);
    }

    /** Room comes while it is waited for. */
    @Test
    void whereRoomComesTheMessageArrivesBehindTheOthers() throws InterruptedException {
        Thread reader = Thread.ofPlatform().start(() -> {
            while (noted < filling) {
                ContextPair.inside(b, b.progress()::poll);
            }
        });
        boolean[] isFree = new boolean[1];
        ContextPair.inside(a, () -> isFree[0] = toB().startAndLook(note, -1, 0, 0, 0, new byte[64], 0, 64, free));
        reader.join();
        settle();
        assertTrue(isFree[0] || free.isDone());
        assertEquals(filling + 1, noted);
        assertEquals(-1, last);
    }

    private Startpoint toB() {
        return a.startpointTo(b.id(), MAILBOX);
    }

    private void settle() {
        for (int quiet = 0; quiet < 5; quiet++) {
            for (Context each : pair.both()) {
                each.progress().enter();
                quiet = each.progress().poll() == 0 ? quiet : 0;
                each.progress().exit();
            }
        }
    }
}
