package org.braid.coll.sim;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Long messages that were offered and have not gone yet, each known by two events of a simulation: its receiver's answer reaches the sender, and the message arrives.
 *
 * <pre>
 *   make(answer, arrival)    take(arrival): the answer, which sets out now    answer(answer): the arrival, for which the message sets out now
 * </pre>
 */
final class Offers {
    private final Map<Long, Long> answers = new HashMap<>(); // by arrival
    private final Map<Long, Long> arrivals = new HashMap<>(); // by answer

    /** A message is offered. */
    void make(long answer, long arrival) {
        answers.put(arrival, answer);
        arrivals.put(answer, arrival);
    }

    /** The receiver takes what it was offered. */
    long take(long arrival) {
        return found(answers.remove(arrival));
    }

    /** The sender has its answer. */
    long answer(long answer) {
        return found(arrivals.remove(answer));
    }

    private static long found(@Nullable Long event) {
        if (event == null) {
            throw new IllegalStateException("nothing was offered there: the schedules do not fit together");
        }
        return event;
    }
}
