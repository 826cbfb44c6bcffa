package org.braid.mpi.file.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.TypeMaps;
import org.braid.mpi.file.view.Pieces;
import org.braid.mpi.file.view.Range;
import org.braid.mpi.file.view.View;
import org.junit.jupiter.api.Test;

/** Domains, batches and what they cover, against sets of bytes. */
class PlanTest {
    @Test
    void domainsCoverTheRangeOnceAndNoRankServesTwo() {
        long unit = Domains.UNIT_BYTES;
        for (long start : new long[] {0, 1, unit - 1, unit, 7 * unit + 3}) {
            for (long bytes : new long[] {1, 10, unit, unit + 1, 5 * unit, 64 * unit - 1, 1L << 50}) {
                for (int ranks = 1; ranks <= 9; ranks++) {
                    for (int most = 1; most <= 9; most++) {
                        check(new Range(start, start + bytes), ranks, most);
                        check(new Range(Long.MAX_VALUE - start - bytes, Long.MAX_VALUE - start), ranks, most);
                        check(new Range(start, Long.MAX_VALUE), ranks, most);
                    }
                }
            }
        }
    }

    private static void check(Range all, int ranks, int most) {
        Domains domains = new Domains(all, ranks, most);
        assertTrue(domains.count() >= 1 && domains.count() <= Math.min(ranks, most));
        long end = all.start();
        BitSet serving = new BitSet();
        for (int d = 0; d < domains.count(); d++) {
            Range range = domains.range(d);
            assertEquals(end, range.start());
            assertTrue(!range.isEmpty());
            end = range.end();
            assertTrue(d == domains.count() - 1 || end % Domains.UNIT_BYTES == 0);
            assertTrue(!serving.get(domains.rankOf(d)) && domains.rankOf(d) < ranks);
            serving.set(domains.rankOf(d));
            assertEquals(d, domains.servedBy(domains.rankOf(d)));
        }
        assertEquals(all.end(), end);
        for (int rank = 0; rank < ranks; rank++) {
            assertEquals(serving.get(rank), domains.servedBy(rank) >= 0);
        }
    }

    @Test
    void batchesOfAllRanksCoverTheBytesOfAll() {
        long seed = Long.getLong("braid.seed", System.nanoTime());
        for (int run = 0; run < 500; run++) {
            cover(new SplittableRandom(seed + run), "replay with -Dbraid.seed=" + (seed + run));
        }
    }

    private static void cover(SplittableRandom random, String replay) {
        Range window = new Range(100, 100 + random.nextInt(1, 300));
        BitSet model = new BitSet();
        Extents extents = new Extents();
        for (int rank = 0; rank < 4; rank++) {
            int block = random.nextInt(1, 6);
            TypeMap filetype = TypeMaps.resized(TypeMaps.contiguous(block, TypeMap.of(BaseType.BYTE)), 0, block + random.nextInt(10));
            View view = new View(random.nextInt(200), 1, filetype.layout(), false);
            Pieces pieces = view.pieces(view.bytesBelow(window.start()), random.nextInt(200));
            int before = 0;
            while (pieces.hasNext() && pieces.nextOffset() < window.end()) {
                Batch batch = Batch.checked(Batch.take(pieces, window.end(), random.nextInt(1, 20)).words(), window);
                assertNotNull(batch, replay);
                before += batch.bytesBefore(200);
                for (int i = 0; i < batch.count(); i++) {
                    model.set((int) batch.offset(i), (int) batch.offset(i) + batch.bytes(i));
                }
                extents.add(batch);
                assertEquals(batch.bytes(), batch.bytesBefore(window.end()), replay);
            }
            assertTrue(before <= 200, replay);
        }
        BitSet found = new BitSet();
        long end = -1;
        for (int i = 0; i < extents.count(); i++) {
            assertTrue(extents.range(i).start() > end, replay + ": ranges neither touch nor overlap");
            end = extents.range(i).end();
            found.set((int) extents.range(i).start(), (int) end);
        }
        assertEquals(model, found, replay);
    }

    @Test
    void wordsThatAreNoBatchOfThisWindowAreRefused() {
        Range window = new Range(10, 20);
        assertNotNull(Batch.checked(new long[] {2, 10, 3, 15, 5}, window));
        assertNotNull(Batch.checked(new long[] {0}, window));
        long[][] wrong = {{}, {1}, {1, 10}, {2, 10, 1}, {1, 9, 1}, {1, 10, 11}, {1, 20, 1}, {1, 10, 0}, {1, 10, -1}, {2, 15, 5, 10, 3}, {2, 10, 3, 12, 3}, {1, 10, Long.MAX_VALUE}, {-1, 10, 1}, {1L << 33, 10, 1}};
        for (long[] words : wrong) {
            assertNull(Batch.checked(words, window), Arrays.toString(words));
        }
    }

    @Test
    void ranksGoTogetherOnlyIfShortPiecesInterleave() {
        Range[] apart = {new Range(0, 10), new Range(20, 30), Range.NOTHING, new Range(10, 20)};
        Range[] mixed = {new Range(0, 11), Range.NOTHING, new Range(10, 20)};
        assertTrue(!Interleaving.paysTogether(apart, 1, false));
        assertTrue(Interleaving.paysTogether(mixed, 1, true));
        assertTrue(Interleaving.paysTogether(mixed, Interleaving.LONG_ON_ONE_HOST_BYTES, false));
        assertTrue(!Interleaving.paysTogether(mixed, Interleaving.LONG_ON_ONE_HOST_BYTES, true));
        assertTrue(!Interleaving.paysTogether(mixed, Interleaving.LONG_ON_MANY_HOSTS_BYTES, false));
        assertEquals(new Range(0, 30), Interleaving.hull(apart));
        assertEquals(Range.NOTHING, Interleaving.hull(new Range[] {Range.NOTHING}));
        assertArrayEquals(new long[] {0}, Batch.take(new View(0, 1, TypeMap.of(BaseType.BYTE).layout(), false).pieces(0, 0), 10, 10).words());
    }
}
