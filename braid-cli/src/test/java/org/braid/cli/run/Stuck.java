package org.braid.cli.run;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Programs in which every rank waits for another one. Each prints what it is told, and ends with code 3 when all have. Mistakes have communicators and tags of their own, for what an
 * error leaves behind is not to be met again.
 */
public final class Stuck {
    private static final int MANY = 300_000;
    private static final int DONE = 77;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();
    private final int next = (rank + 1) % size;
    private final int before = (rank + size - 1) % size;
    private final boolean first = rank == 0;
    private final Intracomm one = world.dup();
    private final Intracomm other = world.dup();
    private final Intracomm[] pairs = pairs();

    private Stuck() {
        one.setName("one");
        other.setName("other");
    }

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Stuck[] programs = new Stuck[arguments.length];
        for (int i = 0; i < programs.length; i++) {
            programs[i] = new Stuck();
        }
        for (int i = 0; i < programs.length; i++) {
            programs[i].run(arguments[i], i);
        }
        System.exit(3);
    }

    private void run(String mistake, int tag) {
        try {
            make(mistake, tag);
            System.out.println(mistake + ": rank " + rank + " went on");
        } catch (MPIException e) {
            System.out.println(mistake + ": rank " + rank + " is told: " + e.getMessage());
        }
        if (world.iProbe(rank, tag) != null) {
            System.out.println(mistake + ": a message to itself was left");
        }
        comeTogether();
    }

    /** Of each rank and the next one. */
    private Intracomm[] pairs() {
        Intracomm[] all = new Intracomm[size];
        for (int i = 0; i < size; i++) {
            boolean member = rank == i || rank == (i + 1) % size;
            all[i] = world.split(member ? 0 : MPI.UNDEFINED, 0);
        }
        return all;
    }

    private void make(String mistake, int tag) {
        byte[] some = new byte[MANY];
        switch (mistake) {
            case "barriers" -> {
                (first ? one : other).barrier();
                (first ? other : one).barrier();
            }
            case "world" -> {
                (first ? world : other).barrier();
                (first ? other : world).barrier();
            }
            case "circle" -> {
                pairs[rank].barrier();
                pairs[before].barrier();
            }
            case "root" -> {
                if (first) {
                    other.allReduce(new int[1], new int[1], 1, MPI.INT, MPI.SUM);
                }
                one.bcast(new int[1], 1, MPI.INT, 0);
                if (!first) {
                    other.allReduce(new int[1], new int[1], 1, MPI.INT, MPI.SUM);
                }
            }
            case "large" -> {
                (first ? one : other).allReduce(some, new byte[MANY], MANY, MPI.BYTE, MPI.MAX);
                (first ? other : one).allReduce(some, new byte[MANY], MANY, MPI.BYTE, MPI.MAX);
            }
            case "receives" -> world.recv(some, 1, MPI.BYTE, next, tag);
            case "probes" -> one.probe(next, MPI.ANY_TAG);
            case "synchronous" -> {
                world.sSend(some, 1, MPI.BYTE, next, tag);
                world.recv(some, 1, MPI.BYTE, before, tag);
            }
            case "long" -> {
                world.send(some, MANY, MPI.BYTE, next, tag);
                world.recv(some, MANY, MPI.BYTE, before, tag);
            }
            case "sSend to itself" -> world.sSend(some, 1, MPI.BYTE, rank, tag);
            case "send to itself" -> world.send(some, MANY, MPI.BYTE, rank, tag);
            case "isSend to itself" -> world.isSend(some, 1, MPI.BYTE, rank, tag).waitFor();
            case "recv from itself" -> world.recv(some, 1, MPI.BYTE, rank, tag);
            case "any" -> one.recv(some, 1, MPI.BYTE, first ? MPI.ANY_SOURCE : 0, tag);
            case "mixed" -> {
                if (first) {
                    world.recv(some, 1, MPI.BYTE, 1, tag);
                }
                one.barrier();
            }
            case "waitAny" -> Request.waitAny(new Request[] {world.iRecv(some, 1, MPI.BYTE, next, tag), world.iRecv(some, 1, MPI.BYTE, before, tag)});
            default -> throw new IllegalArgumentException(mistake);
        }
    }

    /** A rank that ends, or waits in the next mistake, before another has been told would be in the way. */
    private void comeTogether() {
        byte[] word = new byte[1];
        for (int i = 0; i < size; i++) {
            if (i != rank) {
                world.iSend(word, 1, MPI.BYTE, i, DONE).free();
            }
        }
        for (int i = 0; i < size; i++) {
            if (i != rank) {
                world.recv(word, 1, MPI.BYTE, i, DONE);
            }
        }
    }
}
