package org.braid.launch.pool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.braid.boot.threads.RankSet;
import org.braid.boot.warm.Nest;
import org.braid.launch.options.RunArguments;
import org.braid.launch.options.RunOptions;
import org.braid.launch.process.RankCommand;
import org.braid.launch.program.Program;

/**
 * What a pool is to be.
 *
 * @param ranks how many wait
 * @param jobRanks how many ranks a job has for which they are made
 * @param idleNs after so long without use it ends
 * @param directory where its user works, and jobs that use it
 * @param rehearsal the class that each rank plays before it waits
 * @param rounds how long it plays
 */
public record Pool(int ranks, int jobRanks, long idleNs, Path directory, String rehearsal, int rounds) {
    /** The system property by which a rank knows how long it is to play. */
    public static final String ROUNDS = "braid.warm.rounds";

    /** A file with its words, for people and for {@link #parse}. */
    static final String ABOUT = "about";

    private static final int WORDS = 6;
    private static final String NO_PROGRAM = Nest.class.getName();

    /**
     * The pool that these words are.
     *
     * @throws IllegalArgumentException if they are none
     */
    static Pool parse(List<String> words) {
        if (words.size() != WORDS) {
            throw new IllegalArgumentException("a pool has " + WORDS + " words, not " + words.size());
        }
        return new Pool(Integer.parseInt(words.get(0)), Integer.parseInt(words.get(1)), Long.parseLong(words.get(2)), Path.of(words.get(3)), words.get(4), Integer.parseInt(words.get(5)));
    }

    List<String> words() {
        return List.of(Integer.toString(ranks), Integer.toString(jobRanks), Long.toString(idleNs), directory.toString(), rehearsal, Integer.toString(rounds));
    }

    /** How a rank of such a job begins. */
    List<String> fixed() {
        return command(jobRanks).fixed();
    }

    /** What the first words of that command need in its environment is part of it. */
    Map<String, String> environment() {
        return command(jobRanks).builder(RankSet.of(0), 0, 0).environment();
    }

    byte[] fit(List<String> fixed) throws IOException {
        return Fit.of(fixed, directory, environment());
    }

    private static RankCommand command(int ofJob) {
        RunOptions options = RunArguments.programs(List.of("-n", Integer.toString(ofJob), NO_PROGRAM)).getFirst();
        return new RankCommand(options, ofJob, ofJob, ofJob, new Program(NO_PROGRAM, List.of()), "pool");
    }

    /** The numbers of ranks of all jobs that could use it. */
    public List<Integer> jobs() {
        List<Integer> fitting = new ArrayList<>();
        for (int size = 1; size <= ranks; size++) {
            if (command(size).fixed().equals(fixed())) {
                fitting.add(size);
            }
        }
        return fitting;
    }
}
