package org.braid.coll.algorithm.multilevel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.braid.coll.algorithm.generator.AlongTree;
import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.tree.Tree;
import org.braid.coll.schedule.Inlay;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Rounds;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.RankSet;

/**
 * Scan and exscan up and down a tree (Blelloch 1990), whatever the placement of ranks: up goes the total of each <em>run</em>, a maximal interval of ranks among those that hang on a rank; down comes for each run what all ranks before it
 * have, to which each rank adds the totals of those in between. A run that ends with the last rank has a total that nobody wants, and one that begins
 * with rank 0 has nothing before it: neither is sent. Where ranks are placed in blocks that is one vector a message, and each slow channel is crossed twice.
 *
 * <p>Cost: 2 Σ (α + nβ + nγ); 2(P-1) messages. Over one level, along a binomial tree: 2 lg P (α + nβ + nγ), where the other algorithms have P lg P messages, or P-1 one after the other.
 */
public final class MultilevelScan implements TreeGenerator {
    /** Where the total of some ranks lies, and on the way down, once it has been used, what all ranks up to its last one have. */
    private static final class Piece {
        final int first;
        final int end;
        final int buffer;
        final int unit;
        final int result; // of an operand that no rank below has: in which unit what the operation gives to its rank is to be; else -1

        Piece(int first, int end, int buffer, int unit, int result) {
            this.first = first;
            this.end = end;
            this.buffer = buffer;
            this.unit = unit;
            this.result = result;
        }

        boolean isOwn() {
            return result >= 0;
        }
    }

    /** The prefixes of an edge's runs as they are found, to be sent together. */
    private static final class Below {
        final Edge edge;
        final List<Piece> pieces = new ArrayList<>();
        final List<int[]> prefixes = new ArrayList<>(); // buffer and unit; a run from rank 0 on has none

        Below(Edge edge) {
            this.edge = edge;
        }
    }

