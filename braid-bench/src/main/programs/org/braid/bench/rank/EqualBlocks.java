package org.braid.bench.rank;

import mpi.MPI;

/** Collectives of one vector, or of blocks that are all of one length; reductions are sums of doubles. */
final class EqualBlocks {
    private static final int ACK_TAG = 9;

    private final int rank = MPI.COMM_WORLD.getRank();
    private final int ranks = MPI.COMM_WORLD.getSize();
    private final Room room;

    EqualBlocks(Room room) {
        this.room = room;
    }

    CollectiveCall of(String name) {
        int bytes = room.bytes;
        int length = room.length;
        byte[] out = room.out;
        byte[] in = room.in;
        double[] terms = room.terms;
        double[] sums = room.sums;
        return switch (name) {
            case "barrier" -> _ -> MPI.COMM_WORLD.barrier();
            case "bcast" -> this::bcast;
            case "reduce" -> _ -> MPI.COMM_WORLD.reduce(terms, sums, length, MPI.DOUBLE, MPI.SUM, 0);
            case "allreduce" -> _ -> MPI.COMM_WORLD.allReduce(terms, sums, length, MPI.DOUBLE, MPI.SUM);
            case "gather" -> _ -> MPI.COMM_WORLD.gather(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE, 0);
            case "scatter" -> _ -> MPI.COMM_WORLD.scatter(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE, 0);
            case "allgather" -> _ -> MPI.COMM_WORLD.allGather(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE);
            case "alltoall" -> _ -> MPI.COMM_WORLD.allToAll(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE);
            case "reduce_scatter_block" -> _ -> MPI.COMM_WORLD.reduceScatterBlock(terms, sums, length, MPI.DOUBLE, MPI.SUM);
            case "scan" -> _ -> MPI.COMM_WORLD.scan(terms, sums, length, MPI.DOUBLE, MPI.SUM);
            case "exscan" -> _ -> MPI.COMM_WORLD.exScan(terms, sums, length, MPI.DOUBLE, MPI.SUM);
            default -> throw new IllegalArgumentException("there is no collective '" + name + "'");
        };
    }

    /** The root rotates, and the next root acknowledges to the last one: else only the root's running ahead is measured. */
    private void bcast(int i) {
        byte[] buffer = room.out;
        int root = i % ranks;
        int next = (i + 1) % ranks;
        MPI.COMM_WORLD.bcast(buffer, room.bytes, MPI.BYTE, root);
        if (rank == next) {
            MPI.COMM_WORLD.send(buffer, 0, MPI.BYTE, root, ACK_TAG);
        }
        if (rank == root) {
            MPI.COMM_WORLD.recv(buffer, 0, MPI.BYTE, next, ACK_TAG);
        }
    }
}
