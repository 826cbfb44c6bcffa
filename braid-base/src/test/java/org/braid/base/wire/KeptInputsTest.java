package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Inputs that once mattered, kept where Jazzer finds them as seeds, one folder for each target of {@link DecoderFuzz}. */
class KeptInputsTest {
    private static final Path KEPT = Path.of("src/test/resources/org/braid/base/wire/DecoderFuzzInputs");

    @ParameterizedTest
    @EnumSource(Decoder.class)
    void everyKeptInputIsStillSurvived(Decoder decoder) throws IOException {
        List<Path> inputs = inputs(decoder);
        assertTrue(inputs.size() >= 2, "too few inputs for " + decoder);
        for (Path input : inputs) {
            boolean good = decoder.survive(Files.readAllBytes(input));
            assertTrue(good == input.getFileName().toString().startsWith("good"), input + " was " + (good ? "accepted" : "refused"));
        }
    }

    private static List<Path> inputs(Decoder decoder) throws IOException {
        try (Stream<Path> inputs = Files.list(KEPT.resolve(decoder.name().toLowerCase(Locale.ROOT)))) {
            return inputs.sorted().toList();
        }
    }
}
