package org.braid.bench.duel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowTest {
    private static List<List<String>> jobs(List<Row> rows) {
        return Row.byJob(rows).stream().map(job -> job.stream().map(Row::name).toList()).toList();
    }

    @Test
    void crowdedRowsAreDoneByTheSameJobsAndAllOthersByTheirOwn() {
        assertEquals(List.of(List.of("latency"), List.of("rate"), List.of("tcp"), List.of("startup"), List.of("barrier", "allreduce")), jobs(Row.all()));
    }

    @Test
    void whereNoCrowdedRowIsAskedForThereIsNone() {
        assertEquals(List.of(List.of("latency")), jobs(Row.all().subList(0, 1)));
    }
}
