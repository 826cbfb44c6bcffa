package org.braid.cli.run;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Win;

/** A right program, in which everybody waits long for somebody who is slow: nobody may be told anything. */
public final class Slow {
    private static final int SECONDS = 4;
    private static final int HELP = 99;

    private Slow() {}

    public static void main(String[] arguments) throws InterruptedException {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        Intracomm copy = world.dup();
        boolean last = world.getRank() == world.getSize() - 1;
        for (String program : arguments) {
            if (last) {
                TimeUnit.SECONDS.sleep(SECONDS);
            }
            run(program, world, copy);
        }
        world.barrier();
        System.out.println("rank " + world.getRank() + " is through");
        MPI.Finalize();
    }

    private static void passOn(Intracomm world, byte[] some) {
        int rank = world.getRank();
        if (rank < world.getSize() - 1) {
            world.recv(some, some.length, MPI.BYTE, rank + 1, 0);
        }
        if (rank > 0) {
            world.send(some, some.length, MPI.BYTE, rank - 1, 0);
        }
    }

    /** Ranks 0 and 1 wait for each other, and a thread of rank 1 that does not wait, or a handler, sends what rank 0 waits for. */
    private static void waitForEachOther(Intracomm world, Runnable helper) {
        byte[] word = new byte[1];
        if (world.getRank() == 0) {
            world.recv(word, 1, MPI.BYTE, 1, HELP);
            world.send(word, 1, MPI.BYTE, 1, 0);
        } else if (world.getRank() == 1) {
            helper.run();
            world.recv(word, 1, MPI.BYTE, 0, 0);
        }
    }

    private static void sendAfterAWhile(Intracomm world) {
        Thread.ofPlatform().daemon().start(() -> {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(SECONDS));
            world.send(new byte[1], 1, MPI.BYTE, 0, HELP);
        });
    }

    /** The last rank waits for rank 0 as soon as it has given back the lock that all others wait for. */
    private static void holdLong(Intracomm world) throws InterruptedException {
        int last = world.getSize() - 1;
        boolean holds = world.getRank() == last;
        Win window = new Win(ByteBuffer.allocateDirect(1), 1, 1, MPI.INFO_NULL, world);
        for (int turn = 0; turn < 2; turn++) {
            if (holds) {
                window.lock(MPI.LOCK_EXCLUSIVE, last, 0);
            }
            world.barrier();
            if (holds) {
                TimeUnit.SECONDS.sleep(SECONDS);
            } else {
                window.lock(MPI.LOCK_EXCLUSIVE, last, 0);
            }
            window.unlock(last);
            if (holds) {
                world.recv(new byte[1], 1, MPI.BYTE, 0, 0);
            } else if (world.getRank() == 0) {
                world.send(new byte[1], 1, MPI.BYTE, last, 0);
            }
            world.barrier(); // or the last rank might have the lock again while another one still waits for it, and wait for that one in the next turn's barrier
        }
        window.free();
    }

    private static void run(String program, Intracomm world, Intracomm copy) throws InterruptedException {
        int rank = world.getRank();
        boolean last = rank == world.getSize() - 1;
        byte[] some = new byte[300_000];
        switch (program) {
            case "collectives" -> {
                world.barrier();
                copy.allReduce(some, new byte[some.length], some.length, MPI.BYTE, MPI.MAX);
                passOn(world, some);
            }
            case "started" -> {
                if (rank == 0) {
                    Request barrier = copy.iBarrier();
                    world.recv(some, 1, MPI.BYTE, 1, 0); // rank 1 waits for this one in the barrier, which goes on meanwhile
                    barrier.waitFor();
                } else {
                    copy.barrier();
                    if (rank == 1) {
                        world.send(some, 1, MPI.BYTE, 0, 0);
                    }
                }
            }
            case "all started" -> {
                world.iAllReduce(some, new byte[some.length], some.length, MPI.BYTE, MPI.MAX).waitFor();
                int next = (rank + 1) % world.getSize();
                int before = (rank + world.getSize() - 1) % world.getSize();
                if (last) {
                    TimeUnit.SECONDS.sleep(SECONDS);
                }
                world.iSendRecv(some, some.length, MPI.BYTE, next, 1, new byte[some.length], some.length, MPI.BYTE, before, 1).waitFor();
            }
            case "thread" -> waitForEachOther(world, () -> sendAfterAWhile(world));
            case "handler" -> {
                try (HelpingHandler handler = new HelpingHandler(world, HELP)) {
                    waitForEachOther(world, () -> { });
                    world.barrier();
                }
            }
            case "lock" -> holdLong(world);
            default -> throw new IllegalArgumentException(program);
        }
    }
}
