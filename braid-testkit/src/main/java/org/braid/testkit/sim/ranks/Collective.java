package org.braid.testkit.sim.ranks;

import org.braid.coll.schedule.Operation;

/** One collective as all ranks mean it, what must come of it by a naive reckoning, and at which ranks it has failed. */
final class Collective {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    final int number;
    final Operation operation;
    final int root;
    final int elements;
    final boolean commutative;
    private final int ranks;
    private final boolean[] thrownAt;
    private boolean calledOff;

    /**
     * @param number of the calls before it
     * @param elements of a block, {@link Operand#BYTES} each; the most, where blocks have lengths of their own
     * @param commutative whether its operator adds; else the order of ranks tells
     */
    Collective(int number, Operation operation, int ranks, int root, int elements, boolean commutative) {
        this.number = number;
        this.operation = operation;
        this.ranks = ranks;
        this.root = root;
        this.elements = elements;
        this.commutative = commutative;
        this.thrownAt = new boolean[ranks];
    }

    // ---- what a rank brings

    /** What stands in element {@code at} of the memory that a rank brings. */
    long brought(int rank, int at) {
        long mixed = (number * 31L + rank + 1) * GOLDEN + at * 0xBF58476D1CE4E5B9L;
        return mixed ^ mixed >>> 29;
    }

    /** Elements that a rank hands in. */
    int elementsIn(int rank) {
        return switch (operation) {
            case BARRIER, BCAST -> 0;
            case SCATTER -> rank == root ? ranks * elements : 0;
            case ALLTOALL -> ranks * elements;
            case SCATTERV -> rank == root ? sent(rank).total() : 0;
            case ALLTOALLV -> sent(rank).total();
            default -> block(rank, root);
        };
    }

    /** Elements that a rank has room for; of a broadcast, those of its root, too. */
    int elementsOut(int rank) {
        return switch (operation) {
            case BARRIER -> 0;
            case REDUCE -> rank == root ? elements : 0;
            case GATHER -> rank == root ? ranks * elements : 0;
            case ALLGATHER, ALLTOALL -> ranks * elements;
            case GATHERV -> rank == root ? received(rank).total() : 0;
            case ALLGATHERV, ALLTOALLV -> received(rank).total();
            default -> block(root, rank);
        };
    }

    // ---- blocks that have lengths of their own

    /** How many elements go from one rank to another. */
    int block(int from, int to) {
        return switch (operation) {
            case GATHERV, ALLGATHERV -> drawn(from);
            case SCATTERV -> drawn(to);
            case ALLTOALLV -> drawn(from * ranks + to);
            default -> elements;
        };
    }

    private int drawn(int block) {
        return (int) Long.remainderUnsigned(brought(block, elements), elements + 1);
    }

    /** The blocks that a rank sends. */
    Blocks sent(int rank) {
        return new Blocks(ranks, to -> block(rank, to));
    }

    /** The blocks that a rank gets. */
    Blocks received(int rank) {
        return new Blocks(ranks, from -> block(from, rank));
    }

    // ---- what comes of it

    /** What must stand in element {@code at} of a rank's result. */
    long expected(int rank, int at) {
        return switch (operation) {
            case BCAST -> brought(root, at);
            case SCATTER -> brought(root, rank * elements + at);
            case GATHER, ALLGATHER -> brought(at / elements, at % elements);
            case ALLTOALL -> brought(at / elements, rank * elements + at % elements);
            case SCATTERV -> brought(root, sent(root).start(rank) + at);
            case GATHERV, ALLGATHERV, ALLTOALLV -> expectedOf(received(rank), rank, at);
            case SCAN -> reduced(rank, at);
            case EXSCAN -> reduced(rank - 1, at);
            default -> reduced(ranks - 1, at);
        };
    }

    private long expectedOf(Blocks blocks, int rank, int at) {
        int from = blocks.owner(at);
        int inBlock = at - blocks.start(from);
        return brought(from, operation == Operation.ALLTOALLV ? sent(from).start(rank) + inBlock : inBlock);
    }

    /** Nobody says what is in the first rank's memory after an exclusive scan. */
    boolean defines(int rank) {
        return operation != Operation.EXSCAN || rank > 0;
    }

    private long reduced(int last, int at) {
        long all = brought(0, at);
        for (int rank = 1; rank <= last; rank++) {
            all = Operand.combined(commutative, all, brought(rank, at));
        }
        return all;
    }

    // ---- what becomes of it

    /** A rank's operator has thrown in it: others may be told before that rank waits for it. */
    void threwAt(int rank) {
        thrownAt[rank] = true;
        calledOff = true;
    }

    boolean hasThrownAt(int rank) {
        return thrownAt[rank];
    }

    /** It has failed at one rank: others that need that one are told. */
    void callOff() {
        calledOff = true;
    }

    boolean isCalledOff() {
        return calledOff;
    }

    @Override
    public String toString() {
        return "collective " + number + ", " + operation.text() + " with root " + root + " of " + elements + " elements";
    }
}
