package org.braid.coll.algorithm.circulant;

import java.util.Arrays;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Reduction of a vector in s segments on a circulant graph (Träff 2025): the {@linkplain CirculantBcast broadcast} backwards, the last round first. Who received a segment there passes on here what its partial result has come to, and whoever sent it combines that.
 *
 * <p>Cost: (lg P - 1 + s)(α + n(β + γ)/s). Commutative operators only: partial results are of ranks that do not follow each other. Use when each rank has a core and a port of its own, and sends and receives at once.
 */
public final class CirculantReduce {
    private final ScheduleBuilder steps;
    private final Shape shape;
    private final CirculantBlocks graph;
    private final int segments;
    private final int home; // where this rank combines
    private final boolean[] isHome; // which segments are there already
    private int landing = -1;

    private CirculantReduce(Shape shape, int segments) {
        this.shape = shape;
        this.steps = new ScheduleBuilder(shape).cut(segments);
        this.graph = new CirculantBlocks(shape.size());
        this.segments = segments;
        this.home = shape.isRoot() ? Schedule.OUT : steps.temporary(segments, segments);
        this.isHome = new boolean[segments];
        Arrays.fill(isHome, shape.operand() == home);
    }

    /**
     * This rank's schedule; pure and local.
     *
     * @param segments in how many pieces the vector goes
     */
    public static Schedule generate(Shape shape, int segments) {
        var reduce = new CirculantReduce(shape, segments);
        if (shape.size() > 1) {
            reduce.pass();
        } else if (!shape.inPlace()) {
            reduce.steps.copy(Schedule.IN, 0, segments, Schedule.OUT, 0);
        }
        return reduce.steps.build();
    }

    private void pass() {
        int me = shape.rankFromRoot();
        int rounds = graph.rounds();
        int idle = Math.floorMod(1 - segments, rounds);
        int[] mine = firsts(me, idle);
        int[][] theirs = new int[rounds][];
        for (int k = 0; k < rounds; k++) {
            theirs[k] = graph.target(me, k) == 0 ? new int[0] : firsts(graph.target(me, k), idle);
        }
        for (int round = idle + segments - 2 + rounds; round >= idle; round--) {
            int k = round % rounds;
            int taken = theirs[k].length == 0 ? -1 : theirs[k][round - idle];
            int given = me == 0 ? -1 : mine[round - idle];
            int landed = taken < 0 ? home : isHome[taken] ? landing() : home;
            if (taken >= 0) {
                steps.receive(shape.fromRoot(graph.target(me, k)), landed, taken, taken + 1);
            }
            if (given >= 0) { // before this rank waits for what it is to combine
                steps.send(shape.fromRoot(graph.source(me, k)), isHome[given] ? home : shape.operand(), given, given + 1);
            }
            if (taken >= 0) {
                steps.reduce(isHome[taken] ? landed : shape.operand(), taken, taken + 1, home, taken);
                isHome[taken] = true;
            }
        }
    }

    /** Which segment a rank gets in each round of the broadcast, and had not before; -1 in the others. */
    private int[] firsts(int rank, int idle) {
        int[] received = graph.received(rank);
        int[] firsts = new int[segments - 1 + graph.rounds()];
        boolean hasLast = false;
        for (int at = 0; at < firsts.length; at++) {
            int k = (idle + at) % graph.rounds();
            int segment = Math.min(at - k + received[k], segments - 1); // behind the last there is none, so that it comes again
            firsts[at] = segment < 0 || segment == segments - 1 && hasLast ? -1 : segment;
            hasLast |= segment == segments - 1;
        }
        return firsts;
    }

    private int landing() {
        if (landing < 0) {
            landing = steps.temporaryLike(home);
        }
        return landing;
    }
}
