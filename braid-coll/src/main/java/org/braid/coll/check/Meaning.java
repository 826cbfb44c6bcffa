package org.braid.coll.check;

import java.util.stream.IntStream;
import org.braid.coll.check.CheckFailure.Rule;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/** What an operation means: the contents of the buffers before, and what OUT must hold behind (MPI-4.1 chapter 6). */
final class Meaning {
    private final Instance instance;
    private final Schedule[] schedules;
    private final boolean canonical;
    private final @Nullable Positions[] ofSenders; // of neighbours, and
    private final int[] @Nullable [] blocks; // where the block for each receiver begins in IN of a sender: for those who were asked for

    /** @param schedules those of all ranks, which say who is whose neighbour */
    Meaning(Instance instance, Schedule[] schedules) {
        this(instance, schedules, false);
    }

    /** @param canonical whether a reduction over all ranks must put them into the brackets of a reproducible one */
    Meaning(Instance instance, Schedule[] schedules, boolean canonical) {
        this.instance = instance;
        this.schedules = schedules;
        this.canonical = canonical;
        this.ofSenders = new Positions[schedules.length];
        this.blocks = new int[instance.size()][];
    }

    /** Fills IN (or what stands for it in OUT) with the rank's own values. */
    void prepare(Schedule schedule, SymbolicMemory memory) {
        int rank = schedule.shape().rank();
        for (int element = 0; element < memory.elements(Schedule.IN); element++) {
            memory.set(Schedule.IN, element, Term.of(rank, element));
        }
        boolean holdsOperand = schedule.shape().inPlace() || instance.operation() == Operation.BCAST && rank == instance.root();
        if (holdsOperand && memory.elements(Schedule.OUT) > 0) {
            prepareOut(schedule, memory, rank);
        }
    }

    private void prepareOut(Schedule schedule, SymbolicMemory memory, int rank) {
        boolean blocks = instance.operation() != Operation.BCAST && !instance.operation().isReduction();
        int start = blocks ? memory.positions().start(Schedule.OUT, rank * cuts(schedule)) : 0;
        for (int element = 0; element < instance.countAt(rank); element++) {
            memory.set(Schedule.OUT, start + element, Term.of(rank, element));
        }
    }

    /** How many units of OUT are a block. */
    private static int cuts(Schedule schedule) {
        return Schedule.cuts(schedule.layout(Schedule.OUT));
    }

    /** Every element of OUT is right, and nothing else was touched. */
    void verify(Schedule schedule, SymbolicMemory memory) {
        for (int element = 0; element < memory.elements(Schedule.IN); element++) {
            require(isOf(schedule.shape().rank(), element, memory.get(Schedule.IN, element)), schedule, memory, Schedule.IN, element);
        }
        if (schedule.shape().operation().isOfNeighbours() && !instance.operation().isOfNeighbours()) {
            return; // it takes no part in what others do, and has nobody to do anything with
        }
        switch (instance.operation()) {
            case BARRIER -> { }
            case BCAST -> verifyBlock(schedule, memory, 0, instance.count(), instance.root(), 0);
            case REDUCE, ALLREDUCE -> verifyReduction(schedule, memory, 0, instance.size() - 1, 0, memory.elements(Schedule.OUT));
            case SCAN -> verifyReduction(schedule, memory, 0, schedule.shape().rank(), 0, instance.count());
            case EXSCAN -> verifyExscan(schedule, memory);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> verifyOwnBlock(schedule, memory);
            case SCATTER, SCATTERV -> verifyScatter(schedule, memory);
            case GATHER, GATHERV, ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV -> verifyBlocks(schedule, memory);
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV -> verifyNeighbours(schedule, memory);
            case NEIGHBOR_REDUCE -> verifyNeighboursReduction(schedule, memory);
        }
    }

    private void verifyExscan(Schedule schedule, SymbolicMemory memory) {
        int rank = schedule.shape().rank();
        if (rank > 0) {
            verifyReduction(schedule, memory, 0, rank - 1, 0, instance.count());
        }
    }

    private void verifyOwnBlock(Schedule schedule, SymbolicMemory memory) {
        int rank = schedule.shape().rank();
        int first = rank * cuts(schedule);
        verifyReduction(schedule, memory, 0, instance.size() - 1, memory.positions().start(Schedule.OUT, first), memory.positions().end(Schedule.OUT, first, first + cuts(schedule)));
    }

    private void verifyReduction(Schedule schedule, SymbolicMemory memory, int first, int last, int from, int to) {
        for (int element = from; element < to; element++) {
            Term value = memory.get(Schedule.OUT, element);
            require(value != null && value.isCombination(element, first, last, instance.commutative()), schedule, memory, Schedule.OUT, element);
            if (canonical && value != null && value.association() != Term.canonical(first, last - first + 1)) {
                throw new CheckFailure(Rule.ASSOCIATION, "rank " + schedule.shape().rank() + " ends with " + value + " in other brackets than those of a reproducible reduction\n" + schedule);
            }
        }
    }

    private void verifyScatter(Schedule schedule, SymbolicMemory memory) {
        if (!schedule.shape().inPlace()) {
            int rank = schedule.shape().rank();
            verifyBlock(schedule, memory, 0, instance.countAt(rank), instance.root(), blockAtSender(instance.root(), rank));
        }
    }

