package org.braid.cli.run;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A program that sends one object whose serialized form is longer than its heap, or whose last rank stops in the middle of such an object, to be killed there. The arguments are what it does and how many pages the object has.
 */
public final class Streamer {
    private static final int PAGE_BYTES = 1 << 16;
    private static final int STOP_AT = 400;

    private static boolean isVictim;

    private Streamer() {}

    /** Pages that nobody has in memory at once. */
    public static final class Book implements Externalizable {
        private static final long serialVersionUID = 1L;
        private int pages;
        private int writerStopsAt;
        private int readerStopsAt;

        /** What is read begins so. */
        public Book() {}

        Book(int pages, int writerStopsAt, int readerStopsAt) {
            this.pages = pages;
            this.writerStopsAt = writerStopsAt;
            this.readerStopsAt = readerStopsAt;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(pages);
            out.writeInt(readerStopsAt);
            byte[] page = new byte[PAGE_BYTES];
            for (int i = 0; i < pages; i++) {
                stop(i, writerStopsAt);
                page[i % PAGE_BYTES] = (byte) i;
                out.write(page);
            }
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            pages = in.readInt();
            readerStopsAt = in.readInt();
            byte[] page = new byte[PAGE_BYTES];
            for (int i = 0; i < pages; i++) {
                stop(i, readerStopsAt);
                in.readFully(page);
                if (page[i % PAGE_BYTES] != (byte) i) {
                    throw new IOException("page " + i + " is another one");
                }
            }
        }

        private static void stop(int page, int stopsAt) {
            if (page != stopsAt || !isVictim) {
                return;
            }
            System.out.println("ready " + ProcessHandle.current().pid());
            while (true) {
                LockSupport.park();
            }
        }
    }

    public static void main(String[] arguments) {
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Survivor.awaitEnd(main)));
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        isVictim = world.getRank() == world.getSize() - 1;
        neighbour(world); // so that they know each other
        try {
            exchange(arguments[0], Integer.parseInt(arguments[1]), world);
        } catch (MPIException e) {
            System.out.println("told: " + e.getMessage());
        }
        System.out.println("goes on with " + neighbour(world));
        if (arguments[0].equals("one") || arguments[0].equals("both") || arguments[0].equals("everybody") || arguments[0].equals("collected")) {
            MPI.Finalize();
        }
    }

    /** What the other one of the first two ranks says. */
    private static int neighbour(Intracomm world) {
        int[] other = {world.getRank()};
        if (other[0] < 2) {
            world.sendRecvReplace(other, 1, MPI.INT, 1 - other[0], 9, 1 - other[0], 9);
        }
        return other[0];
    }

    private static void exchange(String what, int pages, Intracomm world) {
        int rank = world.getRank();
        int last = world.getSize() - 1;
        Object[] in = new Object[1];
        switch (what) {
            case "one" -> pass(world, new Book(pages, -1, -1), 0, 1);
            case "both" -> world.sendRecv(new Object[] {new Book(pages, -1, -1)}, 1, MPI.OBJECT, 1 - rank, 1, in, 1, MPI.OBJECT, 1 - rank, 1);
            case "writer" -> pass(world, new Book(pages, STOP_AT, -1), last, 0);
            case "reader" -> pass(world, new Book(pages, -1, STOP_AT), 0, last);
            case "everybody" -> world.bcast(new Object[] {rank == 0 ? new Book(pages, -1, -1) : null}, 1, MPI.OBJECT, 0);
            case "collected" -> collected(world, pages);
            case "oneOfAll" -> world.bcast(new Object[] {rank == 0 ? new Book(pages, -1, STOP_AT) : null}, 1, MPI.OBJECT, 0);
            case "root" -> world.bcast(new Object[] {rank == last ? new Book(pages, STOP_AT, -1) : null}, 1, MPI.OBJECT, last);
            default -> started(world, in, new Book(pages, STOP_AT, -1), last);
        }
    }

    /** Long ones for everybody but the one who gives them, since its own is written whole. */
    private static void collected(Intracomm world, int pages) {
        int size = world.getSize();
        int rank = world.getRank();
        Object[] in = new Object[size];
        world.gather(new Object[] {new Book(rank == 0 ? 1 : pages, -1, -1)}, 1, MPI.OBJECT, in, 1, MPI.OBJECT, 0);
        Object[] out = new Object[size];
        Arrays.setAll(out, to -> new Book(to == rank ? 1 : pages, -1, -1));
        world.scatter(out, 1, MPI.OBJECT, in, 1, MPI.OBJECT, 0);
        world.allToAll(out, 1, MPI.OBJECT, in, 1, MPI.OBJECT);
        in[rank] = new Book(pages, -1, -1);
        world.allGather(in, 1, MPI.OBJECT);
    }

    private static void pass(Intracomm world, Book book, int from, int to) {
        if (world.getRank() == from) {
            world.send(new Object[] {book}, 1, MPI.OBJECT, to, 1);
        } else if (world.getRank() == to) {
            world.recv(new Object[1], 1, MPI.OBJECT, from, 1);
        }
    }

    private static void started(Intracomm world, Object[] in, Book book, int last) {
        if (world.getRank() == last) {
            world.send(new Object[] {book}, 1, MPI.OBJECT, 0, 1);
        } else if (world.getRank() == 0) {
            world.iRecv(in, 1, MPI.OBJECT, last, 1).waitFor();
        }
    }
}
