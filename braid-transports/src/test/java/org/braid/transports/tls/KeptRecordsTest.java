package org.braid.transports.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Inputs that matter, kept where Jazzer finds them as seeds, one folder for each target of {@link RecordFuzz}; and what chance makes of them. */
class KeptRecordsTest {
    private static final Path KEPT = Path.of("src/test/resources/org/braid/transports/tls/RecordFuzzInputs");
    private static final int CHANGED = 200;

    @ParameterizedTest
    @EnumSource(RecordDecoder.class)
    void everyKeptInputIsStillSurvived(RecordDecoder decoder) throws IOException {
        List<Path> inputs = inputs(decoder);
        assertTrue(inputs.size() >= 2, "too few inputs for " + decoder);
        for (Path input : inputs) {
            boolean expected = input.getFileName().toString().startsWith("good");
            assertEquals(expected, decoder.survive(Files.readAllBytes(input)), input::toString);
        }
    }

    @ParameterizedTest
    @EnumSource(RecordDecoder.class)
    void whateverChanceMakesOfThemIsSurvived(RecordDecoder decoder) throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        int refused = 0;
        for (Path input : inputs(decoder)) {
            byte[] whole = Files.readAllBytes(input);
            for (int i = 0; i < CHANGED; i++) {
                byte[] bytes = Arrays.copyOf(whole, random.nextInt(4) == 0 ? random.nextInt(whole.length + 3) : whole.length);
                for (int changes = random.nextInt(4); changes > 0 && bytes.length > 0; changes--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
                refused += decoder.survive(bytes) ? 0 : 1;
            }
        }
        assertTrue(refused > CHANGED / 4, refused + " were refused");
    }

    private static List<Path> inputs(RecordDecoder decoder) throws IOException {
        try (Stream<Path> inputs = Files.list(KEPT.resolve(decoder.name().toLowerCase(Locale.ROOT)))) {
            return inputs.sorted().toList();
        }
    }
}
