package org.braid.coll.algorithm.hosts;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/** What of an alltoallv over hosts passes no leader: blocks of ranks of the own host, which have shown them in phase 0, and those that are too long to be shown, which go straight. */
record PastLeaders(OwnHost own, ScheduleBuilder steps) {
    /** All at once, the next rank's first. */
    void sendLongOnes() {
        int size = own.shape().size();
        for (int distance = 1; distance < size; distance++) {
            int target = (own.shape().rank() + distance) % size;
            steps.sendIfLong(target, Schedule.IN, target);
        }
    }

    /** The blocks of the own host, long ones among them. */
    void seeNear() {
        int rank = own.shape().rank();
        for (int number = 0; number < own.ranks(); number++) {
            int source = own.rank(number);
            if (source != rank) {
                steps.see(number, 0, rank, rank + 1, Schedule.OUT, source);
                steps.receiveIfLong(source, Schedule.OUT, source);
            }
        }
        steps.copy(Schedule.IN, rank, rank + 1, Schedule.OUT, rank);
    }
}
