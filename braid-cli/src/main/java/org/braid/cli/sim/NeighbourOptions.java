package org.braid.cli.sim;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Operation;
import org.braid.mpi.topology.Cartesian;
import org.braid.mpi.topology.DistributedGraph.Edge;
import org.braid.mpi.topology.EdgeLists;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say who is whose neighbour: a grid as createCart makes it, or the edges of a graph. */
public final class NeighbourOptions {
    private static final String HOW = "Give --cart 6x8, with --periodic where its rows are rings, or --graph FILE";
    private static final int NONE = 0;

    @Option(names = "--cart", paramLabel = "AxB…", description = "of operations of neighbours: ranks are a grid as createCart makes it, such as 6x8 or 4x4x4, and each has two neighbours along each dimension")
    private @Nullable String cart;

    @Option(names = "--periodic", description = "all dimensions of --cart are rings")
    private boolean periodic;

    @Option(names = "--periodic-along", paramLabel = "D,…", description = "these dimensions of --cart are rings, counted from 0")
    private @Nullable String along;

    @Option(names = "--graph", paramLabel = "FILE", description = "of operations of neighbours: edges, a line for each rank that sends and those it sends to: 0 1 5")
    private @Nullable Path graph;

    /**
     * How many ranks they tell of: those of a grid; 0 if there is none.
     *
     * @throws BraidException {@code BRD-1602} if that is no grid, or one of more ranks than know their neighbours
     */
    int ranks() {
        int ranks = cart == null ? NONE : Cartesian.size(dims(cart));
        checkMost(ranks);
        return ranks;
    }

    private static void checkMost(int ranks) {
        if (ranks > Neighbourhood.MOST_RANKS) {
            throw NetworkOptions.wrong("neighbours of " + ranks + " ranks", "of more than " + Neighbourhood.MOST_RANKS + " ranks nobody knows the neighbours of all others, so that all goes straight", "Give fewer ranks");
        }
    }

    private static int[] dims(String text) {
        boolean isGrid = text.matches("[0-9]{1,4}(x[0-9]{1,4}){0,15}");
        int[] dims = isGrid ? Arrays.stream(text.split("x")).mapToInt(Integer::parseInt).toArray() : new int[1];
        if (Arrays.stream(dims).anyMatch(each -> each == 0) || Cartesian.size(dims) < 0) {
            throw NetworkOptions.wrong("--cart " + text, "it must be 1 to 16 numbers from 1 on, of which the product is the number of ranks, " + Neighbourhood.MOST_RANKS + " at most", "Write them with an x between: 6x8");
        }
        return dims;
    }

    /**
     * Who is whose neighbour among so many ranks; null for an operation of all ranks.
     *
     * @throws BraidException {@code BRD-1602} if that cannot be meant, or nothing says it; {@code BRD-1603} if it is said of an operation of all ranks, or twice
     */
    @Nullable Neighbourhood of(Operation operation, int ranks) {
        if (!operation.isOfNeighbours()) {
            checkUnused(operation);
            return null;
        }
        if (cart != null && graph != null) {
            throw new BraidException(ErrorCode.OPTION_CONFLICT, "--graph " + graph, "--cart says who is whose neighbour, too", "Give one of them");
        }
        if (rings() != null && cart == null) {
            throw new BraidException(ErrorCode.OPTION_CONFLICT, rings(), "only a grid has rings, and there is no --cart", "Leave it out, or give --cart 6x8");
        }
        if (periodic && along != null) {
            throw new BraidException(ErrorCode.OPTION_CONFLICT, "--periodic-along " + along, "--periodic says that all dimensions are rings", "Give one of them");
        }
        checkMost(ranks);
        if (cart != null) {
            return grid(cart, ranks);
        }
        if (graph != null) {
            return edges(graph, ranks);
        }
        throw NetworkOptions.wrong("operation '" + operation.text() + "'", "what it costs depends on who is whose neighbour, which nothing says here", HOW);
    }

    private @Nullable String rings() {
        return along != null ? "--periodic-along " + along : periodic ? "--periodic" : null;
    }

    private void checkUnused(Operation operation) {
        String option = cart != null ? "--cart " + cart : graph != null ? "--graph " + graph : rings();
        if (option != null) {
            throw new BraidException(ErrorCode.OPTION_CONFLICT, option, operation.text() + " is of all ranks, whoever is whose neighbour", "Leave it out, or name an operation of neighbours, such as " + Operation.NEIGHBOR_ALLTOALL.text());
        }
    }

    /** As titles say it. */
    String text() {
        if (graph != null) {
            return "along the edges of " + graph.getFileName();
        }
        return "on a grid of " + cart + (periodic ? ", periodic" : along == null ? "" : ", periodic along " + along);
    }

    private Cartesian grid(String text, int ranks) {
        int[] dims = dims(text);
        if (Cartesian.size(dims) != ranks) {
            throw NetworkOptions.wrong("--cart " + text, "it has " + Cartesian.size(dims) + " ranks, and there " + (ranks == 1 ? "is 1" : "are " + ranks), "Give a grid of as many ranks, or leave -n, --topology and --grid out: then all ranks are on one host");
        }
        return new Cartesian(dims, periods(dims.length), 0);
    }

    private boolean[] periods(int dimensions) {
        boolean[] periods = new boolean[dimensions];
        Arrays.fill(periods, periodic);
        for (String each : along == null ? new String[0] : along.split(",", -1)) {
            if (!each.matches("[0-9]{1,2}") || Integer.parseInt(each) >= dimensions) {
                throw NetworkOptions.wrong("--periodic-along " + along, "'" + each + "' is no dimension of " + cart + ", whose dimensions are 0 to " + (dimensions - 1), "Write their numbers with commas between: 0,1; or --periodic, for all");
            }
            int dimension = Integer.parseInt(each);
            if (periods[dimension]) {
                throw NetworkOptions.wrong("--periodic-along " + along, "it names dimension " + dimension + " twice", "Name each dimension once; those of " + cart + " are 0 to " + (dimensions - 1));
            }
            periods[dimension] = true;
        }
        return periods;
    }

    private static Neighbourhood edges(Path file, int ranks) {
        List<Edge> edges = new ArrayList<>();
        String[] lines = NetworkOptions.text(file).split("\n", -1);
        for (int at = 0; at < lines.length; at++) {
            int comment = lines[at].indexOf('#');
            String words = (comment < 0 ? lines[at] : lines[at].substring(0, comment)).strip();
            if (!words.isEmpty()) {
                add(edges, words.split("\\s+"), ranks, file + ", line " + (at + 1));
            }
        }
        EdgeLists lists = EdgeLists.of(ranks, edges, edges, null);
        if (lists == null) {
            throw NetworkOptions.wrong("--graph " + file, "it has " + edges.size() + " edges, and a job keeps no more than 2^20 of them", "Give fewer");
        }
        return lists;
    }

    private static void add(List<Edge> edges, String[] words, int ranks, String where) {
        if (words.length < 2) {
            throw NetworkOptions.wrong(where, "rank " + words[0] + " sends to nobody there", "Write who sends and then whom to: 0 1 5");
        }
        for (String word : words) {
            if (!word.matches("[0-9]{1,7}") || Integer.parseInt(word) >= ranks) {
                throw NetworkOptions.wrong(where, "'" + word + "' is no rank, and these are 0 to " + (ranks - 1), "Write who sends and then whom to: 0 1 5");
            }
        }
        for (int at = 1; at < words.length; at++) {
            edges.add(new Edge(Integer.parseInt(words[0]), Integer.parseInt(words[at]), 1));
        }
    }
}
