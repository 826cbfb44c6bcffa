package org.braid.coll.algorithm.multilevel;

import org.braid.coll.schedule.Groups;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.RankSet;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * Reduction between two groups. The operands of a group are combined on their way up the tree that leads through all levels to one rank of the other group, which has none in it:
 *
 * <pre>
 *   to a root    that rank is the root
 *   exchanging   it is the leader of its group, which tells the others of it along their own tree; so each group's leader is a leaf of one tree and the root of two
 * </pre>
 *
 * The leaders are as near to each other as any two ranks of the two groups: where both have ranks in a site, on a host, nothing crosses the channels above that between the groups.
 *
 * <p>Cost: that of a reduction of n + 1 ranks, and of a broadcast of m ranks where all get the result; n + m - 1 messages each way instead of nm. Operators that do not commute keep the order of ranks ({@link Reduction}).
 */
public final class MultilevelGroupsReduce {
    private final ScheduleBuilder steps;
    private final Shape shape;
    private final Groups groups;
    private final Trees trees;
    private final int segments;

    private MultilevelGroupsReduce(Shape shape, Groups groups, Trees trees, int segments) {
        this.steps = new ScheduleBuilder(shape).cut(segments);
        this.shape = shape;
        this.groups = groups;
        this.trees = trees;
        this.segments = segments;
    }

    /**
     * This rank's schedule; pure and local.
     *
     * @param groups those of the shape's neighbours, where this rank takes part
     * @param segments in how many pieces a partial result goes
     */
    public static Schedule generate(Shape shape, Groups groups, Trees trees, int segments) {
        var reduce = new MultilevelGroupsReduce(shape, groups, trees, segments);
        if (groups.root() == Groups.NOBODY) {
            reduce.exchange();
        } else {
            reduce.up(groups.root());
        }
        return reduce.steps.build();
    }

    /** A leader passes on what its own group has before it waits for what the other one has, so that neither leader waits for the other. */
    private void exchange() {
        Cluster meeting = meeting(shape.topology(), groups.split(), groups.size());
        RankSet inside = meeting.ranks();
        int first = inside.lowest();
        int second = inside.at(inside.within(0, groups.split()));
        int own = shape.rank() < groups.split() ? first : second;
        up(shape.rank() < groups.split() ? second : first);
        if (shape.rank() == own) {
            up(own);
        }
        down(own);
    }

    /** The smallest cluster on the way down from the whole in which both groups have a rank. */
    private static Cluster meeting(@Nullable Topology topology, int split, int size) {
        Cluster at = (topology == null ? Topology.flat(size) : topology).whole();
        for (@Nullable Cluster next = at; next != null; next = shared(at, split, size)) {
            at = next;
        }
        return at;
    }

    private static @Nullable Cluster shared(Cluster cluster, int split, int size) {
        for (int i = 0; i < cluster.constituents(); i++) {
            @Nullable Cluster below = cluster.constituent(i);
            if (below != null && below.ranks().within(0, split) > 0 && below.ranks().within(split, size) > 0) {
                return below;
            }
        }
        return null;
    }

    /** What the group has that {@code root} is not in becomes OUT of the root. */
    private void up(int root) {
        int[] members = groups.opposite(root);
        Shape part = shape.among(Operation.REDUCE, members, root);
        var some = new ScheduleBuilder(part).cut(segments);
        Reduction.appendBelowRoot(some, LeaderTree.of(part, trees), segments);
        steps.append(some.build(), members, Schedule.IN, Schedule.OUT);
    }

    /** OUT of the leader of this rank's group becomes OUT of all in it. */
    private void down(int leader) {
        int[] members = groups.group(leader);
        steps.append(MultilevelBcast.generate(shape.among(Operation.BCAST, members, leader), trees, segments), members, Schedule.IN, Schedule.OUT);
    }
}
