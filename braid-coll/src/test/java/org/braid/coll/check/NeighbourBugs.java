package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;

/** Bugs planted in schedules of neighbours: in each step, and in place of each dependency that is needed. */
final class NeighbourBugs {
    /** Whether a copy of a schedule moves something that the results show. */
    interface Moves {
        boolean test(Schedule schedule, int step);
    }

    private NeighbourBugs() {}

    /** Asserts that the checker finds each of them, and says how many there are. */
    static int caught(Instance instance, Schedule[] right, Moves moves) {
        int planted = 0;
        for (int rank = 0; rank < right.length; rank++) {
            for (int step = 0; step < right[rank].steps(); step++) {
                for (Schedule spoilt : spoilt(right[rank], step, moves)) {
                    assertCaught(instance, right, rank, spoilt, "step " + step);
                    planted++;
                }
            }
            for (int at : ScheduleSurgeon.neededPredecessors(right[rank])) {
                assertCaught(instance, right, rank, ScheduleSurgeon.withoutPredecessor(right[rank], at), "dependency " + at);
                planted++;
            }
        }
        return planted;
    }

    static void assertCaught(Instance instance, Schedule[] right, int rank, Schedule wrong, String what) {
        Schedule[] all = right.clone();
        all[rank] = wrong;
        assertThrows(CheckFailure.class, () -> Checker.check(instance, all), () -> "rank " + rank + ", " + what + " went unnoticed\n" + wrong);
    }

    /** A wrong peer; a block that is not copied, or to a wrong place; lengths that nobody takes, memory that nobody asks for. */
    private static List<Schedule> spoilt(Schedule right, int step, Moves moves) {
        List<Schedule> wrong = new ArrayList<>();
        int kind = right.word(step, Schedule.KIND);
        if (kind == Schedule.SEND || kind == Schedule.RECEIVE) {
            wrong.add(ScheduleSurgeon.withWord(right, step, Schedule.PEER, (right.word(step, Schedule.PEER) + 1) % right.shape().size()));
        }
        if (kind == Schedule.MEASURE || kind == Schedule.ALLOCATE || kind == Schedule.COPY && moves.test(right, step)) {
            wrong.add(ScheduleSurgeon.withWord(right, step, Schedule.KIND, Schedule.FENCE));
            wrong.add(ScheduleSurgeon.withWord(right, step, Schedule.TARGET_FROM, right.word(step, Schedule.TARGET_FROM) - 1));
        }
        return wrong;
    }
}
