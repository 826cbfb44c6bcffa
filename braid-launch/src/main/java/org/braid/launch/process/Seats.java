package org.braid.launch.process;

import java.util.function.IntConsumer;
import org.braid.boot.threads.RankSet;

/**
 * The ranks that one process holds: one, or several that are its threads.
 *
 * @param ranks which
 * @param job the lower half of the job's number, of which several make use
 */
public record Seats(RankSet ranks, long job) {
    static Seats alone(int rank) {
        return new Seats(RankSet.of(rank), 0);
    }

    int first() {
        return ranks.first();
    }

    int count() {
        return ranks.count();
    }

    void forEach(IntConsumer action) {
        for (int i = 0; i < ranks.count(); i++) {
            action.accept(ranks.at(i));
        }
    }
}
