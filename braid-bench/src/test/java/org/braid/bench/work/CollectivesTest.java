package org.braid.bench.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CollectivesTest {
    private static List<String> words(List<Long> bytes, List<String> operations) {
        return new Measured("collectives", false, "", 2, bytes, 0.5, 1, operations).heats().getFirst().words();
    }

    @Test
    void aProgramIsToldScaleNamesAndSizes() {
        assertEquals(List.of("0.5", "gatherv.uneven,bcast", "16"), words(List.of(16L), List.of("gatherv.uneven", "bcast")));
    }

    @Test
    void allWithEqualBlocksAreMeasuredUnlessSomebodyChooses() {
        assertEquals(List.of("0.5", String.join(",", Collectives.USUAL), "8", "1048576"), words(List.of(), List.of()));
    }

    @Test
    void eachNameIsOneThatThePeersProgramHas() throws Exception {
        try (InputStream source = Measured.class.getResourceAsStream("/org/braid/bench/peer/collectives.c")) {
            assertNotNull(source);
            String text = new String(source.readAllBytes(), StandardCharsets.UTF_8);
            Stream.concat(Collectives.USUAL.stream(), Collectives.UNEVEN.stream()).map(name -> name.replace(".uneven", "")).forEach(name -> assertTrue(text.contains("{\"" + name + "\", "), name));
        }
    }
}
