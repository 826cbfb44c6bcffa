package org.braid.coll.algorithm.circulant;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Rounds;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Broadcast of a vector in s segments on a circulant graph (Träff 2025): in each round every rank sends one segment and receives one, so that all have all after as few rounds as are possible, for any number of ranks.
 *
 * <p>Cost: (lg P - 1 + s)(α + nβ/s). Use when each rank has a core and a port of its own, and sends and receives at once.
 */
public final class CirculantBcast implements Generator {
    /** In so many phases at either end there are rounds without a segment, or with the last one again. */
    static final int EDGE = 2;

    /** So many phases after a segment has come it is sent for the last time. */
    static final int REACH = 2;

    @Override
    public Schedule generate(Shape shape, Told told) {
        int segments = told.segments();
        var steps = new ScheduleBuilder(shape).cut(segments);
        var graph = new CirculantBlocks(shape.size());
        int me = shape.rankFromRoot();
        if (shape.size() > 1) {
            pass(steps, graph, me, segments);
        }
        return steps.build();
    }

    /** The last phase ends with the last round, so the first one may begin in its middle. Those in which neither the first segment nor the last is near are like each other. */
    private static void pass(ScheduleBuilder steps, CirculantBlocks graph, int me, int segments) {
        int[] received = graph.received(me);
        int[] sent = graph.sent(me);
        int rounds = graph.rounds();
        int idle = Math.floorMod(1 - segments, rounds);
        int phases = (idle + segments - 1 + rounds) / rounds;
        int alike = Math.max(0, phases - 2 * EDGE);
        int phase = 0;
        for (; phase < Math.min(EDGE, phases); phase++) {
            pass(steps, graph, received, sent, phase * rounds - idle, phase == 0 ? idle : 0, segments);
        }
        Rounds middle = steps.rounds(alike, REACH);
        for (int each = 0; each < alike; each = middle.next(each)) {
            pass(steps, graph, received, sent, (phase + each) * rounds - idle, 0, segments);
        }
        for (phase += alike; phase < phases; phase++) {
            pass(steps, graph, received, sent, phase * rounds - idle, 0, segments);
        }
    }

    /** One phase, from its round {@code first} on: a round for each skip. */
    private static void pass(ScheduleBuilder steps, CirculantBlocks graph, int[] received, int[] sent, int phase, int first, int segments) {
        int me = steps.shape().rankFromRoot();
        for (int k = first; k < graph.rounds(); k++) {
            int from = Math.min(phase + received[k], segments - 1);
            int to = Math.min(phase + sent[k], segments - 1);
            if (from >= 0 && me != 0) {
                steps.receive(steps.shape().fromRoot(graph.source(me, k)), Schedule.OUT, from, from + 1);
            }
            if (to >= 0 && graph.target(me, k) != 0) {
                steps.send(steps.shape().fromRoot(graph.target(me, k)), Schedule.OUT, to, to + 1);
            }
        }
    }
}