    private void verifyBlocks(Schedule schedule, SymbolicMemory memory) {
        int rank = schedule.shape().rank();
        int covered = 0;
        int cuts = cuts(schedule);
        for (int sender = 0; sender < schedule.units(Schedule.OUT) / cuts; sender++) {
            int start = memory.positions().start(Schedule.OUT, sender * cuts);
            int length = memory.positions().end(Schedule.OUT, sender * cuts, (sender + 1) * cuts) - start;
            boolean personal = instance.operation() == Operation.ALLTOALL || instance.operation() == Operation.ALLTOALLV;
            verifyBlock(schedule, memory, start, length, sender, personal ? blockAtSender(sender, rank) : 0);
            covered += length;
        }
        verifyGaps(schedule, memory, covered);
    }

    /** Blocks of nobody are gaps. */
    private void verifyNeighbours(Schedule schedule, SymbolicMemory memory) {
        Neighbours neighbours = schedule.shape().neighbours();
        int covered = 0;
        for (int i = 0; i < neighbours.inDegree(); i++) {
            int sender = neighbours.source(i);
            if (sender != Neighbours.NOBODY) {
                int start = memory.positions().start(Schedule.OUT, i);
                int length = memory.positions().end(Schedule.OUT, i, i + 1) - start;
                verifyBlock(schedule, memory, start, length, sender, neighboursBlock(schedules[sender], schedule.shape().rank(), neighbours.turn(i)));
                covered += length;
            }
        }
        verifyGaps(schedule, memory, covered);
    }

    /** A rank whose neighbours are all nobody keeps what it has. */
    private void verifyNeighboursReduction(Schedule schedule, SymbolicMemory memory) {
        Neighbours neighbours = schedule.shape().neighbours();
        int[] senders = IntStream.range(0, neighbours.inDegree()).map(neighbours::source).filter(source -> source != Neighbours.NOBODY).toArray();
        for (int element = 0; element < memory.elements(Schedule.OUT); element++) {
            Term value = memory.get(Schedule.OUT, element);
            boolean right = senders.length == 0 ? value == null : value != null && value.isOf(element, senders, instance.commutative());
            require(right, schedule, memory, Schedule.OUT, element);
        }
    }

    /** Where the sender's block for the receiver begins, if that is its {@code turn}-th; an allgather has one for all. */
    private int neighboursBlock(Schedule sender, int receiver, int turn) {
        if (instance.operation() == Operation.NEIGHBOR_ALLGATHER || instance.operation() == Operation.NEIGHBOR_ALLGATHERV) {
            return 0;
        }
        Neighbours list = sender.shape().neighbours();
        int left = turn;
        for (int j = 0; j < list.outDegree(); j++) {
            if (list.destination(j) == receiver && left-- == 0) {
                return ofSender(sender).start(Schedule.IN, j);
            }
        }
        throw new CheckFailure(Rule.MATCHING, "rank " + receiver + " expects block " + turn + " of rank " + sender.shape().rank() + ", which has none for it");
    }

    private Positions ofSender(Schedule sender) {
        int rank = sender.shape().rank();
        Positions known = ofSenders[rank];
        if (known == null) {
            known = new Positions(instance, sender);
            ofSenders[rank] = known;
        }
        return known;
    }

    private void verifyGaps(Schedule schedule, SymbolicMemory memory, int covered) {
        int written = 0;
        for (int element = 0; element < memory.elements(Schedule.OUT); element++) {
            written += memory.get(Schedule.OUT, element) == null ? 0 : 1;
        }
        require(written == covered, schedule, memory, Schedule.OUT, 0);
    }

    private void verifyBlock(Schedule schedule, SymbolicMemory memory, int start, int length, int sender, int firstAtSender) {
        for (int element = 0; element < length; element++) {
            require(isOf(sender, firstAtSender + element, memory.get(Schedule.OUT, start + element)), schedule, memory, Schedule.OUT, start + element);
        }
    }

    /** Where the block for {@code receiver} begins in IN of {@code sender}; stated here anew, apart from the schedules. */
    private int blockAtSender(int sender, int receiver) {
        int[] known = blocks[sender];
        if (known == null) {
            known = blocksAtSender(sender);
            blocks[sender] = known;
        }
        return known[receiver];
    }

    private int[] blocksAtSender(int sender) {
        boolean isTabled = instance.operation() == Operation.SCATTERV || instance.operation() == Operation.ALLTOALLV;
        int[] starts = new int[instance.size()];
        int start = 0;
        for (int turn = 0; turn < starts.length; turn++) {
            int receiver = isTabled ? starts.length - 1 - turn : turn;
            starts[receiver] = start;
            start += instance.elements(sender, receiver) + (isTabled ? 1 : 0);
        }
        return starts;
    }

    private static boolean isOf(int rank, int element, @Nullable Term value) {
        return value != null && value.isOf(rank, element);
    }

    private static void require(boolean condition, Schedule schedule, SymbolicMemory memory, int buffer, int element) {
        if (!condition) {
            @Nullable Term found = element < memory.elements(buffer) ? memory.get(buffer, element) : null;
            throw new CheckFailure(Rule.PROVENANCE, "rank " + schedule.shape().rank() + " ends with " + (found == null ? "nothing" : found)
                    + " in element " + element + " of " + (buffer == Schedule.IN ? "IN" : "OUT") + "\n" + schedule);
        }
    }
}
