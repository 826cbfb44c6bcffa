package org.braid.bench.work;

import static org.braid.bench.work.Range.check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What is measured beside something else in one program: types beside elements in one piece, arrays beside direct buffers, calls beside other calls. */
final class SideBySide {
    private static final long PAYLOAD_BYTES = 512 << 10; // as the program MpiTypes has it
    private static final int MOST_BLOCKS = 7; // as peers' types.c has room for
    private static final int SPAWNED = 4;

    private SideBySide() {}

    /** Blocks with gaps between them, then the kinds of buffers. */
    static List<Heat> types(Measured measured) {
        List<Long> blocks = measured.bytes().isEmpty() ? List.of(8L, 64L, 256L, 1024L) : measured.bytes();
        List<Long> sizes = measured.bytes().isEmpty() ? List.of(8L, 1024L, 65_536L, 1L << 20, 4L << 20) : measured.bytes();
        check(blocks.size() <= MOST_BLOCKS, "--bytes", "types has at most " + MOST_BLOCKS + " lengths of blocks");
        blocks.forEach(block -> check(block >= Double.BYTES && block % Double.BYTES == 0 && PAYLOAD_BYTES % block == 0, "--bytes " + block,
                "a block of types is a power of two from " + Double.BYTES + " to " + PAYLOAD_BYTES));
        return List.of(new Heat("types", 2, 0, measured.words("types", blocks)), new Heat("buffers", 2, 0, measured.words("buffers", sizes)));
    }

    /** Copies of the world at each number of ranks, accesses at two, and as many ranks spawned. */
    static List<Heat> calls(Measured measured) {
        int ranks = measured.ranks();
        List<Heat> heats = new ArrayList<>();
        Stream.of(2, SPAWNED).map(usual -> ranks == 0 ? usual : ranks).distinct().forEach(n -> heats.add(new Heat("calls", n, 0, measured.words("calls", List.of()))));
        heats.add(new Heat("spawn", ranks == 0 ? SPAWNED : ranks, 0, List.of(Integer.toString(ranks == 0 ? SPAWNED : ranks))));
        return heats;
    }
}
