package org.braid.coll.check;

import org.braid.coll.check.CheckFailure.Rule;
import org.braid.coll.schedule.Schedule;

/**
 * Proves a set of schedules, one per rank, for concrete sizes: every send is matched by one receive of equal size and in order; no deadlock with zero
 * buffering, whether steps start as soon as they may, or strictly in order, or only so many behind the first that is not complete and round after round, where that is how the engine runs rounds that are held once; no race; every result is exactly the right combination of contributions; no
 * step leaves its buffers. Throws {@link CheckFailure} naming the rank, the step and the rule.
 */
public final class Checker {
    private final Schedule[] schedules;
    private final Schedule[] held;
    private final boolean isLooped;
    private final boolean canonical;
    private boolean hasNoRace;

    private Checker(Schedule[] schedules, boolean canonical) {
        this.schedules = new Schedule[schedules.length];
        this.held = schedules.clone();
        boolean any = false;
        for (int rank = 0; rank < schedules.length; rank++) {
            this.schedules[rank] = schedules[rank].writtenOut();
            any |= schedules[rank].isLooped();
        }
        this.isLooped = any;
        this.canonical = canonical;
    }

    /**
     * For several instances: what does not depend on lengths is proved once.
     *
     * @param schedules the schedule of rank r at index r
     */
    public static Checker of(Schedule[] schedules) {
        return new Checker(schedules, false);
    }

    /** @param schedules the schedule of rank r at index r */
    public static void check(Instance instance, Schedule[] schedules) {
        of(schedules).check(instance);
    }

    /** Likewise, of a reduction that must also put the ranks into the brackets that every reproducible one does, in the order of ranks. */
    public static void checkReproducible(Instance instance, Schedule[] schedules) {
        new Checker(schedules, true).check(instance);
    }

    /** Proves the schedules for one instance. */
    public void check(Instance instance) {
        SymbolicMemory[] memories = memories(instance);
        for (SymbolicMemory memory : memories) {
            memory.checkBounds();
        }
        checkMessageCounts(memories);
        for (int rank = 0; rank < schedules.length && !hasNoRace; rank++) {
            new Races(schedules[rank]).check();
        }
        hasNoRace = true;
        runInOrder(instance, memories);
        if (isLooped) {
            run(instance, memories(instance), Rendezvous.Starts.IN_ROUNDS);
        }
    }

    /**
     * Steps that start in order wait for whatever they wait for when they start as soon as they may, and for more. As there is no race, both give the same messages the same values: one run that ends shows what both do. Only of one that fails it is
     * to be found out whether the order is to blame.
     */
    private void runInOrder(Instance instance, SymbolicMemory[] memories) {
        try {
            run(instance, memories, Rendezvous.Starts.IN_ORDER);
        } catch (CheckFailure failure) {
            run(instance, memories(instance), Rendezvous.Starts.WHEN_THEY_MAY);
            throw failure;
        }
    }

    private SymbolicMemory[] memories(Instance instance) {
        var memories = new SymbolicMemory[schedules.length];
        for (int rank = 0; rank < memories.length; rank++) {
            memories[rank] = new SymbolicMemory(instance, schedules[rank]);
        }
        return memories;
    }

    private void run(Instance instance, SymbolicMemory[] memories, Rendezvous.Starts starts) {
        var meaning = new Meaning(instance, schedules, canonical);
        for (int rank = 0; rank < memories.length; rank++) {
            meaning.prepare(schedules[rank], memories[rank]);
        }
        new Rendezvous(instance.operation(), schedules, memories, starts, held).run();
        for (int rank = 0; rank < memories.length; rank++) {
            meaning.verify(schedules[rank], memories[rank]);
        }
    }

    private void checkMessageCounts(SymbolicMemory[] memories) {
        int size = schedules.length;
        int[] surplus = new int[size * size]; // of sends, by who sends and who receives
        for (int rank = 0; rank < size; rank++) {
            for (int step = 0; step < schedules[rank].steps(); step++) {
                count(surplus, rank, memories[rank].kind(step), schedules[rank].word(step, Schedule.PEER));
            }
        }
        for (int pair = 0; pair < surplus.length; pair++) {
            int messages = surplus[pair];
            if (messages != 0) {
                throw new CheckFailure(Rule.MATCHING, "rank " + pair / size + " sends rank " + pair % size + ' ' + Math.abs(messages) + (messages > 0 ? " messages too many" : " messages too few"));
            }
        }
    }

    private void count(int[] surplus, int rank, int kind, int peer) {
        if (kind != Schedule.SEND && kind != Schedule.RECEIVE) {
            return;
        }
        int size = schedules.length;
        if (peer < 0 || peer >= size || peer == rank) {
            throw new CheckFailure(Rule.MATCHING, "rank " + rank + " names rank " + peer + " as its peer");
        }
        if (kind == Schedule.SEND) {
            surplus[rank * size + peer]++;
        } else {
            surplus[peer * size + rank]--;
        }
    }
}
