package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.multilevel.MultilevelCanonicalScan;
import org.braid.coll.algorithm.multilevel.MultilevelScan;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;

/**
 * Scan and exscan: everybody shows its operand; the leader goes up and down the tree of leaders with a total of each run of its host's ranks, adds what it has in between, and shows the results. Right for every operator and placement. Along
 * canonical trees what goes up and down are the largest nodes that the hosts have, and that results are made of.
 *
 * <p>Cost: twice α, 2m(nG + nγ) for the m ranks of a host, and 2(H-1) messages among the leaders of H hosts.
 */
final class HostsScan {
    private HostsScan() {}

    /** @param canonical whether the bits are to be the same whatever the placement */
    static Schedule generate(OwnHost own, boolean canonical) {
        boolean isScan = own.shape().operation() == Operation.SCAN;
        boolean hasResult = isScan || own.shape().rank() > 0;
        int number = own.number();
        var steps = own.steps(1, own.ranks());
        steps.show(0, own.shape().operand(), 0, 1);
        if (own.isLeader()) {
            int operands = steps.temporary(1, own.ranks());
            int results = isScan && !canonical ? operands : steps.temporary(1, own.ranks());
            steps.see(Schedule.EVERYBODY, 0, 0, 1, operands, 0);
            if (canonical) {
                MultilevelCanonicalScan.appendAmongHosts(steps, OwnHost.TREES, operands, results);
            } else {
                MultilevelScan.appendAmongHosts(steps, OwnHost.TREES, operands, results);
            }
            steps.show(1, results, 0, own.ranks());
            if (hasResult) {
                steps.copy(results, number, number + 1, Schedule.OUT, 0);
            }
        } else {
            steps.see(own.leader(), 1, number, number + 1, Schedule.OUT, 0);
        }
        return steps.build();
    }
}
