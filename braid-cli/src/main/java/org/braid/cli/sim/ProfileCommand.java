package org.braid.cli.sim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Where;
import org.braid.bench.Bench;
import org.braid.bench.build.OwnProgram;
import org.braid.coll.cost.Links;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Topology;
import org.braid.launch.compile.CacheDirectory;
import org.braid.launch.options.KnownMethods;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code braid bench profile FILE}: what messages cost on each level, and shared memory within hosts, measured between one pair of ranks each, as a file for BRAID_PROFILE and {@code braid sim --links}. */
@Command(
        name = "profile",
        description = "Measures what messages cost on each level of a topology, by a job on it, and writes it into a file: BRAID_PROFILE=FILE makes jobs choose algorithms by it, braid sim --links FILE and braid explain coll --links FILE show what that means.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class ProfileCommand implements Runnable {
    private static final long BOUND_S = 600;

    @Parameters(index = "0", paramLabel = "FILE", description = "is written")
    private @Nullable Path file;

    @Option(names = {"-n", "-np", "--ranks"}, paramLabel = "N", description = "number of ranks; without --topology they are all on one host")
    private @Nullable Integer ranks;

    @Option(names = "--topology", paramLabel = "FILE", description = "where they are, as in braid run")
    private @Nullable Path topology;

    @Option(names = "--method", paramLabel = "EXPR", description = "how messages travel, as in braid run")
    private String method = "";

    @Override
    public void run() {
        if (topology == null && ranks == null) {
            throw NetworkOptions.wrong("no ranks", "nothing says how many ranks there are", "Give -n N or --topology FILE");
        }
        if (topology == null && ranks != null && ranks < 2) {
            throw NetworkOptions.wrong("too few ranks", "-n " + ranks + " makes no pair of ranks, between which messages are measured", "Give -n 2 or more");
        }
        throwIfUnwritable(Objects.requireNonNull(file));
        if (!method.isEmpty()) {
            KnownMethods.check(method, topology == null ? new Where[] {Where.HOST} : new Where[] {Where.HOST, Where.SITE, Where.ANYWHERE});
        }
        Topology places = topology == null ? Topology.flat(ranks == null ? 1 : ranks) : SpecifiedTopology.of(topology, ranks);
        List<String> options = new ArrayList<>(List.of("-n", Integer.toString(places.size())));
        if (topology != null) {
            options.addAll(List.of("--topology", topology.toString()));
        }
        if (!method.isEmpty()) {
            options.addAll(List.of("--method", method));
        }
        try {
            List<String> lines = OwnProgram.run("ProfileProgram", CacheDirectory.writable().resolve(Bench.SOURCES), List.of("-u", "BRAID_PROFILE", "-u", "BRAID_COLL", "-u", "BRAID_SHARED_COLLECTIVES"), options, arguments(places, true), BOUND_S);
            String text = text(lines, topology != null);
            if (file != null) {
                Files.writeString(file, text);
            }
            System.out.print(text);
        } catch (IOException e) {
            throw unwritable(Objects.requireNonNull(file), e.toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BraidException(ErrorCode.BENCH_FAILED, "the measurement", "it was interrupted", "Run it again", e);
        }
    }

    /** Before the measurement, which takes long. */
    private static void throwIfUnwritable(Path file) {
        Path place = Files.exists(file) ? file : file.toAbsolutePath().getParent();
        if (place == null || Files.isDirectory(file) || !Files.isWritable(place)) {
            throw unwritable(file, Files.isDirectory(file) ? "it is a directory" : "there is no directory for it, or this user may not write there", null);
        }
    }

    private static BraidException unwritable(Path file, String why, @Nullable Throwable cause) {
        return new BraidException(ErrorCode.OPTION_VALUE, "the profile cannot be written to " + file, why, "Name a file in a directory that exists and that you may write to", cause);
    }

    /**
     * For each channel that there is one pair of ranks, and the ranks of rank 0's host, which may share processors.
     *
     * @param boards whether a pair of one host says what shared memory costs, too
     */
    static List<String> arguments(Topology topology, boolean boards) {
        List<String> words = new ArrayList<>();
        int size = topology.size();
        for (int channel = 0; channel <= topology.kinds().size(); channel++) { // the fastest last, when all ranks have long started
            int[] pair = pair(topology, channel);
            if (pair.length == 2) {
                words.add(place(topology, channel) + ":" + pair[0] + "-" + pair[1]);
            }
            if (pair.length == 2 && boards && channel == topology.kinds().size()) {
                words.add("board:" + pair[0] + "-" + pair[1]);
            }
        }
        StringBuilder ring = new StringBuilder("0");
        int members = 1;
        for (int rank = 1; rank < size; rank++) {
            if (topology.channel(0, rank) > topology.kinds().indexOf(Level.HOST)) {
                ring.append(',').append(rank);
                members++;
            }
        }
        if (members > 2) {
            words.add("turn:" + ring);
        }
        return words;
    }

    private static int[] pair(Topology topology, int channel) {
        for (int one = 0; one < topology.size(); one++) {
            for (int other = one + 1; other < topology.size(); other++) {
                if (topology.channel(one, other) == channel) {
                    return new int[] {one, other};
                }
            }
        }
        return new int[0];
    }

    /** What a line calls ranks between which that channel is: those whose sites differ are anywhere, and so on. */
    private static String place(Topology topology, int channel) {
        if (topology.kinds().isEmpty()) {
            return Level.HOST;
        }
        return channel == topology.kinds().size() ? topology.kinds().getLast() : channel == 0 ? "*" : topology.kinds().get(channel - 1);
    }

    /** Lines of a profile; ranks of one machine that stand for several share its processors. */
    static String text(List<String> lines, boolean isOneMachine) {
        StringBuilder text = new StringBuilder("# measured by braid bench profile; for BRAID_PROFILE and braid sim --links\n");
        for (String line : lines) {
            if (line.startsWith("profile ")) {
                text.append(line, "profile ".length(), line.length()).append(line.startsWith("profile compute") && isOneMachine ? " together\n" : "\n");
            }
        }
        new Links().read(text.toString());
        return text.toString();
    }
}
