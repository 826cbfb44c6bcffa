package org.braid.cli.sim;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.ticket.Ticket;
import org.braid.coll.cost.Links;
import org.braid.coll.sim.Network;
import org.braid.coll.topology.Topology;
import org.braid.mpi.coll.JobProfile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say where ranks are and what messages cost. */
public final class NetworkOptions {
    private static final Pattern GRID = Pattern.compile("([0-9]{1,7})x([0-9]{1,7})x([0-9]{1,7})");

    @Option(names = {"-n", "-np", "--ranks"}, paramLabel = "N", description = "number of ranks; without --topology and --grid they are all on one host")
    private @Nullable Integer ranks;

    @Option(names = "--topology", paramLabel = "FILE", description = "where they are, as braid run --topology takes it")
    private @Nullable Path topology;

    @Option(names = "--grid", paramLabel = "SxHxR", description = "where they are: S sites of H hosts of R ranks, such as 10x1000x100")
    private @Nullable String grid;

    @Option(names = "--links", paramLabel = "FILE", description = "what messages cost, a line for each place, as --link takes it")
    private @Nullable Path links;

    @Option(names = "--link", paramLabel = "LINE", description = "what messages cost: '* latency=35ms overhead=100us bandwidth=1MB/s shared'; places are host, cluster, site and *")
    private List<String> lines = List.of();

    /**
     * What was asked for; the number of ranks is that of its topology.
     *
     * @param told how many ranks there are if no option of these says it; 0 if nothing does
     */
    Network network(int told) {
        return network(null, told);
    }

    /** Likewise, and a profile says what messages cost. */
    Network network(@Nullable Path profile, int told) {
        Links costs = new Links();
        if (links != null) {
            costs.read(text(links));
        }
        if (profile != null) {
            costs.read(text(profile));
        }
        lines.forEach(costs::read);
        return costs.of(topology(told));
    }

    /** Whether there are so many ranks that this needs a JVM of its own; asked before they are written down, for which the launcher's heap may be too small. */
    boolean wantsOwnJvm(int told) {
        int count = ranks != null ? ranks : topology != null ? SpecifiedTopology.ranks(topology) : grid != null ? product(GRID.matcher(grid)) : told;
        return OwnJvm.isWanted(count);
    }

    /** 0 of what is refused later. */
    private static int product(Matcher grid) {
        long product = grid.matches() ? 1 : 0;
        for (int i = 1; i <= 3 && product > 0; i++) {
            product = Math.min(product * Long.parseLong(grid.group(i)), Ticket.MAX_RANKS + 1L);
        }
        return product > Ticket.MAX_RANKS ? 0 : (int) product;
    }

    private Topology topology(int told) {
        if ((ranks != null ? ranks : 1) < 1 || (ranks != null ? ranks : 1) > Ticket.MAX_RANKS) {
            throw wrong("-n " + ranks, "a job has 1 to " + Ticket.MAX_RANKS + " ranks", "Give a number of these");
        }
        if (topology != null && grid != null || grid != null && ranks != null) {
            throw new BraidException(ErrorCode.OPTION_CONFLICT, "--grid", "--topology and -n say where and how many ranks are, too", "Give one of them");
        }
        if (topology != null) {
            return SpecifiedTopology.of(topology, ranks);
        }
        if (grid != null) {
            return grid(grid);
        }
        if (ranks == null && told == 0) {
            throw wrong("no ranks", "nothing says how many ranks there are", "Give -n N, --topology FILE or --grid SxHxR");
        }
        return Topology.flat(ranks == null ? told : ranks);
    }

    private static Topology grid(String text) {
        Matcher matcher = GRID.matcher(text);
        long product = 1;
        for (int i = 1; i <= 3 && matcher.matches(); i++) {
            product *= Long.parseLong(matcher.group(i));
        }
        if (!matcher.matches() || product < 1 || product > Ticket.MAX_RANKS) {
            throw wrong("--grid " + text, "it must be three numbers whose product is 1 to " + Ticket.MAX_RANKS, "Write sites x hosts x ranks: 10x1000x100");
        }
        return SpecifiedTopology.grid(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3)));
    }

    /** No more than a job reads of a profile; a device has no size that could be asked for before. */
    static String text(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(JobProfile.MOST_BYTES + 1);
            if (bytes.length > JobProfile.MOST_BYTES) {
                throw unreadable(file, "it has more than " + JobProfile.MOST_BYTES + " bytes", null);
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (IOException e) {
            throw unreadable(file, JobProfile.why(e), e);
        }
    }

    private static BraidException unreadable(Path file, String why, @Nullable IOException cause) {
        return new BraidException(ErrorCode.OPTION_VALUE, "the file " + file, why, "Name a text file that can be read", cause);
    }

    static BraidException wrong(String what, String why, String whatToDo) {
        return new BraidException(ErrorCode.OPTION_VALUE, what, why, whatToDo);
    }
}
