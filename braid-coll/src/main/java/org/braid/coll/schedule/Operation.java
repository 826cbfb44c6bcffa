package org.braid.coll.schedule;

/** The collective operations of MPI (MPI-4.1 chapter 6) that Braid schedules. The ordinal travels in message tags: append only. */
public enum Operation {
    /** Nobody leaves before everybody has entered. */
    BARRIER("barrier"),
    /** OUT of the root becomes OUT of everybody. */
    BCAST("bcast"),
    /** OUT of the root = IN of rank 0 ∘ IN of rank 1 ∘ … element by element. */
    REDUCE("reduce"),
    /** As reduce, with the result at every rank. */
    ALLREDUCE("allreduce"),
    /** OUT block r of the root = IN of rank r. */
    GATHER("gather"),
    /** Gather with a block table at the root: counts and displacements known only there. */
    GATHERV("gatherv"),
    /** OUT of rank r = IN block r of the root. */
    SCATTER("scatter"),
    /** Scatter with a block table at the root. */
    SCATTERV("scatterv"),
    /** OUT block r = IN of rank r, at every rank. */
    ALLGATHER("allgather"),
    /** Allgather with a block table, the same at every rank. */
    ALLGATHERV("allgatherv"),
    /** OUT block s of rank r = IN block r of rank s. */
    ALLTOALL("alltoall"),
    /** Alltoall with block tables for both buffers. */
    ALLTOALLV("alltoallv"),
    /** OUT of rank r = IN of rank 0 ∘ … ∘ IN of rank r. */
    SCAN("scan"),
    /** OUT of rank r = IN of rank 0 ∘ … ∘ IN of rank r-1; rank 0's OUT is left alone. */
    EXSCAN("exscan"),
    /** OUT block r of rank r = block r of the reduction; all blocks of one size. */
    REDUCE_SCATTER_BLOCK("reduceScatterBlock"),
    /** As the block form, the block table the same at every rank. */
    REDUCE_SCATTER("reduceScatter"),
    /** OUT block i = IN of the rank's i-th neighbour. */
    NEIGHBOR_ALLGATHER("neighborAllgather"),
    /** As that, with a block table for OUT. */
    NEIGHBOR_ALLGATHERV("neighborAllgatherv"),
    /** OUT block i = the block of IN that the rank's i-th neighbour has for it; {@link Neighbours} says which. */
    NEIGHBOR_ALLTOALL("neighborAlltoall"),
    /** As that, with block tables for both buffers. */
    NEIGHBOR_ALLTOALLV("neighborAlltoallv"),
    /** OUT = IN of the rank's first neighbour ∘ IN of its second ∘ … */
    NEIGHBOR_REDUCE("neighborReduce");

    private final String text;

    Operation(String text) {
        this.text = text;
    }

    /** The name in selection rules, messages and documents, as users of MPI write it. */
    public String text() {
        return text;
    }

    /** Whether one rank plays a special part. */
    public boolean isRooted() {
        return this == BCAST || this == REDUCE || this == GATHER || this == GATHERV || this == SCATTER || this == SCATTERV;
    }

    /** Whether operands are combined, so that a reducer is needed. */
    public boolean isReduction() {
        return this == REDUCE || this == ALLREDUCE || this == SCAN || this == EXSCAN || this == REDUCE_SCATTER || this == REDUCE_SCATTER_BLOCK || this == NEIGHBOR_REDUCE;
    }

    /** Whether each rank's result is made of the operands of lower ranks. */
    public boolean isScan() {
        return this == SCAN || this == EXSCAN;
    }

    /** Whether all members know alike how long the vector is, or blocks are on the average, so that they may choose by it; a barrier has no bytes. */
    public boolean isSizeAgreed() {
        return this != BARRIER && this != GATHERV && this != SCATTERV && this != ALLTOALLV && this != NEIGHBOR_ALLGATHERV && this != NEIGHBOR_ALLTOALLV;
    }

    /** Whether only neighbours exchange blocks, so that a shape names them. */
    public boolean isOfNeighbours() {
        return ordinal() >= NEIGHBOR_ALLGATHER.ordinal() && ordinal() <= NEIGHBOR_REDUCE.ordinal();
    }

    /** Whether a caller may pass its OUT as IN without a copy (IN is then never touched by the schedule). */
    public boolean allowsInPlace() {
        return this != BARRIER && this != BCAST && this != ALLTOALL && this != ALLTOALLV && this != REDUCE_SCATTER && this != REDUCE_SCATTER_BLOCK && !isOfNeighbours();
    }

    /** The layout of IN: {@link Schedule#TABLE} or one cut per block. */
    int inLayout() {
        return this == SCATTERV || this == ALLTOALLV || this == REDUCE_SCATTER || this == NEIGHBOR_ALLTOALLV ? Schedule.TABLE : 1;
    }

    /** The layout of OUT: {@link Schedule#TABLE} or one cut per block. */
    int outLayout() {
        return this == GATHERV || this == ALLGATHERV || this == ALLTOALLV || this == REDUCE_SCATTER || this == NEIGHBOR_ALLGATHERV || this == NEIGHBOR_ALLTOALLV
                ? Schedule.TABLE
                : 1;
    }
}
