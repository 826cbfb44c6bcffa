package org.braid.bench.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.braid.bench.process.Contestant;
import org.braid.bench.work.BenchOptions;
import org.junit.jupiter.api.Test;

class OurProgramsTest {
    @Test
    void aJobIsTheLaunchersCommandWithMethodProgramAndSizes() {
        BenchOptions options = new BenchOptions("rate", "tcp", false, 1, 0, List.of(8L, 16L), 0.5, 1);
        List<Contestant> all = new OurPrograms(options, List.of("braid")).all();
        assertEquals(List.of("braid link", "braid mpi-single", "braid mpi-multiple"), all.stream().map(Contestant::name).toList());
        assertEquals(
                List.of("braid", "run", "-n", "2", "--method", "tcp", "org.braid.bench.rank.MpiProgram", "single", "rate", "0.5", "8", "16"),
                all.get(1).command());
    }
}
