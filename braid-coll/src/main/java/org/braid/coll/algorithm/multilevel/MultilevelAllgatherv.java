package org.braid.coll.algorithm.multilevel;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.RankSet;

/**
 * Multilevel allgather with a block table: as {@link MultilevelAllgather}, but that blocks, which may have any length and lie anywhere, go as a message each, straight from their places into theirs. So each block crosses the slowest
 * channel once for each other site, and all of them at the same time.
 *
 * <p>Cost: α + (S-1)(mo + mnβ) over the slowest channel among S leaders, each with m blocks, and a gather and a broadcast of all blocks below.
 */
public final class MultilevelAllgatherv {
    private final Shape shape;
    private final ScheduleBuilder steps;
    private final LeaderTree tree;

    private MultilevelAllgatherv(Shape shape, Trees trees) {
        this.shape = shape;
        this.steps = new ScheduleBuilder(shape);
        this.tree = LeaderTree.belowTop(shape, trees);
    }

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape, Trees trees) {
        var allgather = new MultilevelAllgatherv(shape, trees);
        allgather.up();
        if (allgather.tree.isRoot()) {
            allgather.exchange();
        }
        allgather.down();
        return allgather.steps.build();
    }

    private void up() {
        if (!shape.inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, shape.rank());
        }
        for (Edge edge : tree.edges()) {
            receive(edge.peer(), edge.ranks());
        }
        if (!tree.isRoot()) {
            send(tree.parent(), tree.ranks(shape.rank()));
        }
    }

    private void exchange() {
        Cluster top = tree.top();
        int own = top.indexOf(shape.rank());
        for (int distance = 1; distance < top.constituents(); distance++) {
            RankSet theirs = top.ranks(Math.floorMod(own - distance, top.constituents()));
            receive(theirs.lowest(), theirs);
        }
        for (int distance = 1; distance < top.constituents(); distance++) {
            send(top.ranks((own + distance) % top.constituents()).lowest(), top.ranks(own));
        }
    }

    /** What hangs on a rank it has already. */
    private void down() {
        if (!tree.isRoot()) {
            receive(tree.parent(), tree.ranks(shape.rank()).others(shape.size()));
        }
        for (Edge edge : tree.farthestFirst()) {
            send(edge.peer(), edge.ranks().others(shape.size()));
        }
    }

    private void receive(int peer, RankSet blocks) {
        for (int interval = 0; interval < blocks.intervals(); interval++) {
            for (int block = blocks.first(interval); block < blocks.end(interval); block++) {
                steps.receive(peer, Schedule.OUT, block, block + 1);
            }
        }
    }

    private void send(int peer, RankSet blocks) {
        for (int interval = 0; interval < blocks.intervals(); interval++) {
            for (int block = blocks.first(interval); block < blocks.end(interval); block++) {
                steps.send(peer, Schedule.OUT, block, block + 1);
            }
        }
    }
}
