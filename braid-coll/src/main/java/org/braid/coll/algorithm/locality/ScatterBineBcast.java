package org.braid.coll.algorithm.locality;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Scatter-allgather broadcast over Bine's {@linkplain Butterfly butterfly} (De Sensi and others 2025): down its tree of doubled distances, on which half of the vector goes to the next rank and the last cuts go far, and back the same way, far first, between partners that
 * exchange all they have. Which cut is whose is numbered so that what a rank has is one piece; a rank that got more on the way down is sent no more.
 *
 * <pre>
 *   8 ranks, cuts that the root's share is halved into, and to whom the other half goes     0 1 2 3 | 4 5 6 7 ──> 1        then 0 1 | 2 3 ──> 7        then 0 | 1 ──> 3
 * </pre>
 *
 * <p>Cost: 2 lg P α + 2(P-1)/P nβ, half of the bytes to the next rank. Powers of two only. Use when messages of middling length, and ranks with near numbers are near.
 */
public final class ScatterBineBcast implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var bcast = new Bcast(shape);
        int me = shape.rankFromRoot();
        bcast.scatter(me);
        bcast.allgather(me);
        return bcast.steps.build();
    }

    /** What one rank does. */
    private static final class Bcast {
        final ScheduleBuilder steps;
        final Shape shape;
        final Butterfly butterfly;
        final int rounds;

        Bcast(Shape shape) {
            this.shape = shape;
            this.steps = new ScheduleBuilder(shape).cut(shape.size());
            this.butterfly = new Butterfly(shape.size());
            this.rounds = Integer.numberOfTrailingZeros(shape.size());
        }

        void scatter(int me) {
            int got = got(me);
            if (got >= 0) {
                steps.receive(partner(me, got), Schedule.OUT, from(me, got + 1), to(me, got + 1));
            }
            for (int round = got + 1; round < rounds; round++) {
                int child = butterfly.partner(me, round);
                steps.send(shape.fromRoot(child), Schedule.OUT, from(child, round + 1), to(child, round + 1));
            }
        }

        void allgather(int me) {
            for (int round = rounds - 1; round >= 0; round--) {
                int partner = butterfly.partner(me, round);
                if (round <= got(me)) {
                    steps.receive(shape.fromRoot(partner), Schedule.OUT, from(partner, round + 1), to(partner, round + 1));
                }
                if (round <= got(partner)) {
                    steps.send(shape.fromRoot(partner), Schedule.OUT, from(me, round + 1), to(me, round + 1));
                }
            }
        }

        int partner(int node, int round) {
            return shape.fromRoot(butterfly.partner(node, round));
        }

        /** In which round of the scatter a node gets its share; -1 for the root. */
        int got(int node) {
            int holder = 0;
            int got = -1;
            for (int round = 0; round < rounds && holder != node; round++) {
                if (half(holder, round) != half(node, round)) {
                    holder = butterfly.partner(holder, round);
                    got = round;
                }
            }
            return got;
        }

        /** Which half a node has of what was one piece before a round; partners differ in it, and agree in those of the rounds before. */
        int half(int node, int round) {
            if (round == rounds - 1) {
                return node % 2;
            }
            int even = node % 2 == 0 ? node : butterfly.partner(node, round + 1);
            return even >> round + 1 & 1;
        }

        /** The first cut of a node's piece after so many halvings. */
        int from(int node, int halvings) {
            int from = 0;
            for (int round = 0; round < halvings; round++) {
                from |= half(node, round) << rounds - 1 - round;
            }
            return from;
        }

        int to(int node, int halvings) {
            return from(node, halvings) + (1 << rounds - halvings);
        }
    }
}
