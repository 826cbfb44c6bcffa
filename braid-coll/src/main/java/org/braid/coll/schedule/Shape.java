package org.braid.coll.schedule;

import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * What a schedule depends on, and nothing else: counts, types and addresses are bound when it runs.
 *
 * @param size ranks of the communicator, at least 1
 * @param rank whose part of the collective this is
 * @param root the root, 0 for operations that have none
 * @param commutative whether operands may be exchanged; false keeps them in rank order
 * @param inPlace whether this rank's operand already lies in OUT; may differ between ranks and never changes the messages
 * @param neighbours whom an operation of neighbours reaches; everybody, if nothing is said
 * @param topology who is near whom, the same at every rank; null if nobody is nearer than others
 */
public record Shape(Operation operation, int size, int rank, int root, boolean commutative, boolean inPlace, Neighbours neighbours, @Nullable Topology topology) {
    public Shape {
        if (size < 1 || rank < 0 || rank >= size || root < 0 || root >= size) {
            throw new IllegalArgumentException("rank " + rank + " and root " + root + " must lie in 0.." + (size - 1));
        }
        if (inPlace && !operation.allowsInPlace()) {
            throw new IllegalArgumentException(operation.text() + " has no in-place form");
        }
        if (inPlace && operation.isRooted() && rank != root) {
            throw new IllegalArgumentException("only the root of " + operation.text() + " may have its operand in place");
        }
        if (topology != null && topology.size() != size) {
            throw new IllegalArgumentException("a topology of " + topology.size() + " ranks for " + size);
        }
    }

    /** The shape of an operation of these neighbours. */
    public Shape(Operation operation, int size, int rank, int root, boolean commutative, boolean inPlace, Neighbours neighbours) {
        this(operation, size, rank, root, commutative, inPlace, neighbours, null);
    }

    /** The shape of an operation of all ranks. */
    public Shape(Operation operation, int size, int rank, int root, boolean commutative, boolean inPlace) {
        this(operation, size, rank, root, commutative, inPlace, operation.isOfNeighbours() ? Neighbours.everybody(size) : Neighbours.NONE);
    }

    /** The same, of ranks of which some are nearer to each other than to others. */
    public Shape in(@Nullable Topology those) {
        return new Shape(operation, size, rank, root, commutative, inPlace, neighbours, those);
    }

    /**
     * What those make of it who alone take part, as if they were all.
     *
     * @param part which one of these is to be done among them
     * @param members ascending, this rank among them
     * @param first the root, as a rank among all
     */
    public Shape among(Operation part, int[] members, int first) {
        @Nullable Topology near = topology;
        @Nullable Topology nearer = near == null ? null : near.among(members);
        return new Shape(part, members.length, Groups.index(members, rank), Groups.index(members, first), commutative, false, Neighbours.NONE, nearer);
    }

    /** The rank counted from the root, so that trees may be drawn with the root at 0. */
    public int rankFromRoot() {
        return Math.floorMod(rank - root, size);
    }

    /** The real rank of one counted from the root. */
    public int fromRoot(int relative) {
        int rank = relative + root;
        return rank >= size ? rank - size : rank;
    }

    /** Whether this rank is the root of the operation. */
    public boolean isRoot() {
        return rank == root;
    }

    /** Where this rank's own operand lies. */
    public int operand() {
        return inPlace ? Schedule.OUT : Schedule.IN;
    }
}
