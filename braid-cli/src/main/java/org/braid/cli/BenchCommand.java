package org.braid.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.bench.Bench;
import org.braid.bench.GateRun;
import org.braid.bench.Outputs;
import org.braid.bench.work.Contest;
import org.braid.bench.work.Measured;
import org.braid.cli.sim.LiveKaronisCommand;
import org.braid.cli.sim.ProfileCommand;
import org.braid.launch.compile.CacheDirectory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code braid bench}: our figures, beside those of another build and of the MPI libraries on this machine. */
@Command(
        name = "bench",
        subcommands = {LiveKaronisCommand.class, ProfileCommand.class},
        description = "Measures Braid; with --peers the MPI libraries found here do the same work in turn, with --against another build of Braid. A ratio is our time over theirs: 1.0 and less is good.",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footerHeading = "%nExit code:%n",
        footer = "  1 if a median against another build is above --bound; else as for every command")
final class BenchCommand implements Callable<Integer> {
    private static final int ABOVE_BOUND = 1;
    private static final int ROUNDS = 3;
    private static final int GATE_ROUNDS = 15;

    @Parameters(index = "0", arity = "0..1", paramLabel = "WHAT", description = "latency, bandwidth, rate, collectives, startup, allocation, remote-memory, tls (beside tcp, and the cipher alone), types (with gaps beside elements in one piece, arrays beside direct buffers), threads (1 to 32 on one communicator), objects (with --peers beside MPJ Express), calls (dup, windows, spawn), files (beside dd) or job; or gate: whether this build is slower than the one that --against names, by the rows that may not be missed")
    private String what = "";

    @Option(names = {"-n", "-np"}, paramLabel = "N", description = "number of ranks (default: 2; collectives 2, 4 and 8; startup 1, 4, and 1,000 as threads; calls 2 and 4; files 4; job: all that it has)")
    private @Nullable Integer ranks;

    @Option(names = "--method", paramLabel = "EXPR", description = "how Braid's messages travel, as in braid run")
    private String method = "";

    @Option(names = "--peers", description = "also run MPICH and Open MPI (objects: MPJ Express), interleaved")
    private boolean peers;

    @Option(names = "--against", paramLabel = "BUILD", description = "also run another build of Braid, interleaved: a checkout that was built, its script braid, or a braid.jar")
    private @Nullable Path against;

    @Option(names = "--bound", paramLabel = "X", description = "largest median of new over old that passes (default ${DEFAULT-VALUE})")
    private double bound = Contest.BOUND;

    @Option(names = "--rows", split = ",", paramLabel = "LIST", description = "gate: latency, rate, tcp, barrier, allreduce or startup (default: all)")
    private List<String> rows = List.of();

    @Option(names = "--pairs", paramLabel = "N", description = "rounds of all contestants (default: 3, gate 15; 9 and more for figures that are published)")
    private @Nullable Integer pairs;

    @Option(names = "--bytes", split = ",", paramLabel = "LIST", description = "message sizes, separated by commas; types: of blocks, too")
    private List<Long> bytes = List.of();

    @Option(names = "--operations", split = ",", paramLabel = "LIST", description = "collectives: which, separated by commas, as they stand in the table (default: all); those with blocks of unequal lengths by name alone: gatherv.uneven, and likewise scatterv, allgatherv, alltoallv, alltoallw and reduce_scatter")
    private List<String> operations = List.of();

    @Option(names = "--scale", paramLabel = "X", description = "factor on the number of messages (default ${DEFAULT-VALUE})")
    private double scale = 1;

    @Option(names = "--messages", paramLabel = "N", description = "allocation: messages without a collector (default ${DEFAULT-VALUE})")
    private long messages = 10_000_000;

    @Option(names = "--curve", paramLabel = "FILE", description = "job: the latency of each 50 ms of the first five seconds instead of whole jobs, as tables and as a picture (SVG) in a file")
    private @Nullable Path curve;

    @Option(names = "--json", paramLabel = "FILE", description = "write machine, versions and all samples to a file")
    private @Nullable Path json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (ranks != null && ranks == 0) {
            throw wrong("-n 0", "it must be 1 to 64", "Leave it out for the numbers that are usual");
        }
        checkWritable("--json", json);
        checkWritable("--curve", curve);
        Measured measured = new Measured(what, curve != null, method, ranks == null ? 0 : ranks, bytes, scale, messages, operations);
        return isWithin(measured) ? 0 : ABOVE_BOUND;
    }

    private boolean isWithin(Measured measured) throws IOException, InterruptedException {
        boolean isGate = what.equals("gate");
        Contest contest = new Contest(pairs != null ? pairs : isGate ? GATE_ROUNDS : ROUNDS, peers, against, bound);
        Path cache = CacheDirectory.writable();
        return isGate ? GateRun.run(rows, measured, contest, json, cache) : Bench.run(measured, contest, new Outputs(json, curve), cache);
    }

    /** Looked at first: a campaign takes minutes, and its figures would be lost. */
    private static void checkWritable(String option, @Nullable Path file) {
        if (file != null && !canBeWritten(file.toAbsolutePath())) {
            throw wrong(option + " " + file, "this file cannot be written", "Name one in a directory that exists and that you may write to");
        }
    }

    private static boolean canBeWritten(Path file) {
        Path directory = file.getParent();
        return Files.exists(file) ? Files.isWritable(file) && !Files.isDirectory(file) : directory != null && Files.isWritable(directory);
    }

    private static BraidException wrong(String what, String why, String whatToDo) {
        return new BraidException(ErrorCode.OPTION_VALUE, "bench: " + what, why, whatToDo);
    }
}
