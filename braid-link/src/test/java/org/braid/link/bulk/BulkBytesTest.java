package org.braid.link.bulk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.braid.base.wire.FrameHeader;
import org.braid.link.bulk.state.BulkMode;
import org.braid.link.bulk.state.BulkReceive;
import org.braid.link.bulk.state.BulkSide;
import org.braid.link.bulk.state.BulkStatus;
import org.braid.link.bulk.state.FragmentSize;
import org.braid.link.control.Handled;
import org.braid.link.dispatch.EndpointTable;
import org.braid.link.receiving.Grants;
import org.junit.jupiter.api.Test;

/** The payloads of OFFER and PULL lie as docs/wire.md draws them, and modes, kinds and status have its numbers. */
class BulkBytesTest {
    private final ControlWords scratch = new ControlWords();
    private final byte[] bytes = scratch.bytes;
    private final MemorySegment written = MemorySegment.ofArray(bytes);

    @Test
    void anOfferHas56Bytes() {
        new BulkSource(1, 2, BulkSource.SEGMENT, 3, 4, 50, 6, 7).write(bytes);
        ByteBuffer drawn = drawn(56).putLong(1).putLong(2).putInt(1).putInt(3).putInt(4).putInt(0).putLong(50).putLong(6).putLong(7);
        assertArrayEquals(drawn.array(), bytes(56));
    }

    @Test
    void aPullHas56BytesAndNoOtherLengthIsOne() {
        BulkFrames.Pull pull = new BulkFrames.Pull(1, 2, 3, 4, 5, 6, 7, 8);
        pull.write(bytes);
        ByteBuffer drawn = drawn(56).putLong(1).putLong(2).putLong(3).putLong(4).putInt(5).putInt(6).putLong(7).putLong(8);
        assertArrayEquals(drawn.array(), bytes(56));
        assertEquals(pull, BulkFrames.Pull.read(written, 0, 56, scratch));
        assertNull(BulkFrames.Pull.read(written, 0, 55, scratch));
        assertNull(BulkFrames.Pull.read(written, 0, 57, scratch));
    }

    @Test
    void theNumbersAreThoseOfThePage() {
        assertArrayEquals(new int[] {0, 1, 2, 3}, new int[] {BulkSource.FRAMES, BulkSource.SEGMENT, BulkSource.ADDRESS, BulkSource.HEAP});
        assertArrayEquals(new int[] {1, 2, 3}, new int[] {BulkMode.GET, BulkMode.PUT, BulkMode.PIPE});
        assertArrayEquals(new int[] {0, 1, 2, 3, 5}, new int[] {BulkStatus.OK, BulkStatus.REFUSED, BulkStatus.CANNOT_PUT, BulkStatus.FAILED, BulkStatus.TAKEN_BACK});
        assertArrayEquals(new int[] {0, 1, 2, 3}, new int[] {BulkSide.TO_SENDER, BulkSide.TO_RECEIVER, Handled.QUESTION, Handled.ANSWER});
        assertEquals(0xFFFF_FFFE_FFFF_FFFFL, FrameHeader.joined(0xFFFF_FFFF, 0xFFFF_FFFE), "the low half comes first");
    }

    @Test
    void thePageHasTheWindowsAndBoundsOfTheCode() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "wire.md"));
        String[] expected = {
            "the window is " + (Grants.WINDOW_BYTES >> 20) + " MiB", String.format(Locale.ROOT, "at most %,d large sends", Bulk.MOST_TRANSFERS),
            "A PIPE's window is " + (BulkReceive.DEFAULT_WINDOW_BYTES >> 10) + " KiB at first and twice as long with each PULL, up to " + (BulkReceive.MOST_WINDOW_BYTES >> 20) + " MiB; its first fragment has " + (FragmentSize.FIRST_BYTES >> 10) + " KiB",
            (EndpointTable.WELL_KNOWN - 1) + " are the same in every context"
        };
        for (String each : expected) {
            assertTrue(page.contains(each), () -> "docs/wire.md does not say: " + each);
        }
    }

    private static ByteBuffer drawn(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private byte[] bytes(int count) {
        return written.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE);
    }
}
