package org.braid.mpi.comm;

import java.util.HashMap;
import java.util.Map;
import org.braid.coll.schedule.Groups;
import org.braid.coll.schedule.Neighbours;

/**
 * Whom one member of an intercommunicator exchanges blocks with in a collective of both groups (MPI 4.1, section 6.2.3), by ranks among all. The same question has the same object as its answer, so that
 * schedules are found again.
 *
 * <pre>
 *   rooted       one root in one group | all members of the other
 *   all to all   everybody in one group | everybody in the other
 * </pre>
 */
public final class AcrossNeighbours {
    private final int split;
    private final int size;
    private final int self;
    private final int first;
    private final Neighbours everybody;
    private final Neighbours toAll;
    private final Neighbours fromAll;
    private final Neighbours nobody = Neighbours.inOrder(new int[0], new int[0]);
    private final Map<Integer, Neighbours> from = new HashMap<>();
    private final Map<Integer, Neighbours> to = new HashMap<>();

    /**
     * Those of one member.
     *
     * @param split members of the group whose ranks come first among all
     * @param size members of both
     * @param self this member's rank among all
     */
    AcrossNeighbours(int split, int size, int self) {
        this.split = split;
        this.size = size;
        this.self = self;
        this.first = self < split ? split : 0;
        this.everybody = Groups.exchanging(split, size).known(self);
        this.toAll = Groups.fromRoot(split, size, self).known(self);
        this.fromAll = Groups.toRoot(split, size, self).known(self);
    }

    /** All members of the other group, in both directions. */
    public Neighbours everybody() {
        return everybody;
    }

    /** All members of the other group get something of this one, which is the root. */
    public Neighbours toAll() {
        return toAll;
    }

    /** This member, the root, gets something of all members of the other group. */
    public Neighbours fromAll() {
        return fromAll;
    }

    /** This member belongs to the root's group and is not the root, which it does not know. */
    public Neighbours nobody() {
        return nobody;
    }

    /** This member gets something of the root, which is that rank of the other group. */
    public synchronized Neighbours from(int root) {
        return from.computeIfAbsent(root, rank -> Groups.fromRoot(split, size, first + rank).known(self));
    }

    /** The root, which is that rank of the other group, gets something of this member. */
    public synchronized Neighbours to(int root) {
        return to.computeIfAbsent(root, rank -> Groups.toRoot(split, size, first + rank).known(self));
    }
}
