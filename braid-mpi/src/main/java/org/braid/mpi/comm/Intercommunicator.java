package org.braid.mpi.comm;

import java.util.Arrays;
import java.util.function.Supplier;
import org.braid.base.wire.ContextId;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.LcoSlots;
import org.jspecify.annotations.Nullable;

/**
 * One member's objects of an intercommunicator.
 *
 * <pre>
 *   across   slot j leads to member j of the other group, and receives from it
 *   all      an intracommunicator of both groups, one after the other, for what all members do together
 * </pre>
 */
public final class Intercommunicator implements AutoCloseable {
    private final Lco across;
    private final Lco all;
    private int size;
    private int firstOfOwn;
    private @Nullable AcrossNeighbours neighbours;

    Intercommunicator(Lco across, Lco all) {
        this.across = across;
        this.all = all;
    }

    /** What messages between the groups go by; its rank is this member's in its own group. */
    public Lco across() {
        return across;
    }

    /** Both groups. */
    public Lco all() {
        return all;
    }

    /** Members of this member's group. */
    int size() {
        return size;
    }

    /** Members of the other group. */
    public int remoteSize() {
        return across.size();
    }

    /** Which rank of {@link #all} rank 0 of this member's group is: 0, or the size of the other group. */
    int firstOfOwn() {
        return firstOfOwn;
    }

    /** Which rank of {@link #all} that member of this group is. */
    public int rankOfOwn(int rank) {
        return firstOfOwn + rank;
    }

    /** Which rank of {@link #all} that member of the other group is. */
    public int rankOfRemote(int rank) {
        return (firstOfOwn == 0 ? size : 0) + rank;
    }

    /** Whom this member exchanges blocks with in collectives of both groups; made at the first one. */
    public synchronized AcrossNeighbours neighbours() {
        AcrossNeighbours known = neighbours;
        if (known == null) {
            known = new AcrossNeighbours(firstOfOwn == 0 ? size : firstOfOwn, size + remoteSize(), all.rank());
            neighbours = known;
        }
        return known;
    }

    /** The processes of the members of this member's group. */
    public ContextId[] group() {
        ContextId[] group = new ContextId[size];
        Arrays.setAll(group, rank -> all.nameOf(firstOfOwn + rank).context());
        return group;
    }

    /** As {@link #group}, of the other group. */
    public ContextId[] remoteGroup() {
        ContextId[] group = new ContextId[across.size()];
        Arrays.setAll(group, rank -> across.nameOf(rank).context());
        return group;
    }

    /** Connects the objects of this member, whose rank in its group this is, with those of the others. The group whose first process comes first, by its rank and then by its job, is the first one: both find the same. */
    public Intercommunicator join(int rank, LcoName[] ours, LcoName[] theirs, LcoName[] oursOfAll, LcoName[] theirsOfAll) {
        boolean isFirst = isBefore(ours[0], theirs[0]);
        size = ours.length;
        firstOfOwn = isFirst ? 0 : theirs.length;
        across.joinAcross(rank, theirs);
        all.join(firstOfOwn + rank, isFirst ? joined(oursOfAll, theirsOfAll) : joined(theirsOfAll, oursOfAll));
        return this;
    }

    /** As {@link #join}, where the object that leads to the other group has its slots already. */
    Intercommunicator form(int rank, LcoName[] ours, LcoName[] theirs, LcoName[] oursOfAll, LcoName[] theirsOfAll) {
        boolean isFirst = isBefore(ours[0], theirs[0]);
        size = ours.length;
        firstOfOwn = isFirst ? 0 : theirs.length;
        across.becomeMember(rank, LcoSlots.NO_RANK);
        all.join(firstOfOwn + rank, isFirst ? joined(oursOfAll, theirsOfAll) : joined(theirsOfAll, oursOfAll));
        return this;
    }

    /** Both groups may have objects of one process. */
    private static boolean isBefore(LcoName one, LcoName other) {
        int order = one.context().compareTo(other.context());
        return order < 0 || order == 0 && one.endpoint() < other.endpoint();
    }

    private static LcoName[] joined(LcoName[] first, LcoName[] second) {
        LcoName[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @Override
    public void close() {
        across.close();
        all.close();
    }

    /** What the others were never told of is closed again. */
    public <T> T closedUnless(Supplier<T> succeeds) {
        boolean hasSucceeded = false;
        try {
            T result = succeeds.get();
            hasSucceeded = true;
            return result;
        } finally {
            if (!hasSucceeded) {
                close();
            }
        }
    }
}
