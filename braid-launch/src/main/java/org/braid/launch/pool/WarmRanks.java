package org.braid.launch.pool;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.boot.threads.RankSet;
import org.braid.boot.warm.Nest;
import org.braid.launch.options.RunOptions;
import org.braid.launch.process.RankCommand;
import org.braid.launch.process.RankProcess;
import org.jspecify.annotations.Nullable;

/** The warm ranks that one job takes: as many as it has ranks, or none. */
public final class WarmRanks {
    private final RankCommand command;
    private final List<Path> nests; // of ranks that nobody else can have any more
    private int given;

    private WarmRanks(RankCommand command, List<Path> nests) {
        this.command = command;
        this.nests = nests;
    }

    /**
     * Takes ranks that wait and are like those that a command would start. Whatever is wrong there, a job without them starts as ever.
     *
     * @param command of all its ranks
     * @param options what the user asked for
     */
    public static WarmRanks claim(RankCommand command, RunOptions options) {
        if (options.ranksPerProcess() > 1 || !PoolDirectory.mayHaveAny() || !RankCommand.isOneJar() || !Handover.canSay(command.order(0, 0))) {
            return new WarmRanks(command, List.of());
        }
        try {
            Path directory = Path.of(options.wdir()).toAbsolutePath().normalize();
            byte[] fit = Fit.of(command.fixed(), directory, command.builder(RankSet.of(0), 0, 0).environment());
            return new WarmRanks(command, claim(fitting(fit, options.ranks()), options.ranks()));
        } catch (IOException | BraidException e) {
            return new WarmRanks(command, List.of());
        }
    }

    private static List<Path> fitting(byte[] fit, int wanted) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path pool : PoolDirectory.all()) {
            for (Path nest : PoolDirectory.in(pool)) {
                if (found.size() < wanted && fits(nest, fit)) {
                    found.add(nest);
                }
            }
        }
        return found;
    }

    private static boolean fits(Path nest, byte[] fit) {
        try {
            return Arrays.equals(Files.readAllBytes(nest.resolve(Nest.FIT)), fit);
        } catch (IOException e) {
            return false; // it rehearses, or somebody has taken it
        }
    }

    /** Whoever removes the file has the rank. */
    private static List<Path> claim(List<Path> fitting, int wanted) {
        List<Path> claimed = new ArrayList<>();
        for (Path nest : fitting.size() < wanted ? List.<Path>of() : fitting) {
            if (new File(nest.toFile(), Nest.FIT).delete()) {
                claimed.add(nest);
            }
        }
        return claimed;
    }

    /**
     * Gives one of them to a rank, if there is one left.
     *
     * @param rank its number in the job, from 0
     * @param place its place among the job's processes of this host, from 0
     */
    public void offer(RankProcess process, int rank, int place) {
        if (given < nests.size()) {
            process.prefer(new Reserved(nests.get(given++), command, rank, place));
        }
    }

    /** A class instead of a lambda, since it starts faster. */
    private record Reserved(Path nest, RankCommand command, int rank, int place) implements RankProcess.Reserve {
        @Override
        public @Nullable Process take() {
            return Handover.to(nest, command.order(rank, place));
        }
    }
}
