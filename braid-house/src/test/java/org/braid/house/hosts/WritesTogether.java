package org.braid.house.hosts;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.File;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** A program whose ranks write one file, whose name is its argument: together, each every so many elements; by the shared pointer, in order and not; and in atomic mode, all in one place. Then each reads all of it. Last, a disk that is full and a file that one rank has removed are told at all. */
public final class WritesTogether {
    private static final int ELEMENTS = 40_000; // of each rank
    private static final int RECORDS = 60;
    private static final int RECORD_INTS = 16;
    private static final int BLOCK_INTS = 1 << 16;

    private WritesTogether() {}

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        String name = arguments[0];
        tell("together", isTogether(world, name));
        tell("shared", isShared(world, name));
        tell("ordered", isOrdered(world, name));
        tell("atomic", isAtomic(world, name));
        tell("full", isTold(MPI.ERR_NO_SPACE, new File(world, "/dev/full", MPI.MODE_WRONLY)));
        tell("vanished", isTold(MPI.ERR_NO_SUCH_FILE, vanished(world, name + ".vanished")));
        MPI.Finalize();
    }

    private static void tell(String what, boolean isRight) {
        System.out.println("rank " + MPI.COMM_WORLD.Rank() + " on " + MPI.Get_processor_name() + " " + what + (isRight ? " as it must be" : " WRONG"));
    }

    /** Written by ranks that serve each other, and by each for itself. */
    private static boolean isTold(int errorClass, File file) {
        boolean all = true;
        for (String together : new String[] {"enable", "disable"}) {
            Info hints = new Info();
            hints.set("romio_cb_write", together);
            file.setInfo(hints);
            try {
                file.writeAtAll(1000L * MPI.COMM_WORLD.Rank(), new byte[1000], 1000, MPI.BYTE);
                all = false;
            } catch (MPIException told) {
                all &= told.getErrorClass() == errorClass;
            }
        }
        try {
            file.close();
        } catch (MPIException told) {
            all &= told.getErrorClass() == errorClass;
        }
        return all;
    }

    /** Removed by a rank that does not serve the others. */
    private static File vanished(Intracomm world, String name) {
        File file = new File(world, name, MPI.MODE_CREATE | MPI.MODE_RDWR);
        world.Barrier();
        if (world.Rank() == world.Size() - 1) {
            File.delete(name);
        }
        world.Barrier();
        return file;
    }

    private static File open(Intracomm world, String name, String part) {
        File file = new File(world, name + "." + part, MPI.MODE_CREATE | MPI.MODE_RDWR);
        file.setView(0, MPI.INT, MPI.INT, "native");
        return file;
    }

    private static int[] all(File file, int ints) {
        int[] read = new int[ints];
        file.setView(0, MPI.INT, MPI.INT, "native");
        file.readAtAll(0, read, ints, MPI.INT);
        file.close();
        return read;
    }

    /** Two-phase: pieces of four bytes travel to whoever writes them. */
    private static boolean isTogether(Intracomm world, String name) {
        int size = world.getSize();
        int rank = world.getRank();
        File file = open(world, name, "together");
        Info hints = new Info();
        hints.set("romio_cb_write", "enable");
        file.setInfo(hints);
        Datatype everyFourth = Datatype.createResized(MPI.INT, 0, 4 * size);
        everyFourth.commit();
        file.setView(4L * rank, MPI.INT, everyFourth, "native");
        int[] mine = IntStream.range(0, ELEMENTS).map(i -> i * size + rank).toArray();
        file.writeAtAll(0, mine, ELEMENTS, MPI.INT);
        return Arrays.equals(IntStream.range(0, ELEMENTS * size).toArray(), all(file, ELEMENTS * size));
    }

    private static int[] record(int rank, int number) {
        int[] record = new int[RECORD_INTS];
        Arrays.fill(record, rank * RECORDS + number);
        return record;
    }

    /** Whole records, each once, those of one rank in its order. */
    private static boolean isShared(Intracomm world, String name) {
        int size = world.getSize();
        File file = open(world, name, "shared");
        for (int i = 0; i < RECORDS; i++) {
            file.writeShared(record(world.getRank(), i), RECORD_INTS, MPI.INT);
        }
        world.barrier();
        int[] read = all(file, size * RECORDS * RECORD_INTS);
        int[] next = new int[size];
        boolean isRight = true;
        for (int at = 0; at < read.length && isRight; at += RECORD_INTS) {
            int writer = Math.clamp(read[at] / RECORDS, 0, size - 1);
            isRight = Arrays.equals(record(writer, next[writer]++), Arrays.copyOfRange(read, at, at + RECORD_INTS));
        }
        return isRight && Arrays.stream(next).allMatch(count -> count == RECORDS);
    }

    private static boolean isOrdered(Intracomm world, String name) {
        int size = world.getSize();
        File file = open(world, name, "ordered");
        for (int i = 0; i < RECORDS; i++) {
            file.writeOrdered(record(world.getRank(), i), RECORD_INTS, MPI.INT);
        }
        int[] read = all(file, size * RECORDS * RECORD_INTS);
        return IntStream.range(0, size * RECORDS)
                .allMatch(n -> Arrays.equals(record(n % size, n / size), Arrays.copyOfRange(read, n * RECORD_INTS, (n + 1) * RECORD_INTS)));
    }

    /** Whoever reads sees the whole block of one of those who write it. */
    private static boolean isAtomic(Intracomm world, String name) {
        File file = open(world, name, "atomic");
        file.setAtomicity(true);
        boolean isRight = true;
        int[] mine = new int[BLOCK_INTS];
        for (int i = 0; i < RECORDS / 2; i++) {
            Arrays.fill(mine, i * world.getSize() + world.getRank() + 1);
            file.writeAt(0, mine, BLOCK_INTS, MPI.INT);
            int[] read = new int[BLOCK_INTS];
            file.readAt(0, read, BLOCK_INTS, MPI.INT);
            isRight &= Arrays.stream(read).allMatch(each -> each == read[0]);
        }
        file.close();
        return isRight;
    }
}
