package org.braid.coll.algorithm.multilevel;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.schedule.Groups;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.Meeting;
import org.braid.coll.topology.Topology;

/**
 * Reduction between two groups. What a group has is combined up the tree that leads through all levels:
 *
 * <pre>
 *   to a root            the tree is one of the other group's ranks and the root, which has no operand in it
 *   exchanging           likewise, and that rank is the leader of its group, which tells the others of it along their own tree; so each group's leader is a leaf of one tree and the root of two
 *   between a few sides  each side of the slowest channel has a leader of each group: what a group has on a side goes from its leader there to the other group's leader on every side,
 *                        which combines what comes, and tells its group there
 * </pre>
 *
 * Leaders are as near to each other as any two ranks of the two groups, or of those on a side: where both have ranks on a host nothing crosses the channels above that between the groups.
 *
 * <p>Cost: that of a reduction of n + 1 ranks, and of a broadcast of m ranks where all get the result; n + m - 1 messages each way instead of nm. Between a few sides the slowest channel's latency is paid once, instead of up and down. Operators that do not commute keep the
 * order of ranks ({@link Reduction}); groups that alternate between sides then have one leader each.
 */
public final class MultilevelGroupsReduce {
    /** Sides of the slowest channel whose leaders all send to each other: of more, they would send many times what one leader of each group does. */
    private static final int MOST_SIDES = 4;

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

    private void exchange() {
        Topology known = shape.topology();
        Topology topology = known == null ? Topology.flat(shape.size()) : known;
        List<Meeting> sides = sides(topology);
        if (sides.isEmpty()) {
            exchangeOfLeaders(Meeting.in(topology.whole(), groups.split()));
        } else {
            exchangeOfSides(sides, sides.get(topology.top().indexOf(shape.rank())));
        }
    }

    /** Those that exchange with each other; none where one leader of each group speaks for all. */
    private List<Meeting> sides(Topology topology) {
        Cluster top = topology.top();
        List<Meeting> sides = new ArrayList<>();
        boolean keepsOrder = true;
        for (int i = 0; i < top.constituents() && top.constituents() <= MOST_SIDES && !topology.isFlat(); i++) {
            Meeting side = Meeting.in(top, i, groups.split());
            keepsOrder &= shape.commutative() || side.isInterval(true) && side.isInterval(false);
            sides.add(side);
        }
        return keepsOrder ? sides : List.of();
    }

    // ---- one leader of each group

    /** A leader passes on what its own group has before it waits for what the other one has, so that neither leader waits for the other. */
    private void exchangeOfLeaders(Meeting all) {
        boolean isFirst = shape.rank() < groups.split();
        int own = all.leader(isFirst);
        up(all.leader(!isFirst));
        if (shape.rank() == own) {
            up(own);
        }
        down(own, all.members(isFirst));
    }

    /** What the group has that {@code root} is not in becomes OUT of the root. */
    private void up(int root) {
        int[] members = groups.opposite(root);
        Shape part = shape.among(Operation.REDUCE, members, root);
        var some = new ScheduleBuilder(part).cut(segments);
        Reduction.appendBelowRoot(some, LeaderTree.of(part, trees), segments);
        steps.append(some.build(), members, Schedule.IN, Schedule.OUT);
    }

    /** OUT of the leader becomes OUT of all these. */
    private void down(int leader, int[] members) {
        steps.append(new MultilevelBcast().generate(shape.among(Operation.BCAST, members, leader), trees, segments), members, Schedule.IN, Schedule.OUT);
    }

    // ---- leaders of each group on each side

    /** Likewise, everybody sends first. */
    private void exchangeOfSides(List<Meeting> sides, Meeting here) {
        boolean isFirst = shape.rank() < groups.split();
        int own = here.leader(isFirst);
        int[] members = here.members(isFirst);
        int combined = combined(own, members);
        if (shape.rank() == own) {
            for (int leader : Meeting.leaders(sides, !isFirst)) {
                send(leader, combined);
            }
            receive(Meeting.leaders(sides, !isFirst));
        }
        down(own, members);
    }

    /** Where the leader has what these have: its own operand, if it is alone. */
    private int combined(int leader, int[] members) {
        if (members.length == 1) {
            return Schedule.IN;
        }
        Shape part = shape.among(Operation.REDUCE, members, leader);
        int result = shape.rank() == leader ? steps.temporary(segments, segments) : Schedule.OUT; // which is not touched elsewhere
        steps.append(new MultilevelReduce().generate(part, trees, segments), members, Schedule.IN, result);
        return result;
    }

    private void send(int leader, int buffer) {
        for (int segment = 0; segment < segments; segment++) {
            steps.send(leader, buffer, segment, segment + 1);
        }
    }

    /** From the last to the first, each on the left of what is there. */
    private void receive(int[] leaders) {
        for (int i = leaders.length - 1; i >= 0; i--) {
            boolean isLast = i == leaders.length - 1;
            int buffer = isLast ? Schedule.OUT : steps.temporary(segments, segments);
            for (int segment = 0; segment < segments; segment++) {
                steps.receive(leaders[i], buffer, segment, segment + 1);
                if (!isLast) {
                    steps.reduce(buffer, segment, segment + 1, Schedule.OUT, segment);
                }
            }
        }
    }
}
