package org.braid.boot.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ControlReaderTest {
    private static ControlReader over(byte[] bytes) {
        ByteArrayInputStream pipe = new ByteArrayInputStream(bytes);
        return new ControlReader(Channels.newChannel(pipe), pipe);
    }

    @Test
    void framesComeOutAsTheyWentIn() throws IOException {
        byte[] text = {1, 2, 3, 4, 5};
        byte[] first = ControlFrame.of(ControlFrame.INPUT, text, 5);
        byte[] second = ControlFrame.of(ControlFrame.INPUT_END, text, 0);
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        ControlReader reader = over(both);
        assertTrue(reader.hasMore());
        assertTrue(reader.next());
        assertEquals(ControlFrame.INPUT, reader.kind());
        assertArrayEquals(text, reader.payload());
        assertEquals(0x04030201, reader.firstInt(-1));
        assertTrue(reader.next());
        assertEquals(ControlFrame.INPUT_END, reader.kind());
        assertEquals(-1, reader.firstInt(-1));
        assertFalse(reader.hasMore());
        assertFalse(reader.next());
    }

    @Test
    void theEndInsideAFrameIsAnError() throws IOException {
        byte[] frame = ControlFrame.of(ControlFrame.INPUT, new byte[9], 9);
        for (int length = 1; length < frame.length; length++) {
            ControlReader reader = over(Arrays.copyOf(frame, length));
            assertThrows(IOException.class, reader::next, "cut to " + length);
        }
    }

    @Test
    void anOversizedFrameIsRefusedBeforeItIsAllocated() {
        ControlReader reader = over(new byte[] {ControlFrame.INPUT, -1, -1, -1});
        assertThrows(IOException.class, reader::next);
    }
}
