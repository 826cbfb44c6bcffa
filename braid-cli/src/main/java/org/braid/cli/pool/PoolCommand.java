package org.braid.cli.pool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Machine;
import org.braid.launch.pool.Pool;
import org.braid.launch.pool.Pools;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code braid pool}: keeps ranks that are started, and warm, before there is a job for them. */
@Command(
        name = "pool",
        description = "Keeps ranks warm for jobs that are started from this directory: 'braid run' takes those that fit, and others take their place. Each is used once.",
        mixinStandardHelpOptions = true)
public final class PoolCommand implements Runnable {
    private static final int MOST_MINUTES = 24 * 60;

    /** As picocli makes it. */
    public PoolCommand() {}

    @Option(names = "-n", paramLabel = "RANKS", description = "how many wait; default: one for each core, 16 at most")
    private @Nullable Integer ranks;

    @Option(names = "--jobs-of", paramLabel = "RANKS", description = "of how many ranks the jobs are; default: as many as wait, and at most one for each core")
    private @Nullable Integer jobRanks;

    @Option(names = "--idle", paramLabel = "MINUTES", description = "it ends after so long without use; default: ${DEFAULT-VALUE}", defaultValue = "15")
    private int idleMinutes;

    @Option(names = "--rounds", paramLabel = "ROUNDS", description = "how many times each rank sends itself messages of each kind first; fewer are ready sooner, and are colder; default: ${DEFAULT-VALUE}", defaultValue = "2000")
    private int rounds;

    @Option(names = "--wait", description = "come back when all of them wait")
    private boolean waits;

    @Option(names = "--stop", description = "end all pools of yours instead; jobs that use their ranks go on")
    private boolean stops;

    @Override
    public void run() {
        try {
            if (stops) {
                Pools.end(false).forEach(each -> System.out.println("ended " + each));
            } else {
                start();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void start() throws IOException, InterruptedException {
        check(ranks == null || ranks >= 1, "-n " + ranks, "there cannot be fewer than one");
        check(jobRanks == null || jobRanks >= 1, "--jobs-of " + jobRanks, "there is no such job");
        check(rounds >= 1, "--rounds " + rounds, "there is none to play");
        check(idleMinutes >= 1 && idleMinutes <= MOST_MINUTES, "--idle " + idleMinutes, "it is 1 to " + MOST_MINUTES + " minutes");
        int cores = Machine.usableCores();
        int asked = ranks == null ? cores : ranks;
        int kept = Pools.ranks(asked);
        if (kept < asked && ranks != null) {
            System.err.println("braid: " + kept + " ranks are kept warm, not " + asked + ": a pool has 16 at most, and no more than half of the memory that is free");
        }
        Pool pool = new Pool(kept, jobRanks == null ? Math.min(kept, cores) : jobRanks, TimeUnit.MINUTES.toNanos(idleMinutes), Path.of("").toAbsolutePath(), WarmRounds.class.getName(), rounds);
        List<Integer> jobs = pool.jobs();
        check(!jobs.isEmpty(), "--jobs-of " + jobRanks, "so many ranks never wait: the pool has " + kept);
        long keeper = Pools.start(pool);
        System.out.println("a pool of " + kept + " warm ranks begins (pid " + keeper + "), for jobs of " + jobs.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " ranks from " + pool.directory());
        if (waits && Pools.awaitFull(keeper)) {
            System.out.println("all of them wait");
        }
    }

    private static void check(boolean good, String what, String why) {
        if (!good) {
            throw new BraidException(ErrorCode.OPTION_VALUE, what, why, "'braid pool --help' says what can be written here");
        }
    }
}
