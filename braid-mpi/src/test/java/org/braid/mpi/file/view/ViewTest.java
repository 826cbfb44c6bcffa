package org.braid.mpi.file.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.TypeMaps;
import org.junit.jupiter.api.Test;

/** Views against a list of every byte, for all filetypes of up to three blocks in six bytes. */
class ViewTest {
    private static final int BYTES = 60;

    /** Offsets of the stream's bytes, one by one. */
    private static List<Long> bytesOf(TypeMap filetype, long displacement) {
        List<Long> all = new ArrayList<>();
        for (long tile = displacement; all.size() < BYTES; tile += filetype.extentBytes()) {
            for (int i = 0; i < filetype.elements(); i++) {
                all.add(tile + filetype.elementAtBytes(i));
            }
        }
        return all;
    }

    /** Every set of bytes out of six, with an extent of six or more, at every small displacement. */
    private interface Check {
        void of(View view, List<Long> model, String name);
    }

    private static void everySmallView(Check check) {
        for (int bytes = 1; bytes < 64; bytes++) {
            for (int extent = 6; extent <= 8; extent++) {
                TypeMap filetype = TypeMaps.resized(ofBits(bytes), 0, extent);
                for (long displacement : new long[] {0, 5}) {
                    View view = new View(displacement, 1, filetype.layout(), false);
                    check.of(view, bytesOf(filetype, displacement), "bytes " + Integer.toBinaryString(bytes) + " extent " + extent + " at " + displacement);
                }
            }
        }
    }

    private static TypeMap ofBits(int bits) {
        int count = Integer.bitCount(bits);
        long[] ones = new long[count];
        long[] at = new long[count];
        for (int i = 0, k = 0; i < 6; i++) {
            if ((bits >> i & 1) != 0) {
                ones[k] = 1;
                at[k++] = i;
            }
        }
        return TypeMaps.indexed(ones, at, TypeMap.of(BaseType.BYTE));
    }

    @Test
    void everyByteOfTheStreamLiesWhereTheTypeSays() {
        everySmallView((view, model, name) -> {
            for (int position = 0; position < BYTES; position++) {
                assertEquals(model.get(position), view.offsetOf(position), name);
            }
        });
    }

    @Test
    void asManyBytesLieBelowAnOffsetAsTheListHas() {
        everySmallView((view, model, name) -> {
            for (long offset = 0; offset <= model.get(BYTES - 1); offset++) {
                long end = offset;
                assertEquals(model.stream().filter(each -> each < end).count(), view.bytesBelow(offset), name + " below " + offset);
            }
        });
    }

    @Test
    void piecesAreTheBytesInOrderAndAsLongAsThereIsNoGap() {
        everySmallView((view, model, name) -> {
            for (int from = 0; from < 12; from++) {
                for (int bytes = 0; bytes < 20; bytes++) {
                    for (int most : new int[] {1, 3, 1000}) {
                        checkPieces(view, model, from, bytes, most, name);
                    }
                }
            }
        });
    }

    private static void checkPieces(View view, List<Long> model, int from, int bytes, int most, String name) {
        Pieces pieces = view.pieces(from, bytes);
        int position = from;
        while (pieces.hasNext()) {
            assertEquals(position, pieces.position(), name);
            assertEquals(model.get(position), pieces.nextOffset(), name);
            pieces.take(most);
            assertTrue(pieces.bytes() > 0 && pieces.bytes() <= most, name);
            for (int i = 0; i < pieces.bytes(); i++) {
                assertEquals(model.get(position++), pieces.offset() + i, name);
            }
            boolean cut = pieces.bytes() == most || position == from + bytes;
            assertTrue(cut || model.get(position) > model.get(position - 1) + 1, name + ": a piece ends only at a gap");
        }
        assertEquals(from + bytes, position, name);
    }

    @Test
    void aViewOfAnHugeFileIsAsSmallAsItsType() {
        TypeMap filetype = TypeMaps.resized(TypeMap.of(BaseType.INT), 0, 1 << 20);
        View view = new View(3, 4, filetype.layout(), false);
        long tile = 1L << 41;
        assertEquals(3 + (tile << 20) + 2, view.offsetOf(4 * tile + 2));
        assertEquals(4 * tile + 2, view.bytesBelow(3 + (tile << 20) + 2));
        assertEquals(tile + 1, view.etypesIn(3 + (tile << 20) + 2));
    }

    @Test
    void typesThatGoBackwardsOrMeetThemselvesAreNoFiletypes() {
        TypeMap one = TypeMap.of(BaseType.INT);
        assertTrue(TypeMaps.vector(3, 1, 8, one).layout().isRising());
        assertFalse(TypeMaps.vector(3, 1, -8, one).layout().isRising());
        assertFalse(TypeMaps.vector(3, 2, 4, one).layout().isRising());
        assertFalse(TypeMaps.resized(TypeMaps.vector(3, 1, 8, one), 0, 4).layout().isRising());
        assertFalse(TypeMaps.indexed(new long[] {1}, new long[] {-4}, one).layout().isRising());
    }

    @Test
    void modesThatContradictThemselvesAreNamed() {
        for (int flags = 0; flags < 1024; flags++) {
            AccessMode mode = new AccessMode(flags);
            boolean one = Integer.bitCount(flags & 14) == 1;
            boolean reads = (flags & 2) == 0 || (flags & 65) == 0;
            boolean apart = (flags & 8) == 0 || (flags & 256) == 0;
            assertEquals(flags < 512 && one && reads && apart, mode.mistake() == null, "mode " + flags);
        }
    }
}
