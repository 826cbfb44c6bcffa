package org.braid.bench.duel;

import java.io.IOException;
import java.util.List;
import org.braid.bench.process.Run;

/**
 * A contender that is no job but a command: each turn is a whole job, from its command to its exit.
 *
 * @param name as errors say it
 */
record Starts(String name, List<String> command) implements Contender {
    private static final long BOUND_S = 60;

    @Override
    public Slice turn(int work, int count) throws IOException, InterruptedException {
        return new Slice(0, Run.ended(name, command, BOUND_S).wallNs(), 0);
    }
}
