package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.check.Instance;
import org.braid.coll.check.Oracle;
import org.braid.coll.schedule.Schedule;

/** One collective with real memory at every rank, filled before and compared with the checker's symbolic result afterwards. */
final class LiveCall {
    private static final long UNTOUCHED = 0x55;

    private final Instance instance;
    private final Element element;
    private final InPlace inPlace;
    private final Schedule[] schedules;
    private final Oracle oracle;
    private final Object[][] memory;
    private final int margin;

    LiveCall(Instance instance, Algorithm algorithm, Element element, InPlace inPlace, int margin) {
        this.instance = instance;
        this.element = element;
        this.inPlace = inPlace;
        this.margin = margin;
        this.schedules = Schedules.of(algorithm, instance.operation(), instance.size(), instance.root(), instance.commutative(), inPlace);
        this.oracle = new Oracle(instance, schedules);
        this.memory = new Object[instance.size()][];
        for (int rank = 0; rank < memory.length; rank++) {
            memory[rank] = new Object[] {filled(rank, Schedule.IN), filled(rank, Schedule.OUT)};
        }
    }

    private Object filled(int rank, int buffer) {
        int[] numbers = Oracle.before(instance, schedules[rank], buffer);
        Object array = element.newArray(numbers.length + 2 * margin);
        for (int at = 0; at < numbers.length + 2 * margin; at++) {
            boolean inside = at >= margin && at < margin + numbers.length && numbers[at - margin] >= 0;
            element.set(array, at, inside ? element.value(rank, numbers[at - margin]) : UNTOUCHED);
        }
        return array;
    }

    Call describe(Engine engine, int rank) {
        Call call = engine.call(instance.operation()).root(instance.root()).count(oracle.countAt(rank), element.bytes)
                .in(memory[rank][Schedule.IN], (long) margin * element.bytes).out(memory[rank][Schedule.OUT], (long) margin * element.bytes)
                .inTable(oracle.counts(rank, Schedule.IN), oracle.starts(rank, Schedule.IN))
                .outTable(oracle.counts(rank, Schedule.OUT), oracle.starts(rank, Schedule.OUT));
        if (instance.operation().isReduction()) {
            call.reducer(element);
        }
        return Schedules.isInPlace(instance.operation(), rank, instance.root(), inPlace) ? call.inPlace() : call;
    }

    /** OUT of every rank holds exactly what the checker says, and nothing around it has changed. */
    void verify(String replay) {
        for (int rank = 0; rank < memory.length; rank++) {
            int elements = oracle.elements(rank, Schedule.OUT);
            for (int at = -margin; at < elements + margin; at++) {
                long expected = at < 0 || at >= elements ? UNTOUCHED : expected(rank, at);
                int where = at;
                int whose = rank;
                assertEquals(expected, element.get(memory[rank][Schedule.OUT], margin + at), () -> instance + ": rank " + whose + " element " + where + "; " + replay);
            }
        }
    }

    private long expected(int rank, int at) {
        int[] ranks = oracle.contributors(rank, at);
        if (ranks == null) {
            return UNTOUCHED;
        }
        int number = oracle.contributedElement(rank, at);
        long value = element.value(ranks[0], number);
        for (int next = 1; next < ranks.length; next++) {
            value = element.combined(value, element.value(ranks[next], number));
        }
        return value;
    }

}