    /** Of ranks on one level, in segments, each of which goes up and down behind the one before it: what hangs on a rank is one run there (Sanders and Träff 2006, "Parallel prefix (scan) algorithms for MPI"). */
    public static Generator inSegments(Tree tree) {
        return new InSegments(tree);
    }

    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        var scan = new Scan(new ScheduleBuilder(shape), LeaderTree.of(shape, 0, trees), Schedule.OUT);
        scan.run(List.of(scan.own()));
        return scan.steps.build();
    }

    /**
     * Adds what the leader of a host does whose ranks share memory.
     *
     * @param operands the buffer of the operands of its host, by rank; of a scan that of the results afterwards
     * @param results for an exscan, a buffer of as many results
     */
    public static void appendAmongHosts(ScheduleBuilder steps, Trees trees, int operands, int results) {
        LeaderTree tree = LeaderTree.ofHosts(steps.shape(), 0, trees);
        List<Piece> own = new ArrayList<>();
        for (int interval = 0; interval < tree.own().intervals(); interval++) {
            for (int rank = tree.own().first(interval); rank < tree.own().end(interval); rank++) {
                own.add(new Piece(rank, rank + 1, operands, own.size(), own.size()));
            }
        }
        new Scan(steps, tree, results).run(own);
    }

    private record InSegments(Tree tree) implements Generator {
        @Override
        public Schedule generate(Shape shape, Told told) {
            int segments = told.segments();
            Schedule part = new AlongTree(tree, new MultilevelScan()).generate(shape);
            var steps = new ScheduleBuilder(shape).cut(segments);
            int[] buffers = new int[part.buffers()];
            int[] peers = new int[part.steps()];
            for (int buffer = 0; buffer < buffers.length; buffer++) {
                buffers[buffer] = buffer < Schedule.FIRST_TEMPORARY ? buffer : steps.temporary(segments, segments);
            }
            for (int step = 0; step < peers.length; step++) {
                peers[step] = part.word(step, Schedule.PEER);
            }
            Rounds rounds = steps.rounds(segments, 0);
            for (int segment = 0; segment < segments; segment = rounds.next(segment)) {
                steps.append(new Inlay(part, peers, buffers, segment), 0, part.steps());
            }
            return steps.build();
        }
    }

    /** What one rank does. */
    private static final class Scan {
        final Shape shape;
        final ScheduleBuilder steps;
        final LeaderTree tree;
        final int results; // the buffer of what ranks before an own one have, where the operation is an exscan
        final List<Below> below = new ArrayList<>();
        final List<List<Piece>> runs = new ArrayList<>();

        Scan(ScheduleBuilder steps, LeaderTree tree, int results) {
            this.shape = steps.shape();
            this.steps = steps;
            this.tree = tree;
            this.results = results;
        }

        void run(List<Piece> own) {
            collect(own);
            if (!tree.isRoot()) {
                passUp();
            }
            comeDown();
        }

        /** Totals from below; with the own operands they are sorted into runs. */
        void collect(List<Piece> own) {
            List<Piece> pieces = new ArrayList<>(own);
            for (Edge edge : tree.edges()) {
                RankSet ranks = edge.ranks();
                Below from = new Below(edge);
                int wanted = wanted(ranks.intervals(), ranks.end(ranks.intervals() - 1));
                int totals = wanted == 0 ? Schedule.OUT : steps.temporary(1, wanted);
                if (wanted > 0) {
                    steps.receive(edge.peer(), totals, 0, wanted);
                }
                for (int run = 0; run < ranks.intervals(); run++) {
                    from.pieces.add(new Piece(ranks.first(run), ranks.end(run), totals, run, -1));
                }
                pieces.addAll(from.pieces);
                below.add(from);
            }
            pieces.sort(Comparator.comparingInt(piece -> piece.first));
            for (Piece piece : pieces) {
                if (runs.isEmpty() || runs.getLast().getLast().end != piece.first) {
                    runs.add(new ArrayList<>());
                }
                runs.getLast().add(piece);
            }
        }

        /** How many of some runs have a total that somebody wants, if the last of them ends there. */
        int wanted(int intervals, int end) {
            return end == shape.size() ? intervals - 1 : intervals;
        }

        /** The own operand where it may be overwritten by what all ranks up to this one have: of a scan that is its result; of an exscan only others need it. */
        Piece own() {
            boolean isScan = shape.operation() == Operation.SCAN;
            boolean isOverwritten = isScan || !tree.edges().isEmpty();
            int home = isScan ? Schedule.OUT : isOverwritten || shape.inPlace() ? steps.temporary(1, 1) : Schedule.IN;
            if (shape.operand() != home) {
                steps.copy(shape.operand(), 0, 1, home, 0);
            }
            return new Piece(shape.rank(), shape.rank() + 1, home, 0, 0);
        }

        void passUp() {
            int wanted = wanted(runs.size(), runs.getLast().getLast().end);
            if (wanted == 0) {
                return;
            }
            if (wanted == 1 && runs.getFirst().size() == 1) {
                Piece only = runs.getFirst().getFirst();
                steps.send(tree.parent(), only.buffer, only.unit, only.unit + 1);
                return;
            }
            int totals = steps.temporary(1, wanted);
            for (int run = 0; run < wanted; run++) {
                List<Piece> pieces = runs.get(run);
                steps.copy(pieces.getLast().buffer, pieces.getLast().unit, pieces.getLast().unit + 1, totals, run);
                for (int at = pieces.size() - 2; at >= 0; at--) {
                    steps.reduce(pieces.get(at).buffer, pieces.get(at).unit, pieces.get(at).unit + 1, totals, run);
                }
            }
            steps.send(tree.parent(), totals, 0, wanted);
        }

        void comeDown() {
            int missing = runs.getFirst().getFirst().first == 0 ? 1 : 0; // before rank 0 there is nothing
            int prefixes = -1;
            if (runs.size() > missing) {
                prefixes = steps.temporary(1, runs.size() - missing);
                steps.receive(tree.parent(), prefixes, 0, runs.size() - missing);
            }
            for (int run = 0; run < runs.size(); run++) {
                walk(runs.get(run), prefixes, run - missing);
            }
            for (Below each : below.reversed()) {
                passDown(each);
            }
        }

        /** Along a run: what lies before a piece is given to it, then the piece becomes what lies before the next one. */
        void walk(List<Piece> pieces, int buffer, int unit) {
            int before = unit < 0 ? -1 : buffer;
            int at = unit;
            for (int i = 0; i < pieces.size(); i++) {
                Piece piece = pieces.get(i);
                boolean isNeeded = i < pieces.size() - 1 || piece.isOwn() && shape.operation() == Operation.SCAN;
                give(piece, before, at);
                if (before >= 0 && isNeeded) {
                    steps.reduce(before, at, at + 1, piece.buffer, piece.unit);
                }
                before = piece.buffer;
                at = piece.unit;
            }
        }

        void give(Piece piece, int buffer, int unit) {
            if (buffer < 0) {
                return;
            }
            if (piece.isOwn() && shape.operation() == Operation.EXSCAN) {
                steps.copy(buffer, unit, unit + 1, results, piece.result);
            }
            for (Below each : below) {
                if (each.pieces.contains(piece)) {
                    each.prefixes.add(new int[] {buffer, unit});
                }
            }
        }

        void passDown(Below to) {
            if (to.prefixes.isEmpty()) {
                return;
            }
            if (to.prefixes.size() == 1) {
                int[] only = to.prefixes.getFirst();
                steps.send(to.edge.peer(), only[0], only[1], only[1] + 1);
                return;
            }
            int packed = steps.temporary(1, to.prefixes.size());
            for (int i = 0; i < to.prefixes.size(); i++) {
                int[] each = to.prefixes.get(i);
                steps.copy(each[0], each[1], each[1] + 1, packed, i);
            }
            steps.send(to.edge.peer(), packed, 0, to.prefixes.size());
        }
    }
}
