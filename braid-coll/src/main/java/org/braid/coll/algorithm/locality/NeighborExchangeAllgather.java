package org.braid.coll.algorithm.locality;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.DisseminationAllgather;
import org.braid.coll.algorithm.movement.LinearAllgather;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Neighbour-exchange allgather (Chen, Zhang, Zhang and Yuan 2005, "Performance evaluation of allgather algorithms on terascale Linux cluster with fast Ethernet"), also with a block table: the two ranks of a pair exchange their blocks; then each exchanges with its two
 * neighbours in turn the two blocks that came last.
 *
 * <pre>
 *   round   0 with 1   2 with 3   4 with 5     one block each way
 *           1 with 2   3 with 4   5 with 0     those of a pair, from now on
 *           0 with 1   2 with 3   4 with 5     …
 * </pre>
 *
 * <p>Cost: P/2 α + (P-1)nβ; (P/2-1)o more with a table. Even sizes only. Use when long blocks: only neighbours talk, in half as many rounds as in a ring.
 */
public final class NeighborExchangeAllgather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        int size = shape.size();
        int rank = shape.rank();
        int side = rank % 2 == 0 ? 1 : -1; // where the other one of the pair is
        int partner = rank + side;
        LinearAllgather.placeOwn(steps);
        DisseminationAllgather.receive(steps, partner, partner, 1);
        DisseminationAllgather.send(steps, partner, rank, 1);
        int[] newest = {Math.min(rank, partner), Math.min(rank, partner)}; // the pair whose blocks came last from the partner, and from the other neighbour
        int given = newest[0];
        for (int round = 1; round < size / 2; round++) {
            int from = round % 2;
            int neighbor = Math.floorMod(from == 0 ? partner : rank - side, size);
            newest[from] = Math.floorMod(newest[from] + (from == 0 ? 2 * side : -2 * side), size);
            DisseminationAllgather.receive(steps, neighbor, newest[from], 2);
            DisseminationAllgather.send(steps, neighbor, given, 2);
            given = newest[from];
        }
        return steps.build();
    }
}
