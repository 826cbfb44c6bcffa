package org.braid.mpi.coll;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.engine.Call;
import org.braid.coll.schedule.Operation;
import org.braid.mpi.p2p.Request;

/** What the members of a communicator tell each other in longs, for a call that the program knows by another name: its purpose. */
public final class Words {
    private final CollectiveRuns runs;
    private final int members;
    private final int rank;

    /** Those that go by this communicator. */
    public Words(CollectiveRuns runs) {
        this.runs = runs;
        this.members = runs.lco().size();
        this.rank = runs.lco().rank();
    }

    /** Every rank ends with what the root has; all bring as many longs. */
    public void bcast(Purpose purpose, long[] words, int root) {
        runs.run(runs.call(Operation.BCAST).purpose(purpose).root(root).count(words.length, Long.BYTES).out(memory(words), 0));
    }

    /** Every rank ends with the contributions of all, in rank order; all contribute as many longs. */
    public long[] allgather(Purpose purpose, long[] mine) {
        long[] all = new long[members * mine.length];
        runs.run(describe(purpose, mine, all));
        return all;
    }

    /** The contributions of all, in rank order, at the root; nothing elsewhere. All contribute as many longs. */
    public long[] gather(Purpose purpose, long[] mine, int root) {
        long[] all = new long[rank == root ? members * mine.length : 0];
        runs.run(runs.call(Operation.GATHER).purpose(purpose).root(root).count(mine.length, Long.BYTES).in(memory(mine), 0).out(memory(all), 0));
        return all;
    }

    /** As {@link #allgather}, of contributions that may differ in length: those of rank r at index r. */
    public long[][] allgatherv(Purpose purpose, long[] mine) {
        long[] lengths = allgather(purpose, new long[] {mine.length});
        int[] counts = new int[lengths.length];
        int[] starts = new int[lengths.length];
        int total = 0;
        for (int member = 0; member < lengths.length; member++) {
            counts[member] = (int) lengths[member];
            starts[member] = total;
            total = Math.addExact(total, counts[member]);
        }
        long[] all = new long[total];
        runs.run(runs.call(Operation.ALLGATHERV).purpose(purpose).count(mine.length, Long.BYTES).in(memory(mine), 0).out(memory(all), 0).outTable(counts, starts));
        long[][] each = new long[lengths.length][];
        for (int member = 0; member < each.length; member++) {
            each[member] = Arrays.copyOfRange(all, starts[member], starts[member] + counts[member]);
        }
        return each;
    }

    /**
     * As {@link #allgather}, only started.
     *
     * @param ifFailed closes what the call was to connect, if it fails
     */
    public Request startAllgather(Purpose purpose, long[] mine, long[] all, Runnable ifFailed) {
        return runs.start(describe(purpose, mine, all), ifFailed);
    }

    private Call describe(Purpose purpose, long[] mine, long[] all) {
        return runs.call(Operation.ALLGATHER).purpose(purpose).count(mine.length, Long.BYTES).in(memory(mine), 0).out(memory(all), 0);
    }

    /** For its first copy of an array of more than a few elements the JDK links a switch over types, 2 ms of a young process; for a segment it does not. */
    private static MemorySegment memory(long[] words) {
        return MemorySegment.ofArray(words);
    }
}
