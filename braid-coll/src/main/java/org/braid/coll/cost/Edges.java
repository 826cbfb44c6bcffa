package org.braid.coll.cost;

import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;

/**
 * What is looked at of the lists of all ranks before candidates are run.
 *
 * @param count how many edges there are, those to nobody aside
 * @param reachesAll whether every rank has a neighbour: one that has none need not know how long blocks are
 */
record Edges(long count, boolean reachesAll) {
    static Edges of(Neighbourhood all, int ranks) {
        long count = 0;
        boolean reachesAll = true;
        for (int rank = 0; rank < ranks; rank++) {
            Neighbours lists = all.ofRank(rank);
            int leaving = leaving(lists);
            count += leaving;
            reachesAll &= leaving > 0 || comes(lists);
        }
        return new Edges(count, reachesAll);
    }

    private static int leaving(Neighbours lists) {
        int leaving = 0;
        for (int j = 0; j < lists.outDegree(); j++) {
            leaving += lists.destination(j) == Neighbours.NOBODY ? 0 : 1;
        }
        return leaving;
    }

    private static boolean comes(Neighbours lists) {
        for (int i = 0; i < lists.inDegree(); i++) {
            if (lists.source(i) != Neighbours.NOBODY) {
                return true;
            }
        }
        return false;
    }
}
