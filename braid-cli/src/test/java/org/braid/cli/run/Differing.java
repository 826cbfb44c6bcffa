package org.braid.cli.run;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Programs whose last rank makes another collective call than the others, or none; each rank prints what it is told, and by which call. */
public final class Differing {
    private Differing() {}

    private static void call(String mistake, Intracomm world, boolean last) {
        int[] one = new int[1];
        switch (mistake) {
            case "onlySends" -> {
                if (last) {
                    world.gather(one, 1, MPI.INT, null, 0, MPI.INT, 0);
                } else {
                    world.bcast(one, 1, MPI.INT, 0);
                }
            }
            case "oneMore" -> {
                world.gather(one, 1, MPI.INT, new int[world.getSize()], 1, MPI.INT, 0);
                if (last) {
                    world.gatherv(one, 1, MPI.INT, null, new int[0], new int[0], MPI.INT, 0);
                    world.send(one, 1, MPI.INT, 0, 0);
                } else if (world.getRank() == 0) {
                    world.recv(one, 1, MPI.INT, world.getSize() - 1, 0); // so the message of that call has come
                }
            }
            case "oneLessOnACopy" -> {
                Intracomm copy = world.dup();
                copy.barrier(); // so all have met before
                if (!last) {
                    copy.scan(one, new int[1], 1, MPI.INT, MPI.SUM);
                }
            }
            case "sharedOnlySends" -> {
                overMemory(world);
                if (last) {
                    world.gather(one, 1, MPI.INT, null, 0, MPI.INT, 0);
                } else {
                    world.bcast(one, 1, MPI.INT, 0);
                }
            }
            case "sharedOneMore" -> {
                Intracomm copy = world.dup();
                overMemory(copy);
                if (last) {
                    copy.gather(one, 1, MPI.INT, null, 0, MPI.INT, 0);
                }
            }
            case "sharedFreed" -> {
                Intracomm copy = world.dup();
                overMemory(copy);
                if (last) {
                    copy.gather(one, 1, MPI.INT, null, 0, MPI.INT, 0);
                } else {
                    copy.bcast(one, 1, MPI.INT, 0);
                }
                freeInOrder(world, copy);
            }
            case "freed" -> {
                Intracomm copy = world.dup();
                copy.barrier(); // so all have met before
                if (last) {
                    copy.gather(one, 1, MPI.INT, null, 0, MPI.INT, 0);
                    world.send(one, 1, MPI.INT, 0, 1);
                } else if (world.getRank() == 0) {
                    world.recv(one, 1, MPI.INT, world.getSize() - 1, 1); // so the message of that call has come
                }
                freeInOrder(world, copy);
            }
            case "copiesOneMore" -> {
                overMemory(world);
                copies(world, last ? 23 : 22);
            }
            case "copiesThenBarrier" -> {
                overMemory(world);
                copies(world, last ? 23 : 22);
                world.barrier();
                world.barrier();
            }
            case "copyThenBarrier" -> {
                overMemory(world);
                copies(world, 22);
                if (last) {
                    Intracomm copy = world.dup().dup();
                    copy.barrier();
                } else {
                    world.barrier();
                }
            }
            case "copiesFreed" -> {
                Intracomm copy = world.dup();
                overMemory(copy);
                copies(copy, last ? 23 : 22);
                freeInOrder(world, copy);
            }
            case "copyUsed" -> {
                overMemory(world);
                copies(world, 22);
                if (last) {
                    world.dup().barrier();
                }
            }
            case "sharedTwoLives" -> twoLives(world);
            case "argument" -> world.allReduce(one, new int[1], last ? -1 : 1, MPI.INT, MPI.SUM);
            default -> throw new IllegalArgumentException(mistake);
        }
    }

    /** The last rank first: what it has sent has come when the others free. */
    private static void freeInOrder(Intracomm world, Intracomm copy) {
        int[] one = new int[1];
        int rank = world.getRank();
        int size = world.getSize();
        if (rank < size - 1) {
            world.recv(one, 1, MPI.INT, rank + 1, 0);
        }
        RuntimeException told = null;
        try {
            copy.free();
        } catch (MPIException e) {
            told = e;
        }
        if (rank > 0) {
            world.send(one, 1, MPI.INT, rank - 1, 0);
        }
        if (told != null) {
            throw told;
        }
    }

    /** From the fourth call on. */
    private static void overMemory(Intracomm comm) {
        for (int call = 0; call < 40; call++) {
            comm.bcast(new int[1], 1, MPI.INT, call % comm.getSize());
        }
    }

    /** The last of them need no message. */
    private static void copies(Intracomm comm, int many) {
        for (int copy = 0; copy < many; copy++) {
            comm.dup().free();
        }
    }

    /** Ranks come back from MPI.Finalize at different times, and go on over the same memory. */
    private static void twoLives(Intracomm world) {
        for (int life = 0; life < 20; life++) {
            for (int call = 0; call < 40; call++) {
                world.bcast(new int[1], 1, MPI.INT, life % world.getSize());
            }
            MPI.Finalize();
            MPI.Init(new String[0]);
        }
    }

    /** A rank that ends before another has printed what it was told would have that one ended. */
    private static void awaitEachOther(String mistake, Intracomm world) {
        int partner = 1 - world.getRank();
        if (mistake.equals("argument") && partner >= 0) {
            world.sendRecv(new int[1], 1, MPI.INT, partner, 0, new int[1], 1, MPI.INT, partner, 0);
        }
    }

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        int told = 0;
        try {
            call(arguments[0], world, world.getRank() == world.getSize() - 1);
        } catch (MPIException e) {
            System.out.println("call: " + e.getMessage());
        }
        awaitEachOther(arguments[0], world);
        try {
            MPI.Finalize();
        } catch (MPIException e) {
            System.out.println("Finalize: " + e.getMessage());
            told = 3;
        }
        System.exit(told);
    }
}
