package org.braid.coll.algorithm.circulant;

import java.util.Arrays;
import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Rounds;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Reduction of a vector in s segments on a circulant graph (Träff 2025): the {@linkplain CirculantBcast broadcast} backwards, the last round first. Who received a segment there passes on here what its partial result has come to, and whoever sent it combines that.
 *
 * <p>Cost: (lg P - 1 + s)(α + n(β + γ)/s). Commutative operators only: partial results are of ranks that do not follow each other. Use when each rank has a core and a port of its own, and sends and receives at once.
 */
public final class CirculantReduce implements Generator {
    /** As of the broadcast. */
    private static final int EDGE = CirculantBcast.EDGE;
    private static final int REACH = CirculantBcast.REACH;

    @Override
    public Schedule generate(Shape shape, Told told) {
        int segments = told.segments();
        var reduce = new Reduce(shape, segments);
        if (shape.size() > 1) {
            reduce.pass();
        } else if (!shape.inPlace()) {
            reduce.steps.copy(Schedule.IN, 0, segments, Schedule.OUT, 0);
        }
        return reduce.steps.build();
    }

    /** What one rank does. */
    private static final class Reduce {
        final ScheduleBuilder steps;
        final Shape shape;
        final CirculantBlocks graph;
        final int segments;
        final int home; // where this rank combines
        final boolean[] isHome; // which segments are there already
        final Segments rounds; // of the broadcast
        final Segments.Firsts mine;
        final Segments.@Nullable Firsts[] theirs; // of whom this rank sends to in the broadcast, by round
        int landing = -1;

        Reduce(Shape shape, int segments) {
            this.shape = shape;
            this.steps = new ScheduleBuilder(shape).cut(segments);
            this.graph = new CirculantBlocks(shape.size());
            this.segments = segments;
            this.home = shape.isRoot() ? Schedule.OUT : steps.temporary(segments, segments);
            this.isHome = new boolean[segments];
            Arrays.fill(isHome, shape.operand() == home);
            this.rounds = Segments.of(graph, segments);
            this.mine = rounds.firsts(shape.rankFromRoot());
            this.theirs = new Segments.Firsts[graph.rounds()];
            for (int k = 0; k < theirs.length; k++) {
                int target = graph.target(shape.rankFromRoot(), k);
                theirs[k] = target == 0 ? null : rounds.firsts(target);
            }
        }

        /** Phases in which neither the first segment nor the last is near are like each other. */
        void pass() {
            int phases = rounds.phases();
            int alike = Math.max(0, phases - 2 * EDGE);
            int phase = phases - 1;
            for (; phase >= Math.max(0, phases - EDGE); phase--) {
                pass(phase);
            }
            Rounds middle = steps.rounds(alike, REACH);
            int next;
            for (int each = 0; each < alike; each = next) {
                pass(phase - each);
                next = middle.next(each);
                for (int left = each + 1; left < next; left++) {
                    bringHome(phase - left);
                }
            }
            for (phase -= alike; phase >= 0; phase--) {
                pass(phase);
            }
        }

        /** One phase, its last round first. */
        void pass(int phase) {
            int me = shape.rankFromRoot();
            for (int k = graph.rounds() - 1; k >= rounds.first(phase); k--) {
                int taken = taken(phase, k);
                int given = me == 0 ? -1 : mine.at(phase, k);
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

        /** What is combined in a phase that is not written. */
        void bringHome(int phase) {
            for (int k = 0; k < graph.rounds(); k++) {
                int taken = taken(phase, k);
                if (taken >= 0) {
                    isHome[taken] = true;
                }
            }
        }

        /** Which segment comes; -1 for none, as from the root. */
        int taken(int phase, int k) {
            Segments.@Nullable Firsts sender = theirs[k];
            return sender == null ? -1 : sender.at(phase, k);
        }

        int landing() {
            if (landing < 0) {
                landing = steps.temporaryLike(home);
            }
            return landing;
        }
    }
}
