package org.braid.base.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;

/** Sends from, and receives into, a file that became shorter after it was mapped. A JVM of its own: what goes wrong here may end it. */
final class TruncatedFile {
    private static final int BYTES = 64 << 10;

    /** So often that each kind is copied by compiled code, too: the JVM is told to compile a thousand times sooner ({@link MappedFilesTest}), since each refusal is a signal and takes its time. */
    private static final int TIMES = 1_000;

    private TruncatedFile() {}

    public static void main(String[] args) throws IOException {
        Path path = Files.createTempFile("truncated", "");
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocate(BYTES);
            file.write(zeros);
            MemorySegment segment = file.map(MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto());
            ByteBuffer buffer = file.map(MapMode.READ_WRITE, 0, BYTES).order(ByteOrder.nativeOrder());
            file.truncate(0);
            List<Object> all = new ArrayList<>(List.of(segment, segment.asSlice(8), buffer, buffer.slice(16, 40_000), buffer.asDoubleBuffer(), buffer.asIntBuffer()));
            for (Object base : all) {
                for (int bytes : new int[] {8, 200, 1_000, 16_384}) {
                    System.out.println(refusals(base, bytes) + " " + base.getClass().getSimpleName() + " " + bytes);
                }
            }
        } finally {
            Files.delete(path);
        }
    }

    /** What refused each of so many attempts, in each of the four directions. */
    private static String refusals(Object base, int bytes) {
        MemorySegment ring = Arena.ofAuto().allocate(BYTES, 64);
        byte[] array = new byte[BYTES];
        for (int i = 0; i < TIMES; i++) {
            String refused = refusal(() -> Memory.streamIn(base, 0, ring, 0, bytes))
                    + refusal(() -> Memory.copyIn(base, 0, ring, 0, bytes))
                    + refusal(() -> Memory.copyOut(ring, 0, base, 0, bytes))
                    + refusal(() -> Memory.copy(base, 0, array, 0, bytes))
                    + refusal(() -> Memory.copy(array, 0, base, 0, bytes));
            if (!refused.equals("refused ".repeat(5))) {
                return refused;
            }
        }
        return "refused";
    }

    private static String refusal(Runnable copy) {
        try {
            copy.run();
            return "taken ";
        } catch (BraidException refused) {
            return refused.code() == org.braid.base.ErrorCode.MEMORY_UNSUITABLE ? "refused " : refused.toString();
        } catch (InternalError fault) {
            return "thrown ";
        }
    }
}
