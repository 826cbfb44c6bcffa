package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class FrameTest {

    @Test
    void word0HoldsEveryLengthOf24BitsAndEveryKindAndIsNeverZero() {
        for (int kind = 1; kind <= Frame.LAST_KIND; kind++)
            for (int bytes : new int[] {0, 1, 28, 1 << 20, (1 << 24) - 1}) {
                int word0 = Frame.word0(bytes, kind);
                assertNotEquals(0, word0);
                assertEquals(kind, Frame.kind(word0));
                assertEquals(bytes, Frame.payloadBytes(word0));
            }
    }

    @Test
    void aRouteGivesBackGenerationChannelAndFlagsAtTheirExtremes() {
        for (int generation : new int[] {0, 1, 0x7fff, 0x8000, 0xffff})
            for (int channel : new int[] {0, 1, 0x7f, 0x80, 0xff})
                for (int flags : new int[] {0, 1, 3, 0x80, 0xff}) {
                    int route = Frame.route(generation, channel, flags);
                    assertEquals(generation, Frame.generation(route));
                    assertEquals(channel, Frame.channel(route));
                    assertEquals(flags, Frame.flags(route));
                }
    }
}
