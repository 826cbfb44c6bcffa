package org.braid.coll.cost;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.board.BoardSchedules;
import org.braid.coll.algorithm.board.LongSchedules;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.algorithm.hosts.SharedSchedules;
import org.braid.coll.board.Extent;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.sim.Collective;
import org.braid.coll.sim.Network;
import org.braid.coll.sim.Outcome;
import org.braid.coll.sim.Simulator;
import org.braid.coll.topology.Hosts;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * A call and the algorithms that could serve it.
 *
 * @param bytes of the vector, or of one block
 * @param crowded whether some host has more ranks than cores: the rules look at it; the simulator gives every rank a core
 * @param neighbourhood whom an operation of neighbours reaches; null for one of all ranks
 */
public record Candidates(Operation operation, int root, long bytes, boolean commutative, boolean crowded, Network network, @Nullable Neighbourhood neighbourhood) {
    /** A call of all ranks. */
    public Candidates(Operation operation, int root, long bytes, boolean commutative, boolean crowded, Network network) {
        this(operation, root, bytes, commutative, crowded, network, null);
    }

    /** The rule that decides in a job of such ranks. */
    public Rule rule() {
        return RuleTable.of(network.topology()).choose(operation, ranks(), root, agreedBytes(), crowded, commutative);
    }

    /** The same call of a vector, or of blocks, of so many bytes. */
    Candidates withBytes(long length) {
        return new Candidates(operation, root, length, commutative, crowded, network, neighbourhood);
    }

    /** The size by which a job chooses: 0 where its ranks do not know one alike. */
    public long agreedBytes() {
        return operation.isSizeAgreed() ? bytes : 0;
    }

    /** All that give the right result here: without several levels none that is made for them, for it would be a flat one again. */
    public List<Algorithm> algorithms() {
        List<Algorithm> all = new ArrayList<>();
        for (Algorithm algorithm : Algorithm.values()) {
            if (algorithm.serves(operation) && algorithm.allows(ranks(), commutative) && !(algorithm.isMultilevel() && network.topology().isFlat())) {
                all.add(algorithm);
            }
        }
        return all;
    }

    /** Each of them run, and what {@code rule} takes if that is another one, or one that is told how to work; the quickest first, and those that are too large last. */
    public List<Candidate> run(Rule rule) {
        List<Candidate> all = new ArrayList<>();
        for (Algorithm algorithm : algorithms()) {
            all.add(tried(algorithm, null));
        }
        if (all.stream().noneMatch(each -> each.text().equals(rule.text()))) {
            all.add(tried(rule));
        }
        all.sort(Comparator.comparingLong(Candidate::timePs));
        return all;
    }

    /** What a rule takes, run; without an outcome if it is too large, and why. */
    public Candidate tried(Rule rule) {
        return tried(rule.algorithm(), rule.tuning());
    }

    private Candidate tried(Algorithm algorithm, @Nullable Tuning tuning) {
        try {
            return new Candidate(algorithm, tuning, Simulator.runAmongOthers(collective(algorithm, tuning), network), "");
        } catch (BraidException tooLarge) {
            if (tooLarge.code() != ErrorCode.SIMULATION_TOO_LARGE) {
                throw tooLarge;
            }
            return new Candidate(algorithm, tuning, null, tooLarge.why());
        }
    }

    /**
     * What one of them comes to.
     *
     * @param tuning how it is told to work; null for as it comes
     * @throws BraidException {@code BRD-1616} if it is too large to be simulated
     */
    public Outcome run(Algorithm algorithm, @Nullable Tuning tuning) {
        return Simulator.run(collective(algorithm, tuning), network);
    }

    /**
     * What a job comes to from its fourth such call on, where nobody has chosen the algorithm: over memory that the ranks of each host share.
     *
     * @param keepsBits whether a reduction is to give the same bits wherever ranks are
     * @return null if such calls go by messages
     * @throws BraidException {@code BRD-1616} if there are too many ranks to be simulated
     */
    public @Nullable Outcome runOverBoards(boolean keepsBits) {
        return runOverBoards(keepsBits, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** Likewise; null, too, if it takes longer than so many picoseconds, or its simulation takes more events. */
    @Nullable Outcome runOverBoards(boolean keepsBits, long boundPs, long mostEvents) {
        Hosts hosts = Hosts.of(network.topology());
        boolean isSlower = crowded && hosts.count() > 1 && operation.isScan();
        if (isSlower || !SharedSchedules.serve(operation, ranks(), hosts.count() == 1 ? null : hosts, bytes, Extent.SHORT.placeBytes(), Extent.SHORT.mostMembers())) {
            return null;
        }
        return Simulator.runWithin(Collective.overBoards(operation, hosts, root, bytes, commutative, keepsBits), network, boundPs, mostEvents);
    }

    /** Whether blocking calls that are too long for {@link #runOverBoards} go over such memory part by part, which nobody simulates. */
    public boolean goesInParts() {
        boolean isLong = BoardSchedules.shownBytes(operation, ranks(), bytes) > Extent.SHORT.placeBytes();
        return isLong && ranks() <= Extent.LONG.mostMembers() && LongSchedules.serve(operation, ranks(), bytes, Extent.LONG.placeBytes(), crowded) && Hosts.of(network.topology()).count() == 1;
    }

    /** The call, served by that algorithm. */
    Collective collective(Algorithm algorithm) {
        return collective(algorithm, null);
    }

    /** Likewise, by an algorithm that is told how to work. */
    public Collective collective(Algorithm algorithm, @Nullable Tuning tuning) {
        Topology seen = tuning == null ? network.topology() : tuning.seen(network.topology());
        return neighbourhood == null ? new Collective(operation, algorithm, ranks(), root, bytes, commutative, seen, tuning) : Collective.ofNeighbours(operation, algorithm, neighbourhood, ranks(), bytes, seen, tuning);
    }

    /** How many ranks make the call. */
    public int ranks() {
        return network.topology().size();
    }
}
