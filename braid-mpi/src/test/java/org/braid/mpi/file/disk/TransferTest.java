package org.braid.mpi.file.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.TypeMaps;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.data.UserStream;
import org.braid.mpi.file.view.AccessMode;
import org.braid.mpi.file.view.View;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory of any type to a view of any type and back, against a file that is changed byte by byte. */
class TransferTest {
    private static final int RUNS = 2000;

    @TempDir
    private Path folder;

    @Test
    void everyByteGoesWhereTheTypesSayAndNoOtherIsTouched() throws IOException {
        long seed = Long.getLong("braid.seed", System.nanoTime());
        try (Disk disk = Disk.open(folder.resolve("f"), new AccessMode(AccessMode.RDWR), true, 0)) {
            for (int run = 0; run < RUNS; run++) {
                try {
                    new Run(new SplittableRandom(seed + run), disk).check();
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError("replay with -Dbraid.seed=" + (seed + run), e);
                }
            }
        }
    }

    private static final class Run {
        private final SplittableRandom random;
        private final Disk disk;
        private final TypeMap memoryType;
        private final int count;
        private final boolean bigEndian;
        private final View view;
        private final long position;

        Run(SplittableRandom random, Disk disk) {
            this.random = random;
            this.disk = disk;
            BaseType base = new BaseType[] {BaseType.BYTE, BaseType.SHORT, BaseType.INT, BaseType.DOUBLE}[random.nextInt(4)];
            this.bigEndian = random.nextBoolean();
            this.memoryType = gaps(base);
            this.count = random.nextInt(1, 40);
            TypeMap filetype = gaps(BaseType.BYTE);
            this.view = new View(random.nextInt(20), 1, filetype.layout(), bigEndian);
            this.position = random.nextInt(50);
        }

        private TypeMap gaps(BaseType base) {
            long[] lengths = new long[random.nextInt(1, 4)];
            long[] at = new long[lengths.length];
            long end = 0;
            for (int i = 0; i < lengths.length; i++) {
                at[i] = end + base.bytes() * random.nextInt(3);
                lengths[i] = random.nextInt(1, 5);
                end = at[i] + lengths[i] * base.bytes();
            }
            return TypeMaps.resized(TypeMaps.indexed(lengths, at, TypeMap.of(base)), 0, end + base.bytes() * random.nextInt(3));
        }

        void check() throws IOException {
            byte[] memory = new byte[(int) memoryType.endTouched(count)];
            random.nextBytes(memory);
            byte[] before = new byte[1 + random.nextInt(2000)];
            random.nextBytes(before);
            Files.write(disk.path(), before);
            new Transfer(disk, new StagingPool()).write(view, position, streamOf(memory));
            byte[] model = written(before, memory);
            assertArrayEquals(model, Files.readAllBytes(disk.path()));
            int cut = random.nextInt(model.length + 1);
            disk.resize(cut);
            byte[] back = new byte[memory.length];
            long read = new Transfer(disk, new StagingPool()).read(view, position, streamOf(back));
            checkRead(memory, back, read, cut);
        }

        private UserStream streamOf(byte[] memory) {
            return UserStream.of(memoryType, memory, 0, count, bigEndian);
        }

        /** Where byte {@code i} of the stream lies in memory. */
        private int inMemory(int i) {
            int element = i / (int) memoryType.sizeBytes();
            int rest = i % (int) memoryType.sizeBytes();
            int width = memoryType.elementBase(0).bytes();
            int within = bigEndian ? width - 1 - rest % width : rest % width;
            return (int) (element * memoryType.extentBytes() + memoryType.elementAtBytes(rest / width)) + within;
        }

        private byte[] written(byte[] before, byte[] memory) {
            byte[] file = before;
            for (int i = 0; i < count * memoryType.sizeBytes(); i++) {
                int at = (int) view.offsetOf(position + i);
                file = at >= file.length ? Arrays.copyOf(file, at + 1) : file;
                file[at] = memory[inMemory(i)];
            }
            return file;
        }

        private void checkRead(byte[] memory, byte[] back, long read, int cut) {
            byte[] expected = new byte[memory.length];
            int bytes = 0;
            while (bytes < count * memoryType.sizeBytes() && view.offsetOf(position + bytes) < cut) {
                expected[inMemory(bytes)] = memory[inMemory(bytes)];
                bytes++;
            }
            assertEquals(bytes, read);
            assertArrayEquals(expected, back);
        }
    }

    @Test
    void longPartsOfEveryKindOfMemoryComeBack() throws IOException {
        int bytes = 3 * StagingPool.MOST_BYTES + 8;
        TypeMap one = TypeMap.of(BaseType.BYTE);
        TypeMap holes = TypeMaps.resized(TypeMaps.contiguous(1000, one), 0, 1003);
        Object[] memories = {new byte[bytes], ByteBuffer.allocateDirect(bytes), new long[bytes / 8], ByteBuffer.allocate(bytes)};
        try (Disk disk = Disk.open(folder.resolve("long"), new AccessMode(AccessMode.RDWR), true, 0)) {
            for (Object memory : memories) {
                for (TypeMap filetype : new TypeMap[] {one, holes}) {
                    View view = new View(5, 1, filetype.layout(), false);
                    byte[] data = new byte[bytes];
                    new SplittableRandom(1).nextBytes(data);
                    UserMemory.copy(data, 0, memory, 0, bytes);
                    Transfer transfer = new Transfer(disk, new StagingPool());
                    transfer.write(view, 3, UserStream.of(one, memory, 0, bytes, false));
                    UserMemory.copy(new byte[bytes], 0, memory, 0, bytes);
                    assertEquals(bytes, transfer.read(view, 3, UserStream.of(one, memory, 0, bytes, false)));
                    byte[] back = new byte[bytes];
                    UserMemory.copy(memory, 0, back, 0, bytes);
                    assertArrayEquals(data, back);
                }
            }
        }
    }
}
