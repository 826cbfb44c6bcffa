package org.braid.coll;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Shape;
import org.junit.jupiter.api.Test;

/** What docs/collectives.md says is so. */
class GuideTest {
    private static String guide() throws IOException {
        return Files.readString(Path.of("..", "docs", "collectives.md"));
    }

    @Test
    void theGuideListsEveryAlgorithmWithItsCost() throws IOException {
        String guide = guide();
        for (Algorithm algorithm : Algorithm.values()) {
            String row = "| `" + algorithm.text() + "` | " + algorithm.cost() + " |";
            assertTrue(guide.contains(row), () -> "missing in docs/collectives.md: " + row);
        }
    }

    @Test
    void theScheduleThatTheGuidePrintsIsTheOneThatIsGenerated() throws IOException {
        var shape = new Shape(Operation.ALLREDUCE, 3, 0, 0, true, false);
        String printed = Algorithm.RECURSIVE_DOUBLING_ALLREDUCE.generate(shape).toString();
        assertTrue(guide().contains(printed.substring(printed.indexOf('\n') + 1)), printed);
    }
}
