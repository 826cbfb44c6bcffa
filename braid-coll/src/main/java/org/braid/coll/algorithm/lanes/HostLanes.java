package org.braid.coll.algorithm.lanes;

import java.util.Arrays;
import org.braid.coll.schedule.Inlay;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.RankSet;
import org.braid.coll.topology.Topology;

/**
 * A vector in k parts, for each of which a multilevel algorithm is carried out whose leader on each host is another of its ranks: as if ranks of a host were numbered from the j-th on for the j-th part. The algorithm is none of its business.
 *
 * <p>k is the size of the smallest host, or of whatever else has nothing smaller inside, and 16 at most.
 */
final class HostLanes {
    /** So many leaders of a host share out what crosses slower channels; each is some more steps for all. */
    private static final int MOST = 16;

    private final Shape shape;
    private final Topology topology;
    private final int lanes;
    private final ScheduleBuilder steps;
    private int[] buffers = {Schedule.IN, Schedule.OUT};

    HostLanes(Shape shape) {
        Topology known = shape.topology();
        this.shape = shape;
        this.topology = known == null ? Topology.flat(shape.size()) : known;
        this.lanes = Math.min(MOST, topology.whole().fewestTogether());
        this.steps = new ScheduleBuilder(shape).cut(lanes);
    }

    /** k. */
    int count() {
        return lanes;
    }

    /** Where parts are units of IN and OUT. */
    ScheduleBuilder steps() {
        return steps;
    }

    Topology topology() {
        return topology;
    }

    /** The number that a rank has for that lane. */
    int turned(int rank, int lane) {
        RankSet those = beside(rank);
        return those.at(Math.floorMod(those.indexOf(rank) - lane, those.size()));
    }

    /** Which rank has that number for that lane. */
    int turnedBack(int number, int lane) {
        RankSet those = beside(number);
        return those.at((those.indexOf(number) + lane) % those.size());
    }

    /**
     * As {@link #inlay(Schedule, int, int)}, where nobody has a part already.
     *
     * @param in what is IN to the part
     * @param out what is OUT to it
     */
    Inlay inlay(Schedule part, int lane, int in, int out) {
        buffers[Schedule.IN] = in;
        buffers[Schedule.OUT] = out;
        return inlay(part, lane, ScheduleBuilder.NOBODY);
    }

    /**
     * The steps for one part. Parts lie side by side, so that the memory of one vector serves the temporaries of all.
     *
     * @param part made for the number that this rank has for that lane, of whole vectors
     * @param knowing a rank that has the part already, to which nothing is sent; -1 for nobody
     */
    Inlay inlay(Schedule part, int lane, int knowing) {
        int known = buffers.length;
        buffers = Arrays.copyOf(buffers, Math.max(known, part.buffers()));
        for (int buffer = known; buffer < buffers.length; buffer++) {
            buffers[buffer] = steps.temporary(lanes, lanes);
        }
        int[] peers = new int[part.steps()];
        for (int step = 0; step < peers.length; step++) {
            int kind = part.word(step, Schedule.KIND);
            boolean isMessage = kind == Schedule.SEND || kind == Schedule.RECEIVE;
            int peer = isMessage ? turnedBack(part.word(step, Schedule.PEER), lane) : ScheduleBuilder.NOBODY;
            boolean isLeftOut = kind == Schedule.SEND && peer == knowing || kind == Schedule.RECEIVE && shape.rank() == knowing;
            peers[step] = isLeftOut ? ScheduleBuilder.NOBODY : peer;
        }
        return new Inlay(part, peers, buffers.clone(), lane);
    }

    /** How many steps of a reduction's part a rank has before anything but operands goes between ranks of its host: up to what it sends to its leader, or, as that one, before the first message beyond the host, or back. */
    int upwards(Schedule part, int lane) {
        boolean leads = turned(shape.rank(), lane) == beside(shape.rank()).lowest();
        for (int step = 0; step < part.steps(); step++) {
            int kind = part.word(step, Schedule.KIND);
            boolean isFar = kind == Schedule.RECEIVE && beside(part.word(step, Schedule.PEER)).lowest() != beside(shape.rank()).lowest();
            if (kind == Schedule.SEND || isFar) {
                return leads ? step : step + 1;
            }
        }
        return part.steps();
    }

    /** The ranks with which this one is in a cluster that has nothing smaller inside; it alone, if it stands beside clusters. */
    private RankSet beside(int rank) {
        return topology.path(rank).getLast().innermost(rank);
    }
}
