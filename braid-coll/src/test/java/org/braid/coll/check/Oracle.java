package org.braid.coll.check;

import java.util.Arrays;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/** What the checker's run leaves in OUT of every rank, and the tables that an instance makes up, for tests of the live engine. */
public final class Oracle {
    private final Instance instance;
    private final Schedule[] schedules;
    private final SymbolicMemory[] memories;

    public Oracle(Instance instance, Schedule[] held) {
        this.instance = instance;
        this.schedules = Arrays.stream(held).map(Schedule::writtenOut).toArray(Schedule[]::new);
        this.memories = new SymbolicMemory[schedules.length];
        var meaning = new Meaning(instance, schedules);
        for (int rank = 0; rank < memories.length; rank++) {
            memories[rank] = new SymbolicMemory(instance, schedules[rank]);
            meaning.prepare(schedules[rank], memories[rank]);
        }
        new Rendezvous(instance.operation(), schedules, memories, Rendezvous.Starts.WHEN_THEY_MAY, schedules).run();
    }

    /** The ranks whose values element {@code element} of OUT combines, in order; null if nothing was written there. */
    public int @Nullable [] contributors(int rank, int element) {
        Term term = memories[rank].get(Schedule.OUT, element);
        return term == null ? null : term.ranks();
    }

    /** Which element of the contributors' operands it is. */
    public int contributedElement(int rank, int element) {
        Term term = memories[rank].get(Schedule.OUT, element);
        return term == null ? -1 : term.element();
    }

    public int elements(int rank, int buffer) {
        return memories[rank].elements(buffer);
    }

    /** What the buffer holds before: the element's number at its rank, or -1. */
    public static int[] before(Instance instance, Schedule schedule, int buffer) {
        var memory = new SymbolicMemory(instance, schedule);
        new Meaning(instance, new Schedule[0]).prepare(schedule, memory);
        int[] numbers = new int[memory.elements(buffer)];
        for (int element = 0; element < numbers.length; element++) {
            Term term = memory.get(buffer, element);
            numbers[element] = term == null ? -1 : term.element();
        }
        return numbers;
    }

    public int countAt(int rank) {
        return instance.countAt(rank);
    }

    public int[] starts(int rank, int buffer) {
        int[] starts = new int[schedules[rank].units(buffer)];
        for (int unit = 0; unit < starts.length; unit++) {
            starts[unit] = memories[rank].positions().start(buffer, unit);
        }
        return starts;
    }

    public int[] counts(int rank, int buffer) {
        int[] counts = starts(rank, buffer);
        for (int unit = 0; unit < counts.length; unit++) {
            counts[unit] = memories[rank].positions().end(buffer, unit, unit + 1) - counts[unit];
        }
        return counts;
    }
}
