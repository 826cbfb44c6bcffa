package org.braid.coll.algorithm.neighbors;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.multilevel.MultilevelGroupsReduce;
import org.braid.coll.schedule.Groups;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/** Reduction of neighbours along trees: {@linkplain MultilevelGroupsReduce between two groups}. Other neighbours have no leaders, and send {@linkplain NeighborReduce straight}. */
public final class GroupsReduce implements TreeGenerator {
    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        Groups groups = shape.neighbours().groups();
        return groups == null ? new NeighborReduce().generate(shape) : MultilevelGroupsReduce.generate(shape, groups, trees, segments);
    }
}
